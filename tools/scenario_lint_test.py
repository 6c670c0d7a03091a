"""What the lint finds, each in a small world that has it and not in a twin that does not."""

from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packs.authoring import compile_source
from scoring.references import joint
from simulator.scenario import Scenario
from tools import scenario_lint
from tools.scenario_lint import BASELINES, REFUSAL, WARNING, Finding, Ways, lint, served_by

DETERMINISTIC = "{model: deterministic, spread_interval: 1, exits_flammable: true}"


def world(drawing: str, steps: int = 20, fire: str = DETERMINISTIC) -> Scenario:
    rows = "".join(f"  {row}\n" for row in drawing.split())
    source = f"scenario_id: small\nmap: |\n{rows}fire: {fire}\nmovement: {{enter_fire: blocked}}\n"
    return compile_source(source + f"termination: {{max_steps: {steps}}}\n").scenario


def codes(found: list[Finding]) -> list[str]:
    return [finding.code for finding in found]


# A clean world, in which the fire matters and every exit is used.
CLEAN = "E.P.*.P.E"
# The code; its kind, pointer, IDs and seed; a world that has it; a twin that has not.
CASES: list[tuple[str, str, str, tuple[str, ...], int | None, Scenario, Scenario]] = [
    ("exit_unreachable", REFUSAL, "/exits/1", ("E2",), None, world("EP.#E ..*##"), world("EP.#E ..*.P")),
    # An exit lets people out, so that no way leads through it.
    ("exit_unreachable", REFUSAL, "/exits/1", ("E2",), None, world("P.E.E ###*#"), world("P.E.E ...*#")),
    ("joint_bound_at_gate", REFUSAL, "/map", (), 0, world("PEP .*."), world("PEP ..*")),
    ("person_shut_in", WARNING, "/people/1", ("P2",), None, world("EP.#P ..*##"), world("EP..P ..*##")),
    ("horizon_short", WARNING, "/termination/max_steps", (), None, world("EPPP...*", 2), world("EPPP...*", 3)),
    ("nobody_savable", WARNING, "/people", (), 0, world("E*P"), world("EP*")),
    ("person_not_savable", WARNING, "/people/1", ("P2",), 0, world("EP*P"), world("EP.P*")),
    ("fire_never_matters", WARNING, "/fire", (), 0, world("EP.......*"), world("EP.*")),
    ("fire_never_matters", WARNING, "/fire", (), 0, world("EP..."), world("EP.*.")),
    ("exit_unused", WARNING, "/exits/1", ("E2",), None, world("EP...E ...*.#"), world("EP..PE ...*.#")),
]


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_each_finding_and_its_twin(
    case: tuple[str, str, str, tuple[str, ...], int | None, Scenario, Scenario],
) -> None:
    code, kind, pointer, ids, seed, having, twin = case
    found = [finding for finding in lint(having, [0]) if finding.code == code]
    assert [(each.kind, each.pointer, each.ids, each.seed) for each in found] == [(kind, pointer, ids, seed)]
    assert code not in codes(lint(twin, [0]))


def test_a_clean_world() -> None:
    assert lint(world(CLEAN), [0, 1, 2]) == []


def test_a_finding_of_a_seed_names_it_and_refusals_come_first() -> None:
    """Either of P1 and P2 can leave in the first step, and the fire has the other; P3 has no way at all."""
    found = lint(world("PEP#P .*.##"), [7, 3])
    assert [(each.code, each.seed) for each in found] == [
        ("joint_bound_at_gate", 7),
        ("joint_bound_at_gate", 3),
        ("person_shut_in", None),
    ]
    assert "1 of 2" in found[0].message


def test_where_the_joint_bound_is_too_large_a_run_can_settle_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joint, "MAX_NODES", 0)
    assert codes(lint(world("PEP .*."), [0])) == ["joint_bound_unknown"]
    assert codes(lint(world("PEP ..* ..."), [0])) == codes(lint(world(CLEAN), [0])) == []


def test_a_fire_matters_to_an_earliest_escape_whatever_the_runs_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenario_lint, "BASELINES", ())
    assert "fire_never_matters" not in codes(lint(world("EP.*P"), [0]))
    assert "fire_never_matters" in codes(lint(world("EP..*"), [0]))


def test_the_message_names_few_of_many() -> None:
    (shut_in,) = [each for each in lint(world("EP*#PPPPPPP"), [0]) if each.code == "person_shut_in"]
    assert shut_in.message.startswith("P2, P3, P4, P5, P6 and 2 more can") and len(shut_in.ids) == 7


def test_a_baseline_is_run_only_while_a_question_is_open() -> None:
    """The quick runs settle a clean world; an exit that nobody uses takes them all, once per seed."""
    heard: list[str] = []
    lint(world(CLEAN), [0, 1], heard.append)
    assert heard == [f"seed {seed}: {BASELINES[0]}" for seed in (0, 1)]
    heard.clear()
    assert "exit_unused" in codes(lint(world("EP...E ...*.#"), [0, 1], heard.append))
    assert sorted(heard) == sorted(f"seed {seed}: {name}" for seed in (0, 1) for name in BASELINES)


@settings(max_examples=200, deadline=None, database=None)
@given(st.lists(st.integers(1, 6), max_size=7).map(sorted), st.integers(1, 3), st.integers(1, 8))
def test_served_by_is_what_a_queue_does(due: list[int], width: int, last: int) -> None:
    waiting, served = deque(due), 0
    for step in range(1, last + 1):
        for _ in range(width):
            if waiting and waiting[0] <= step:
                waiting.popleft()
                served += 1
    assert served_by(due, width, last) == served


def _walk(rows: list[str], start: tuple[int, int]) -> set[tuple[int, int]]:
    """The exits that a person can come to, one step at a time."""
    seen, todo, exits = {start}, [start], set()
    while todo:
        r, c = todo.pop()
        for near in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
            inside = 0 <= near[0] < len(rows) and 0 <= near[1] < len(rows[0])
            if inside and rows[near[0]][near[1]] == "E":
                exits.add(near)
            elif inside and rows[near[0]][near[1]] != "#" and near not in seen:
                seen.add(near)
                todo.append(near)
    return exits


@settings(max_examples=100, deadline=None, database=None)
@given(st.integers(1, 4), st.lists(st.sampled_from("##..EP"), min_size=8, max_size=20))
def test_the_ways_of_a_map(rows: int, cells: list[str]) -> None:
    cols = len(cells) // rows
    text = "EP" + "".join(cells[2:])
    drawing = [text[r * cols : (r + 1) * cols] for r in range(rows)]
    if cols < 2:
        return
    scenario = world(" ".join(drawing))
    ways = Ways(scenario)
    position = scenario.grid.position
    walks = [_walk(drawing, position(person.cell)) for person in scenario.people]
    assert [position(exit_.cell) in set().union(*walks) for exit_ in scenario.exits] == ways.reachable
    assert [bool(exits) for exits in walks] == [steps > 0 for steps in ways.steps]


def test_every_code_is_documented() -> None:
    tried = {case[0] for case in CASES} | {"joint_bound_unknown"}
    assert all(f"| `{code}` |" in (scenario_lint.__doc__ or "") for code in tried)
    assert (scenario_lint.__doc__ or "").count("\n| `") == len(tried)
