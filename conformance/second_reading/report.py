"""The whole score report of a submission, from the results of its trials (SCO-9)."""

from fractions import Fraction
from typing import Any

from conformance.second_reading import aggregate
from conformance.second_reading.bootstrap import CONSTANTS_DIGEST, interval, key_of_scores
from conformance.second_reading.canonical import decimal_text, digest, fraction_text
from conformance.second_reading.metrics import pooled
from conformance.second_reading.references import joint_bound, references, tables, world_of
from conformance.second_reading.score import QUALITY

COMPONENTS = ["evacuation", "casualty", "stranding", *QUALITY]
FACTORS = ["safety", "quality", "quality_without_replanning"]
SENTENCE = "Authentication proves that each record is a consistent run of this {}; it does not prove who acted."


def stored(value: Fraction | None) -> dict[str, str] | None:
    """A statistic as it is stored (SCO-9.1)."""
    return None if value is None else {"exact": fraction_text(value), "decimal": decimal_text(value, 12)}


def episodes_of(target: dict[str, Any], schedule: list[Any], joint: bool = False) -> list[dict[str, Any]]:
    """The scheduled episodes as aggregate wants them; `target` is what verify_pack gives."""
    families = {entry["scenario_id"]: entry["primary_family"] for entry in target["suite"]["scenarios"]}
    found = []
    for entry in schedule:
        document = target["scenarios"][entry["scenario_id"]]
        most = references(document, entry["seed"])["max_evacuated"]
        one = {key: entry[key] for key in ("index", "scenario_id", "seed")}
        found.append(one | {"family": families[entry["scenario_id"]], "max_evacuated": most})
        if joint and most > 0:
            world = world_of(document, entry["seed"])
            found[-1]["joint_bound"] = joint_bound(world, tables(world)[0])
    return found


def trial_row(episode: dict[str, Any], result: dict[str, Any]) -> dict[str, Any]:
    """One episode-trial of the report (SCO-9.3)."""
    status = aggregate.status_of(episode, result)
    failed = aggregate.has_failed(result)
    values: dict[str, Any] = dict.fromkeys(["safety", "quality", "quality_without_replanning", "severity"])
    values |= {"ceiling": None, "score": None}
    if status == "failed":
        values |= {"safety": decimal_text(0, 12), "ceiling": decimal_text(0, 9), "score": decimal_text(0, 9)}
    if not failed:
        values = {name: result[name] for name in values}
    return values | {
        "status": status,
        "failure": result["failure"],
        "max_evacuated": aggregate.most_of(episode, result),
        "components": {name: None if failed else result[name] for name in COMPONENTS},
        "severe": [] if failed else result["severe"],
        **{name: result.get(name) for name in ("inputs", "evidence", "record_digest", "crowd")},
    }


def saved(episodes: list[Any], trials: list[list[Any]], wanted: list[int]) -> dict[str, Any]:
    """Evacuated of those who could be saved, in some of the episodes (SCO-9.2)."""
    evacuated, escapable = aggregate.saved_share(
        [episodes[i] for i in wanted], [[trial[i] for i in wanted] for trial in trials]
    )
    share = None if escapable == 0 else stored(Fraction(evacuated, escapable))
    return {"evacuated": evacuated, "escapable": escapable, "evacuated_share": share}


def group_rows(episodes: list[Any], trials: list[list[Any]], level: str) -> list[dict[str, Any]]:
    """The rows of families or scenarios, in the order of their first episode (SCO-9.7)."""
    field = "family" if level == "families" else "scenario_id"
    means = {
        name: aggregate.hierarchy(episodes, aggregate.values_of(episodes, trials, name))[level]
        for name in ("score", "safety", "quality")
    }
    rows = []
    for name in aggregate.in_order([episode[field] for episode in episodes]):
        inside = [i for i, episode in enumerate(episodes) if episode[field] == name]
        applicable = [episodes[i] for i in inside if episodes[i]["max_evacuated"] > 0]
        row: dict[str, Any] = {field: name}
        if level == "scenarios":
            row["family"] = episodes[inside[0]]["family"]
        row |= {key: stored(means[key].get(name)) for key in means}
        lower = "scenarios" if level == "families" else "episodes"
        row[lower] = len({episode["scenario_id" if level == "families" else "index"] for episode in applicable})
        row |= saved(episodes, trials, inside)
        rows.append(row)
    return rows


def episode_rows(episodes: list[Any], trials: list[list[Any]]) -> list[dict[str, Any]]:
    """The episodes of the report, by index (SCO-9.7)."""
    rows = []
    for i, episode in enumerate(episodes):
        means = {
            name: stored(aggregate.mean([aggregate.value_of(episode, trial[i], name) for trial in trials]))
            for name in ("score", "safety", "quality")
        }
        row = {"joint_bound": None} | episode | means | saved(episodes, trials, [i])
        rows.append(row | {"trials": [trial_row(episode, trial[i]) for trial in trials]})
    return rows


def headline(episodes: list[Any], trials: list[list[Any]], manifest_hash: str, model_id: str) -> dict[str, Any]:
    """The headline with its interval (SCO-7, SCO-9.7)."""
    levels = aggregate.hierarchy(episodes, aggregate.values_of(episodes, trials, "score"))
    bounds = interval(key_of_scores(manifest_hash, model_id, levels["episodes"]), episodes, levels["episodes"])
    shown = None
    if bounds is not None:
        shown = {"lower": stored(bounds[0]), "upper": stored(bounds[1]), "confidence": "19/20", "resamples": 2000}
    return {
        "score": stored(levels["overall"]),
        "interval": shown,
        "scenario_mean": stored(levels["scenario_mean"]),
        "micro_mean": stored(levels["micro_mean"]),
        "applicable_episodes": sum(1 for episode in episodes if episode["max_evacuated"] > 0),
        "episodes": len(episodes),
    } | saved(episodes, trials, list(range(len(episodes))))


