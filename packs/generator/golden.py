"""The digests of two generated suites: they change with the generator's version only (PCK-11)."""

from typing import Any

from packs import pack
from packs.generator.config import Config, preset
from packs.generator.families import FAMILIES
from packs.generator.generate import Generated, generate, generation, suite_manifest
from simulator import canonical

SMALL, LARGE = "golden.json", "golden_large.json"
BATCH = 1


def small() -> bytes:
    """Every family twice: digests of the configuration, the suite, the record, and each scenario by its ID."""
    config = preset(list(FAMILIES), 2)
    made = list(generate(config, BATCH))
    documents = _documents(config, made)
    digests = {name: canonical.digest(document) for name, document in documents.items()}
    return canonical.encode(digests | {item.scenario.scenario_id: item.scenario.digest for item in made})


def large() -> bytes:
    """Ten families with twenty scenarios each: digests of the suite, the record, and a pack with three seeds."""
    config = preset(list(FAMILIES)[:10], 20)
    made = list(generate(config, BATCH))
    documents = _documents(config, made)
    digests = {name: canonical.digest(document) for name, document in documents.items()}
    suite, record = (canonical.encode(documents[name]) for name in ("suite", "generation"))
    files = pack.build("golden", suite, {item.listed["file"]: item.data for item in made}, [0, 1, 2], record)
    return canonical.encode(digests | {"pack": canonical.sha256_hex(files[pack.RECORD])})


def _documents(config: Config, made: list[Generated]) -> dict[str, dict[str, Any]]:
    return {
        "config": config.document,
        "suite": suite_manifest(config, BATCH, [item.listed for item in made]),
        "generation": generation(config, BATCH, [item.pinned for item in made]),
    }
