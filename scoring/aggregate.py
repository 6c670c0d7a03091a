"""From episode-trials to the headline, in exact rational arithmetic (SCO-6).

    episode-trial -> episode -> scenario -> primary family -> overall

Each level is the unweighted mean of the defined values of the level below. The score, Safety, Quality and every
component take the same way. What is rounded in an episode-trial (12 decimals, 9 for the score) is exact from there on.
"""

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.bootstrap import Interval, Strata, interval, quantile, stream_key
from scoring.constants import CONSTANTS, SCORING_VERSION, constants_digest
from scoring.crowd import Crowd
from scoring.episode import COMPONENTS, FAILURES, QUALITY_COMPONENTS, EpisodeScore
from scoring.evidence import Evidence

ZERO_CAUSES = ("catastrophic", *FAILURES, "rounded_zero")


@dataclass(frozen=True, slots=True)
class EpisodeTrial:
    """One scheduled episode in one trial; what an absent record would have given is None (SCO-6)."""

    score: EpisodeScore
    evidence: Evidence | None = None
    crowd: Crowd | None = None
    record_digest: str | None = None


@dataclass(frozen=True, slots=True)
class ScheduledEpisode:
    """One episode of the evaluation manifest with all its trials, in the order of the trials (SCO-6).

    `joint_bound` is how many people can leave together, where it was asked for; it touches no score (SCO-3.4).
    """

    index: int
    scenario_id: str
    family: str
    seed: int
    trials: tuple[EpisodeTrial, ...]
    joint_bound: int | None = None

    @property
    def applicable(self) -> bool:
        """Whether anybody could be saved, which depends on the scenario and the seed alone (SCO-4.4)."""
        return self.trials[0].score.applicable

    @property
    def max_evacuated(self) -> int:
        """M* (SCO-3.1)."""
        return self.trials[0].score.max_evacuated


Episodes = Sequence[ScheduledEpisode]


@dataclass(frozen=True, slots=True)
class Means:
    """One value on every level of the hierarchy; None where nothing below is defined (SCO-6.1).

    `episodes` are in the order of the schedule, scenarios and families in the order of their first episode. `defined`
    of the `total` applicable episode-trials have the value.
    """

    episodes: tuple[Fraction | None, ...]
    scenarios: dict[str, Fraction | None]
    families: dict[str, Fraction | None]
    overall: Fraction | None
    defined: int
    total: int

    @property
    def scenario_mean(self) -> Fraction | None:
        """The mean of the scenario means (SCO-6.2)."""
        return mean(self.scenarios.values())

    @property
    def micro_mean(self) -> Fraction | None:
        """The mean of the episodes (SCO-6.2)."""
        return mean(self.episodes)


@dataclass(frozen=True, slots=True)
class Tail:
    """The lower tail of the scores: median, worst (ties to the lowest ID), 10th percentile, CVaR10 (SCO-6.3)."""

    median_scenario: Fraction
    worst_scenario_id: str
    worst_scenario: Fraction
    p10_episode: Fraction
    cvar10: Fraction


@dataclass(frozen=True, slots=True)
class Totals:
    """People, summed over the authenticated episode-trials; `missed` is M* summed over the failed ones (SCO-6.4)."""

    episode_trials: int
    escapable: int
    evacuated: int
    avoidable_casualties: int
    avoidable_stranded: int
    unavoidable_losses: int
    missed: int


def mean(values: Iterable[Fraction | None]) -> Fraction | None:
    """The mean of the defined values, None without any (SCO-6.1)."""
    defined = [value for value in values if value is not None]
    return Fraction(sum(defined, Fraction(0)), len(defined)) if defined else None


def hierarchy(episodes: Episodes, value: Callable[[EpisodeScore], str | None]) -> Means:
    """One stored decimal of every episode-trial through all levels (SCO-6.1)."""
    trials = [[_exact(value(trial.score)) for trial in episode.trials] for episode in episodes]
    by_episode = tuple(map(mean, trials))
    by_scenario = _group(zip((episode.scenario_id for episode in episodes), by_episode, strict=True))
    family_of = {episode.scenario_id: episode.family for episode in episodes}
    by_family = _group((family_of[scenario], value) for scenario, value in by_scenario.items())
    return Means(
        episodes=by_episode,
        scenarios=by_scenario,
        families=by_family,
        overall=mean(by_family.values()),
        defined=sum(value is not None for row in trials for value in row),
        total=sum(trial.score.applicable for episode in episodes for trial in episode.trials),
    )


