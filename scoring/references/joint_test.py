"""The joint bound against augmenting paths on an explicit graph, and against every joint plan of tiny worlds."""

from collections.abc import Iterator
from itertools import chain, product

import pytest

from scoring.references import joint, literal
from scoring.references.joint import joint_bound
from scoring.references.optimum import optimum
from scoring.references.small_worlds import drawn_world, halls, worlds
from simulator.errors import InputError
from simulator.fire import FireWorld

Node = tuple[str, int, int]


def explicit_edges(world: FireWorld) -> Iterator[tuple[Node, Node]]:
    """Edges of capacity 1: each state as an `in` and an `out` node, a source before the starts, a sink after exits."""
    for person in world.scenario.people:
        yield ("source", 0, 0), ("in", person.cell, 0)
    for snapshot in range(world.scenario.max_steps + 1):
        for cell in literal.open_cells(world):
            yield ("in", cell, snapshot), ("out", cell, snapshot)
            if cell in literal.exit_cells(world):
                yield ("out", cell, snapshot), ("sink", 0, 0)
            else:
                for near, _ in literal.choices(world, cell, snapshot):
                    yield ("out", cell, snapshot), ("in", near, snapshot + 1)


def literal_flow(world: FireWorld) -> int:
    """Ford and Fulkerson, one residual path at a time."""
    residual: dict[Node, set[Node]] = {}
    for one, other in explicit_edges(world):
        residual.setdefault(one, set()).add(other)
        residual.setdefault(other, set())
    flow = 0
    while path := _path(residual):
        for one, other in zip(path, path[1:], strict=False):
            residual[one].remove(other)
            residual[other].add(one)
        flow += 1
    return flow


def _path(residual: dict[Node, set[Node]]) -> list[Node]:
    start, goal = ("source", 0, 0), ("sink", 0, 0)
    came = {start: start}
    queue = [start]
    for node in queue:
        for near in residual[node]:
            if near not in came:
                came[near] = node
                queue.append(near)
    path = [goal] if goal in came else []
    while path and path[-1] != start:
        path.append(came[path[-1]])
    return path[::-1]


def best_plan(world: FireWorld, snapshot: int, cells: frozenset[int]) -> int:
    """The most that can leave from these cells, over every joint plan; anybody may drop out at any time."""
    best = 0
    options: list[list[tuple[int, bool] | None]] = [
        [*literal.choices(world, cell, snapshot), None] for cell in sorted(cells)
    ]
    for plan in product(*options):
        moves = [move for move in plan if move is not None]
        if moves and len({cell for cell, _ in moves}) == len(moves):
            out = sum(leaves for _, leaves in moves)
            rest = frozenset(cell for cell, leaves in moves if not leaves)
            best = max(best, out + best_plan(world, snapshot + 1, rest))
    return best


def test_equals_the_flow_of_the_explicit_graph() -> None:
    fewer = 0
    for world in chain(worlds("joint", 120), halls("joint-halls", 40, 812, 932)):
        reference = optimum(world)
        bound = joint_bound(world, reference)
        assert bound == literal_flow(world), world
        fewer += bound < reference.max_evacuated
    assert fewer


def test_the_flow_is_made_of_disjoint_escapes() -> None:
    # The numbered halls need flow that gives up a place again.
    for world in halls("joint-halls", 20, 812, 932):
        size = world.scenario.grid.size
        flow = joint._Flow(world, optimum(world))
        starts = {person.cell for person in world.scenario.people if flow.augment(person.cell)}
        walked = set()
        for node in [node for node in flow._before if node % size in literal.exit_cells(world)]:
            while flow._before[node] >= 0:
                assert node not in walked
                walked.add(node)
                (snapshot, cell), (later, near) = divmod(flow._before[node], size), divmod(node, size)
                assert later == snapshot + 1 and near in dict(literal.choices(world, cell, snapshot))
                node = flow._before[node]
            starts.remove(node)
            walked.add(node)
        assert not starts and walked == set(flow._before)


def test_no_plan_of_a_tiny_world_gets_more_people_out() -> None:
    checked = 0
    for world in worlds("tiny", 250):
        people = world.scenario.people
        if len(people) <= 3 and world.scenario.max_steps <= 4 and len(literal.open_cells(world)) <= 12:
            starts = frozenset(person.cell for person in people)
            assert joint_bound(world, optimum(world)) == best_plan(world, 0, starts)
            checked += 1
    assert checked


@pytest.mark.parametrize(
    ("rows", "max_steps", "savable", "together"),
    [
        # Either can be saved, not both.
        (["P E P", ". * ."], 9, 2, 1),
        (["P E P *"], 9, 2, 2),
        (["P E P"], 1, 2, 1),
        (["P P P E"], 4, 3, 3),
        (["P P P E"], 3, 3, 3),
        (["P P . E", "# # # #"], 3, 2, 2),
        (["P # E"], 9, 0, 0),
    ],
)
def test_small_maps(rows: list[str], max_steps: int, savable: int, together: int) -> None:
    world = drawn_world(rows, max_steps)
    reference = optimum(world)
    assert (reference.max_evacuated, joint_bound(world, reference)) == (savable, together)


def test_a_world_above_the_stated_size_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    world = drawn_world(["P . E"], 4)  # escapes from 0 … 2, 0 … 3 and, on the exit, 0 … 3
    monkeypatch.setattr(joint, "MAX_NODES", 11)
    assert joint_bound(world, optimum(world)) == 1
    monkeypatch.setattr(joint, "MAX_NODES", 10)
    with pytest.raises(InputError) as error:
        joint_bound(world, optimum(world))
    assert error.value.code == "joint_bound_too_large"
