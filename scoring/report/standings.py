"""Comparisons and leaderboards as text and as tables (SCO-8, SCO-9.5)."""

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any

from scoring.arithmetic import fixed
from scoring.compare import Comparison, Difference, episode_differences, family_differences
from scoring.constants import CONSTANTS
from scoring.leaderboard import Row
from scoring.report.layout import table
from scoring.report.model import rational
from scoring.report.text import NOT_A_PERCENTAGE, shown

SHOWN_EPISODES = 5
"""How many of the episodes that differ most the text of a comparison names (SCO-8.4)."""

CSV_HEADER = (
    *("rank", "model_id", "submission_id", "trials", "scoring_version", "official", "disclosure", "pack_digest"),
    *("ranked_score", "score", "lower", "upper", "safety"),
    *("avoidable_casualties_per_trial", "avoidable_stranded_per_trial", "worst_scenario", "evacuated", "escapable"),
    *("report_digest", "above_outcome", "above_delta", "above_lower", "above_upper"),
)

_COLUMNS = (
    *("rank", "score", "safety", "casualties", "stranded", "worst"),
    *("model", "submission", "trials", "disclosure", "evacuated of M*"),
)
RIGHT = frozenset({0, 1, 2, 3, 4, 5, 8})
_ORDER = (
    "Order: score to 0.1 point, Safety, avoidable casualties per trial, avoidable stranded per trial,"
    " worst scenario, model ID"
)
_VERDICTS = {
    "exact_tie": "every paired episode score is identical",
    "a_better": "A is better",
    "b_better": "B is better",
    "inconclusive": f"no clear difference of at least {fixed(CONSTANTS.practical_difference, 1)} point",
}
_BESIDE = {"a_better": "the entry above is better", "b_better": "this entry is better"}


def comparison_text(a: dict[str, Any], b: dict[str, Any], found: Comparison) -> str:
    """A comparison of two reports, with what must stand beside each score (SCO-8.4, SCO-9.2)."""
    episodes = [row for row in episode_differences(a, b) if row.delta]
    return _lines(
        _entry("A", a),
        _entry("B", b),
        f"A - B {difference(found)}, {found.applicable_episodes} paired episodes",
        f"Outcome {verdict(found)}",
        "Primary families:",
        *_differing((row.place["family"], row) for row in family_differences(a, b)),
        *([f"Episodes that differ most, of {len(episodes)} that differ:"] if episodes else []),
        *_differing((_episode(row), row) for row in episodes[:SHOWN_EPISODES]),
        a["authentication"],
        NOT_A_PERCENTAGE,
    )


def _episode(row: Difference) -> str:
    return f"episode {row.place['index']} ({row.place['scenario_id']}, seed {row.place['seed']})"


def _differing(rows: Iterable[tuple[str, Difference]]) -> list[str]:
    cells = [(f"  {name}", f"A - B {shown(rational(row.delta), 1)}", *_sides(row.document())) for name, row in rows]
    return table(cells, right={1, 2, 3})


def _sides(row: dict[str, Any]) -> tuple[str, str]:
    return f"A {shown(row['a'], 1)}", f"B {shown(row['b'], 1)}"


def difference(found: Comparison) -> str:
    """A difference in points with its interval (SCO-8.1)."""
    delta = shown(rational(found.delta), 1)
    if found.bounds is None:
        return f"{delta} (no confidence interval)"
    return f"{delta} [{shown(rational(found.bounds.lower), 1)}, {shown(rational(found.bounds.upper), 1)}]"


def verdict(found: Comparison) -> str:
    """The outcome's name, and what it says (SCO-8.2)."""
    return f"{found.outcome} ({_VERDICTS[found.outcome]})"


def _beside(found: Comparison) -> str:
    return _BESIDE.get(found.outcome, found.outcome)


def _entry(name: str, report: dict[str, Any]) -> str:
    headline, ranking, model = report["headline"], report["ranking"], report["model"]
    return (
        f"{name} {model['model_id']} ({model['submission_id']}) {shown(headline['score'], 1)} points under EMBER"
        f" scoring version {report['versions']['scoring']}; {_label(report)}, {report['disclosure']};"
        f" safety {shown(ranking['safety'], 3)};"
        f" evacuated {headline['evacuated']} of {headline['escapable']} who could be saved"
    )


def _label(report: dict[str, Any]) -> str:
    return "official" if report["official"] else "UNOFFICIAL"


