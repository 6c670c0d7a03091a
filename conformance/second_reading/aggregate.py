"""From episode-trials to a headline, its tail and its totals, in fractions (SCO-6, SCO-8.3).

An episode is {"index", "scenario_id", "family", "seed", "max_evacuated"}. A trial's result for it is what
`score_of_inputs` gives, with `inputs` and `failure` None; or, for an episode without a record, {"failure": kind}.
`trials` is a list over trials of lists over episodes.
"""

from fractions import Fraction
from typing import Any

from conformance.second_reading.canonical import half_even

Values = list[list[Fraction | None]]
FAILURES = ["missing", "invalid_output", "model_error", "timeout"]
CAUSES = ["catastrophic", *FAILURES, "rounded_zero"]
LOSSES = [("avoidable_casualties", ["avoidable_casualty_ids"]), ("avoidable_stranded", ["avoidable_stranded_ids"])]
LOSSES += [("unavoidable_losses", ["unavoidable_casualty_ids", "unavoidable_stranded_ids"])]


def mean(values: list[Fraction | None]) -> Fraction | None:
    """The unweighted mean of the defined values, or None where none is (SCO-6.1)."""
    defined = [value for value in values if value is not None]
    return Fraction(sum(defined, Fraction(0)), len(defined)) if defined else None


def quantile(values: list[Fraction], share: Fraction) -> Fraction:
    """The type-7 quantile (SCO-6.3)."""
    ascending = sorted(values)
    place = (len(ascending) - 1) * share
    below = place.numerator // place.denominator
    if below == len(ascending) - 1:
        return ascending[below]
    return ascending[below] + (place - below) * (ascending[below + 1] - ascending[below])


def most_of(episode: dict[str, Any], result: dict[str, Any]) -> int:
    """M* as an episode-trial has it; in a true report all trials of an episode have the same (SCO-8.6)."""
    most = result.get("max_evacuated", episode["max_evacuated"])
    return int(most if result.get("inputs") is None else result["inputs"]["max_evacuated"])


def pairs_of(episodes: list[Any], trials: list[list[Any]]) -> list[tuple[Any, Any]]:
    """Every applicable episode-trial (SCO-4.4)."""
    pairs = [(episode, result) for trial in trials for episode, result in zip(episodes, trial, strict=True)]
    return [(episode, result) for episode, result in pairs if most_of(episode, result) > 0]


def has_failed(result: dict[str, Any]) -> bool:
    """Whether there is no record: a failure, or, in an untrue report, neither (SCO-8.6)."""
    return result["failure"] is not None or result.get("inputs", result) is None


def status_of(episode: dict[str, Any], result: dict[str, Any]) -> str:
    """The status of an episode-trial (SCO-4.4)."""
    if most_of(episode, result) == 0:
        return "not_applicable"
    return "failed" if has_failed(result) else str(result["status"])


def value_of(episode: dict[str, Any], result: dict[str, Any], name: str) -> Fraction | None:
    """A stored factor, component or score of an episode-trial; None where not defined (SCO-4.4.1, SCO-4.4.2)."""
    status = status_of(episode, result)
    if status == "not_applicable":
        return None
    if status == "failed":
        return Fraction(0) if name in ("score", "safety", "ceiling") else None
    return None if result[name] is None else Fraction(result[name])


def values_of(episodes: list[Any], trials: list[list[Any]], name: str) -> Values:
    """Per episode the values of its trials."""
    return [[value_of(episode, trial[i], name) for trial in trials] for i, episode in enumerate(episodes)]


def in_order(names: list[str]) -> list[str]:
    """The names, each at its first place."""
    return list(dict.fromkeys(names))


def hierarchy(episodes: list[Any], values: Values) -> dict[str, Any]:
    """Means of each level: episodes, scenarios, families, overall, scenario_mean and micro_mean (SCO-6.1, SCO-6.2)."""
    of_episode = [mean(over_trials) for over_trials in values]
    scenarios: dict[str, Fraction | None] = {}
    family_of: dict[str, str] = {}
    for name in in_order([episode["scenario_id"] for episode in episodes]):
        indices = [i for i, episode in enumerate(episodes) if episode["scenario_id"] == name]
        scenarios[name] = mean([of_episode[i] for i in indices])
        family_of[name] = episodes[indices[-1]]["family"]
    families: dict[str, Fraction | None] = {}
    for family in in_order([episode["family"] for episode in episodes]):
        families[family] = mean([scenarios[name] for name in scenarios if family_of[name] == family])
    return {
        "episodes": of_episode,
        "scenarios": {name: value for name, value in scenarios.items() if value is not None},
        "families": {name: value for name, value in families.items() if value is not None},
        "overall": mean(list(families.values())),
        "scenario_mean": mean(list(scenarios.values())),
        "micro_mean": mean(of_episode),
    }


def coverage(episodes: list[Any], trials: list[list[Any]], name: str) -> dict[str, Any]:
    """mean, defined and total of a factor or component (SCO-6.2)."""
    values = values_of(episodes, trials, name)
    defined = sum(1 for over_trials in values for value in over_trials if value is not None)
    total = len(pairs_of(episodes, trials))
    return {"mean": hierarchy(episodes, values)["overall"], "defined": defined, "total": total}


