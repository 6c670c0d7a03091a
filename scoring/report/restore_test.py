"""A report is what its evidence says, or is refused at the first value that is not (SCO-9.3)."""

import json
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from scoring.aggregate import EpisodeTrial
from scoring.cases import episode
from scoring.episode import failed_episode, score_episode
from scoring.evidence import Events, Evidence, People
from scoring.report.model import COMMITTED, report
from scoring.report.restore import difference, restore
from scoring.report.tables import csv_text
from scoring.report.text import render
from scoring.schedules import CROWD, MODEL, TARGET, changed, schedule
from simulator.canonical import encode
from simulator.errors import ScoringInputError

EVIDENCE = Evidence(
    people=People(
        ids=("P1", "P2", "P3"),
        outcomes=("evacuated", "casualty", "evacuated"),
        earliest=(3, 2, 4),
        steps=(5, None, 4),
        danger_ref=(1, 0, 0),
        danger=(2, None, 1),
        moves_ref=(3, 2, 4),
        moves=(4, None, 4),
    ),
    events=Events(people=("P1",), snapshots=(1,), earliest=(4,), resolved=(5,)),
    q_exit=7,
    q_cut=8,
)


def document() -> dict[str, Any]:
    """A report of two trials with an episode of each kind, as JSON gives it back."""
    good = [("f", f"s{n}", [score_episode(episode(10, n)), failed_episode("timeout", 10)]) for n in range(5)]
    nobody = ("g", "nobody", [score_episode(episode(0, unsavable_stranded=1)), failed_episode("missing", 0)])
    rows = schedule([*good, nobody])
    seen = EpisodeTrial(score_episode(EVIDENCE.inputs()), EVIDENCE, CROWD, "d" * 64)
    rows.append(replace(rows[0], index=6, scenario_id="seen", trials=(seen, seen), joint_bound=2))
    two = replace(MODEL, stochastic=True, inference_digest="b" * 64, results=("c" * 64, None))
    found: dict[str, Any] = json.loads(encode(report(two, TARGET, rows, COMMITTED)))
    return found


REPORT = document()


def test_a_report_comes_back_and_says_the_same() -> None:
    back = restore(deepcopy(REPORT))
    assert encode(back) == encode(REPORT)
    assert render(back) == render(REPORT) and csv_text(back) == csv_text(REPORT)


CHANGES: list[tuple[str, Any, str, str]] = [
    ("/headline/score", {"exact": "99/1", "decimal": "99.000000000000"}, "report_differs", "/headline/score/exact"),
    ("/headline/score/decimal", "1.000000000000", "report_differs", "/headline/score/decimal"),
    ("/headline/interval/upper/exact", "99/1", "report_differs", "/headline/interval/upper/exact"),
    ("/headline/interval", None, "report_differs", "/headline/interval"),
    ("/official", 1, "report_differs", "/official"),
    ("/versions/scoring", "1.1", "report_differs", "/versions/scoring"),
    ("/authentication", "It proves who acted.", "report_differs", "/authentication"),
    ("/episodes/1/trials/0/score", "60.000000000", "report_differs", "/episodes/1/trials/0/score"),
    ("/episodes/1/trials/0/severe", ["time"], "report_differs", "/episodes/1/trials/0/severe"),
    ("/episodes/1/trials/0/inputs/sum_steps", 1, "below_bound", "/episodes/1/trials/0/inputs/sum_steps"),
    ("/episodes/1/trials/0/inputs/people", 9, "ids_miscounted", "/episodes/1/trials/0/inputs/people"),
    ("/episodes/6/trials/1/inputs/moves", 9, "report_differs", "/episodes/6/trials/1/inputs/moves"),
    ("/episodes/6/trials/1/evidence/people/steps/2", 2, "below_bound", "/episodes/6/trials/1/inputs/sum_steps"),
    ("/episodes/6/trials/1/evidence/people/steps/2", 3, "report_differs", "/episodes/6/trials/1/inputs/sum_steps"),
    ("/episodes/6/trials/0/evidence/people/ids", ["P1"], "report_differs", "/episodes/6/trials/0/evidence/people"),
    ("/model/results", ["c" * 64], "report_differs", "/episodes/0/trials"),
    ("/model/trials", 3, "report_differs", "/model/trials"),
    ("/families/0/evacuated", 0, "report_differs", "/families/0/evacuated"),
    ("/congestion/peak_contested_cells", 0, "report_differs", "/congestion/peak_contested_cells"),
]


@pytest.mark.parametrize(("path", "value", "code", "pointer"), CHANGES)
def test_a_changed_value_is_refused(path: str, value: Any, code: str, pointer: str) -> None:
    with pytest.raises(ScoringInputError) as caught:
        restore(changed(REPORT, path, value))
    assert (caught.value.code, caught.value.pointer) == (code, pointer)


@pytest.mark.parametrize(
    ("expected", "found", "pointer"),
    [
        ({"a": [1, {"b": None}]}, {"a": [1, {"b": None}]}, None),
        ({"a": [1, 2]}, {"a": [1, 3]}, "/a/1"),
        ({"a": [1, 2]}, {"a": [1]}, "/a"),
        ({"a": 1}, {"b": 1}, ""),
        ({"a": 1}, {"a": True}, "/a"),
        ({"a": 1, "b": 2}, {"b": 3, "a": 4}, "/a"),
    ],
)
def test_the_first_difference(expected: Any, found: Any, pointer: str | None) -> None:
    assert difference(expected, found) == pointer
