"""The report document: complete, canonical, and made of exact rationals (SCO-9)."""

import json
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.aggregate import EpisodeTrial
from scoring.cases import episode
from scoring.episode import failed_episode, score_episode
from scoring.report.model import COMMITTED, rational, report, value_of
from scoring.schedules import CROWD, MODEL, TARGET, schedule, with_points
from simulator.canonical import digest, encode

TWO = replace(MODEL, stochastic=True, inference_digest="a" * 64, results=("0" * 64, None))
ROWS = schedule(
    [
        ("b", "b1", [score_episode(episode(10, 1, unsavable_stranded=2)), failed_episode("missing", 10)]),
        ("b", "b1", [score_episode(episode(0, unsavable_stranded=3)), failed_episode("missing", 0)]),
        ("a", "a1", [with_points("80"), failed_episode("missing", 10)]),
        ("c", "c1", [score_episode(episode(0)), failed_episode("missing", 0)]),
    ]
)


def rationals(value: Any) -> list[dict[str, str]]:
    """Every stored rational of a document."""
    if isinstance(value, dict):
        if set(value) == {"exact", "decimal"}:
            return [value]
        value = list(value.values())
    return [found for part in value for found in rationals(part)] if isinstance(value, list) else []


def test_a_worked_report() -> None:
    document = report(TWO, TARGET, ROWS, COMMITTED)
    assert document["official"] and document["disclosure"] == "committed"
    assert document["model"] == {
        "model_id": "model-a",
        "submission_id": "submission-1",
        "stochastic": True,
        "inference_digest": "a" * 64,
        "results": ["0" * 64, None],
        "trials": 2,
    }
    first = Fraction(ROWS[0].trials[0].score.score or "")
    headline = document["headline"]
    assert value_of(headline["score"]) == (first * Fraction(1, 2) + 40) * Fraction(1, 2)
    assert headline["interval"] is None
    assert (headline["applicable_episodes"], headline["episodes"]) == (2, 4)
    assert (headline["evacuated"], headline["escapable"], headline["evacuated_share"]["exact"]) == (19, 40, "19/40")
    assert document["zero_scores"]["episode_trials"] == 4 and document["zero_scores"]["causes"]["missing"] == 2
    assert document["factors"]["quality"]["mean"]["exact"] == "1/1" and document["factors"]["quality"]["defined"] == 2
    assert document["factors"]["safety"]["defined"] == 4


def test_families_keep_the_order_of_the_schedule_and_all_are_listed() -> None:
    document = report(TWO, TARGET, ROWS)
    assert [row["family"] for row in document["families"]] == ["b", "a", "c"]
    assert [row["scenarios"] for row in document["families"]] == [1, 1, 0]
    assert document["families"][2]["score"] is None and document["scenarios"][2]["score"] is None
    assert [(row["evacuated"], row["escapable"]) for row in document["scenarios"]] == [(9, 20), (10, 20), (0, 0)]


def test_ranking_counts_a_failure_as_everybody_lost() -> None:
    document = report(TWO, TARGET, ROWS)
    assert document["people"]["totals"]["avoidable_casualties"] == 1
    assert document["people"]["totals"]["unavoidable_losses"] == 2
    assert document["people"]["per_trial"]["escapable"]["exact"] == "10/1"
    assert document["ranking"]["avoidable_casualties_per_trial"]["exact"] == "21/2"
    assert document["ranking"]["avoidable_stranded_per_trial"]["exact"] == "10/1"
    assert document["ranking"]["score"] == "28.0"


def test_congestion_leaves_out_what_is_not_applicable() -> None:
    congestion = report(TWO, TARGET, ROWS)["congestion"]
    assert congestion["contested_cell_steps_per_trial"]["exact"] == f"{CROWD.contested}/1"
    assert congestion["block_rate"]["exact"] == "2/5"


def test_an_episode_holds_its_evidence() -> None:
    row = report(TWO, TARGET, ROWS)["episodes"][0]
    assert (row["index"], row["family"], row["scenario_id"], row["seed"], row["max_evacuated"]) == (0, "b", "b1", 0, 10)
    done, failed = row["trials"]
    assert done["inputs"]["avoidable_casualty_ids"] == ["a00000"] and done["crowd"] == CROWD.document()
    assert failed["status"] == "failed" and failed["failure"] == "missing" and failed["inputs"] is None


def test_a_bare_suite_is_not_official() -> None:
    suite = replace(TARGET, pack_id=None, pack_digest=None)
    document = report(MODEL, suite, schedule([("f", "s", [with_points("5")])]))
    assert document["official"] is False and document["disclosure"] == "public"
    assert "this suite" in document["authentication"]


def test_nothing_applicable_is_undefined_throughout() -> None:
    document = report(MODEL, TARGET, schedule([("f", "s", [score_episode(episode(0, unsavable_casualties=1))])]))
    assert document["headline"]["score"] is None and document["tail"] is None
    assert document["ranking"]["score"] is None and document["headline"]["evacuated_share"] is None
    assert encode(document)


def stamped(trials: Iterable[EpisodeTrial], digests: Iterable[str | None]) -> tuple[EpisodeTrial, ...]:
    return tuple(replace(trial, record_digest=one) for trial, one in zip(trials, digests, strict=True))


def test_identical_records_are_counted_for_a_stochastic_model_only() -> None:
    rows = schedule([("f", name, [with_points("5")] * 2) for name in ("s", "t", "u")])
    digests = [("a", "a"), ("a", "b"), (None, None)]
    rows = [replace(row, trials=stamped(row.trials, pair)) for row, pair in zip(rows, digests, strict=True)]
    assert report(TWO, TARGET, rows)["identical_records"] == 1
    assert report(replace(TWO, stochastic=False), TARGET, rows)["identical_records"] is None


def test_the_document_is_plain_canonical_and_repeatable() -> None:
    document = report(TWO, TARGET, ROWS)
    assert json.loads(encode(document)) == document
    assert digest(document) == digest(report(TWO, TARGET, ROWS))
    assert len(rationals(document)) > 40
    for stored in rationals(document):
        value = Fraction(stored["exact"])
        assert stored == rational(value) and stored["exact"] == f"{value.numerator}/{value.denominator}"


@settings(max_examples=50, deadline=None, database=None)
@given(st.fractions())
def test_a_stored_rational_is_exact_and_rounded(value: Fraction) -> None:
    stored = rational(value)
    assert stored is not None and value_of(stored) == value
    assert Fraction(stored["decimal"]) == round(value, 12)
    assert len(stored["decimal"].partition(".")[2]) == 12


@pytest.mark.parametrize("part", ["versions", "target", "headline", "factors", "people", "ranking", "congestion"])
def test_the_parts_are_documents(part: str) -> None:
    assert isinstance(report(MODEL, TARGET, ROWS)[part], dict)
