"""Comparisons and leaderboards say what they know and no more (SCO-8)."""

import csv
from dataclasses import replace
from typing import Any

from scoring.cases import episode
from scoring.compare import compare
from scoring.episode import score_episode
from scoring.leaderboard import leaderboard
from scoring.report.model import report
from scoring.report.standings import (
    CSV_HEADER,
    comparison_text,
    leaderboard_csv,
    leaderboard_markdown,
    leaderboard_text,
)
from scoring.schedules import MODEL, TARGET, schedule, with_points

LAST = """\
Authentication proves that each record is a consistent run of this pack; it does not prove who acted.
The EMBER Score is not a percentage of people evacuated.
"""


def reported(model_id: str, points: str, episodes: int = 5, **target: Any) -> dict[str, Any]:
    rows = [(f"f{n % 2}", f"s{n % 2}", [with_points(points if n else "40")]) for n in range(episodes)]
    nobody = ("nobody", "t", [score_episode(episode(0))])
    return report(replace(MODEL, model_id=model_id), replace(TARGET, **target), schedule([*rows, nobody]))


COMPARISON = f"""\
A m-a (submission-1) 31.9 points under EMBER scoring version 1.0; official, public; safety 1.000; \
evacuated 50 of 50 who could be saved
B m-b (submission-1) 16.7 points under EMBER scoring version 1.0; official, public; safety 1.000; \
evacuated 50 of 50 who could be saved
A - B 15.2 [9.1, 18.2], 5 paired episodes
Outcome a_better (A is better)
Primary families:
  f0           A - B 12.2       A 33.5       B 21.3
  f1           A - B 18.2       A 30.2       B 12.0
  nobody  A - B undefined  A undefined  B undefined
Episodes that differ most, of 4 that differ:
  episode 1 (s1, seed 1)  A - B 18.2  A 30.2  B 12.0
  episode 2 (s0, seed 2)  A - B 18.2  A 30.2  B 12.0
  episode 3 (s1, seed 3)  A - B 18.2  A 30.2  B 12.0
  episode 4 (s0, seed 4)  A - B 18.2  A 30.2  B 12.0
{LAST}"""


def test_a_comparison() -> None:
    a, b = reported("m-a", "30.25"), reported("m-b", "12")
    assert comparison_text(a, b, compare(a, b)) == COMPARISON


def test_the_other_outcomes() -> None:
    a, b = reported("m-a", "30.25"), reported("m-b", "12")
    assert "Outcome b_better (B is better)\n" in comparison_text(b, a, compare(b, a))
    tie = comparison_text(a, a, compare(a, a))
    assert "Outcome exact_tie (every" in tie and "differ most" not in tie
    few = reported("m-a", "30", 4), reported("m-b", "12", 4)
    text = comparison_text(*few, compare(*few))
    assert "A - B 13.5 (no confidence interval), 4 paired episodes\n" in text
    assert "Outcome inconclusive (no clear difference of at least 1.0 point)\n" in text


ROWS = leaderboard([reported("m-a", "3"), reported("m-b", "12"), reported("m-cc", "11.5")])

LEADERBOARD = f"""\
Leaderboard in benchmark-performance points under EMBER scoring version 1.0
official; environment pack pack-1 sha256:{"3" * 64}
Order: score to 0.1 point, Safety, avoidable casualties per trial, avoidable stranded per trial, worst scenario, \
model ID

rank  score  safety  casualties  stranded  worst  model  submission    trials  disclosure  evacuated of M*
   1   16.7   1.000         0.0       0.0   12.0  m-b    submission-1       1  public      50 of 50
   2   16.2   1.000         0.0       0.0   11.5  m-cc   submission-1       1  public      50 of 50
      above - this 0.4 [0.2, 0.5]: inconclusive
   3    9.2   1.000         0.0       0.0    3.0  m-a    submission-1       1  public      50 of 50
      above - this 7.1 [4.2, 8.5]: the entry above is better

{LAST}"""

MARKDOWN = f"""\
Leaderboard in benchmark-performance points under EMBER scoring version 1.0; \
official; environment pack pack-1 sha256:{"3" * 64}

Order: score to 0.1 point, Safety, avoidable casualties per trial, avoidable stranded per trial, worst scenario, \
model ID

| rank | score | safety | casualties | stranded | worst | model | submission | trials | disclosure | \
evacuated of M* | above - this |
| ---: | ---: | ---: | ---: | ---: | ---: | --- | --- | ---: | --- | --- | --- |
| 1 | 16.7 | 1.000 | 0.0 | 0.0 | 12.0 | `m-b` | `submission-1` | 1 | public | 50 of 50 |  |
| 2 | 16.2 | 1.000 | 0.0 | 0.0 | 11.5 | `m-cc` | `submission-1` | 1 | public | 50 of 50 | \
0.4 [0.2, 0.5]: inconclusive |
| 3 | 9.2 | 1.000 | 0.0 | 0.0 | 3.0 | `m-a` | `submission-1` | 1 | public | 50 of 50 | \
7.1 [4.2, 8.5]: the entry above is better |

{LAST}"""


def test_a_leaderboard() -> None:
    assert leaderboard_text(ROWS) == LEADERBOARD


def test_a_leaderboard_in_markdown() -> None:
    assert leaderboard_markdown(ROWS) == MARKDOWN


def test_a_leaderboard_in_csv() -> None:
    header, *rows = csv.reader(leaderboard_csv(ROWS).splitlines())
    assert tuple(header) == CSV_HEADER
    first, second = dict(zip(header, rows[0], strict=True)), dict(zip(header, rows[1], strict=True))
    assert (first["rank"], first["model_id"], first["official"], first["ranked_score"]) == (
        "1",
        "m-b",
        "official",
        "16.7",
    )
    assert first["score"] == "16.666666666667" and first["pack_digest"] == "3" * 64
    assert first["above_outcome"] == first["above_delta"] == first["above_lower"] == ""
    assert (second["above_outcome"], second["above_delta"]) == ("inconclusive", "0.416666666667")
    assert second["above_upper"] == "0.500000000000" and second["worst_scenario"] == "11.500000000000"


def test_a_bare_suite_is_unofficial_in_every_form() -> None:
    rows = leaderboard([reported("m", "3", pack_id=None, pack_digest=None)])
    assert f"\nUNOFFICIAL; suite v1 1 sha256:{'1' * 64}\n" in leaderboard_text(rows)
    assert "; UNOFFICIAL; suite v1" in leaderboard_markdown(rows)
    assert ",UNOFFICIAL,public,," in leaderboard_csv(rows)


def test_an_entry_without_a_score() -> None:
    rows = leaderboard([report(MODEL, TARGET, schedule([("f", "s", [score_episode(episode(0))])]))])
    assert "   1  undefined  undefined  " in leaderboard_text(rows)
    assert leaderboard_csv(rows).count("\n") == 2
