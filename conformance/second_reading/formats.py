"""The shapes of observations, generator configurations and records, plans, operational records (SIM-9, PCK-6, 11, 12).

The faults of meaning of a document are pairs of a pointer and a code, in no order.
"""

from fractions import Fraction
from typing import Any

from conformance.second_reading.canonical import fraction_text
from conformance.second_reading.jsonshape import (
    CELLS,
    COUNT,
    HEX_DIGEST,
    IDENTIFIER,
    LARGEST,
    MANY,
    SEED,
    SHORT_TEXT,
    Shape,
)
from conformance.second_reading.jsonsyntax import Node
from conformance.second_reading.movement import DIRECTIONS
from conformance.second_reading.records import PERSON
from conformance.second_reading.scenario import SCENARIO, list_faults

Faults = list[tuple[str, str]]

RULES_FIRE: dict[str, Shape] = {
    "model": ("choice", ("deterministic", "stochastic")),
    "spread_interval": ("integer", 1, LARGEST),
    "exits_flammable": ("boolean",),
}


def first_member(node: Node, name: str) -> Any:
    """What stands under a key the first time, or None (ENC-2.4)."""
    found = [child.value for key, _, child in node.value if key == name] if node.kind == "object" else []
    return found[0] if found else None


def rules_fire(node: Node) -> Shape:
    """The fire of an observation's rules: null is the probability of a deterministic one (SIM-9.1.1)."""
    probability: dict[Any, Shape] = {"deterministic": ("null",), "stochastic": ("probability",)}
    model = first_member(node, "model")
    known = probability.get(model if isinstance(model, str) else None, ("null_or", ("probability",)))
    return ("object", RULES_FIRE | {"spread_probability": known}, set())


OBSERVATION: Shape = (
    "object",
    {
        "observation_version": ("choice", ("1.0",)),
        "step": ("integer", 0, 99999),
        "map": SCENARIO[1]["map"],
        "exits": SCENARIO[1]["exits"],
        "rules": (
            "object",
            {
                "max_steps": ("integer", 1, 100000),
                "enter_fire": ("choice", ("blocked", "casualty")),
                "fire": ("variant", rules_fire),
            },
            set(),
        ),
        "people": ("list", 1, 100000, PERSON),
        "burning": CELLS,
        "allowed_actions": ("tuple", *(("choice", (direction,)) for direction in DIRECTIONS)),
    },
    set(),
)


def some(shape: Shape) -> Shape:
    """A choice of a configuration (PCK-11.2)."""
    return ("list", 1, 16, shape)


def between(low: int, high: int) -> Shape:
    """A range of a configuration (PCK-11.2)."""
    return ("tuple", ("integer", low, high), ("integer", low, high))


PARAMETERS: dict[str, Shape] = {
    "rows": between(5, 64),
    "cols": between(5, 64),
    "people": between(1, 500),
    "exits": between(1, 8),
    "models": some(("choice", ("deterministic", "stochastic"))),
    "spread_interval": between(1, 1000),
    "spread_probability": some(("string", 1, 8, r"1|0\.[0-9]{0,5}[1-9]")),
    "exits_flammable": some(("boolean",)),
    "enter_fire": some(("choice", ("blocked", "casualty"))),
    "ignitions": between(1, 16),
    "slack": between(0, 1000),
}
EXTRA: dict[str, Shape] = {"pillars": between(0, 40), "room": between(1, 32), "block": between(1, 32)}
EXTRAS = dict.fromkeys(["far_ignition", "office_grid"], "block") | {"open_hall": "", "single_exit_high_density": ""}
EXTRAS |= dict.fromkeys(["narrow_corridor", "rooms_with_doors"], "room")
EXTRAS |= dict.fromkeys(["burnable_exits", "central_ignition", "fireproof_exits", "several_exits"], "pillars")
EXTRAS["single_exit_low_density"] = "pillars"
CHOICES = ["models", "spread_probability", "exits_flammable", "enter_fire"]


