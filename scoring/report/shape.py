"""What a report document may hold, and reading one (SCO-9.1, SCO-9.7)."""

from dataclasses import fields
from typing import Any

from scoring.aggregate import ZERO_CAUSES
from scoring.crowd import Crowd
from scoring.episode import COMPONENTS, FAILURES, QUALITY_COMPONENTS, STATUSES
from scoring.evidence import OUTCOMES, Events, People
from scoring.inputs import LOSSES, EpisodeInputs
from scoring.report.model import DISCLOSURES
from scoring.report.restore import restore
from simulator.shape import Boolean, Choice, Integer, ListOf, Nullable, Record, Shape, Text, hash_hex, identifier, read

_COUNT = Integer(0)
_COUNTS = ListOf(Nullable(_COUNT))
_IDS = ListOf(identifier())
_VERSION = Text(32, 1, "[0-9A-Za-z._-]+", "a version")
_DECIMAL = Text(1 << 16, 1, r"-?[0-9]+(\.[0-9]+)?", "a decimal")
_FRACTION = Text(1 << 16, 3, "-?[0-9]+/[1-9][0-9]*", "a fraction")
_RATIONAL = Record({"exact": _FRACTION, "decimal": _DECIMAL})
_MAYBE = Nullable(_RATIONAL)
_COVERED = Record({"mean": _MAYBE, "defined": _COUNT, "total": _COUNT})
_SAVED: dict[str, Shape] = {"evacuated": _COUNT, "escapable": _COUNT, "evacuated_share": _MAYBE}
_MEANS: dict[str, Shape] = {"score": _MAYBE, "safety": _MAYBE, "quality": _MAYBE, **_SAVED}
_TOTALS = (
    "episode_trials",
    "escapable",
    "evacuated",
    "avoidable_casualties",
    "avoidable_stranded",
    "unavoidable_losses",
)


def _each(names: tuple[str, ...], shape: Shape) -> Record:
    return Record(dict.fromkeys(names, shape))


def _counts_of(kind: type) -> Record:
    return Record({field.name: _IDS if field.name in LOSSES else _COUNT for field in fields(kind)})


def _columns_of(kind: type, **special: Shape) -> Record:
    return Record({field.name: special.get(field.name, _COUNTS) for field in fields(kind)})


_VERSIONS = Record(
    {
        "scoring": _VERSION,
        "constants_digest": hash_hex(),
        "statistics": _VERSION,
        "metrics": _VERSION,
        "crowd_diagnostics": _VERSION,
    }
)
_MODEL = Record(
    {
        "model_id": identifier(),
        "submission_id": identifier(),
        "stochastic": Boolean(),
        "inference_digest": Nullable(hash_hex()),
        "results": ListOf(Nullable(hash_hex()), 1),
        "trials": Integer(1),
    }
)
_TARGET = Record(
    {
        "suite_id": identifier(),
        "suite_version": _VERSION,
        "suite_hash": hash_hex(),
        "manifest_hash": hash_hex(),
        "pack_id": Nullable(identifier()),
        "pack_digest": Nullable(hash_hex()),
    }
)
_INTERVAL = Record({"lower": _RATIONAL, "upper": _RATIONAL, "confidence": _FRACTION, "resamples": _COUNT})
_HEADLINE = Record(
    {
        "score": _MAYBE,
        "interval": Nullable(_INTERVAL),
        "scenario_mean": _MAYBE,
        "micro_mean": _MAYBE,
        "applicable_episodes": _COUNT,
        "episodes": _COUNT,
        **_SAVED,
    }
)
_FAMILY = Record({"family": identifier(), "scenarios": _COUNT, **_MEANS})
_SCENARIO = Record({"scenario_id": identifier(), "family": identifier(), "episodes": _COUNT, **_MEANS})
_TAIL = Record(
    {
        "median_scenario": _RATIONAL,
        "worst_scenario_id": identifier(),
        "worst_scenario": _RATIONAL,
        "p10_episode": _RATIONAL,
        "cvar10": _RATIONAL,
    }
)
_RANKING = Record(
    {
        "score": Nullable(_DECIMAL),
        "safety": _MAYBE,
        "avoidable_casualties_per_trial": _RATIONAL,
        "avoidable_stranded_per_trial": _RATIONAL,
        "worst_scenario": _MAYBE,
    }
)
_CONGESTION = Record(
    {
        "block_rate": _MAYBE,
        "contested_cell_steps_per_trial": _RATIONAL,
        "hotspot_cells_per_trial": _RATIONAL,
        "peak_contested_cells": _COUNT,
        "exit_throughput": _MAYBE,
    }
)
_EVIDENCE = Record(
    {
        "people": _columns_of(People, ids=_IDS, outcomes=ListOf(Choice(*OUTCOMES))),
        "events": _columns_of(Events, people=_IDS, snapshots=ListOf(_COUNT), resolved=ListOf(_COUNT)),
        "q_exit": _COUNT,
        "q_cut": _COUNT,
    }
)
_TRIAL = Record(
    {
        "status": Choice(*STATUSES),
        "failure": Nullable(Choice(*FAILURES)),
        "max_evacuated": _COUNT,
        "inputs": Nullable(_counts_of(EpisodeInputs)),
        "components": _each(COMPONENTS, Nullable(_DECIMAL)),
        "severe": ListOf(Choice(*QUALITY_COMPONENTS)),
        **dict.fromkeys(("safety", "quality", "quality_without_replanning", "severity"), Nullable(_DECIMAL)),
        **dict.fromkeys(("ceiling", "score"), Nullable(_DECIMAL)),
        "record_digest": Nullable(hash_hex()),
        "crowd": Nullable(_counts_of(Crowd)),
        "evidence": Nullable(_EVIDENCE),
    }
)
_EPISODE = Record(
    {
        "index": _COUNT,
        "scenario_id": identifier(),
        "family": identifier(),
        "seed": _COUNT,
        "max_evacuated": _COUNT,
        "joint_bound": Nullable(_COUNT),
        "trials": ListOf(_TRIAL, 1),
        **_MEANS,
    }
)

REPORT = Record(
    {
        "versions": _VERSIONS,
        "official": Boolean(),
        "disclosure": Choice(*DISCLOSURES),
        "authentication": Text(200),
        "model": _MODEL,
        "target": _TARGET,
        "headline": _HEADLINE,
        "factors": _each(("safety", "quality", "quality_without_replanning"), _COVERED),
        "components": _each(COMPONENTS, _COVERED),
        "families": ListOf(_FAMILY, 1),
        "scenarios": ListOf(_SCENARIO, 1),
        "tail": Nullable(_TAIL),
        "zero_scores": Record({"episode_trials": _COUNT, "causes": _each(ZERO_CAUSES, _COUNT)}),
        "severe": _each(QUALITY_COMPONENTS, _COUNT),
        "people": Record({"totals": _each(_TOTALS, _COUNT), "per_trial": _each(_TOTALS, _RATIONAL)}),
        "ranking": _RANKING,
        "congestion": _CONGESTION,
        "identical_records": Nullable(_COUNT),
        "episodes": ListOf(_EPISODE, 1),
    }
)


def read_report(data: bytes) -> dict[str, Any]:
    """A report from its bytes, when it is the report of its own evidence (SCO-9.3).

    Raises:
        DocumentError: of stage "syntax" or "shape" (ENC-2).
        ScoringInputError: a value does not follow from the evidence; see `restore`.
    """
    return restore(read(data, REPORT))
