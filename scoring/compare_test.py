"""Comparison is paired, symmetric and says inconclusive plainly (SCO-8)."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import bootstrap
from scoring.cases import episode
from scoring.compare import compare, comparison_document, episode_differences, family_differences
from scoring.constants import constants_digest
from scoring.episode import score_episode
from scoring.report.model import report, value_of
from scoring.schedules import MODEL, TARGET, changed, schedule, with_points
from simulator.canonical import encode
from simulator.errors import ScoringInputError

PLACES = [("f", "f1"), ("f", "f1"), ("f", "f2"), ("g", "g1"), ("g", "g1"), ("h", "h1")]
Points = Sequence[str | None]


def reported(model_id: str, points: Points) -> dict[str, Any]:
    """A report of one trial on six episodes in four scenarios; None is not applicable."""
    scores = [score_episode(episode(0)) if value is None else with_points(value) for value in points]
    rows = [(*place, [score]) for place, score in zip(PLACES, scores, strict=True)]
    return report(replace(MODEL, model_id=model_id), TARGET, schedule(rows))


BASE = ["50", "60", "70", "80", "90", "40"]
HIGH = ["55", "65", "75", "85", "95", "45"]


def test_clearly_better() -> None:
    found = compare(reported("a", HIGH), reported("b", BASE))
    assert found.outcome == "a_better" and found.delta == 5
    assert found.bounds == bootstrap.Interval(Fraction(5), Fraction(5))
    assert compare(reported("a", BASE), reported("b", HIGH)).outcome == "b_better"


def test_clear_but_small_is_inconclusive() -> None:
    near = [str(Fraction(value) + Fraction(99, 100)) for value in BASE]
    found = compare(reported("a", near), reported("b", BASE))
    assert found.bounds is not None and found.bounds.lower > 0
    assert found.outcome == "inconclusive"
    one = [str(Fraction(value) + 1) for value in BASE]
    assert compare(reported("a", one), reported("b", BASE)).outcome == "a_better"


def test_large_but_uncertain_is_inconclusive() -> None:
    found = compare(reported("a", ["100", "100", "0", "100", "80", "60"]), reported("b", BASE))
    assert found.delta >= 1 and found.bounds is not None and found.bounds.lower < 0
    assert found.outcome == "inconclusive"


def test_an_interval_that_ends_at_zero_is_inconclusive() -> None:
    more = ["74", *BASE[1:]]
    above, below = compare(reported("a", more), reported("b", BASE)), compare(reported("a", BASE), reported("b", more))
    assert above.delta == 2 and above.bounds is not None and above.bounds.lower == 0
    assert below.delta == -2 and below.bounds is not None and below.bounds.upper == 0
    assert above.outcome == below.outcome == "inconclusive"


def test_few_episodes_are_inconclusive_unless_tied() -> None:
    few, less = [*HIGH[:4], None, None], [*BASE[:4], None, None]
    found = compare(reported("a", few), reported("b", less))
    assert (found.outcome, found.bounds, found.applicable_episodes) == ("inconclusive", None, 4)
    assert compare(reported("a", few), reported("b", few)).outcome == "exact_tie"


def test_an_equal_mean_is_no_tie() -> None:
    found = compare(reported("a", ["51", "59", *BASE[2:]]), reported("b", BASE))
    assert found.delta == 0 and found.outcome == "inconclusive"


@settings(max_examples=15, deadline=None, database=None)
@given(st.data(), st.sampled_from(["a", "b"]))
def test_swapping_negates(data: st.DataObject, other: str) -> None:
    """Also for two reports of one model, which their digests put in order."""
    six = st.lists(st.integers(0, 100).map(str), min_size=6, max_size=6)
    first, second = reported("a", data.draw(six)), reported(other, data.draw(six))
    there, back = compare(first, second), compare(second, first)
    assert there == back.mirrored() and back == there.mirrored()
    assert there.delta == (value_of(first["headline"]["score"]) or 0) - (value_of(second["headline"]["score"]) or 0)


def test_the_stream_is_keyed_by_the_differences_in_one_orientation() -> None:
    """Seen from the greater model ID, the interval is the other one's, turned round."""
    first, second = ["1", "2.5", "30", "4.25", "5", "60"], ["6.125", "5", "4", "3", "2.0625", "1"]
    for one, other, sign in (("a", "b", 1), ("z", "b", -1)):
        d = [sign * (Fraction(x) - Fraction(y)) for x, y in zip(first, second, strict=True)]
        document = {
            "purpose": "comparison",
            "scoring_version": "1.0",
            "constants_digest": constants_digest(),
            "manifest_hash": TARGET.manifest_hash,
            "differences": [f"{value.numerator}/{value.denominator}" for value in d],
        }
        expected = bootstrap.interval([[d[:2], d[2:3]], [d[3:5]], [d[5:]]], bootstrap.stream_key(document))
        found = compare(reported(one, first), reported(other, second)).bounds
        assert found is not None
        assert sorted([sign * found.lower, sign * found.upper]) == [expected.lower, expected.upper]


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("/versions/scoring", "1.1", "the scoring version differs: 1.0 of a (submission-1), 1.1 of b (submission-1)"),
        ("/versions/constants_digest", "4" * 64, "the scoring constants differs"),
        ("/versions/statistics", "1.1", "the statistics version differs"),
        ("/target/manifest_hash", "4" * 64, "the evaluation manifest differs: 2222"),
        ("/target/pack_digest", "4" * 64, "the environment pack digest differs: 3333"),
        ("/target/suite_hash", "4" * 64, "the suite hash differs"),
        ("/official", False, "a (submission-1) is official, on an environment pack and b (submission-1) is UNOFFICIAL"),
    ],
)
def test_another_footing_is_refused(path: str, value: Any, sentence: str) -> None:
    a, b = reported("a", BASE), changed(reported("b", BASE), path, value)
    with pytest.raises(ScoringInputError) as caught:
        compare(a, b)
    assert (caught.value.code, caught.value.pointer) == ("not_comparable", path)
    assert sentence in caught.value.message
    with pytest.raises(ScoringInputError) as caught:
        compare(b, a)
    assert (caught.value.code, caught.value.pointer) == ("not_comparable", path)


