"""Faults of movement: directions, validation and the collision rules (SIM-4.3 to SIM-4.5, SIM-5)."""

from conformance.mutants.mutant import Mutant

_MOVEMENT = "simulator.movement"
_SETTLED = "            outcomes |= dict.fromkeys(chain, BLOCKED_CYCLE)\n    return outcomes\n"
_STANDING = """    if not standing.isdisjoint(targets.values()):
        outcomes |= {person: BLOCKED_OCCUPIED for person, target in targets.items() if target in standing}
"""
_CONTESTED = """    if len(winner) < len(movers):
        outcomes |= {person: BLOCKED_CONFLICT for person in movers if winner[targets[person]] != person}
"""
_SORTED = "movers = sorted([person for person in targets if person not in outcomes], reverse=True)"

FAULTS = (
    Mutant(
        "movement.directions.upside-down",
        ("SIM-1.1", "SIM-1.2"),
        "North leads to the row below.",
        "simulator.grid",
        "NORTH: -self.stride, SOUTH: self.stride",
        "NORTH: self.stride, SOUTH: -self.stride",
    ),
    Mutant(
        "movement.validation.boundary-is-wall",
        ("SIM-4.3",),
        "A move off the grid is told as one onto a wall.",
        _MOVEMENT,
        "{WALL: BLOCKED_WALL, BOUNDARY: BLOCKED_BOUNDARY}",
        "{WALL: BLOCKED_WALL, BOUNDARY: BLOCKED_WALL}",
    ),
    Mutant(
        "movement.validation.fire-entered",
        ("SIM-2.13", "SIM-4.3"),
        "A move into the fire is never blocked.",
        _MOVEMENT,
        "burning if enter_fire == BLOCKED else bytes(len(burning))",
        "bytes(len(burning))",
    ),
    Mutant(
        "movement.validation.fire-always-blocks",
        ("SIM-2.13", "SIM-5.6"),
        "A move into the fire is blocked where it should be fatal.",
        _MOVEMENT,
        "burning if enter_fire == BLOCKED else bytes(len(burning))",
        "burning",
    ),
    Mutant(
        "movement.occupied.ignored",
        ("SIM-5.1",),
        "People who don't try to move hold no cell.",
        _MOVEMENT,
        "standing = set(positions.values()).difference(occupant)",
        "standing: set[int] = set()",
    ),
    Mutant(
        "movement.occupied.repeated",
        ("SIM-5.1",),
        "Rule 1 is applied until nothing changes, so that who is blocked by it makes its cell occupied for the rule.",
        _MOVEMENT,
        _STANDING,
        """    while not standing.isdisjoint(target for person, target in targets.items() if person not in outcomes):
        outcomes |= {person: BLOCKED_OCCUPIED for person, target in targets.items() if target in standing}
        standing |= {positions[person] for person in outcomes}
""",
    ),
    Mutant(
        "movement.order.conflict-before-occupied",
        ("SIM-5", "SIM-5.1", "SIM-5.2"),
        "Rule 2 comes before rule 1.",
        _MOVEMENT,
        _CONTESTED,
        """    lowest: dict[int, str] = {}
    for person in sorted(targets, reverse=True):
        lowest[targets[person]] = person
    outcomes |= {person: BLOCKED_CONFLICT for person, target in targets.items() if lowest[target] != person}
""",
    ),
    Mutant(
        "movement.conflict.highest-wins",
        ("SIM-5.2",),
        "The highest ID wins a contested cell.",
        _MOVEMENT,
        _SORTED,
        "movers = sorted([person for person in targets if person not in outcomes])",
    ),
    Mutant(
        "movement.conflict.numbers-in-ids",
        ("SIM-1.5", "SIM-5.2"),
        "P2 wins against P10.",
        _MOVEMENT,
        _SORTED,
        "movers = sorted([one for one in targets if one not in outcomes], key=lambda one: (len(one), one))[::-1]",
    ),
    Mutant(
        "movement.conflict.nobody-wins",
        ("SIM-5.2",),
        "Nobody wins a contested cell.",
        _MOVEMENT,
        _CONTESTED,
        """    wanted = list(targets.values())
    outcomes |= {person: BLOCKED_CONFLICT for person in movers if wanted.count(targets[person]) > 1}
    winner = {target: person for target, person in winner.items() if person not in outcomes}
""",
    ),
    Mutant(
        "movement.conflict.passed-on",
        ("SIM-5.2",),
        "A loser gets the outcome of a winner who turns out to be blocked.",
        _MOVEMENT,
        _SETTLED,
        """            outcomes |= dict.fromkeys(chain, BLOCKED_CYCLE)
    for person in movers:
        first = outcomes[winner[targets[person]]]
        if outcomes[person] == BLOCKED_CONFLICT and first != MOVED:
            outcomes[person] = first
    return outcomes
""",
    ),
    Mutant(
        "movement.chains.none",
        ("SIM-5.3",),
        "Nobody can follow a person who leaves a cell.",
        _MOVEMENT,
        "standing = set(positions.values()).difference(occupant)",
        "standing = set(positions.values())",
    ),
    Mutant(
        "movement.chains.into-blocked",
        ("SIM-5.3",),
        "A chain moves although the person at its head is blocked.",
        _MOVEMENT,
        "outcomes |= dict.fromkeys(chain, BLOCKED_OCCUPIED)",
        "outcomes |= dict.fromkeys(chain, MOVED)",
    ),
    Mutant(
        "movement.chains.told-as-conflict",
        ("SIM-5.3", "SIM-5.5"),
        "Who follows a blocked person is told as in conflict.",
        _MOVEMENT,
        "outcomes |= dict.fromkeys(chain, BLOCKED_OCCUPIED)",
        "outcomes |= dict.fromkeys(chain, BLOCKED_CONFLICT)",
    ),
    Mutant(
        "movement.cycles.swap",
        ("SIM-5.4",),
        "Two people may change places.",
        _MOVEMENT,
        "outcomes |= dict.fromkeys(chain, BLOCKED_CYCLE)",
        "outcomes |= dict.fromkeys(chain, BLOCKED_CYCLE if len(chain) > 2 else MOVED)",
    ),
    Mutant(
        "movement.cycles.rotation",
        ("SIM-5.4",),
        "Four people may rotate.",
        _MOVEMENT,
        "outcomes |= dict.fromkeys(chain, BLOCKED_CYCLE)",
        "outcomes |= dict.fromkeys(chain, BLOCKED_CYCLE if len(chain) == 2 else MOVED)",
    ),
    Mutant(
        "movement.cycles.told-as-occupied",
        ("SIM-5.4", "SIM-5.5"),
        "A cycle is told as occupied cells.",
        _MOVEMENT,
        "outcomes |= dict.fromkeys(chain, BLOCKED_CYCLE)",
        "outcomes |= dict.fromkeys(chain, BLOCKED_OCCUPIED)",
    ),
    Mutant(
        "movement.one-by-one",
        ("SIM-4.4", "SIM-4.5"),
        "People move one after the other, by ID.",
        _MOVEMENT,
        "    outcomes: dict[str, Outcome] = {}\n",
        """    outcomes: dict[str, Outcome] = {}
    held = dict(positions)
    for person in sorted(targets):
        outcomes[person] = BLOCKED_OCCUPIED if targets[person] in held.values() else MOVED
        held[person] = targets[person] if outcomes[person] == MOVED else held[person]
    if targets:
        return outcomes
""",
    ),
)
