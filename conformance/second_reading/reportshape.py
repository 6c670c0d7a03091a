"""The shape of a score report (SCO-9.7)."""

from conformance.second_reading.aggregate import CAUSES, FAILURES
from conformance.second_reading.contradictions import COUNTS, ID_LISTS
from conformance.second_reading.jsonshape import COUNT, HEX_DIGEST, IDENTIFIER, LARGEST, MANY, Shape
from conformance.second_reading.records import CROWD_KEYS
from conformance.second_reading.score import QUALITY

COMPONENTS = ["evacuation", "casualty", "stranding", *QUALITY]
FACTORS = ["safety", "quality", "quality_without_replanning"]
TOTALS = ["episode_trials", "escapable", "evacuated", "avoidable_casualties", "avoidable_stranded"]
TOTALS += ["unavoidable_losses"]
STATUSES = ("scored", "catastrophic", "failed", "not_applicable")

LONG = 65536
VERSION: Shape = ("string", 1, 32, "[0-9A-Za-z._-]*")
DECIMAL: Shape = ("string", 1, LONG, r"-?[0-9]+(\.[0-9]+)?")
FRACTION: Shape = ("string", 3, LONG, "-?[0-9]+/[1-9][0-9]*")


def members(shapes: dict[str, Shape]) -> Shape:
    """An object with exactly these members."""
    return ("object", shapes, set())


def each(names: list[str], shape: Shape) -> Shape:
    """An object with a member of one shape for each name."""
    return members(dict.fromkeys(names, shape))


def or_null(shape: Shape) -> Shape:
    """A shape, or null."""
    return ("null_or", shape)


def listed(shape: Shape, least: int = 0) -> Shape:
    """A list of values of one shape."""
    return ("list", least, MANY, shape)


RATIONAL = each(["exact"], FRACTION)
RATIONAL[1]["decimal"] = DECIMAL
MAYBE = or_null(RATIONAL)
COLUMN = listed(or_null(COUNT))
POSITIVE: Shape = ("integer", 1, LARGEST)
SAVED = {"evacuated": COUNT, "escapable": COUNT, "evacuated_share": MAYBE}
MEANS = {"score": MAYBE, "safety": MAYBE, "quality": MAYBE} | SAVED
COVERED = members({"mean": MAYBE, "defined": COUNT, "total": COUNT})
PEOPLE = dict.fromkeys(["earliest", "steps", "danger_ref", "danger", "moves_ref", "moves"], COLUMN)
PEOPLE |= {"ids": listed(IDENTIFIER), "outcomes": listed(("choice", ("evacuated", "casualty", "stranded")))}
EVENTS = {"people": listed(IDENTIFIER), "snapshots": listed(COUNT), "earliest": COLUMN, "resolved": listed(COUNT)}
TRIAL = {
    "status": ("choice", STATUSES),
    "failure": or_null(("choice", tuple(FAILURES))),
    "max_evacuated": COUNT,
    "inputs": or_null(members(dict.fromkeys(COUNTS, COUNT) | dict.fromkeys(ID_LISTS, listed(IDENTIFIER)))),
    "components": each(COMPONENTS, or_null(DECIMAL)),
    "severe": listed(("choice", tuple(QUALITY))),
    **dict.fromkeys([*FACTORS, "severity", "ceiling", "score"], or_null(DECIMAL)),
    "record_digest": or_null(HEX_DIGEST),
    "crowd": or_null(each(CROWD_KEYS, COUNT)),
    "evidence": or_null(
        members({"people": members(PEOPLE), "events": members(EVENTS), "q_exit": COUNT, "q_cut": COUNT})
    ),
}
EPISODE = MEANS | {
    "index": COUNT,
    "scenario_id": IDENTIFIER,
    "family": IDENTIFIER,
    "seed": COUNT,
    "max_evacuated": COUNT,
    "joint_bound": or_null(COUNT),
    "trials": listed(members(TRIAL), 1),
}
INTERVAL = members({"lower": RATIONAL, "upper": RATIONAL, "confidence": FRACTION, "resamples": COUNT})
HEADLINE = SAVED | {
    "score": MAYBE,
    "interval": or_null(INTERVAL),
    "scenario_mean": MAYBE,
    "micro_mean": MAYBE,
    "applicable_episodes": COUNT,
    "episodes": COUNT,
}
TAIL = dict.fromkeys(["median_scenario", "worst_scenario", "p10_episode", "cvar10"], RATIONAL)
RANKING = {"score": or_null(DECIMAL), "safety": MAYBE, "worst_scenario": MAYBE}
RANKING |= {"avoidable_casualties_per_trial": RATIONAL, "avoidable_stranded_per_trial": RATIONAL}
CONGESTION = {"block_rate": MAYBE, "exit_throughput": MAYBE, "peak_contested_cells": COUNT}
CONGESTION |= {"contested_cell_steps_per_trial": RATIONAL, "hotspot_cells_per_trial": RATIONAL}
MODEL = {
    "model_id": IDENTIFIER,
    "submission_id": IDENTIFIER,
    "stochastic": ("boolean",),
    "inference_digest": or_null(HEX_DIGEST),
    "results": listed(or_null(HEX_DIGEST), 1),
    "trials": POSITIVE,
}
TARGET = {
    "suite_id": IDENTIFIER,
    "suite_version": VERSION,
    "suite_hash": HEX_DIGEST,
    "manifest_hash": HEX_DIGEST,
    "pack_id": or_null(IDENTIFIER),
    "pack_digest": or_null(HEX_DIGEST),
}
VERSIONS = dict.fromkeys(["scoring", "statistics", "metrics", "crowd_diagnostics"], VERSION)

REPORT: Shape = members(
    {
        "versions": members(VERSIONS | {"constants_digest": HEX_DIGEST}),
        "official": ("boolean",),
        "disclosure": ("choice", ("public", "committed")),
        "authentication": ("string", 0, 200, None),
        "model": members(MODEL),
        "target": members(TARGET),
        "headline": members(HEADLINE),
        "factors": each(FACTORS, COVERED),
        "components": each(COMPONENTS, COVERED),
        "families": listed(members(MEANS | {"family": IDENTIFIER, "scenarios": COUNT}), 1),
        "scenarios": listed(members(MEANS | {"scenario_id": IDENTIFIER, "family": IDENTIFIER, "episodes": COUNT}), 1),
        "tail": or_null(members(TAIL | {"worst_scenario_id": IDENTIFIER})),
        "zero_scores": members({"episode_trials": COUNT, "causes": each(CAUSES, COUNT)}),
        "severe": each(QUALITY, COUNT),
        "people": members({"totals": each(TOTALS, COUNT), "per_trial": each(TOTALS, RATIONAL)}),
        "ranking": members(RANKING),
        "congestion": members(CONGESTION),
        "identical_records": or_null(COUNT),
        "episodes": listed(members(EPISODE), 1),
    }
)
