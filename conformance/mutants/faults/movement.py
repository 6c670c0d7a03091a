"""Faults of movement: directions, validation and the collision rules (SIM-4.3 to SIM-4.5, SIM-5)."""

from conformance.mutants.mutant import Mutant

_MOVEMENT = "simulator.movement"
_RULE_1 = "    outcomes |= {person: BLOCKED_OCCUPIED for person, other in ahead.items() if not steps[other]}\n"
_SETTLED = "    _follow(ahead, outcomes)\n    return outcomes\n"
_IN_ORDER = "order = sorted(positions)"

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
        "(BLOCKED_FIRE, BLOCKED_WALL, BLOCKED_BOUNDARY)",
        "(BLOCKED_FIRE, BLOCKED_WALL, BLOCKED_WALL)",
    ),
    Mutant(
        "movement.validation.fire-entered",
        ("SIM-2.13", "SIM-4.3"),
        "A move into the fire is never blocked.",
        _MOVEMENT,
        "if enter_fire == BLOCKED and any(",
        "if enter_fire is None and any(",
    ),
    Mutant(
        "movement.validation.fire-always-blocks",
        ("SIM-2.13", "SIM-5.6"),
        "A move into the fire is blocked where it should be fatal.",
        _MOVEMENT,
        "if enter_fire == BLOCKED and any(",
        "if any(",
    ),
    Mutant(
        "movement.occupied.ignored",
        ("SIM-5.1",),
        "People who don't try to move hold no cell.",
        _MOVEMENT,
        _RULE_1,
        "",
    ),
    Mutant(
        "movement.occupied.repeated",
        ("SIM-5.1",),
        "Rule 1 is applied until nothing changes, so that who is blocked by it makes its cell occupied for the rule.",
        _MOVEMENT,
        _RULE_1,
        _RULE_1
        + """    for _ in cells:
        outcomes |= {person: BLOCKED_OCCUPIED for person, other in ahead.items() if other in outcomes}
""",
    ),
    Mutant(
        "movement.order.conflict-before-occupied",
        ("SIM-5", "SIM-5.1", "SIM-5.2"),
        "Rule 2 comes before rule 1.",
        _MOVEMENT,
        "outcomes[person] = BLOCKED_CONFLICT if first is None else first",
        "outcomes[person] = BLOCKED_CONFLICT",
    ),
    Mutant(
        "movement.conflict.highest-wins",
        ("SIM-5.2",),
        "The highest ID wins a contested cell.",
        _MOVEMENT,
        "zip(compress(reversed(goals), reversed(steps)), reversed(movers), strict=True)",
        "zip(compress(goals, steps), movers, strict=True)",
    ),
    Mutant(
        "movement.conflict.numbers-in-ids",
        ("SIM-1.5", "SIM-5.2"),
        "P2 wins against P10.",
        _MOVEMENT,
        _IN_ORDER,
        "order = sorted(positions, key=lambda one: (len(one), one))",
    ),
    Mutant(
        "movement.conflict.first-given-wins",
        ("SIM-5.8",),
        "Of several people with one target the one who was listed first wins.",
        _MOVEMENT,
        _IN_ORDER,
        "order = list(positions)",
    ),
    Mutant(
        "movement.conflict.nobody-wins",
        ("SIM-5.2",),
        "Nobody wins a contested cell.",
        _MOVEMENT,
        "losers = set(movers).difference(winner.values())",
        "wanted = [goals[person] for person in movers]\n"
        "    losers = {person for person in movers if wanted.count(goals[person]) > 1}",
    ),
    Mutant(
        "movement.conflict.passed-on",
        ("SIM-5.2",),
        "A loser gets the outcome of a winner who turns out to be blocked.",
        _MOVEMENT,
        _SETTLED,
        """    _follow(ahead, outcomes)
    for person in losers:
        first = outcomes.get(winner[goals[person]], MOVED)
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
        _RULE_1,
        "    outcomes |= dict.fromkeys(ahead, BLOCKED_OCCUPIED)\n",
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
        "    outcomes: dict[int, Outcome] = {}\n",
        """    outcomes: dict[int, Outcome] = {}
    held = list(cells)
    for person in compress(range(len(cells)), steps):
        if goals[person] in held:
            outcomes[person] = BLOCKED_OCCUPIED
        else:
            held[person] = goals[person]
    if any(steps):
        return outcomes
""",
    ),
)
