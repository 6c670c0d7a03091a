"""report.py and junit.py on runs of real testees: verdict, document, digest, text and XML."""

import json
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from conformance.runner import check, junit
from conformance.runner.check import Request
from conformance.runner.execution import Outcome
from conformance.runner.plan import Shard
from conformance.runner.report import Report
from conformance.runner.settings import Settings
from conformance.runner.testdata import toy
from conformance.vectors import Vector
from simulator import canonical


def report(testee: str, corpus: Sequence[Vector] = toy.CORPUS, seed: str = "1", **other: Any) -> Report:
    settings = Settings(toy.argv(testee), seed, Fraction(3, 2), toy.PATIENT, toy.LIMITS)
    return check.check(corpus, Request("rng", settings, **other))


def failures(*entries: tuple[str, str]) -> bytes:
    told = [
        {"id": one, "status": status, "reason": "known <bug>\x01", "expires": "9999-12-31"} for one, status in entries
    ]
    return canonical.encode({"expected_failures_format": "1.0", "failures": told})


def test_an_honest_testee_passes_whole() -> None:
    found = report("honest")
    assert found.passes and not found.is_ours and found.limits == () and found.problems == []
    document = json.loads(canonical.encode(found.document()))
    assert document["kind"] == "whole" and document["passes"] is True
    assert document["timeout_scale"] == "3/2" and document["seed"] == "1"
    assert document["testee"]["ready"]["name"] == "toy" and document["testee"]["argv"] == list(toy.argv("honest"))
    assert document["counts"] == {"required": 4, "planned": 4, "passed": 4, "challenge": 0, "by_status": {"pass": 4}}
    assert [row["id"] for row in document["results"]] == [one.id for one in toy.CORPUS]
    assert found.text().startswith("PASSES: profile rng, 4 of 4 cases: 4 pass")


def test_the_results_digest_hangs_on_answers_and_not_on_the_order() -> None:
    digests = {report("honest", seed=seed).results_digest for seed in ("1", "2", "3")}
    assert len(digests) == 1
    assert report("accepts_everything").results_digest not in digests
    rows = [
        [one.id, "pass", "", canonical.digest(dict(one.expected))] for one in sorted(toy.CORPUS, key=lambda one: one.id)
    ]
    assert digests == {canonical.digest(rows)}


def test_a_failure_is_told() -> None:
    found = report("accepts_everything")
    assert not found.passes and [one.vector.id for one in found.failures] == ["toy.double.0003"]
    text = found.text()
    assert "toy.double.0003 (rng.words): unexpected_accept accepted" in text and "catches: a sum that is off" in text
    assert "DOES NOT PASS" in text and "3 pass, 1 unexpected_accept" in text
    (row,) = (row for row in found.document()["results"] if row["status"] != "pass")
    assert row["detail"] == "accepted" and row["answer_digest"] and not row["expected_failure"]


def test_expected_failures_pass_and_are_no_whole_run() -> None:
    found = report("accepts_everything", expected_failures=failures(("toy.double.0003", "unexpected_accept")))
    assert found.passes and found.limits == ("expected_failures",) and found.failures == ()
    assert found.document()["kind"] == "development" and found.document()["counts"]["passed"] == 3
    assert "certifies nothing" in found.text()
    (skipped,) = ElementTree.fromstring(junit.xml(found)).iter("skipped")
    assert skipped.get("message") == "expected: known <bug>\ufffd"


def test_stale_expected_failures_fail() -> None:
    other = report("accepts_everything", expected_failures=failures(("toy.double.0003", "crash")))
    assert not other.passes and len(other.failures) == 1 and len(other.problems) == 1
    passing = report("honest", expected_failures=failures(("toy.double.0001", "mismatch")))
    assert not passing.passes and passing.failures == () and "toy.double.0001" in passing.text()
    suite = ElementTree.fromstring(junit.xml(passing)).find("testsuite")
    assert suite is not None and suite.get("failures") == "1" and suite.get("tests") == "5"


def test_filters_and_shards_are_no_whole_run() -> None:
    filtered = report("honest", patterns=("*.0001", "*.0003"))
    assert filtered.passes and filtered.limits == ("filter",) and len(filtered.planned) == 2
    parts = [report("honest", shard=Shard(index, 2)) for index in range(2)]
    assert all(part.passes and part.limits == ("shard",) for part in parts)
    assert sorted(parts[0].planned + parts[1].planned) == [one.id for one in toy.CORPUS]


def test_a_case_without_a_result_is_no_success() -> None:
    found = report("honest")
    results = dict(found.outcome.results)
    del results["toy.double.0002"]
    short = replace(found, outcome=Outcome(results, found.outcome.ready, 1, 1))
    assert not short.passes and "4 cases were planned and 3 have a result" in short.text()
    empty = replace(found, planned=(), outcome=Outcome({}, None, 0, 0))
    assert not empty.passes and "no case was planned" in empty.text()


def test_a_challenge_is_asked_and_counted() -> None:
    settings = Settings(toy.argv("honest"), "1", Fraction(1), toy.PATIENT, toy.LIMITS)
    found = check.check(toy.CORPUS, Request("rng", settings), challenge=[toy.vector(99, 1000)])
    assert found.passes and found.document()["counts"]["challenge"] == 1 and len(found.planned) == 5


def test_a_failure_of_the_runner_is_ours_and_the_run_goes_on() -> None:
    """A case that is no message: its input holds a float."""
    found = report("honest", [replace(toy.CORPUS[1], input={"n": 0.5}), toy.CORPUS[0]])
    assert found.is_ours and not found.passes
    assert found.statuses == {"toy.double.0001": "pass", "toy.double.0002": "runner_error"}


def test_hostile_text_harms_neither_terminal_nor_xml() -> None:
    found = report("says_error", toy.ONE)
    assert all(char.isprintable() or char == "\n" for char in found.text())
    tree = ElementTree.fromstring(junit.xml(found))
    (failure,) = tree.iter("failure")
    assert failure.get("type") == "error" and failure.get("message") == "error reported"
    assert failure.text is not None and "]]>&<" in failure.text


def test_xml_counts() -> None:
    suite = ElementTree.fromstring(junit.xml(report("accepts_everything"))).find("testsuite")
    assert suite is not None
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("4", "1", "0")
    cases = suite.findall("testcase")
    assert [case.get("name") for case in cases] == [one.id for one in toy.CORPUS]
    assert all(case.get("classname") == "toy" and "." in (case.get("time") or "") for case in cases)