def test_other_applicable_episodes_are_refused() -> None:
    with pytest.raises(ScoringInputError) as caught:
        compare(reported("a", BASE), reported("b", [*BASE[:5], None]))
    assert (caught.value.code, caught.value.pointer) == ("not_comparable", "/episodes")
    assert caught.value.message.endswith("from index 5 on")
    nobody = reported("a", [None] * 6)
    with pytest.raises(ScoringInputError) as caught:
        compare(nobody, nobody)
    assert caught.value.pointer == "/headline/score"


def test_another_version_of_the_diagnostics_is_no_obstacle() -> None:
    a, b = reported("a", HIGH), reported("b", BASE)
    b["versions"]["metrics"] = "1.1"
    assert compare(a, b).outcome == "a_better"


def test_the_document_of_a_comparison() -> None:
    document = compare(reported("a", HIGH), reported("b", BASE)).document()
    five = {"exact": "5/1", "decimal": "5.000000000000"}
    assert document == {
        "outcome": "a_better",
        "delta": five,
        "interval": {"lower": five, "upper": five},
        "applicable_episodes": 6,
    }


def test_a_schedule_that_only_begins_the_same_is_refused() -> None:
    a = reported("a", BASE)
    longer = report(
        replace(MODEL, model_id="b"),
        TARGET,
        schedule([(*place, [with_points("50")]) for place in [*PLACES, ("h", "h2")]]),
    )
    for pair in ((a, longer), (longer, a)):
        with pytest.raises(ScoringInputError, match="from index 6 on"):
            compare(*pair)


def test_families_and_episodes_that_differ_most() -> None:
    a, b = reported("a", ["55", "60", "70", "75", "90", None]), reported("b", [*BASE[:3], "80", "80.5", None])
    families = [(row.place["family"], row.delta) for row in family_differences(a, b)]
    assert families == [("f", Fraction(5, 4)), ("g", Fraction(9, 4)), ("h", None)]
    episodes = [(row.place["index"], row.delta) for row in episode_differences(a, b)]
    assert episodes == [(4, Fraction(19, 2)), (0, 5), (3, -5), (1, 0), (2, 0)]


@settings(max_examples=6, deadline=None, database=None)
@given(st.data(), st.sampled_from(["a", "b"]))
def test_the_mean_of_the_family_differences_is_the_difference(data: st.DataObject, other: str) -> None:
    some = st.lists(st.integers(0, 100).map(str), min_size=6, max_size=6)
    a, b = reported("a", data.draw(some)), reported(other, data.draw(some))
    deltas = [row.delta or Fraction(0) for row in family_differences(a, b)]
    assert Fraction(sum(deltas), 3) == compare(a, b).delta


def negated(value: Any) -> Any:
    """A document with the sign of every delta and bound turned, bounds and sides exchanged; written out anew here."""
    if isinstance(value, list):
        return [negated(item) for item in value]
    if not isinstance(value, dict):
        return {"a_better": "b_better", "b_better": "a_better"}.get(value, value)
    if set(value) == {"exact", "decimal"}:
        return {
            name: text if set(text) <= set("0./1") and not Fraction(value["exact"]) else sign(text)
            for name, text in value.items()
        }
    exchanged = {"a": "b", "b": "a", "lower": "upper", "upper": "lower"}
    return {
        exchanged.get(key, key): item if key in {"a", "b", "target"} else negated(item) for key, item in value.items()
    }


def sign(text: str) -> str:
    return text[1:] if text.startswith("-") else "-" + text


@pytest.mark.parametrize("other", ["a", "z"])
def test_the_document_the_other_way_round_is_negated_to_the_byte(other: str) -> None:
    a = reported("m", ["1", "2.5", "30", "4.25", "5", "60.000000001"])
    b = reported(other, ["6.125", "5", "4", "3.3", "2.0625", "60"])
    there, back = comparison_document(a, b), comparison_document(b, a)
    assert there["comparison"]["interval"] is not None
    assert encode(negated(there)) == encode(back)
