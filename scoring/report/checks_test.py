"""A report from somebody else's hands is refused where its evidence can't be true (SCO-8.6)."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.aggregate import EpisodeTrial, ScheduledEpisode
from scoring.episode import failed_episode
from scoring.report.checks import read_foreign
from scoring.report.model import COMMITTED, report
from scoring.report.reported import EVENTS, EVIDENCE, PEOPLE, reported, schedule_with
from scoring.schedules import CROWD, MODEL, TARGET, changed
from simulator.canonical import encode
from simulator.errors import DocumentError, InputError, ScoringInputError

REPORT = reported(schedule_with())


def refused(document: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(InputError) as caught:
        read_foreign(encode(document))
    return caught.value.code, caught.value.pointer


def test_a_good_report_is_read() -> None:
    assert encode(read_foreign(encode(REPORT))) == encode(REPORT)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("scoring", "1.1", "scoring version 1.1"),
        ("constants_digest", "4" * 64, "4444"),
        ("statistics", "2", "version 2"),
    ],
)
def test_another_version_is_named(name: str, value: str, said: str) -> None:
    with pytest.raises(ScoringInputError, match=said) as caught:
        read_foreign(encode(changed(REPORT, f"/versions/{name}", value)))
    assert (caught.value.code, caught.value.pointer) == ("other_version", f"/versions/{name}")


HOSTILE: list[tuple[str, Any, str]] = [
    ("/headline/score/decimal", "99.000000000000", "report_differs"),
    ("/ranking/score", "99.0", "report_differs"),
    ("/episodes/0/trials/0/evidence/people/steps/0", 2, "below_bound"),
    ("/episodes/0/trials/0/evidence/people/steps/0", 7, "report_differs"),
    ("/episodes/0/note", "trust me", "unknown_key"),
    ("/episodes/0/scenario_id", "seen\nOutcome a_better", "bad_value"),
    ("/model/submission_id", "<script>", "bad_value"),
    ("/model/model_id", "x | 100.0 | y", "bad_value"),
    ("/episodes/0/trials/0/evidence/people/ids/0", "P1`", "bad_value"),
    ("/episodes/0/seed", 1.5, "not_an_integer"),
]


@pytest.mark.parametrize(("path", "value", "code"), HOSTILE)
def test_hostile_values_are_refused(path: str, value: Any, code: str) -> None:
    assert refused(changed(REPORT, path, value))[0] == code


@pytest.mark.parametrize("data", [b"", b"[]", b"{", b"\xff", b'{"versions":1,"versions":1}', b"[" * 100_000])
def test_what_is_no_report_is_refused(data: bytes) -> None:
    with pytest.raises(DocumentError):
        read_foreign(data)


# Self-consistent reports, every sum right, of evidence that can't be.
PERSON: list[tuple[dict[str, Any], str]] = [
    ({"ids": ("P2", "P10", "P1", "P3", "P4", "P5", "P6")}, "ids"),
    ({"earliest": (3, 2, 5, 5, None, 5, 5)}, "steps/2"),
    ({"danger": (0, None, 3, None, None, 0, 0)}, "danger/0"),
    ({"danger": (9, None, 1, None, None, 0, 0)}, "steps/0"),
    ({"moves": (2, None, 4, None, None, 8, 5)}, "moves/0"),
    ({"moves": (4, None, 5, None, None, 6, 5)}, "steps/2"),
    ({"steps": (8, 2, 4, None, None, 6, 6)}, "steps/1"),
    ({"danger": (2, None, 1, 0, None, 0, 0)}, "danger/3"),
    ({"danger": (2, None, 1, None, None, None, 0)}, "danger/5"),
    ({"danger_ref": (1, 0, 0, None, None, 0, 0)}, "danger_ref"),
    ({"moves_ref": (3, 2, 4, 5, 1, 6, 5)}, "moves_ref"),
]


@pytest.mark.parametrize(("columns", "pointer"), PERSON)
def test_a_person_below_a_bound_is_refused(columns: dict[str, Any], pointer: str) -> None:
    broken = replace(EVIDENCE, people=replace(PEOPLE, **columns))
    where = f"/episodes/0/trials/0/evidence/people/{pointer}"
    assert refused(reported(schedule_with(broken, broken))) == ("bad_evidence", where)


EVENT: list[tuple[dict[str, Any], str]] = [
    ({"people": ("P1", "P7", "P4")}, "people/1"),
    ({"snapshots": (2, 1, 2)}, "snapshots/1"),
    ({"people": ("P3", "P1", "P4"), "resolved": (20, 8, 20)}, "snapshots/1"),
    ({"snapshots": (0, 1, 2)}, "snapshots/0"),
    ({"earliest": (9, 6, None)}, "earliest/0"),
    ({"earliest": (1, 10, None)}, "earliest/0"),
    ({"resolved": (9, 20, 20)}, "resolved/0"),
    ({"resolved": (8, 20, 1)}, "resolved/2"),
]


@pytest.mark.parametrize(("columns", "pointer"), EVENT)
def test_an_impossible_event_is_refused(columns: dict[str, Any], pointer: str) -> None:
    broken = replace(EVIDENCE, events=replace(EVENTS, **columns))
    where = f"/episodes/0/trials/0/evidence/events/{pointer}"
    assert refused(reported(schedule_with(broken, broken))) == ("bad_evidence", where)


def test_the_references_of_all_trials_are_the_same() -> None:
    other = replace(EVIDENCE, people=replace(PEOPLE, earliest=(3, 2, 4, 6, None, 6, 5)))
    assert refused(reported(schedule_with(EVIDENCE, other))) == (
        "bad_evidence",
        "/episodes/0/trials/1/evidence/people",
    )


def with_row(place: int, **changes: Any) -> dict[str, Any]:
    """The report with one scheduled episode changed before anything is computed."""
    schedule: list[ScheduledEpisode] = schedule_with()
    schedule[place] = replace(schedule[place], **changes)
    return reported(schedule)


def test_a_schedule_that_can_not_be_is_refused() -> None:
    assert refused(with_row(2, index=7)) == ("bad_schedule", "/episodes/2/index")
    assert refused(with_row(2, seed=0)) == ("bad_schedule", "/episodes/2/seed")
    assert refused(with_row(2, family="g")) == ("bad_schedule", "/episodes/2/family")


def test_a_trial_that_can_not_be_is_refused() -> None:
    good = schedule_with()[2].trials
    silent = EpisodeTrial(failed_episode(None, 6))  # type: ignore[arg-type]
    assert refused(with_row(2, trials=(silent, good[1]))) == ("bad_evidence", "/episodes/2/trials/0/failure")
    fewer = EpisodeTrial(failed_episode("timeout", 5))
    assert refused(with_row(2, trials=(good[1], fewer))) == ("bad_evidence", "/episodes/2/trials/1/max_evacuated")


WRONGLY: list[tuple[int, int, dict[str, Any]]] = [
    (0, 0, {"record_digest": None}),
    (0, 1, {"crowd": None}),
    (1, 1, {"record_digest": "e" * 64}),
    (1, 1, {"crowd": CROWD}),
    (1, 1, {"evidence": EVIDENCE}),
]


@pytest.mark.parametrize(("place", "number", "change"), WRONGLY)
def test_a_record_has_a_digest_and_counts_and_a_failure_has_neither(
    place: int, number: int, change: dict[str, Any]
) -> None:
    trials = list(schedule_with()[place].trials)
    trials[number] = replace(trials[number], **change)
    where = f"/episodes/{place}/trials/{number}/{next(iter(change))}"
    assert refused(with_row(place, trials=tuple(trials))) == ("bad_evidence", where)


def test_evidence_may_be_left_out() -> None:
    bare = replace(schedule_with()[0].trials[0], evidence=None)
    document = with_row(0, trials=(bare, bare))
    assert read_foreign(encode(document)) == document


@pytest.mark.parametrize("bound", [3, 7])
def test_a_joint_bound_lies_between_the_evacuated_and_all_who_are_savable(bound: int) -> None:
    assert refused(with_row(0, joint_bound=bound)) == ("bad_evidence", "/episodes/0/joint_bound")


def test_a_target_that_can_not_be_is_refused() -> None:
    bare = replace(TARGET, pack_digest=None)
    model = replace(MODEL, results=("a" * 64, "b" * 64))
    assert refused(report(model, bare, schedule_with())) == ("bad_target", "/target/pack_id")
    suite = replace(bare, pack_id=None)
    assert refused(report(model, suite, schedule_with(), COMMITTED)) == ("bad_target", "/disclosure")


def test_a_trial_without_a_result_is_missing_throughout() -> None:
    model = replace(MODEL, results=("a" * 64, None))
    assert refused(report(model, TARGET, schedule_with())) == ("bad_evidence", "/model/results/1")
    absent = EpisodeTrial(failed_episode("missing", 6))
    rows = [replace(row, trials=(row.trials[0], absent)) for row in schedule_with()[:3]]
    assert read_foreign(encode(report(model, TARGET, rows)))["zero_scores"]["causes"]["missing"] == 3


def test_a_scenario_in_two_families_is_refused_before_anything_is_worked_out() -> None:
    rows = [row | {"family": "other"} if row["index"] == 2 else row for row in REPORT["episodes"]]
    assert refused(REPORT | {"episodes": rows}) == ("bad_schedule", "/episodes/2/family")
