"""Phase 3, the collision rules one by one, and a slow literal twin of them (SIM-4.3, SIM-5)."""

from collections.abc import Iterable

import pytest

from simulator.grid import DIRECTIONS, make_grid
from simulator.movement import resolve
from simulator.rng import Stream

Position = tuple[int, int]
DELTAS = {"stay": (0, 0), "north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}


def play(
    people: dict[str, Position],
    actions: dict[str, str],
    walls: Iterable[Position] = (),
    fire: Iterable[Position] = (),
    enter_fire: str = "blocked",
    size: Position = (4, 5),
) -> dict[str, tuple[str, Position]]:
    grid = make_grid(*size, walls)
    cells = {person: grid.cell(*at) for person, at in people.items()}
    burning = grid.mask(grid.cell(*at) for at in fire)
    moves = resolve(grid, cells, actions, burning, enter_fire)
    return {person: (outcome, grid.position(moves.cells[person])) for person, outcome in moves.outcomes.items()}


def outcomes(people: dict[str, Position], actions: dict[str, str], **world: Iterable[Position]) -> dict[str, str]:
    moves = play(people, actions, **world)  # type: ignore[arg-type]
    for person, (outcome, at) in moves.items():
        if outcome != "moved":
            assert at == people[person]
    return {person: outcome for person, (outcome, _) in moves.items()}


@pytest.mark.parametrize(
    ("direction", "outcome", "at"),
    [
        ("stay", "stayed", (1, 1)),
        ("north", "moved", (0, 1)),
        ("south", "moved", (2, 1)),
        ("west", "moved", (1, 0)),
        ("east", "moved", (1, 2)),
    ],
)
def test_directions(direction: str, outcome: str, at: Position) -> None:
    assert play({"P1": (1, 1)}, {"P1": direction}) == {"P1": (outcome, at)}


@pytest.mark.parametrize(
    ("at", "direction"), [((0, 0), "north"), ((0, 0), "west"), ((3, 4), "south"), ((3, 4), "east")]
)
def test_off_the_grid(at: Position, direction: str) -> None:
    assert play({"P1": at}, {"P1": direction}) == {"P1": ("blocked_boundary", at)}


def test_wall() -> None:
    assert outcomes({"P1": (1, 1)}, {"P1": "east"}, walls=[(1, 2)]) == {"P1": "blocked_wall"}


def test_fire() -> None:
    people, actions, fire = {"P1": (1, 1)}, {"P1": "east"}, [(1, 2)]
    assert play(people, actions, fire=fire) == {"P1": ("blocked_fire", (1, 1))}
    assert play(people, actions, fire=fire, enter_fire="casualty") == {"P1": ("moved", (1, 2))}


@pytest.mark.parametrize(
    ("action", "blocked"), [("stay", "stayed"), ("north", "blocked_boundary"), ("east", "blocked_wall")]
)
def test_rule_1_target_of_a_non_mover(action: str, blocked: str) -> None:
    found = outcomes({"P1": (0, 0), "P2": (0, 1)}, {"P1": "east", "P2": action}, walls=[(0, 2)])
    assert found == {"P1": "blocked_occupied", "P2": blocked}


def test_rule_1_person_blocked_by_fire_does_not_move() -> None:
    found = outcomes({"P1": (0, 0), "P2": (0, 1)}, {"P1": "east", "P2": "east"}, fire=[(0, 2)])
    assert found == {"P1": "blocked_occupied", "P2": "blocked_fire"}


def test_rule_1_comes_before_rule_2() -> None:
    people = {"P1": (0, 1), "P2": (1, 0), "P3": (1, 1)}
    found = outcomes(people, {"P1": "south", "P2": "east", "P3": "stay"})
    assert found == {"P1": "blocked_occupied", "P2": "blocked_occupied", "P3": "stayed"}


def test_rule_2_lowest_id_wins() -> None:
    people = {"P1": (0, 1), "P2": (1, 0), "P3": (1, 2), "P4": (2, 1)}
    actions = {"P1": "south", "P2": "east", "P3": "west", "P4": "north"}
    found = play(people, actions)
    assert found["P1"] == ("moved", (1, 1))
    assert [found[person][0] for person in ("P2", "P3", "P4")] == ["blocked_conflict"] * 3


def test_rule_2_ids_compare_by_code_point() -> None:
    found = outcomes({"P2": (0, 0), "P10": (0, 2)}, {"P2": "east", "P10": "west"})
    assert found == {"P10": "moved", "P2": "blocked_conflict"}
    found = outcomes({"a": (0, 0), "B": (0, 2)}, {"a": "east", "B": "west"})
    assert found == {"B": "moved", "a": "blocked_conflict"}


def test_rule_2_loser_is_not_awarded_the_cell_of_a_failed_winner() -> None:
    # P1 wins the cell of P3, which is a loser itself and stays there.
    people = {"P1": (0, 1), "P2": (1, 0), "P3": (1, 1), "P0": (2, 2)}
    actions = {"P1": "south", "P2": "east", "P3": "east", "P0": "north"}
    found = outcomes(people, actions)
    assert found == {"P0": "moved", "P1": "blocked_occupied", "P2": "blocked_conflict", "P3": "blocked_conflict"}


def test_rule_2_comes_before_rule_4() -> None:
    # P2 and P3 want to swap, but P1 wins the cell of P2: P3 loses, and the chain behind it is stuck.
    people = {"P1": (0, 1), "P2": (1, 1), "P3": (1, 2)}
    found = outcomes(people, {"P1": "south", "P2": "east", "P3": "west"})
    assert found == {"P1": "blocked_occupied", "P2": "blocked_occupied", "P3": "blocked_conflict"}


def test_rule_3_chain_moves_together() -> None:
    people = {"P3": (0, 0), "P1": (0, 1), "P2": (0, 2)}
    found = play(people, dict.fromkeys(people, "east"))
    assert found == {"P1": ("moved", (0, 2)), "P2": ("moved", (0, 3)), "P3": ("moved", (0, 1))}


def test_rule_3_chain_that_ends_at_a_loser() -> None:
    people = {"P0": (1, 3), "P1": (0, 0), "P2": (0, 1), "P3": (0, 2)}
    found = outcomes(people, {"P0": "north", "P1": "east", "P2": "east", "P3": "east"})
    assert found == {"P0": "moved", "P1": "blocked_occupied", "P2": "blocked_occupied", "P3": "blocked_conflict"}


def test_rule_3_chain_that_ends_at_a_non_mover() -> None:
    people = {"P1": (0, 0), "P2": (0, 1), "P3": (0, 2)}
    found = outcomes(people, {"P1": "east", "P2": "east", "P3": "stay"})
    assert found == {"P1": "blocked_occupied", "P2": "blocked_occupied", "P3": "stayed"}


def test_rule_4_swap() -> None:
    found = outcomes({"P1": (0, 0), "P2": (0, 1)}, {"P1": "east", "P2": "west"})
    assert found == {"P1": "blocked_cycle", "P2": "blocked_cycle"}


def test_rule_4_rotation_of_four() -> None:
    people = {"P1": (0, 0), "P2": (0, 1), "P3": (1, 1), "P4": (1, 0)}
    found = outcomes(people, {"P1": "east", "P2": "south", "P3": "west", "P4": "north"})
    assert found == dict.fromkeys(people, "blocked_cycle")


def test_rule_4_rotation_of_six() -> None:
    people = {"P1": (0, 0), "P2": (0, 1), "P3": (0, 2), "P4": (1, 2), "P5": (1, 1), "P6": (1, 0)}
    turn = ["east", "east", "south", "west", "west", "north"]
    assert outcomes(people, dict(zip(people, turn, strict=True))) == dict.fromkeys(people, "blocked_cycle")


def test_three_in_a_square_are_a_chain() -> None:
    people = {"P1": (0, 0), "P2": (0, 1), "P3": (1, 1)}
    found = outcomes(people, {"P1": "east", "P2": "south", "P3": "west"})
    assert found == dict.fromkeys(people, "moved")


def slow(
    people: dict[str, Position], actions: dict[str, str], walls: set[Position], fire: set[Position], blocks: bool
) -> dict[str, str]:
    """The rules as they are written, on positions, by scanning everybody until nothing changes."""
    out: dict[str, str] = {}
    target: dict[str, Position] = {}
    for person, (row, col) in people.items():
        down, right = DELTAS[actions[person]]
        at = row + down, col + right
        if actions[person] == "stay":
            out[person] = "stayed"
        elif not (0 <= at[0] < 4 and 0 <= at[1] < 5):
            out[person] = "blocked_boundary"
        elif at in walls:
            out[person] = "blocked_wall"
        elif at in fire and blocks:
            out[person] = "blocked_fire"
        else:
            target[person] = at
    movers = list(target)
    standing = [people[person] for person in people if person not in target]
    out |= {person: "blocked_occupied" for person in movers if target[person] in standing}
    rivals = [person for person in movers if person not in out]
    for person in rivals:
        if person != min(other for other in rivals if target[other] == target[person]):
            out[person] = "blocked_conflict"
    changed = True
    while changed:
        changed = False
        for person in movers:
            if person in out:
                continue
            there = [other for other in people if people[other] == target[person]]
            if not there or out.get(there[0]) == "moved":
                out[person], changed = "moved", True
            elif there[0] in out:
                out[person], changed = "blocked_occupied", True
    out |= {person: "blocked_cycle" for person in movers if person not in out}
    return out


def random_case(number: int) -> tuple[dict[str, Position], dict[str, str], set[Position], set[Position], bool]:
    stream = Stream(number, "test/movement")

    def below(limit: int) -> int:
        return stream.next_u64() % limit

    free = [(row, col) for row in range(4) for col in range(5)]
    people = {f"P{i}": free.pop(below(len(free))) for i in range(1, 3 + below(13))}
    walls = {free.pop(below(len(free))) for _ in range(below(3))}
    fire = {free.pop(below(len(free))) for _ in range(below(3))}
    actions = {person: DIRECTIONS[below(5) or below(5)] for person in people}
    return people, actions, walls, fire, below(2) == 0


def test_random_worlds_equal_the_literal_twin() -> None:
    seen: set[str] = set()
    for number in range(1000):
        people, actions, walls, fire, blocks = random_case(number)
        found = play(people, actions, walls, fire, "blocked" if blocks else "casualty")
        expected = slow(people, actions, walls, fire, blocks)
        assert {person: outcome for person, (outcome, _) in found.items()} == expected
        ends = [at for _, at in found.values()]
        assert len(set(ends)) == len(ends)
        seen |= set(expected.values())
    assert len(seen) == 8


def test_the_order_of_people_and_actions_does_not_matter() -> None:
    for number in range(200):
        people, actions, walls, fire, _ = random_case(number)
        found = play(people, actions, walls, fire)
        assert list(found) == sorted(people)
        backwards = play(dict(reversed(people.items())), dict(reversed(actions.items())), walls, fire)
        assert list(backwards.items()) == list(found.items())
