"""The text of an explanation, whole (SCO-8.7)."""

from typing import Any

import pytest

from scoring.cases import episode
from scoring.episode import score_episode
from scoring.report.explain import explain
from scoring.report.explain_text import explanation_text
from scoring.report.model import report
from scoring.report.reported import reported, schedule_with
from scoring.schedules import MODEL, TARGET, schedule

REPORT = reported(schedule_with())


def text(index: int, trial: int) -> str:
    return explanation_text(explain(REPORT, index, trial))


SCORED = """\
Episode 0: scenario seen, seed 0, family f
Model model-a (submission-1), trial 1 of 2 (counted from 0); mean of the trials 2.6; weight in the EMBER Score 1/4
Benchmark-performance points under EMBER scoring version 1.0; official, public

2.6 points (2.598563893): Safety 0.071, Quality 0.663, Severity 0.492, ceiling 3.5.

People: 7; 4 evacuated of M* = 6 who could each be saved alone; at most 5 could leave together
  avoidable casualties 1: P10
  avoidable stranded 1: P3
  unavoidable casualties 1: P4

Person by person (L earliest step of escape when alone, A step of evacuation, danger: snapshots within two cells of \
fire)
  person  class                 L  A  late  danger  least  moves  fewest
  P1      evacuated             3  8     5       2      1      4       3
  P10     avoidable casualty    2  -     -       -      0      -       2
  P2      evacuated             4  4     0       1      0      4       4
  P3      avoidable stranded    5  -     -       -      2      -       5
  P4      unavoidable casualty  -  -     -       -      -      -       -
  P5      evacuated             6  6     0       0      0      6       6
  P6      evacuated             5  6     1       0      0      5       5

Route invalidations (steps from there to safety, at best and taken)
  person  snapshot  best  taken
  P1             1     3      7
  P3             1     5     19
  P4             2     -      -  no escape left, not scored

Factor by factor (score = 100, times every number under times and severe)
  factor      made of                                            value  weight  times  severe
  evacuation  evacuated / M*, to the power 2              4 / 6  0.444          0.444
  casualty    avoidable casualties / M*                   1 / 6  0.289          0.289
  stranding   avoidable stranded / M*                     1 / 6  0.556          0.556
  time        capacity bound / sum of A                 19 / 24  0.792     3/8  0.937  no
  hazard      (sum of A - avoidable danger) / sum of A  22 / 24  0.917     1/4  0.984  no
  path        fewest moves / moves                      18 / 19  0.947     1/8  0.995  no
  replanning  best recovery / recovery                   8 / 26  0.308     1/4  0.805  times 0.492

What cost most: points that the formula gives more when this number alone is perfect and the rest stays
(factors multiply, so these do not add up, and they do not tell what another policy would have got)
  the avoidable casualties  11.4 points  14.0 without
  the avoidable stranded     4.7 points   7.3 without
  replanning                 4.0 points   6.6 without

Authentication proves that each record is a consistent run of this pack; it does not prove who acted.
The EMBER Score is not a percentage of people evacuated.
"""
CATASTROPHIC = """\
Episode 1: scenario lost, seed 0, family f
Model model-a (submission-1), trial 0 of 2 (counted from 0); mean of the trials 0.0; weight in the EMBER Score 1/8
Benchmark-performance points under EMBER scoring version 1.0; official, public

0.0 points (0.000000000): Safety 0.000, Quality undefined, Severity 1.000, ceiling 0.0.
Catastrophic: 6 of the 6 who could be saved were lost, a share of 1; from 1/2 on Safety is 0, and so is the score.

People: 6; 0 evacuated of M* = 6 who could each be saved alone
  avoidable casualties 3: a00000 a00001 a00002
  avoidable stranded 3: b00000 b00001 b00002

The report has no evidence person by person.

Factor by factor (score = 100, times every number under times and severe, then 0 for the gate)
  factor      made of                                              value  weight  times  severe
  evacuation  evacuated / M*, to the power 2            0 / 6      0.000          0.000
  casualty    avoidable casualties / M*                 3 / 6      0.022          0.022
  stranding   avoidable stranded / M*                   3 / 6      0.160          0.160
  time        capacity bound / sum of A                     -  undefined              -
  hazard      (sum of A - avoidable danger) / sum of A      -  undefined              -
  path        fewest moves / moves                          -  undefined              -
  replanning  best recovery / recovery                      -  undefined              -

What cost most: points that the formula gives more when this number alone is perfect and the rest stays
(factors multiply, so these do not add up, and they do not tell what another policy would have got)
  all avoidable losses together  100.0 points  100.0 without

Authentication proves that each record is a consistent run of this pack; it does not prove who acted.
The EMBER Score is not a percentage of people evacuated.
"""
FAILED = """\
Episode 1: scenario lost, seed 0, family f
Model model-a (submission-1), trial 1 of 2 (counted from 0); mean of the trials 0.0; weight in the EMBER Score 1/8
Benchmark-performance points under EMBER scoring version 1.0; official, public

0.0 points: failed, timeout (the adapter's deadline expired).
There is no record to explain; M* = 6 people could have been saved.

Authentication proves that each record is a consistent run of this pack; it does not prove who acted.
The EMBER Score is not a percentage of people evacuated.
"""
NOT_APPLICABLE = """\
Episode 3: scenario nobody, seed 0, family g
Model model-a (submission-1), trial 0 of 2 (counted from 0); mean of the trials undefined; in no mean
Benchmark-performance points under EMBER scoring version 1.0; official, public

No score: not applicable. M* = 0, so nobody could be saved by any policy.

People: 2; 0 evacuated of M* = 0 who could each be saved alone
  unavoidable stranded 2: d00000 d00001

The report has no evidence person by person.

Authentication proves that each record is a consistent run of this pack; it does not prove who acted.
The EMBER Score is not a percentage of people evacuated.
"""
IDLE = """\
Episode 3: scenario nobody, seed 0, family g
Model model-a (submission-1), trial 1 of 2 (counted from 0); mean of the trials undefined; in no mean
Benchmark-performance points under EMBER scoring version 1.0; official, public

No score: not applicable. M* = 0, so nobody could be saved by any policy. The trial failed besides: missing.

Authentication proves that each record is a consistent run of this pack; it does not prove who acted.
The EMBER Score is not a percentage of people evacuated.
"""


@pytest.mark.parametrize(
    ("index", "trial", "expected"),
    [(0, 1, SCORED), (1, 0, CATASTROPHIC), (1, 1, FAILED), (3, 0, NOT_APPLICABLE), (3, 1, IDLE)],
)
def test_every_kind_of_episode(index: int, trial: int, expected: str) -> None:
    assert text(index, trial) == expected


def alone(**settings: Any) -> str:
    rows = schedule([("f", "s", [score_episode(episode(200, **settings))])])
    return explanation_text(explain(report(MODEL, TARGET, rows), 0, 0))


def test_nothing_cost_a_point() -> None:
    assert "\nNothing cost a point.\n" in alone()


def test_little_is_not_nothing() -> None:
    assert "\n  hazard  under 0.1 points  100.0 without\n" in alone(danger="1/2000")


def test_only_three_numbers_are_named() -> None:
    lines = alone(casualties=2, stranded=1, time="1/2", path="1/2", danger="1/10").splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("(factors multiply"))
    assert [line.split("  ")[1] for line in lines[place + 1 : place + 4]] == [
        "the avoidable casualties",
        "time",
        "the avoidable stranded",
    ]
    assert lines[place + 4] == ""
