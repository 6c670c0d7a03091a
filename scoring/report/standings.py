"""Comparisons and leaderboards as lines of text (SCO-8, SCO-9.5)."""

from collections.abc import Sequence
from typing import Any

from scoring.arithmetic import fixed
from scoring.compare import Comparison
from scoring.constants import CONSTANTS
from scoring.leaderboard import Row
from scoring.report.model import rational
from scoring.report.text import NOT_A_PERCENTAGE, shown

_VERDICTS = {
    "exact_tie": "every paired episode score is identical",
    "a_better": "A is better",
    "b_better": "B is better",
    "inconclusive": f"no clear difference of at least {fixed(CONSTANTS.practical_difference, 1)} point",
}


def comparison_text(a: dict[str, Any], b: dict[str, Any], found: Comparison) -> str:
    """A comparison of two reports, with the score, disclosure and authentication of each (SCO-8, SCO-9.2)."""
    return _lines(
        _entry("A", a),
        _entry("B", b),
        f"A - B {difference(found)}, {found.applicable_episodes} paired episodes",
        f"Outcome {found.outcome} ({_VERDICTS[found.outcome]})",
        a["authentication"],
        NOT_A_PERCENTAGE,
    )


def leaderboard_text(rows: Sequence[Row]) -> str:
    """A leaderboard: a line per entry, and under it how it compares with the entry above (SCO-8.3, SCO-9.2)."""
    lines = []
    for row in rows:
        lines.append(_entry(str(row.rank), row.report))
        if row.above is not None:
            lines.append(f"   above - this {difference(row.above)}: {_beside(row.above)}")
    return _lines(*lines, *(row.report["authentication"] for row in rows[:1]), NOT_A_PERCENTAGE)


def difference(found: Comparison) -> str:
    """A difference in points with its interval (SCO-8.1)."""
    delta = shown(rational(found.delta), 1)
    if found.bounds is None:
        return f"{delta} (no confidence interval)"
    return f"{delta} [{shown(rational(found.bounds.lower), 1)}, {shown(rational(found.bounds.upper), 1)}]"


def _beside(found: Comparison) -> str:
    return {"a_better": "the entry above is better", "b_better": "this entry is better"}.get(
        found.outcome, found.outcome
    )


def _entry(name: str, report: dict[str, Any]) -> str:
    headline, ranking = report["headline"], report["ranking"]
    label = "official" if report["official"] else "UNOFFICIAL"
    return (
        f"{name} {report['model']['model_id']} {shown(headline['score'], 1)} points under EMBER scoring version"
        f" {report['versions']['scoring']}; {label}, {report['disclosure']}; safety {shown(ranking['safety'], 3)};"
        f" evacuated {headline['evacuated']} of {headline['escapable']} who could be saved"
    )


def _lines(*lines: str) -> str:
    return "".join(line + "\n" for line in lines)