def people_rows(episodes: list[Any], trials: list[list[Any]]) -> dict[str, Any]:
    """Totals and totals per trial (SCO-6.4)."""
    totals = {"episode_trials": len(aggregate.authenticated(episodes, trials))}
    totals |= aggregate.people_totals(episodes, trials)
    return {"totals": totals, "per_trial": {name: stored(Fraction(totals[name], len(trials))) for name in totals}}


def ranking_row(episodes: list[Any], trials: list[list[Any]]) -> dict[str, Any]:
    """The keys of the leaderboard (SCO-8.3)."""
    keys = aggregate.ranking(episodes, trials)
    return {
        "score": None if keys["score"] is None else decimal_text(keys["score"], 1),
        "safety": stored(keys["safety"]),
        "avoidable_casualties_per_trial": stored(keys["avoidable_casualties"]),
        "avoidable_stranded_per_trial": stored(keys["avoidable_stranded"]),
        "worst_scenario": stored(keys["worst_scenario"]),
    }


def congestion_row(episodes: list[Any], trials: list[list[Any]]) -> dict[str, Any]:
    """The pooled crowd diagnostics of authenticated applicable episode-trials (MET-2.4)."""
    crowds = [result["crowd"] for result in aggregate.authenticated(episodes, trials)]
    together = pooled([one for one in crowds if one is not None])
    return {
        "block_rate": stored(together["block_rate"]),
        "contested_cell_steps_per_trial": stored(Fraction(together["contested"], len(trials))),
        "hotspot_cells_per_trial": stored(Fraction(together["hotspots"], len(trials))),
        "peak_contested_cells": together["peak"],
        "exit_throughput": stored(together["exit_throughput"]),
    }


def identical_records(episodes: list[Any], trials: list[list[Any]]) -> int:
    """In how many episodes two trials have the same record (SCO-2.4)."""
    count = 0
    for i in range(len(episodes)):
        digests = [trial[i]["record_digest"] for trial in trials if trial[i].get("record_digest") is not None]
        count += len(digests) != len(set(digests))
    return count


def tail_row(episodes: list[Any], trials: list[list[Any]]) -> dict[str, Any] | None:
    """The lower tail (SCO-6.3)."""
    low = aggregate.tail(episodes, trials)
    return low and {name: low[name] if name == "worst_scenario_id" else stored(low[name]) for name in low}


def covered(episodes: list[Any], trials: list[list[Any]], names: list[str]) -> dict[str, Any]:
    """Factors or components with their coverage (SCO-6.2)."""
    rows = {name: aggregate.coverage(episodes, trials, name) for name in names}
    return {name: row | {"mean": stored(row["mean"])} for name, row in rows.items()}


def results_part(episodes: list[Any], trials: list[list[Any]]) -> dict[str, Any]:
    """The members of a report that follow from scores alone, without the headline (SCO-9.7)."""
    return {
        "factors": covered(episodes, trials, FACTORS),
        "components": covered(episodes, trials, COMPONENTS),
        "families": group_rows(episodes, trials, "families"),
        "scenarios": group_rows(episodes, trials, "scenarios"),
        "tail": tail_row(episodes, trials),
        "zero_scores": aggregate.zero_scores(episodes, trials),
        "severe": aggregate.severe_counts(episodes, trials),
        "people": people_rows(episodes, trials),
        "ranking": ranking_row(episodes, trials),
    }


def assembled(
    model: dict[str, Any], target: dict[str, Any], disclosure: str, episodes: list[Any], trials: list[list[Any]]
) -> dict[str, Any]:
    """The report of a model's trials on a target, the two as the report names them (SCO-9.7)."""
    official = target["pack_digest"] is not None
    versions = {"scoring": "1.0", "constants_digest": CONSTANTS_DIGEST, "statistics": "1.0", "metrics": "1.0"}
    return {
        "versions": versions | {"crowd_diagnostics": "1.0"},
        "official": official,
        "disclosure": disclosure,
        "authentication": SENTENCE.format("pack" if official else "suite"),
        "model": model | {"trials": len(trials)},
        "target": target,
        "headline": headline(episodes, trials, target["manifest_hash"], model["model_id"]),
        **results_part(episodes, trials),
        "congestion": congestion_row(episodes, trials),
        "identical_records": identical_records(episodes, trials) if model["stochastic"] else None,
        "episodes": episode_rows(episodes, trials),
    }


def make_report(
    target: dict[str, Any], files: list[dict[str, Any] | None], committed: bool, joint: bool = False
) -> dict[str, Any]:
    """The report of the trials 0, 1, ... of a submission on a pack; None is an absent trial (SCO-9.7).

    `target` is what verify_pack gives, a trial what read_result gives; at least one trial is there.
    """
    header = next(file["header"] for file in files if file is not None)
    schedule = target["schedule"]
    episodes = episodes_of(target, schedule["episodes"], joint)
    missing = [{"failure": "missing"} for _ in episodes]
    trials = [missing if file is None else file["results"] for file in files]
    who = {key: header[key] for key in ("model_id", "submission_id", "stochastic", "inference_digest")}
    who["results"] = [None if file is None else file["footer"]["digest"] for file in files]
    named = {key: schedule[key] for key in ("suite_id", "suite_version", "suite_hash")}
    named |= {"manifest_hash": digest(schedule), "pack_id": target["record"]["pack_id"]}
    named["pack_digest"] = target["digest"]
    return assembled(who, named, "committed" if committed else "public", episodes, trials)
