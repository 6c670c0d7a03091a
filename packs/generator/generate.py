"""Generated suites: a pure function of the generator's version, a configuration and a batch number (PCK-11).

Scenario n of a family has a stream of its own. A draft is drawn from it; where it can't be used, the next draft is
drawn from where the stream stands, up to MAX_DRAFTS times.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from packs.generator import facts as known
from packs.generator import places
from packs.generator.config import Config
from packs.generator.draw import Draw
from packs.generator.facts import Facts
from packs.generator.families import FAMILIES, Family
from packs.generator.plans import Parameters, Plan
from packs.suite import file_name
from packs.versions import GENERATION_MANIFEST_VERSION, GENERATOR_CONFIG_VERSION, GENERATOR_VERSION
from simulator import canonical, scenario, shape
from simulator.errors import InputError
from simulator.grid import Position
from simulator.rng import Stream
from simulator.scenario import STOCHASTIC, Scenario
from simulator.strict import Number
from simulator.versions import SCENARIO_SCHEMA_VERSION

MAX_DRAFTS = 400
GENERATION, SUITE_MANIFEST = "generation.json", "suite/manifest.json"


@dataclass(frozen=True, slots=True, eq=False)
class Generated:
    """One scenario of a generated suite: its canonical bytes, and its entries in the two manifests (PCK-11.6)."""

    scenario: Scenario
    data: bytes
    listed: dict[str, Any]
    pinned: dict[str, Any]

    @property
    def path(self) -> str:
        """Where its bytes lie, below the folder of the generated suite."""
        return f"suite/{self.listed['file']}"


def stream(config: Config, batch: int, family: str, number: int) -> Stream:
    """The stream of one scenario (PCK-11.3)."""
    return Stream(batch, f"generator/{config.digest}/{family}/{number}")


def generate(config: Config, batch: int) -> Iterator[Generated]:
    """The scenarios of a suite, one after another, in the order of its manifest (PCK-11.4).

    Raises:
        InputError: `no_such_scenario`, where the parameters of a family leave no draft that could be used.
    """
    for index, (place, number) in enumerate(config.scenarios):
        yield _one(config, batch, index, place, number)


def _one(config: Config, batch: int, index: int, place: int, number: int) -> Generated:
    entry = config.document["families"][place]
    name, parameters = entry["family"], entry["parameters"]
    draw = Draw(stream(config, batch, name, number))
    scenario_id = f"gen-{name}-{number:03d}"
    for _ in range(MAX_DRAFTS):
        facts = _draft(draw, FAMILIES[name], parameters, scenario_id)
        if facts is not None:
            return _generated(facts, index, name, number)
    message = f"{MAX_DRAFTS} drafts for {scenario_id}, and none could be used; widen the family's parameters"
    raise InputError("no_such_scenario", message, pointer=f"/families/{place}/parameters")


def _generated(facts: Facts, index: int, family: str, number: int) -> Generated:
    found = facts.scenario
    listed = {
        "scenario_id": found.scenario_id,
        "file": file_name(index),
        "content_hash": found.digest,
        "primary_family": family,
        "families": [family],
    }
    pinned = {
        "scenario_id": found.scenario_id,
        "family": family,
        "number": number,
        "proxies": known.proxies(facts),
    }
    return Generated(found, canonical.encode(found.document), listed, pinned)


def suite_manifest(config: Config, batch: int, listed: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The suite manifest; the suite's ID ends in the batch number (PCK-11.6)."""
    return {
        "suite_id": f"{config.document['suite_id']}-{batch}",
        "suite_version": config.document["suite_version"],
        "scenarios": list(listed),
    }


def generation(config: Config, batch: int, pinned: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The generation record (PCK-11.6)."""
    return {
        "generation_manifest_version": GENERATION_MANIFEST_VERSION,
        "generator_version": GENERATOR_VERSION,
        "generator_config_version": GENERATOR_CONFIG_VERSION,
        "config": config.document,
        "batch": batch,
        "scenarios": list(pinned),
    }


def _draft(draw: Draw, family: Family, parameters: Parameters, scenario_id: str) -> Facts | None:
    """The facts of the next draft of a stream, or None where the draft can't be used (PCK-11.4)."""
    plan = family.plan(draw, parameters)
    people = draw.between(parameters["people"])
    floor = plan.floor()
    if not plan.exits or not _fits(plan, parameters) or len(floor) <= people:
        return None
    steps = places.steps_to_exits(plan)
    if any(way < 0 for ways in steps.values() for way in ways):
        return None
    burning = draw.sample(family.fire(draw, steps), draw.between(parameters["ignitions"]))
    starts = draw.sample([at for at in floor if at not in burning], people)
    if not burning or len(starts) < people:
        return None
    longest = max(min(steps[at]) for at in starts)
    document = _document(draw, plan, starts, burning, parameters) | {
        "scenario_id": scenario_id,
        "termination": {"max_steps": longest + people + draw.between(parameters["slack"])},
    }
    facts = known.gather(scenario.from_value(document))
    return facts if family.rule(facts) and solvable(facts) else None


def _fits(plan: Plan, parameters: Parameters) -> bool:
    low, high = parameters["exits"]
    small = bool(plan.rows <= parameters["rows"][1] and plan.cols <= parameters["cols"][1])
    return small and low <= len(plan.exits) <= high


def solvable(facts: Facts) -> bool:
    """Whether two in three people can leave under the worst fire, each alone, and as many by queueing (PCK-11.4)."""
    enough = -(-2 * len(facts.scenario.people) // 3)
    return known.escapes(facts) >= enough and known.queued(facts) >= enough


def _document(
    draw: Draw, plan: Plan, starts: list[Position], burning: list[Position], parameters: Parameters
) -> dict[str, Any]:
    """The members of the scenario document that are drawn, but for the horizon (SIM-2)."""
    return {
        "schema_version": SCENARIO_SCHEMA_VERSION,
        "map": {"rows": plan.rows, "cols": plan.cols, "walls": _listed(plan.walls)},
        "exits": _placed("E", list(plan.exits)),
        "people": _placed("P", starts),
        "fire": _fire(draw, parameters) | {"ignition": _listed(burning)},
        "movement": {"enter_fire": draw.pick(parameters["enter_fire"])},
    }


def _fire(draw: Draw, parameters: Parameters) -> dict[str, Any]:
    """The fire's rules. Every stream draws the same number of words for them."""
    model, probability = draw.pick(parameters["models"]), draw.pick(parameters["spread_probability"])
    rules = {
        "model": model,
        "spread_interval": draw.between(parameters["spread_interval"]),
        "exits_flammable": draw.pick(parameters["exits_flammable"]),
    }
    if model == STOCHASTIC:
        rules["spread_probability"] = shape.Probability().read(Number(probability), "")
    return rules


def _placed(letter: str, at: list[Position]) -> list[dict[str, Any]]:
    """IDs of one length, so that the order drawn is the order of the IDs."""
    digits = len(str(len(at)))
    return [{"id": f"{letter}{number:0{digits}d}", "position": list(cell)} for number, cell in enumerate(at, 1)]


def _listed(cells: Iterable[Position]) -> list[list[int]]:
    return [list(cell) for cell in sorted(cells)]