def leaderboard_text(rows: Sequence[Row]) -> str:
    """A leaderboard of one entry or more: its keys, and how each entry compares with the one above (SCO-8.5)."""
    head, *body = table([_COLUMNS, *map(_cells, rows)], right=RIGHT)
    beside = ["" if row.above is None else f"      above - this {_against(row.above)}" for row in rows]
    lines = [line for pair in zip(body, beside, strict=True) for line in pair if line]
    return _lines(*_heading(rows[0].report), _ORDER, "", head, *lines, "", *_footing(rows[0].report))


def _heading(report: dict[str, Any]) -> list[str]:
    target = report["target"]
    if report["official"]:
        where = f"official; environment pack {target['pack_id']} sha256:{target['pack_digest']}"
    else:
        where = f"UNOFFICIAL; suite {target['suite_id']} {target['suite_version']} sha256:{target['suite_hash']}"
    version = report["versions"]["scoring"]
    return [f"Leaderboard in benchmark-performance points under EMBER scoring version {version}", where]


def _footing(report: dict[str, Any]) -> list[str]:
    return [report["authentication"], NOT_A_PERCENTAGE]


def _against(found: Comparison) -> str:
    return f"{difference(found)}: {_beside(found)}"


def _cells(row: Row) -> tuple[str, ...]:
    """The cells of a row for reading, in the order of _COLUMNS."""
    ranking, model, headline = row.report["ranking"], row.report["model"], row.report["headline"]
    return (
        str(row.rank),
        ranking["score"] or shown(None, 1),
        shown(ranking["safety"], 3),
        shown(ranking["avoidable_casualties_per_trial"], 1),
        shown(ranking["avoidable_stranded_per_trial"], 1),
        shown(ranking["worst_scenario"], 1),
        model["model_id"],
        model["submission_id"],
        str(model["trials"]),
        row.report["disclosure"],
        f"{headline['evacuated']} of {headline['escapable']}",
    )


def leaderboard_table(rows: Sequence[Row]) -> tuple[list[str], list[list[str]]]:
    """The heading and the rows of a leaderboard as a table, the comparison with the entry above last (SCO-8.5)."""
    body = [[*_cells(row), "" if row.above is None else _against(row.above)] for row in rows]
    return [*_COLUMNS, "above - this"], body


def leaderboard_markdown(rows: Sequence[Row]) -> str:
    """A leaderboard of one entry or more as a table in Markdown, names as code (SCO-8.5)."""
    head, body = leaderboard_table(rows)
    marks = ("---:" if place in RIGHT else "---" for place in range(len(head)))
    lines = ["; ".join(_heading(rows[0].report)), "", _ORDER, "", _bar(head), _bar(marks)]
    for *keys, model, submission, trials, disclosure, evacuated, above in body:
        lines.append(_bar((*keys, f"`{model}`", f"`{submission}`", trials, disclosure, evacuated, above)))
    return _lines(*lines, "", *_footing(rows[0].report))


def _bar(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def leaderboard_csv(rows: Sequence[Row]) -> str:
    """A leaderboard as CSV: CSV_HEADER, 12 decimals, what is not defined empty, lines ended by a newline (SCO-8.5)."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_HEADER)
    writer.writerows([_decimal(cell) for cell in _exact_cells(row)] for row in rows)
    return out.getvalue()


def _decimal(cell: Any) -> Any:
    return cell["decimal"] if isinstance(cell, dict) else cell


def _exact_cells(row: Row) -> tuple[Any, ...]:
    """The cells of a row for programs, in the order of CSV_HEADER."""
    document = row.document()
    ranking, headline, above = document["ranking"], document["headline"], document["above"] or {}
    bounds, beside = headline["interval"] or {}, above.get("interval") or {}
    return (
        *(document[name] for name in ("rank", "model_id", "submission_id", "trials")),
        row.report["versions"]["scoring"],
        _label(row.report),
        document["disclosure"],
        row.report["target"]["pack_digest"],
        *(ranking["score"], headline["score"], bounds.get("lower"), bounds.get("upper")),
        *(ranking[name] for name in ("safety", "avoidable_casualties_per_trial", "avoidable_stranded_per_trial")),
        *(ranking["worst_scenario"], headline["evacuated"], headline["escapable"], document["report_digest"]),
        *(above.get("outcome"), above.get("delta"), beside.get("lower"), beside.get("upper")),
    )


def _lines(*lines: str) -> str:
    return "".join(line + "\n" for line in lines)
