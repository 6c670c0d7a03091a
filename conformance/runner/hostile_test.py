"""Every hostile testee gets its own status and detail, ends within its time, and leaves no process."""

import os
import sys
import time
import uuid
from dataclasses import replace
from pathlib import Path

import pytest

from conformance.runner.settings import Budgets
from conformance.runner.testdata import toy

# What times out is given little time, and everything else plenty.
SHORT_START = Budgets(start=0.3, finish=60.0, case=60.0)
SHORT_CASE = Budgets(start=60.0, finish=60.0, case=0.3)
SHORT_FINISH = Budgets(start=60.0, finish=0.3, case=60.0)

PATIENT = {
    "honest": ("pass", ""),
    "accepts_everything": ("pass", ""),
    "floods_stderr": ("pass", ""),
    "forks": ("pass", ""),
    "forks_away": ("pass", ""),
    "rejects_everything": ("unexpected_reject", "shape.out_of_range"),
    "remembers": ("mismatch", "repeat_output"),
    "says_error": ("error", "reported"),
    "says_unsupported": ("unsupported", "operation"),
    "other_profile": ("unsupported", "profile"),
    "wrong_component": ("unsupported", "component_version"),
    "no_component": ("unsupported", "component_version"),
    "killed": ("crash", "signal_11"),
    "exits": ("crash", "exit_0_mid_case"),
    "exits_at_start": ("crash", "exit_1_at_start"),
    "exits_badly": ("crash", "exit_3_after_bye"),
    "forks_and_exits": ("crash", "exit_0_mid_case"),
    "closes_stdout": ("crash", "closed_stdout"),
    "long_line": ("protocol_error", "line_too_long"),
    "not_utf8": ("protocol_error", "not_utf8"),
    "noise": ("protocol_error", "noise"),
    "noise_afterwards": ("protocol_error", "noise"),
    "not_json": ("protocol_error", "not_json"),
    "duplicate_answer": ("protocol_error", "duplicate_answer"),
    "answers_the_last_case": ("protocol_error", "duplicate_answer"),
    "speaks_afterwards": ("protocol_error", "duplicate_answer"),
    "wrong_id": ("protocol_error", "wrong_id"),
    "unknown_field": ("protocol_error", "unknown_field"),
    "ready_again": ("protocol_error", "unexpected_message"),
    "result_at_start": ("protocol_error", "unexpected_message"),
    "wrong_nonce": ("protocol_error", "wrong_nonce"),
    "wrong_protocol": ("protocol_error", "wrong_protocol"),
}
HASTY = {
    "hangs_at_start": (SHORT_START, "timeout", "at_start"),
    "hangs": (SHORT_CASE, "timeout", "mid_case"),
    "hangs_mid_line": (SHORT_CASE, "timeout", "mid_line"),
    "floods_stderr_and_hangs": (SHORT_CASE, "timeout", "mid_case"),
    "stays": (SHORT_FINISH, "timeout", "after_bye"),
    "closes_stdin": (SHORT_CASE, "crash", "closed_stdin"),
}
TABLE = {name: (toy.PATIENT, *wanted) for name, wanted in PATIENT.items()} | HASTY

linux_only = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@linux_only
@pytest.mark.parametrize("testee", TABLE)
def test_status_detail_time_and_processes(testee: str) -> None:
    budgets, status, detail = TABLE[testee]
    token, before, begun = uuid.uuid4().hex, toy.children(), time.monotonic()
    outcome = toy.run(toy.argv(testee, token), budgets=budgets)
    assert time.monotonic() - begun < 30
    ((found, result),) = outcome.results.items()
    assert (found, result.verdict.status, result.verdict.detail) == ("toy.double.0001", status, detail)
    assert toy.processes(token) == [] and toy.children() == before


