"""Plain tables of text, their columns lined up with spaces (SCO-9.4)."""

from collections.abc import Collection, Sequence


def table(rows: Sequence[Sequence[str]], right: Collection[int] = ()) -> list[str]:
    """One line per row, two spaces between columns and none at the end; the columns in `right` end flush.

    Every row has the same number of cells.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join(_padded(row, widths, right)).rstrip() for row in rows]


def _padded(row: Sequence[str], widths: Sequence[int], right: Collection[int]) -> list[str]:
    cells = enumerate(zip(row, widths, strict=True))
    return [cell.rjust(width) if place in right else cell.ljust(width) for place, (cell, width) in cells]