def family_entry(node: Node) -> Shape:
    """An entry of `families`, by the family that it names (ENC-2.4, PCK-11.2)."""
    family = first_member(node, "family")
    names: tuple[str, ...] = tuple(EXTRAS)
    inner: Shape = ("object", PARAMETERS | EXTRA, set(EXTRA))
    if isinstance(family, str) and family in EXTRAS:
        names, extra = (family,), EXTRAS[family]
        inner = ("object", PARAMETERS | ({extra: EXTRA[extra]} if extra else {}), set())
    members = {"family": ("choice", names), "count": ("integer", 1, 1000), "parameters": inner}
    return ("object", members, set())


CONFIG: Shape = (
    "object",
    {
        "generator_config_version": ("choice", ("1.0",)),
        "suite_id": ("string", 1, 47, "[A-Za-z0-9._-]*"),
        "suite_version": IDENTIFIER,
        "families": ("list", 1, MANY, ("variant", family_entry)),
    },
    set(),
)
PROXIES: Shape = (
    "object",
    {
        "density": ("string", 3, 32, "[1-9][0-9]*/[1-9][0-9]*"),
        "shortest_path": ("object", dict.fromkeys(["min", "median", "max"], ("integer", 1, LARGEST)), set()),
        "exit_capacity": COUNT,
        "exit_fire_step": ("null_or", COUNT),
    },
    set(),
)
GENERATED_SCENARIO: dict[str, Shape] = {
    "scenario_id": IDENTIFIER,
    "family": IDENTIFIER,
    "number": COUNT,
    "proxies": PROXIES,
}
GENERATION_VERSIONS = ["generation_manifest_version", "generator_version", "generator_config_version"]
GENERATION: Shape = (
    "object",
    dict.fromkeys(GENERATION_VERSIONS, SHORT_TEXT)
    | {"config": CONFIG, "batch": SEED, "scenarios": ("list", 1, MANY, ("object", GENERATED_SCENARIO, set()))},
    set(),
)


def config_faults(config: Any, pointer: str = "") -> Faults:
    """The faults of meaning of a configuration (PCK-11.2)."""
    names = [entry["family"] for entry in config["families"]]
    faults = list_faults(names, [f"{pointer}/families/{i}/family" for i in range(len(names))])
    for i, entry in enumerate(config["families"]):
        for name, value in entry["parameters"].items():
            place = f"{pointer}/families/{i}/parameters/{name}"
            if name in CHOICES:
                faults += list_faults(value, [f"{place}/{j}" for j in range(len(value))])
            elif value[1] < value[0]:
                faults.append((place + "/1", "out_of_range"))
    return faults


def generation_faults(generation: Any) -> Faults:
    """The faults of meaning of a generation record: those of its configuration (PCK-11.7)."""
    return config_faults(generation["config"], "/config")


PLAN: Shape = (
    "object",
    {"plan_version": ("choice", ("1.0",)), "pack_id": IDENTIFIER, "seeds": ("list", 1, 10000, SEED)},
    set(),
)


def plan_faults(plan: Any) -> Faults:
    """A seed that stands twice (PCK-6.4)."""
    seeds = plan["seeds"]
    return [(f"/seeds/{i}", "repeated") for i in range(len(seeds)) if seeds[i] in seeds[:i]]


OPERATIONAL: Shape = (
    "object",
    {
        "model_id": IDENTIFIER,
        "provider_id": IDENTIFIER,
        "inference_digest": HEX_DIGEST,
        **dict.fromkeys(["trials", "episodes", "input_tokens", "output_tokens", "retries", "timeouts"], COUNT),
        "latency_seconds": ("string", 1, 32, r"(0|[1-9][0-9]{0,15})(\.[0-9]{1,12})?"),
        "cost": ("null_or", ("string", 3, 64, "(0|[1-9][0-9]{0,29})/[1-9][0-9]{0,29}")),
        "cost_unit": ("null_or", IDENTIFIER),
    },
    set(),
)


def operational_faults(record: Any) -> Faults:
    """The faults of meaning of an operational record (PCK-12.2)."""
    cost, unit = record["cost"], record["cost_unit"]
    faults: Faults = []
    if cost is not None and fraction_text(Fraction(cost)) != cost:
        faults.append(("/cost", "not_lowest_terms"))
    if (cost is None) != (unit is None):
        faults.append(("/cost" if cost is None else "/cost_unit", "cost_without_unit"))
    return faults
