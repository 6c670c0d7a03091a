"""The report as one table for spreadsheets and pages: overall, families, scenarios, episodes (SCO-9.5)."""

import csv
import io
from typing import Any

from scoring.report.model import Rational
from scoring.report.text import shown

HEADER = ("level", "id", "family", "seed", "score", "safety", "quality", "evacuated", "escapable")

Cells = tuple[str, str, str, str, Rational | None, Rational | None, Rational | None, int, int]


def rows(report: dict[str, Any]) -> list[Cells]:
    """The rows below HEADER; what a level does not have is empty, what is not defined None (SCO-9.5)."""
    factors, headline = report["factors"], report["headline"]
    overall = {**headline, "safety": factors["safety"]["mean"], "quality": factors["quality"]["mean"]}
    out = [_row("overall", report["model"]["model_id"], "", "", overall)]
    out += [_row("family", row["family"], row["family"], "", row) for row in report["families"]]
    out += [_row("scenario", row["scenario_id"], row["family"], "", row) for row in report["scenarios"]]
    out += [_row("episode", row["scenario_id"], row["family"], str(row["seed"]), row) for row in report["episodes"]]
    return out


def _row(level: str, name: str, family: str, seed: str, row: dict[str, Any]) -> Cells:
    return level, name, family, seed, row["score"], row["safety"], row["quality"], row["evacuated"], row["escapable"]


def csv_text(report: dict[str, Any]) -> str:
    """The table as CSV: 12 decimals, an undefined value empty, lines ended by a newline (SCO-9.5)."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    for cells in rows(report):
        writer.writerow([_decimal(cell) for cell in cells])
    return out.getvalue()


def _decimal(cell: str | int | Rational | None) -> str | int:
    if isinstance(cell, dict):
        return cell["decimal"]
    return "" if cell is None else cell


def markdown(report: dict[str, Any]) -> str:
    """The table in Markdown, with the digits of the text, and what must be said beside any score (SCO-9.2, SCO-9.5)."""
    label = "official" if report["official"] else "UNOFFICIAL"
    lines = [
        f"EMBER scoring version {report['versions']['scoring']}, {label}, {report['disclosure']}",
        "",
        "| " + " | ".join(HEADER) + " |",
        "| --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for level, name, family, seed, score, safety, quality, evacuated, escapable in rows(report):
        digits = (shown(score, 1), shown(safety, 3), shown(quality, 3), str(evacuated), str(escapable))
        lines.append("| " + " | ".join((level, name, family, seed, *digits)) + " |")
    return "\n".join([*lines, "", report["authentication"], ""])