def test_late_answer_of_a_case_whose_process_is_gone(tmp_path: Path) -> None:
    """The second process is caught, and the run goes on to a third."""
    file = str(tmp_path / "id")
    outcome = toy.run(toy.argv("late_answer", "-", file), toy.CORPUS[:2], SHORT_CASE)
    assert toy.found(outcome) == {("timeout", "mid_case"), ("protocol_error", "late_answer")}
    assert outcome.processes == 2


def test_another_testee_in_the_second_process(tmp_path: Path) -> None:
    outcome = toy.run(toy.argv("changes_identity", "-", str(tmp_path / "seen")), toy.CORPUS)
    wanted = {("crash", "exit_0_mid_case"), ("protocol_error", "changed_identity"), ("not_run", "start_failed")}
    assert toy.found(outcome) == wanted


def test_a_failed_start_ends_the_run() -> None:
    outcome = toy.run(toy.argv("exits_at_start"), toy.CORPUS)
    assert outcome.processes == 1 and len(outcome.results) == 4
    assert toy.found(outcome) == {("crash", "exit_1_at_start"), ("not_run", "start_failed")}
    assert any("no such luck" in result.verdict.message for result in outcome.results.values())


def test_each_crash_gets_a_fresh_process() -> None:
    outcome = toy.run(toy.argv("exits"), toy.CORPUS)
    assert toy.found(outcome) == {("crash", "exit_0_mid_case")} and outcome.processes == 4


def test_accepting_everything_fails_the_negative_alone() -> None:
    outcome = toy.run(toy.argv("accepts_everything"), toy.CORPUS)
    failed = {name: result.verdict for name, result in outcome.results.items() if not result.verdict.passes}
    assert {name: (one.status, one.detail) for name, one in failed.items()} == {
        "toy.double.0003": ("unexpected_accept", "accepted")
    }


def test_rejecting_everything_passes_nothing() -> None:
    outcome = toy.run(toy.argv("rejects_everything"), toy.CORPUS)
    statuses = {name: result.verdict.detail for name, result in outcome.results.items()}
    assert statuses.pop("toy.double.0003") == "twin_shape.out_of_range"
    assert set(statuses.values()) == {"shape.out_of_range"}


def test_a_negative_needs_its_twin_of_the_same_process() -> None:
    outcome = toy.run(toy.argv("sulks"), [toy.CORPUS[2]])
    assert toy.found(outcome) == {("mismatch", "twin_output")}


@pytest.mark.parametrize(("member", "value"), [("stage", "syntax"), ("code", "other"), ("pointer", "/m")])
def test_wrong_rejection(member: str, value: str) -> None:
    outcome = toy.run(toy.argv("rejects_otherwise", "-", member, value), [toy.CORPUS[2]])
    assert toy.found(outcome) == {("wrong_rejection", member)}


@linux_only
def test_what_a_testee_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBER_SECRET", "1")
    secret = os.open(__file__, os.O_RDONLY)
    os.set_inheritable(secret, True)
    seen = {"folders": [True, True], "files": [], "locale": "C.UTF-8", "secret": False, "leads": True, "open": []}
    case = replace(toy.ONE[0], expected={"status": "ok", "output": seen})
    try:
        (result,) = toy.run(toy.argv("looks_around"), [case]).results.values()
    finally:
        os.close(secret)
    assert result.verdict.passes, result.verdict.message


def test_the_budget_of_the_run() -> None:
    tight = Budgets(start=60.0, finish=60.0, case=60.0, run=0.4, per_turn=0.0, per_cost=0)
    begun = time.monotonic()
    outcome = toy.run(toy.argv("hangs"), toy.CORPUS, tight)
    assert time.monotonic() - begun < 30
    assert ("not_run", "run_budget") in toy.found(outcome)
    assert len(outcome.results) == 4 and not any(result.verdict.passes for result in outcome.results.values())


def test_the_end_of_stderr_is_shown() -> None:
    (result,) = toy.run(toy.argv("floods_stderr_and_hangs"), budgets=SHORT_CASE).results.values()
    assert "stderr ends with:" in result.verdict.message and "yyy" in result.verdict.message
    assert len(result.verdict.message) < 100_000