def tail(episodes: list[Any], trials: list[list[Any]]) -> dict[str, Any] | None:
    """Median and worst scenario, p10 and CVaR10, or None without an applicable episode (SCO-6.3)."""
    levels = hierarchy(episodes, values_of(episodes, trials, "score"))
    scenarios: dict[str, Fraction] = levels["scenarios"]
    of_episode = sorted(value for value in levels["episodes"] if value is not None)
    if not of_episode:
        return None
    worst = min(scenarios.values())
    lowest = of_episode[: -(-len(of_episode) // 10)]
    return {
        "median_scenario": quantile(list(scenarios.values()), Fraction(1, 2)),
        "worst_scenario_id": min(name for name in scenarios if scenarios[name] == worst),
        "worst_scenario": worst,
        "p10_episode": quantile(of_episode, Fraction(1, 10)),
        "cvar10": Fraction(sum(lowest, Fraction(0)), len(lowest)),
    }


def zero_scores(episodes: list[Any], trials: list[list[Any]]) -> dict[str, Any]:
    """The zero-score episode-trials by cause, and the number of all applicable ones (SCO-6.3, SCO-10.2)."""
    causes = dict.fromkeys(CAUSES, 0)
    for trial in trials:
        for episode, result in zip(episodes, trial, strict=True):
            status = status_of(episode, result)
            if status == "failed":
                causes[result["failure"] or "rounded_zero"] += 1
            elif status == "catastrophic":
                causes["catastrophic"] += 1
            elif status == "scored" and Fraction(result["score"]) == 0:
                causes["rounded_zero"] += 1
    return {"episode_trials": len(pairs_of(episodes, trials)), "causes": causes}


def authenticated(episodes: list[Any], trials: list[list[Any]]) -> list[dict[str, Any]]:
    """The results of the applicable episode-trials that have a record (SCO-6.4)."""
    return [result for episode, result in pairs_of(episodes, trials) if not has_failed(result)]


def severe_counts(episodes: list[Any], trials: list[list[Any]]) -> dict[str, int]:
    """Severe episode-trials per quality component (SCO-9.7)."""
    lists = [result["severe"] for result in authenticated(episodes, trials)]
    return {name: sum(name in one for one in lists) for name in ("time", "hazard", "path", "replanning")}


def people_totals(episodes: list[Any], trials: list[list[Any]]) -> dict[str, int]:
    """The totals over authenticated applicable episode-trials (SCO-6.4)."""
    inputs = [result["inputs"] for result in authenticated(episodes, trials)]
    totals = {"escapable": sum(one["max_evacuated"] for one in inputs)}
    totals["evacuated"] = sum(one["evacuated"] for one in inputs)
    for name, lists in LOSSES:
        totals[name] = sum(len(one[ids]) for one in inputs for ids in lists)
    return totals


def saved_share(episodes: list[Any], trials: list[list[Any]]) -> tuple[int, int]:
    """Evacuated and M*, over all applicable episode-trials, a failed one counting 0 (SCO-9.2)."""
    escapable = sum(most_of(episode, result) for episode, result in pairs_of(episodes, trials))
    return people_totals(episodes, trials)["evacuated"], escapable


def ranking_losses(episodes: list[Any], trials: list[list[Any]], ids: str) -> Fraction:
    """Avoidable losses of one kind per trial, a failed episode-trial counting its M* (SCO-8.3)."""
    total = 0
    for trial in trials:
        for episode, result in zip(episodes, trial, strict=True):
            status = status_of(episode, result)
            if status == "failed":
                total += most_of(episode, result)
            elif status != "not_applicable":
                total += len(result["inputs"][ids])
    return Fraction(total, len(trials))


def ranking(episodes: list[Any], trials: list[list[Any]]) -> dict[str, Any]:
    """The keys of the leaderboard that a report carries (SCO-8.3)."""
    overall = hierarchy(episodes, values_of(episodes, trials, "score"))["overall"]
    lower = tail(episodes, trials)
    return {
        "score": None if overall is None else Fraction(half_even(overall * 10), 10),
        "safety": coverage(episodes, trials, "safety")["mean"],
        "avoidable_casualties": ranking_losses(episodes, trials, "avoidable_casualty_ids"),
        "avoidable_stranded": ranking_losses(episodes, trials, "avoidable_stranded_ids"),
        "worst_scenario": None if lower is None else lower["worst_scenario"],
    }


def strata(episodes: list[Any], of_episode: list[Fraction | None]) -> dict[str, dict[str, list[Fraction]]]:
    """Family, scenario, the values of its applicable episodes in the order of the schedule (SCO-7.2)."""
    found: dict[str, dict[str, list[Fraction]]] = {}
    for episode, value in zip(episodes, of_episode, strict=True):
        if value is not None:
            found.setdefault(episode["family"], {}).setdefault(episode["scenario_id"], []).append(value)
    return found
