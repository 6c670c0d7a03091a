"""One table for CSV and Markdown, with every level and what must be said beside a score (SCO-9.5)."""

import csv
from dataclasses import replace
from fractions import Fraction

from scoring.cases import episode
from scoring.episode import failed_episode, score_episode
from scoring.report.model import report
from scoring.report.tables import HEADER, csv_text, markdown
from scoring.schedules import MODEL, TARGET, schedule, with_points

ROWS = schedule(
    [
        ("b", "b1", [with_points("80"), failed_episode("timeout", 10)]),
        ("b", "b1", [score_episode(episode(0))] * 2),
        ("a", "a1", [with_points("20.25")] * 2),
    ]
)
DOCUMENT = report(replace(MODEL, results=(None, None)), TARGET, ROWS)

MARKDOWN = """\
EMBER scoring version 1.0, official, public

| level | id | family | seed | score | safety | quality | evacuated | escapable |
| --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: |
| overall | model-a |  |  | 30.1 | 0.750 | 1.000 | 30 | 40 |
| family | b | b |  | 40.0 | 0.500 | 1.000 | 10 | 20 |
| family | a | a |  | 20.2 | 1.000 | 1.000 | 20 | 20 |
| scenario | b1 | b |  | 40.0 | 0.500 | 1.000 | 10 | 20 |
| scenario | a1 | a |  | 20.2 | 1.000 | 1.000 | 20 | 20 |
| episode | b1 | b | 0 | 40.0 | 0.500 | 1.000 | 10 | 20 |
| episode | b1 | b | 1 | undefined | undefined | undefined | 0 | 0 |
| episode | a1 | a | 2 | 20.2 | 1.000 | 1.000 | 20 | 20 |

Authentication proves that each record is a consistent run of this pack; it does not prove who acted.
"""


def test_markdown() -> None:
    assert markdown(DOCUMENT) == MARKDOWN


def test_csv_has_the_same_rows_with_all_decimals() -> None:
    table = list(csv.reader(csv_text(DOCUMENT).splitlines()))
    assert tuple(table[0]) == HEADER and len(table) == 9 and csv_text(DOCUMENT).endswith("\n")
    assert [row[0] for row in table[1:]] == ["overall", *["family"] * 2, *["scenario"] * 2, *["episode"] * 3]
    assert table[1][4:] == ["30.125000000000", "0.750000000000", "1.000000000000", "30", "40"]
    assert table[7][4:] == ["", "", "", "0", "0"]
    assert Fraction(table[8][4]) == Fraction("20.25")


def test_a_bare_suite_is_labelled() -> None:
    document = report(
        MODEL, replace(TARGET, pack_id=None, pack_digest=None), schedule([("f", "s", [with_points("5")])])
    )
    assert markdown(document).startswith("EMBER scoring version 1.0, UNOFFICIAL, public\n")
