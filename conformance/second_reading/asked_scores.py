"""The operations on scores, statistics and reports."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from conformance.second_reading.asked import Case, as_text, data_of, files_of
from conformance.second_reading.asked_worlds import scenario_of, whole
from conformance.second_reading.bootstrap import index_below, interval_of, key_of_document, words
from conformance.second_reading.canonical import digest, fraction_text
from conformance.second_reading.compare import NotComparable
from conformance.second_reading.contradictions import contradiction
from conformance.second_reading.foreign import read_report
from conformance.second_reading.leaderboard import DuplicateReport
from conformance.second_reading.pack import verify_pack
from conformance.second_reading.refusal import Refusal, refusing
from conformance.second_reading.report import headline, make_report, results_part, trial_row
from conformance.second_reading.result import read_submission
from conformance.second_reading.score import score_episode, score_of_inputs
from conformance.second_reading.standings import comparison_document, places_of

KEPT_APART = ["record_digest", "crowd", "evidence"]


def score_row(result: dict[str, Any], most: int) -> Case:
    """What a report holds of an episode-trial's score."""
    row = trial_row({"max_evacuated": most}, result)
    return {name: row[name] for name in row if name not in KEPT_APART}


def score_inputs(case: Case) -> Case:
    """`score.inputs`."""
    fault = contradiction(case)
    if fault is not None:
        raise Refusal("score", *fault)
    return score_row(score_of_inputs(case) | {"inputs": case, "failure": None}, case["max_evacuated"])


def score_whole_episode(case: Case) -> Case:
    """`score.episode`."""
    document = scenario_of(case)
    found = score_episode(document, case["seed"], whole(document, case)) | {"failure": None}
    most = found["inputs"]["max_evacuated"]
    return {"evidence": found["evidence"], "inputs": found["inputs"], "score": score_row(found, most)}


def score_failure(case: Case) -> Case:
    """`score.failure`."""
    return score_row({"failure": case["kind"]}, case["max_evacuated"])


def score_aggregate(case: Case) -> Case:
    """`score.aggregate`."""
    episodes = [
        {name: row[name] for name in ("index", "scenario_id", "family", "seed")}
        | {"max_evacuated": row["trials"][0]["max_evacuated"]}
        for row in case["episodes"]
    ]
    count = len(case["episodes"][0]["trials"])
    trials = [
        [row["trials"][trial] | row["trials"][trial]["components"] for row in case["episodes"]]
        for trial in range(count)
    ]
    top = headline(episodes, trials, "", "")
    del top["interval"]
    return {"headline": top, **results_part(episodes, trials)}


def bootstrap_indices(case: Case) -> Case:
    """`bootstrap.indices`."""
    stream = words(key_of_document(case["key"]))
    return {"indices": [index_below(stream, below) for below in case["below"]]}


def bootstrap_interval(case: Case) -> Case:
    """`bootstrap.interval`."""
    strata = [[[Fraction(value) for value in row] for row in family] for family in case["strata"]]
    lower, upper = interval_of(key_of_document(case["key"]), strata)
    return {"lower": fraction_text(lower), "upper": fraction_text(upper)}


def report_of(case: Case) -> dict[str, Any]:
    """The report that `score.report` is asked for."""
    expected = case.get("expected_digest")
    with refusing():
        target = verify_pack(files_of(case), expected, worlds_too=False)
        trials = read_submission([data_of(result) for result in case["results"]], target)
    return make_report(target, trials, expected is not None, case.get("joint_bound", False))


def score_report(case: Case) -> Case:
    """`score.report`."""
    report = report_of(case)
    return {"report": digest(report), "headline": report["headline"]}


def report_traced(case: Case, _: int) -> Case:
    """`score.report`, traced."""
    return as_text(report_of(case))


def foreign_report(document: Case) -> dict[str, Any]:
    """A report that somebody hands in."""
    with refusing():
        return read_report(data_of(document))


def score_compare(case: Case) -> Case:
    """`score.compare`."""
    a = foreign_report(case["a"])
    b = foreign_report(case["b"])
    try:
        return comparison_document(a, b)
    except NotComparable as error:
        raise Refusal("score", "not_comparable", error.pointer) from None


def score_order(case: Case) -> Case:
    """`score.order`."""
    reports = [foreign_report(document) for document in case["reports"]]
    try:
        return {"order": places_of(reports)}
    except DuplicateReport:
        raise Refusal("score", "duplicate_report") from None
    except NotComparable as error:
        raise Refusal("score", "not_comparable", error.pointer) from None


SCORE_OPERATIONS: dict[str, Callable[[Case], Case]] = {
    "score.inputs": score_inputs,
    "score.episode": score_whole_episode,
    "score.failure": score_failure,
    "score.aggregate": score_aggregate,
    "bootstrap.indices": bootstrap_indices,
    "bootstrap.interval": bootstrap_interval,
    "score.report": score_report,
    "score.compare": score_compare,
    "score.order": score_order,
}
SCORE_TRACES: dict[str, Callable[[Case, int], Case]] = {"score.report": report_traced}
