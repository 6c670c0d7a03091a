"""judge.py: each pair of what belongs to a case and what was answered has one status."""

from typing import Any

import pytest

from conformance.runner.judge import Verdict, judge
from conformance.runner.status import STATUSES

OK = {"status": "ok", "output": {"a": [1, {"b": "x"}]}}
REFUSED = {"status": "rejected", "stage": "shape", "code": "bad_value", "pointer": "/a"}


@pytest.mark.parametrize(
    ("expected", "answer", "status", "detail"),
    [
        (OK, OK, "pass", ""),
        (OK, {"status": "ok", "output": {"a": [1, {"b": "y"}]}}, "mismatch", "output"),
        (OK, {"status": "ok", "output": {"a": [True, {"b": "x"}]}}, "mismatch", "output"),
        (OK, {"status": "ok", "output": {"a": [1, {"b": "x"}], "c": None}}, "mismatch", "output"),
        (OK, {"status": "ok", "output": {}}, "mismatch", "output"),
        (OK, REFUSED, "unexpected_reject", "shape.bad_value"),
        (REFUSED, OK, "unexpected_accept", "accepted"),
        (REFUSED, REFUSED, "pass", ""),
        (REFUSED, REFUSED | {"stage": "meaning", "code": "x"}, "wrong_rejection", "stage"),
        (REFUSED, REFUSED | {"code": "missing_key"}, "wrong_rejection", "code"),
        (REFUSED, REFUSED | {"pointer": ""}, "wrong_rejection", "pointer"),
        (OK, {"status": "unsupported"}, "unsupported", "operation"),
        (REFUSED, {"status": "unsupported"}, "unsupported", "operation"),
        (OK, {"status": "error", "message": "m"}, "error", "reported"),
        (REFUSED, {"status": "error", "message": "m"}, "error", "reported"),
    ],
)
def test_statuses(expected: dict[str, Any], answer: dict[str, Any], status: str, detail: str) -> None:
    verdict = judge(expected, answer)
    assert (verdict.status, verdict.detail) == (status, detail)
    assert verdict.passes == (status == "pass") and verdict.status in STATUSES
    assert bool(verdict.message) != verdict.passes


def test_the_message_says_where() -> None:
    assert '/a/1/b: expected "x", found "y"' in judge(OK, {"status": "ok", "output": {"a": [1, {"b": "y"}]}}).message


def test_twins_and_repeats() -> None:
    wrong = Verdict("mismatch", "output", "m")
    assert wrong.within("case") == wrong
    assert wrong.within("twin").detail == "twin_output" and wrong.within("repeat").detail == "repeat_output"
    assert Verdict("pass").within("twin") == Verdict("pass")
    assert Verdict("crash", "signal_9", "m").within("repeat").detail == "signal_9"