def _exact(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def _group(pairs: Iterable[tuple[str, Fraction | None]]) -> dict[str, Fraction | None]:
    groups: dict[str, list[Fraction | None]] = {}
    for name, value in pairs:
        groups.setdefault(name, []).append(value)
    return {name: mean(values) for name, values in groups.items()}


def scores(episodes: Episodes) -> Means:
    """The headline's hierarchy: `overall` is the EMBER Score (SCO-6.1)."""
    return hierarchy(episodes, operator.attrgetter("score"))


def components(episodes: Episodes) -> dict[str, Means]:
    """Every component's hierarchy, in the order of COMPONENTS (SCO-6.2)."""
    return {name: hierarchy(episodes, operator.methodcaller("component", name)) for name in COMPONENTS}


def tail(means: Means) -> Tail | None:
    """The lower tail, None without an applicable episode (SCO-6.3)."""
    scenarios = sorted((value, name) for name, value in means.scenarios.items() if value is not None)
    episodes = sorted(value for value in means.episodes if value is not None)
    if not episodes:
        return None
    lowest = episodes[: -(-len(episodes) * CONSTANTS.tail.numerator // CONSTANTS.tail.denominator)]
    worst, worst_id = scenarios[0]
    return Tail(
        median_scenario=quantile([value for value, _ in scenarios], Fraction(1, 2)),
        worst_scenario_id=worst_id,
        worst_scenario=worst,
        p10_episode=quantile(episodes, CONSTANTS.tail),
        cvar10=Fraction(sum(lowest, Fraction(0)), len(lowest)),
    )


def zero_scores(episodes: Episodes) -> dict[str, int]:
    """Zero-score episode-trials by cause, every cause of ZERO_CAUSES (SCO-6.3)."""
    counts = Counter(_zero_cause(score) for score in applicable(episodes) if not Fraction(score.score or 0))
    return {cause: counts[cause] for cause in ZERO_CAUSES}


def _zero_cause(score: EpisodeScore) -> str:
    return score.failure or ("catastrophic" if score.status == "catastrophic" else "rounded_zero")


def applicable(episodes: Episodes) -> list[EpisodeScore]:
    """The scores of the applicable episode-trials (SCO-4.4.2)."""
    return [trial.score for episode in episodes for trial in episode.trials if trial.score.applicable]


def severe_counts(episodes: Episodes) -> dict[str, int]:
    """Severe episode-trials by quality component (SCO-4.3.2)."""
    counts = Counter(name for score in applicable(episodes) for name in score.severe)
    return {name: counts[name] for name in QUALITY_COMPONENTS}


def totals(episodes: Episodes) -> Totals:
    """The totals of the applicable episode-trials (SCO-6.4)."""
    rows = applicable(episodes)
    inputs = [score.inputs for score in rows if score.inputs is not None]
    unavoidable = (len(row.unavoidable_casualty_ids) + len(row.unavoidable_stranded_ids) for row in inputs)
    return Totals(
        episode_trials=len(inputs),
        escapable=sum(row.max_evacuated for row in inputs),
        evacuated=sum(row.evacuated for row in inputs),
        avoidable_casualties=sum(len(row.avoidable_casualty_ids) for row in inputs),
        avoidable_stranded=sum(len(row.avoidable_stranded_ids) for row in inputs),
        unavoidable_losses=sum(unavoidable),
        missed=sum(score.max_evacuated for score in rows if score.inputs is None),
    )


def crowds(episodes: Episodes) -> list[Crowd]:
    """The crowd counts of the authenticated episode-trials (MET-2)."""
    trials = [trial for episode in episodes for trial in episode.trials if trial.score.authenticated]
    return [trial.crowd for trial in trials if trial.crowd is not None]


def headline_interval(episodes: Episodes, manifest_hash: str, model_id: str) -> Interval | None:
    """The interval of the headline, None with fewer applicable episodes than it needs (SCO-7.3)."""
    values = scores(episodes).episodes
    if sum(value is not None for value in values) < CONSTANTS.least_episodes:
        return None
    document = {
        "scoring_version": SCORING_VERSION,
        "constants_digest": constants_digest(),
        "manifest_hash": manifest_hash,
        "model_id": model_id,
        "scores": [exact_text(value) for value in values],
    }
    places = [(episode.family, episode.scenario_id) for episode in episodes]
    return interval(strata(places, values), stream_key(document))


def exact_text(value: Fraction | None) -> str | None:
    """A rational as `"num/den"` in lowest terms (ENC-3.2)."""
    return None if value is None else f"{value.numerator}/{value.denominator}"


def strata(places: Sequence[tuple[str, str]], values: Sequence[Fraction | None]) -> Strata:
    """The defined values by family and scenario, both ascending by code point, in episode order (SCO-7.2).

    `places` holds the family and the scenario ID of each episode, in the order of the schedule.
    """
    families: dict[str, dict[str, list[Fraction]]] = {}
    for (family, scenario), value in zip(places, values, strict=True):
        if value is not None:
            families.setdefault(family, {}).setdefault(scenario, []).append(value)
    return [[rows for _, rows in sorted(scenarios.items())] for _, scenarios in sorted(families.items())]
