"""Generated suites: the second reading against the product, byte for byte (PCK-11).

EMBER_OPT_AGREEMENT=N asks for N configurations.
"""

import os
from typing import Any

from conformance.second_reading.canonical import digest
from conformance.second_reading.generator import FAMILIES, NoSuchScenario, generate
from conformance.second_reading.worlds import Choices
from packs.generator import config as product_config
from packs.generator import generate as product
from simulator import canonical
from simulator.errors import InputError

COUNT = int(os.environ.get("EMBER_OPT_AGREEMENT", "5"))
FIRST = int(os.environ.get("EMBER_OPT_AGREEMENT_FROM", "0"))
MORE = {"pillared hall": ["pillars"], "corridor": ["room"], "rooms": ["room"], "office": ["block"], "open hall": []}


def random_range(choices: Choices, low: int, high: int) -> list[int]:
    first = low + choices.below(high - low + 1)
    return [first, first + choices.below(high - first + 1)]


def random_choice(choices: Choices, values: list[Any]) -> list[Any]:
    chosen = [value for value in values if choices.below(2)]
    return chosen or [values[choices.below(len(values))]]


def random_parameters(choices: Choices, family: str) -> dict[str, Any]:
    found: dict[str, Any] = {name: random_range(choices, 5, 13) for name in ("rows", "cols")}
    found |= {"people": random_range(choices, 1, 12), "exits": random_range(choices, 1, 3)}
    found |= {"spread_interval": random_range(choices, 1, 4), "ignitions": random_range(choices, 1, 3)}
    found |= {"models": random_choice(choices, ["deterministic", "stochastic"]), "slack": random_range(choices, 0, 12)}
    found["spread_probability"] = random_choice(choices, ["0.000001", "0.25", "0.5", "1"])
    found["exits_flammable"] = random_choice(choices, [False, True])
    found["enter_fire"] = random_choice(choices, ["blocked", "casualty"])
    names = MORE[FAMILIES[family][0]]
    return found | {name: random_range(choices, *((0, 30) if name == "pillars" else (1, 5))) for name in names}


def random_config(number: int) -> dict[str, Any]:
    choices = Choices(number, "config")
    families = sorted(set(random_choice(choices, sorted(FAMILIES))[: choices.below(2) + 1]))
    names = [sorted(FAMILIES)[number % len(FAMILIES)]] if number % 2 else families
    entries = [
        {"family": name, "count": choices.below(2) + 1, "parameters": random_parameters(choices, name)}
        for name in names
    ]
    return {"generator_config_version": "1.0", "suite_id": "g", "suite_version": "1", "families": entries}


def product_files(document: dict[str, Any], batch: int) -> Any:
    config = product_config.from_value(document)
    try:
        made = list(product.generate(config, batch))
    except InputError as error:
        return error.code
    files = {item.path: item.data for item in made}
    manifest = product.suite_manifest(config, batch, [item.listed for item in made])
    record = product.generation(config, batch, [item.pinned for item in made])
    return files | {"suite/manifest.json": canonical.encode(manifest), "generation.json": canonical.encode(record)}


def test_generated_suites() -> None:
    made = 0
    for number in range(FIRST, FIRST + COUNT):
        document = random_config(number)
        assert product_config.from_value(document).digest == digest(document)
        try:
            mine: Any = generate(document, number)
            made += 1
        except NoSuchScenario:
            mine = "no_such_scenario"
        assert mine == product_files(document, number), number
    assert made > 0
