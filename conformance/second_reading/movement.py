"""Movement validation and collisions, rule by rule (SIM-4.3, SIM-5)."""

from conformance.second_reading.scenario import Cell, Document, wall_cells

OFFSETS = {"stay": (0, 0), "north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}
DIRECTIONS = ["stay", "north", "south", "west", "east"]
OUTCOMES = ["moved", "stayed", "blocked_boundary", "blocked_wall", "blocked_fire"]
OUTCOMES += ["blocked_occupied", "blocked_conflict", "blocked_cycle"]


def destination(cell: Cell, direction: str) -> Cell:
    """The position that a direction names (SIM-1.2)."""
    return cell[0] + OFFSETS[direction][0], cell[1] + OFFSETS[direction][1]


def validate(
    document: Document, positions: dict[str, Cell], actions: dict[str, str], burning: set[Cell]
) -> tuple[dict[str, str], dict[str, Cell]]:
    """Phase 3: the outcomes that are decided, and the targets of the movers (SIM-4.3)."""
    walls = wall_cells(document)
    outcomes: dict[str, str] = {}
    targets: dict[str, Cell] = {}
    for person in sorted(positions):
        row, col = destination(positions[person], actions[person])
        if actions[person] == "stay":
            outcomes[person] = "stayed"
        elif not (0 <= row < document["map"]["rows"] and 0 <= col < document["map"]["cols"]):
            outcomes[person] = "blocked_boundary"
        elif (row, col) in walls:
            outcomes[person] = "blocked_wall"
        elif (row, col) in burning and document["movement"]["enter_fire"] == "blocked":
            outcomes[person] = "blocked_fire"
        else:
            targets[person] = (row, col)
    return outcomes, targets


def occupied(outcomes: dict[str, str], targets: dict[str, Cell], positions: dict[str, Cell]) -> dict[str, str]:
    """Rule 1: whose target holds a person without a target, in one pass (SIM-5.1)."""
    held = {positions[person] for person in outcomes}
    return {person: "blocked_occupied" for person in targets if targets[person] in held}


def conflicts(movers: set[str], targets: dict[str, Cell]) -> dict[str, str]:
    """Rule 2: all but the lowest ID of those who have one target (SIM-5.2)."""
    losers: dict[str, str] = {}
    for person in movers:
        if any(targets[other] == targets[person] and other < person for other in movers):
            losers[person] = "blocked_conflict"
    return losers


def in_cycle(person: str, winners: set[str], targets: dict[str, Cell], holder: dict[Cell, str]) -> bool:
    """Whether following targets from winner to winner leads back to the person (SIM-5.4)."""
    at = person
    for _ in range(len(winners)):
        following = holder.get(targets[at])
        if following is None or following not in winners:
            return False
        if following == person:
            return True
        at = following
    return False


def chains(winners: set[str], targets: dict[str, Cell], positions: dict[str, Cell]) -> dict[str, str]:
    """Rules 3 and 4: who moves, found by adding movers until no more can be added; then cycles (SIM-5.3, SIM-5.4)."""
    holder = {positions[person]: person for person in positions}
    moving: set[str] = set()
    while True:
        more = {p for p in winners if holder.get(targets[p]) is None or holder[targets[p]] in moving}
        if more == moving:
            break
        moving = more
    outcomes: dict[str, str] = {}
    for person in winners:
        if person in moving:
            outcomes[person] = "moved"
        elif in_cycle(person, winners, targets, holder):
            outcomes[person] = "blocked_cycle"
        else:
            outcomes[person] = "blocked_occupied"
    return outcomes


def resolve(
    document: Document, positions: dict[str, Cell], actions: dict[str, str], burning: set[Cell]
) -> tuple[dict[str, str], dict[str, Cell]]:
    """Phases 3 and 4: each active person's outcome, and the movers' targets (SIM-4.3, SIM-4.4)."""
    outcomes, targets = validate(document, positions, actions, burning)
    first = occupied(outcomes, targets, positions)
    second = conflicts(set(targets) - set(first), targets)
    winners = set(targets) - set(first) - set(second)
    third = chains(winners, targets, positions)
    return outcomes | first | second | third, targets
