"""The drawings of report pages, as SVG: bars of points, intervals, and the way from 100 to a score (SCO-9.5.1).

Coordinates are exact decimals in user units; a point of the score is 6 units wide. Every drawing has a title, which
says in words what it shows.
"""

from collections.abc import Sequence
from fractions import Fraction

from scoring.arithmetic import fixed
from scoring.report.markup import Markup, joined, tag

_LABEL, _UNIT, _ROW = 190, 6, 24
_WIDTH = _LABEL + 100 * _UNIT + 60

Bar = tuple[str, Fraction, Fraction, str]
"""A label, where a bar begins and ends, in points from 0 to 100, and the text beside it."""


def _at(points: Fraction) -> str:
    return fixed(_LABEL + points * _UNIT, 2)


def _svg(title: str, height: int, *parts: str) -> Markup:
    sizes = {"viewBox": f"0 0 {_WIDTH} {height}", "role": "img"}
    return tag("svg", tag("title", title), *parts, xmlns="http://www.w3.org/2000/svg", **sizes)


def _text(x: str, y: int, words: str, anchor: str | None = None) -> Markup:
    return tag("text", words, x=x, y=y, text_anchor=anchor)


def _axis(height: int) -> Markup:
    lines = []
    for points in range(0, 101, 20):
        x = _at(Fraction(points))
        lines.append(tag("line", x1=x, x2=x, y1=0, y2=height - 20, stroke="var(--line)"))
        lines.append(_text(x, height - 5, str(points), "middle"))
    return joined(*lines)


def bars(title: str, rows: Sequence[Bar], colours: Sequence[str]) -> Markup:
    """Horizontal bars on one axis of points from 0 to 100, one below the other, each in its colour."""
    height = len(rows) * _ROW + 24
    parts = [_axis(height)]
    for place, ((label, start, end, beside), colour) in enumerate(zip(rows, colours, strict=True)):
        y = place * _ROW
        width = fixed((end - start) * _UNIT, 2)
        parts.append(_text(str(_LABEL - 8), y + 16, _short(label), "end"))
        parts.append(tag("rect", x=_at(start), y=y + 4, width=width, height=_ROW - 8, fill=f"var(--{colour})"))
        parts.append(_text(fixed(_LABEL + 6 + end * _UNIT, 2), y + 16, beside))
    return _svg(title, height, *parts)


def _short(label: str) -> str:
    return label if len(label) <= 28 else label[:27] + "…"


def intervals(title: str, rows: Sequence[tuple[str, Fraction, Fraction, Fraction]]) -> Markup:
    """A point with an interval around it per row: label, lower, value, upper, in points from 0 to 100."""
    height = len(rows) * _ROW + 24
    parts = [_axis(height)]
    for place, (label, lower, value, upper) in enumerate(rows):
        y = place * _ROW + 12
        ends = {"x1": _at(lower), "x2": _at(upper), "y1": y, "y2": y}
        parts.append(_text(str(_LABEL - 8), y + 4, _short(label), "end"))
        parts.append(tag("line", **ends, stroke="var(--blue)", stroke_width=4))
        parts.append(tag("circle", cx=_at(value), cy=y, r=5, fill="var(--orange)"))
    return _svg(title, height, *parts)
