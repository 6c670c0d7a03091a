"""The prompt of a language model: the rules of the world, how an observation is to be read, how to answer (PCK-17.3).

Its text is versioned: a changed word is a new PROMPT_VERSION, and the digest is part of the inference settings.
"""

from packs.evaluation import views
from simulator import canonical

PROMPT_VERSION = "1.0"

_RULES = """\
You direct the evacuation of a burning building. In every step you are shown an observation, and you give each active \
person one direction. Get as many people out as you can, alive, soon, and away from the fire.

The building is a grid. Row 0 is the top row, column 0 the left column. "north" is row - 1, "south" row + 1, "west" \
column - 1, "east" column + 1; "stay" keeps the place. There are no diagonal moves. A wall is never entered and never \
burns.

A step goes like this:
1. All moves happen at once. A move off the grid or into a wall is blocked. A move onto a cell that burns already is \
blocked where enter_fire is "blocked", and kills where it is "casualty".
2. A cell holds one person. Where several people want the same cell, the one with the lowest ID (by code point, so P10 \
before P2) goes for it and the others stay. Nobody enters the cell of a person who does not leave it in the same step. \
People may follow one another in single file, but two people can't swap places and a circle of people can't turn.
3. An active person on an exit that did not burn before the step is evacuated. One person at most gets onto an exit \
cell in a step. A burning exit evacuates nobody.
4. The fire spreads, after the people moved, in every step whose number is a multiple of spread_interval. With the \
"deterministic" model every open cell beside a burning cell ignites. With the "stochastic" model each pair of an open \
cell and a burning cell beside it (north, south, west, east) ignites that cell with spread_probability, independently. \
Exits ignite only where exits_flammable is true. Fire never goes out.
5. An active person on a burning cell dies, also where the cell has ignited in this step.
The run ends when nobody is active, or after max_steps steps; who is still inside then is lost. An observation shows \
the state after the step that it names; your answer is for the next step.
"""

_GUIDES = {
    views.JSON: """\
The observation is a JSON document. "map" has the size and the cells that are walls, "exits" the exits, "rules" the \
rules, "people" everyone with place and status, "burning" the cells that burn. A place is [row, column].
""",
    views.MAP: """\
The observation is a text. It has the rules, a legend, the map with the numbers of its rows at the left and those of \
its columns above (read downwards), then a list of the exits and one of all people: ID, row, column, and status.
""",
}

_STRICT = """\
Answer with one JSON object and nothing else, without any text around it and without a code fence:
{"actions": {"ID": "direction", ...}}
It has exactly one entry for each person whose status is "active", and none for anybody else. A direction is one of \
"stay", "north", "south", "west", "east".
"""

_FENCED = """\
You may think aloud first. Give the answer as exactly one code block that begins with a line ```json and ends with a \
line ```, and use no other code block. In it stands one JSON object:
{"actions": {"ID": "direction", ...}}
It has exactly one entry for each person whose status is "active", and none for anybody else. A direction is one of \
"stay", "north", "south", "west", "east".
"""

_BEFORE, _AFTER = "Observation:\n", "\n\nGive the actions of the next step."


def system(view: str, fenced: bool) -> str:
    """The system prompt for a view and a way to answer (PCK-17.3)."""
    return "\n".join([_RULES, _GUIDES[view], _FENCED if fenced else _STRICT])


def user(text: str) -> str:
    """The message of one step, around the text of its observation (PCK-17.3)."""
    return _BEFORE + text + _AFTER


def digest(view: str, fenced: bool) -> str:
    """Of everything in a prompt but the observation (PCK-17.3)."""
    return canonical.digest({"system": system(view, fenced), "user": [_BEFORE, _AFTER]})
