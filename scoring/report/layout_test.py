"""Columns line up, and no line ends in a space (SCO-9.4)."""

from scoring.report.layout import table


def test_columns_line_up() -> None:
    rows = [("name", "points", "note"), ("a", "100.0", ""), ("longer-name", "5.3", "x")]
    assert table(rows, right={1}) == [
        "name         points  note",
        "a             100.0",
        "longer-name     5.3  x",
    ]


def test_no_rows_no_lines() -> None:
    assert table([]) == []
