"""The hierarchy, the tail, zero scores, totals and the interval: plain loops and worked cases (SCO-6, SCO-7)."""

from collections.abc import Iterable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.aggregate import (
    ScheduledEpisode,
    components,
    crowds,
    headline_interval,
    hierarchy,
    scores,
    severe_counts,
    strata,
    tail,
    totals,
    zero_scores,
)
from scoring.bootstrap import Interval, interval, resampled, stream_key
from scoring.cases import episode
from scoring.constants import constants_digest
from scoring.episode import COMPONENTS, EpisodeScore, failed_episode, score_episode
from scoring.schedules import episode_scores, schedule, with_points

quick = settings(max_examples=40, deadline=None, database=None)

places = st.tuples(st.sampled_from("fgh"), st.sampled_from("123")).map(lambda pair: (pair[0], pair[0] + pair[1]))


@st.composite
def schedules(draw: st.DrawFn) -> list[ScheduledEpisode]:
    """Up to ten episodes with two trials each; in an episode, M* is 0 in both trials or in none."""
    rows = []
    for family, scenario in draw(st.lists(places, min_size=1, max_size=10)):
        if draw(st.integers(0, 5)):
            kinds = episode_scores(least=1) | st.just(failed_episode("timeout", 5))
        else:
            kinds = st.just(score_episode(episode(0, unsavable_stranded=1)))
        rows.append((family, scenario, draw(st.lists(kinds, min_size=2, max_size=2))))
    return schedule(rows)


def mean(values: Iterable[Fraction | None]) -> Fraction | None:
    defined = [value for value in values if value is not None]
    return sum(defined, Fraction(0)) * Fraction(1, len(defined)) if defined else None


def nested(rows: list[ScheduledEpisode], field: str) -> Fraction | None:
    """The mean of means, as the contract says it."""
    families = []
    for family in {row.family for row in rows}:
        scenarios = []
        for scenario in {row.scenario_id for row in rows if row.family == family}:
            episodes = []
            for row in rows:
                if row.scenario_id == scenario:
                    texts = [getattr(trial.score, field) for trial in row.trials]
                    episodes.append(mean(None if text is None else Fraction(text) for text in texts))
            scenarios.append(mean(episodes))
        families.append(mean(scenarios))
    return mean(families)


@quick
@given(schedules(), st.sampled_from(["score", "safety", "quality", "severity"]))
def test_each_level_is_the_mean_of_the_level_below(rows: list[ScheduledEpisode], field: str) -> None:
    means = hierarchy(rows, lambda score: getattr(score, field))
    assert means.overall == nested(rows, field)
    assert means.micro_mean == mean(means.episodes)
    assert means.scenario_mean == mean(means.scenarios.values())
    assert 0 <= means.defined <= means.total == sum(len(row.trials) for row in rows if row.applicable)


def points(*values: str) -> list[EpisodeScore]:
    return [with_points(value) for value in values]


ROWS = schedule(
    [
        ("south", "s1", points("60", "80")),
        ("south", "s1", points("100", "100")),
        ("south", "s2", points("10", "30")),
        ("north", "n1", points("0", "50")),
        ("north", "n1", [score_episode(episode(0, unsavable_stranded=2))] * 2),
        ("north", "n2", [failed_episode("timeout", 0)] * 2),
        ("north", "n3", points("20", "90")),
    ]
)


def test_a_worked_schedule() -> None:
    means = scores(ROWS)
    assert list(means.episodes) == [70, 100, 20, 25, None, None, 55]
    assert means.scenarios == {"s1": 85, "s2": 20, "n1": 25, "n2": None, "n3": 55}
    assert list(means.families.items()) == [("south", Fraction(105, 2)), ("north", 40)]
    assert means.overall == Fraction("46.25")
    assert means.scenario_mean == Fraction("46.25") and means.micro_mean == 54
    assert (means.defined, means.total) == (10, 10)


def test_the_tail_of_the_worked_schedule() -> None:
    low = tail(scores(ROWS))
    assert low is not None
    assert low.median_scenario == 40
    assert low.worst_scenario_id == "s2" and low.worst_scenario == 20
    assert low.p10_episode == 20 + Fraction(4, 10) * 5
    assert low.cvar10 == 20


def test_cvar_takes_a_tenth_rounded_up() -> None:
    rows = schedule([("f", f"s{number:02}", points(str(number))) for number in range(21)])
    low = tail(scores(rows))
    assert low is not None and low.cvar10 == 1 and low.p10_episode == 2


def test_equally_bad_scenarios_name_the_lowest_id() -> None:
    low = tail(scores(schedule([("f", name, points("5")) for name in ("P9", "P10", "P2")])))
    assert low is not None and low.worst_scenario_id == "P10"


