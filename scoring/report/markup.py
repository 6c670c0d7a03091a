"""HTML and SVG by construction: what is not markup is escaped, so no text of a record becomes any (SCO-9.5.1)."""

from html import escape
from typing import Any

from simulator.errors import printable


class Markup(str):
    """Text that is markup already; `tag` and `page` alone make it."""

    __slots__ = ()


def tag(name: str, *children: str, **attributes: Any) -> Markup:
    """An element. Children that are not Markup are text; an attribute of None is left out.

    The underscores of an attribute's name are hyphens, and one at its end, as in `class_`, is dropped.
    """
    opening = name + "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(printable(str(value)))}"'
        for key, value in attributes.items()
        if value is not None
    )
    return Markup(f"<{opening}>{joined(*children)}</{name}>")


def joined(*children: str) -> Markup:
    """Children one after the other, text escaped, and what can't be shown as its escape (ENC-5.3.1)."""
    return Markup("".join(child if isinstance(child, Markup) else escape(_shown(child)) for child in children))


def _shown(text: str) -> str:
    return "\n".join(map(printable, text.split("\n")))


def verbatim(text: str) -> Markup:
    """A text character for character, for what a person may copy."""
    return Markup(escape(text))


def table(caption: str, heading: list[str], rows: list[list[str]], right: frozenset[int] = frozenset()) -> Markup:
    """A table whose first column heads its rows; the columns in `right` end flush. It scrolls where it is too wide."""

    def cells(row: list[str]) -> Markup:
        kinds = [{"class_": "number"} if place in right else {} for place in range(len(row))]
        head = tag("th", row[0], scope="row", **kinds[0])
        return tag("tr", head, *(tag("td", cell, **kind) for cell, kind in zip(row[1:], kinds[1:], strict=True)))

    top = (
        tag("th", name, scope="col", class_="number" if place in right else None) for place, name in enumerate(heading)
    )
    body = tag("tbody", *map(cells, rows))
    whole = tag("table", tag("caption", caption), tag("thead", tag("tr", *top)), body)
    return tag("div", whole, class_="wide", tabindex="0", role="region", aria_label=caption)


_STYLE = """
:root { color-scheme: light dark; --line: #8886; --soft: #8882; --ink: light-dark(#1b1b1b, #ececec);
  --blue: light-dark(#0072b2, #56b4e9); --orange: light-dark(#b35900, #e69f00); }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 68rem; margin: 2rem auto; padding: 0 1rem; color: var(--ink);
  background: light-dark(#fff, #16181c); }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { font-size: 1.2rem; margin-top: 2.2rem; }
a { color: var(--blue); }
.note { opacity: .8; font-size: .92rem; }
.figure { font-size: 3rem; font-weight: 700; line-height: 1.1; }
.mono, code, pre { font-family: ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-size: .92rem; opacity: .8; padding-bottom: .3rem; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid var(--line); }
tbody th { font-weight: 500; }
.number { text-align: right; white-space: nowrap; }
svg { width: 100%; height: auto; display: block; }
details { min-width: 18rem; }
svg text { fill: var(--ink); font: 12px system-ui, sans-serif; }
"""


def page(title: str, *body: str) -> Markup:
    """A whole page: static, self-contained, no scripts, nothing fetched."""
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    head = tag(
        "head",
        Markup('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        Markup(f'<meta http-equiv="Content-Security-Policy" content="{policy}">'),
        tag("title", title),
        tag("style", Markup(_STYLE)),
    )
    main = tag("main", tag("h1", title), *body)
    return Markup(f"<!DOCTYPE html>\n{tag('html', head, tag('body', main), lang='en')}\n")
