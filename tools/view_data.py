"""What a page of replays is given: runs in a short form, texts in blocks, and an index that says what is where.

A run is its actions and digests. The page runs the actions again with its own engine, and compares (SIM-11). Only where
a record differs from its replay, the part that differs comes along as it was recorded.
"""

import hashlib
import json
import zlib
from base64 import b64encode
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from simulator import canonical, record
from simulator.echo import echoed
from simulator.fire import FireWorld, fire_world
from simulator.grid import DIRECTIONS
from simulator.record import Divergence, RunRecord
from simulator.scenario import Scenario
from simulator.spelling import Speller

LETTERS = dict(zip(DIRECTIONS, ".nswe", strict=True))
"""How an action is written in the short form; "-" stands for none."""

_START = b'{"header":'


class Blocks:
    """Values packed one by one, each once: base64 of zlib data of canonical JSON, by number."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._places: dict[bytes, int] = {}

    def add(self, value: Any) -> int:
        """The number of a value's block."""
        data = canonical.encode(value)
        key = hashlib.sha256(data).digest()
        if key not in self._places:
            self._places[key] = len(self.texts)
            self.texts.append(packed(data))
        return self._places[key]


def packed(data: bytes) -> str:
    """Bytes as text that stands in a page as it is; it holds no date, so equal bytes give equal text."""
    return b64encode(zlib.compress(data, 9)).decode("ascii")


class Contents:
    """All that a page shows: a title, what the sides are called, and what is shown side by side or can be played.

    `blocks` holds the texts that the index names by their numbers.
    """

    def __init__(self, title: str, names: Sequence[str] = ()) -> None:
        self.title = title
        self.names = tuple(names)
        self.blocks = Blocks()
        self._entries: list[dict[str, Any]] = []
        self._playables: list[dict[str, Any]] = []

    def index(self) -> dict[str, Any]:
        """The index."""
        named = {"title": self.title, "names": list(self.names)}
        return named | {"entries": self._entries, "playables": self._playables}

    def side(
        self, scenario: Scenario, seed: int, run: dict[str, Any] | None, failure: str | None = None
    ) -> dict[str, Any]:
        """One run, packed; where there is none, `failure` is the kind of failure that stands in its place."""
        return {
            "scenario": self.blocks.add(scenario.document),
            "scenario_id": scenario.scenario_id,
            "seed": seed,
            "run": None if run is None else self.blocks.add(run),
            "failure": failure,
        }

    def show(self, sides: Sequence[dict[str, Any]], index: int | None = None, trial: int | None = None) -> None:
        """Adds what is shown together: an episode-trial of one result or of two, or runs of no schedule."""
        self._entries.append({"index": index, "trial": trial, "sides": list(sides)})

    def offer(self, scenario: Scenario, family: str, seeds: Sequence[int]) -> None:
        """Adds a scenario that can be played, and the seeds that are offered first."""
        self._playables.append(
            {
                "scenario": self.blocks.add(scenario.document),
                "scenario_id": scenario.scenario_id,
                "title": scenario.document.get("metadata", {}).get("title", ""),
                "family": family,
                "seeds": list(seeds),
            }
        )


def header_of(data: bytes) -> dict[str, Any] | None:
    """The header of a record in canonical form, not checked at all; None where the bytes don't begin like one."""
    if not data.startswith(_START):
        return None
    try:
        found, _ = json.JSONDecoder().raw_decode(data[len(_START) : len(_START) + 4096].decode("utf-8", "replace"))
    except ValueError:
        return None
    return found if type(found) is dict else None


def exact_run(data: bytes, start: int, end: int, world: FireWorld) -> dict[str, Any] | None:
    """The short form of the record `data[start:end]`; None where it is not, to the byte, the world's (SIM-11)."""
    run = echoed(data, start, end, world.scenario, world.seed, world)
    return None if run is None else of_run(run)


def of_run(run: RunRecord) -> dict[str, Any]:
    """The short form of an authenticated run."""
    speller = Speller(run.scenario)
    head = record.header(run.scenario, run.seed)
    pieces = (speller.step(step) for step in run.steps)
    digests = _running(speller.opening(head, run.initial_state), pieces)
    return _short(run.scenario, head, digests, [step.actions for step in run.steps], None)


def of_document(document: dict[str, Any], scenario: Scenario, seed: int) -> dict[str, Any]:
    """The short form of a well-shaped record, whatever it says, of the scenario and seed that it should be of."""
    head, first = document["header"], canonical.encode(document["initial_state"])
    opening = _START + canonical.encode(head) + b',"initial_state":' + first + b',"steps":['
    digests = _running(opening, map(canonical.encode, document["steps"]))
    actions = [step["actions"] for step in document["steps"]]
    return _short(scenario, head, digests, actions, _differing(document, scenario, seed))


def _running(opening: bytes, steps: Iterable[bytes]) -> list[str]:
    """The digests of a record's canonical bytes up to the first step, and up to each step's end."""
    hasher = hashlib.sha256(opening)
    out = [hasher.hexdigest()]
    for place, data in enumerate(steps):
        hasher.update(b"," + data if place else data)
        out.append(hasher.hexdigest())
    return out


def _short(
    scenario: Scenario,
    head: dict[str, Any],
    digests: list[str],
    actions: Sequence[Mapping[str, str]],
    recorded: dict[str, Any] | None,
) -> dict[str, Any]:
    found = {"header": canonical.digest(head), "digests": digests, "recorded": recorded}
    return found | _actions(scenario, actions)


def _actions(scenario: Scenario, steps: Sequence[Mapping[str, str]]) -> dict[str, Any]:
    """The actions: of each step one letter for each person; what it gives to anybody else stands in `others`."""
    people = [person.id for person in scenario.people]
    known = set(people)
    rows = ["".join([LETTERS.get(actions.get(person, ""), "-") for person in people]) for actions in steps]
    strange = [{name: action for name, action in actions.items() if name not in known} for actions in steps]
    return {"actions": rows, "others": {str(place): extra for place, extra in enumerate(strange) if extra}}


def _differing(document: dict[str, Any], scenario: Scenario, seed: int) -> dict[str, Any] | None:
    """The part of a record in which it first differs from its replay: `step` None is its header, 0 its snapshot 0."""
    if document["header"]["seed"] != seed:
        return {"step": None, "value": document["header"]}
    found = record.replay(document, scenario, fire_world(scenario, seed))
    if not isinstance(found, Divergence):
        return None
    if found.step is None:
        return {"step": None, "value": document["header"]}
    if found.step == 0:
        return {"step": 0, "value": document["initial_state"]}
    return {"step": found.step, "value": document["steps"][found.step - 1]}