def test_components_count_where_they_are_defined() -> None:
    rows = schedule(
        [
            ("f", "a", [score_episode(episode(10, replanning="1/2")), score_episode(episode(10))]),
            ("f", "b", [failed_episode("missing", 9), score_episode(episode(4, 2, 2))]),
            ("g", "c", [score_episode(episode(0))] * 2),
        ]
    )
    found = components(rows)
    assert list(found) == list(COMPONENTS)
    assert {name: (row.defined, row.total) for name, row in found.items()} == {
        "evacuation": (3, 4),
        "casualty": (3, 4),
        "stranding": (3, 4),
        "time": (2, 4),
        "hazard": (2, 4),
        "path": (2, 4),
        "replanning": (1, 4),
    }
    assert found["replanning"].overall == Fraction(1, 2)
    safety = hierarchy(rows, lambda score: score.safety)
    assert (safety.defined, safety.overall) == (4, Fraction(1, 2))


def test_zero_scores_have_causes() -> None:
    zero = score_episode(episode(10, danger="1"))
    rows = schedule(
        [
            ("f", "a", [zero, score_episode(episode(2, 1)), failed_episode("timeout", 3)]),
            ("f", "b", [failed_episode("invalid_output", 3), failed_episode("missing", 3), with_points("1")]),
            ("f", "c", [failed_episode("missing", 0), score_episode(episode(0)), score_episode(episode(0))]),
        ]
    )
    counts = {"catastrophic": 1, "missing": 1, "invalid_output": 1, "model_error": 0, "timeout": 1, "rounded_zero": 1}
    assert zero_scores(rows) == counts
    assert severe_counts(rows) == {"time": 0, "hazard": 1, "path": 0, "replanning": 0}


def test_totals_cover_authenticated_episode_trials() -> None:
    rows = schedule(
        [
            (
                "f",
                "a",
                [
                    score_episode(episode(10, 1, 2, unsavable_casualties=3, unsavable_stranded=1)),
                    failed_episode("timeout", 10),
                ],
            ),
            ("f", "b", [score_episode(episode(4, 2)), score_episode(episode(4))]),
            ("f", "c", [score_episode(episode(0, unsavable_stranded=7))] * 2),
        ]
    )
    found = totals(rows)
    assert (found.episode_trials, found.escapable, found.evacuated) == (3, 18, 13)
    assert (found.avoidable_casualties, found.avoidable_stranded, found.unavoidable_losses) == (3, 2, 4)
    assert found.missed == 10
    assert len(crowds(rows)) == 3


def test_strata_are_in_the_order_of_the_stream() -> None:
    spots = [("b", "b2"), ("b", "b10"), ("a", "a1"), ("b", "b2"), ("c", "c1")]
    one, two, three, four = map(Fraction, range(1, 5))
    assert strata(spots, [one, two, three, four, None]) == [[[three]], [[two], [one, four]]]


def test_the_interval_wants_five_applicable_episodes() -> None:
    assert headline_interval(ROWS, "2" * 64, "m") is not None
    assert headline_interval(ROWS[:4], "2" * 64, "m") is None
    assert headline_interval(ROWS[:6], "2" * 64, "m") is None


def test_the_interval_is_that_of_its_stream() -> None:
    document = {
        "scoring_version": "1.0",
        "constants_digest": constants_digest(),
        "manifest_hash": "2" * 64,
        "model_id": "m",
        "scores": ["70/1", "100/1", "20/1", "25/1", None, None, "55/1"],
    }
    seventy, hundred, twenty, some, more = (Fraction(value) for value in (70, 100, 20, 25, 55))
    expected = interval([[[some], [more]], [[seventy, hundred], [twenty]]], stream_key(document))
    assert headline_interval(ROWS, "2" * 64, "m") == expected
    assert expected.lower <= Fraction("46.25") <= expected.upper


def test_the_published_vectors_of_the_interval() -> None:
    """SCO-7.4: five resamples and the interval of seven episodes in four scenarios."""
    rows = schedule(
        [
            ("b", "s1", points("100")),
            ("b", "s1", points("56.5")),
            ("b", "s1", [score_episode(episode(0))]),
            ("a", "s2", points("0")),
            ("a", "s2", points("80")),
            ("a", "s3", points("90")),
            ("b", "s4", points("30")),
        ]
    )
    found = headline_interval(rows, "0" * 64, "example-model")
    assert found == Interval(Fraction(433, 16), Fraction(677, 8))
    places = [(row.family, row.scenario_id) for row in rows]
    key = bytes.fromhex("5612e68a7555f8ca30677c758870c6684f21822142e6edaf9d8a7e86ff8ff877")
    sums, denominator = resampled(strata(places, scores(rows).episodes), key, 5)
    expected = [(753, 16), (353, 8), (353, 8), (553, 8), (753, 16)]
    assert [Fraction(value, denominator) for value in sums] == [Fraction(*pair) for pair in expected]


@quick
@given(schedules())
def test_nothing_applicable_has_no_tail(rows: list[ScheduledEpisode]) -> None:
    assert (tail(scores(rows)) is None) == (not any(row.applicable for row in rows))


@pytest.mark.parametrize("order", [[0, 1, 2], [2, 0, 1], [1, 2, 0]])
def test_the_order_of_trials_changes_no_mean(order: list[int]) -> None:
    values = ["10", "20", "45"]
    rows = schedule([("f", "a", points(*(values[place] for place in order))), ("g", "b", points("1", "2", "3"))])
    assert scores(rows).overall == Fraction(27, 2)
