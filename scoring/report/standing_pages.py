"""Comparisons and leaderboards as pages, from the parts of the score report's page (SCO-9.5.1)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from scoring.arithmetic import fixed
from scoring.compare import Comparison, episode_differences, family_differences
from scoring.leaderboard import Row
from scoring.report import charts, standings
from scoring.report.markup import Markup, page, table, tag
from scoring.report.model import value_of
from scoring.report.text import shown

SHOWN_EPISODES = 200
"""How many of the episodes that differ most a page lists."""


def comparison_html(a: dict[str, Any], b: dict[str, Any], found: Comparison) -> str:
    """The page of a comparison of two reports (SCO-8.4, SCO-9.5.1)."""
    episodes = [row for row in episode_differences(a, b) if row.delta]
    families = [[row.place["family"], *_sides(row.document())] for row in family_differences(a, b)]
    heading = ["A − B", "A", "B"]
    right = frozenset({1, 2, 3})
    rows = [
        [str(row.place["index"]), row.place["scenario_id"], str(row.place["seed"]), *_sides(row.document())]
        for row in episodes[:SHOWN_EPISODES]
    ]
    caption = f"The {len(rows)} episodes that differ most, of {len(episodes)} that differ"
    return page(
        f"{a['model']['model_id']} (A) and {b['model']['model_id']} (B)",
        tag("div", standings.difference(found), class_="figure"),
        tag("p", f"A − B in points, {found.applicable_episodes} paired episodes: {standings.verdict(found)}."),
        _both([a, b], ["A", "B"]),
        tag("h2", "Primary families"),
        table("Difference of each primary family", ["family", *heading], families, right),
        tag("h2", "Episodes"),
        table(caption, ["episode", "scenario", "seed", *heading], rows, frozenset({0, 2, 3, 4, 5})),
        _words(standings.comparison_text(a, b, found)),
    )


def _sides(row: dict[str, Any]) -> list[str]:
    return [shown(row[name], 1) for name in ("delta", "a", "b")]


def leaderboard_html(rows: Sequence[Row]) -> str:
    """The page of a leaderboard of one entry or more (SCO-8.5, SCO-9.5.1)."""
    head, body = standings.leaderboard_table(rows)
    names = [f"{row.rank}. {row.report['model']['model_id']}" for row in rows]
    return page(
        "Leaderboard",
        _both([row.report for row in rows], names),
        table("In order; last, how the entry above compares with this one", head, body, standings.RIGHT),
        _words(standings.leaderboard_text(rows)),
    )


def _both(reports: Sequence[dict[str, Any]], names: Sequence[str]) -> Markup:
    """Every report's score with its interval, or as a bare point, on one axis."""
    drawn = []
    for report, name in zip(reports, names, strict=True):
        score, bounds = value_of(report["headline"]["score"]), report["headline"]["interval"]
        if score is not None:
            lower, upper = (score if bounds is None else Fraction(bounds[end]["exact"]) for end in ("lower", "upper"))
            drawn.append((f"{name}: {fixed(score, 1)}", lower, score, upper))
    return charts.intervals("Scores with their intervals, in points", drawn)


def _words(lines: str) -> Markup:
    return tag("section", tag("h2", "In words"), tag("pre", lines))
