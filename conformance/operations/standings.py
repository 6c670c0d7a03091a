"""Comparisons and orders of reports (SCO-8)."""

from conformance.operations.inputs import COUNT, DOCUMENT, document
from conformance.operations.operation import Operation, Plain
from conformance.operations.reported import COMPARED
from scoring.compare import comparison_document
from scoring.leaderboard import leaderboard
from scoring.report.checks import read_foreign
from simulator.shape import ListOf, Record


def _compare(given: Plain) -> Plain:
    return comparison_document(*(read_foreign(document(given[side])) for side in ("a", "b")))


def _order(given: Plain) -> Plain:
    reports = [read_foreign(document(report)) for report in given["reports"]]
    place = {id(report): index for index, report in enumerate(reports)}
    return {"order": [place[id(row.report)] for row in leaderboard(reports)]}


OPERATIONS = (
    Operation(
        "score.compare",
        "Which of two reports is better, with all that stands beside it.",
        ("SCO-1.3", "SCO-8.1", "SCO-8.2", "SCO-8.4", "SCO-8.6", "SCO-9.5"),
        Record({"a": DOCUMENT, "b": DOCUMENT}),
        COMPARED,
        _compare,
        ("syntax", "shape", "score"),
        rules=("Both reports are read as ones from elsewhere (SCO-8.6), a first. The output is that of SCO-8.4.",),
    ),
    Operation(
        "score.order",
        "The places in the list of the reports, from the first rank to the last.",
        ("SCO-8.3", "SCO-8.6"),
        Record({"reports": ListOf(DOCUMENT, 1, 100)}),
        Record({"order": ListOf(COUNT, 1)}),
        _order,
        ("syntax", "shape", "score"),
        rules=("The reports are read as ones from elsewhere (SCO-8.6), in the order given. Places count from 0.",),
    ),
)
