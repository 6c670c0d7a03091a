"""The digests of a small suite, every family twice: they change with the generator's version only (PCK-11)."""

from packs.generator.config import preset
from packs.generator.families import FAMILIES
from packs.generator.generate import generate, generation, suite_manifest
from simulator import canonical

GOLDEN = "golden.json"
BATCH, COUNT = 1, 2


def golden() -> bytes:
    """The canonical bytes of the digests: of the configuration, the suite, the record, and each scenario by its ID."""
    config = preset(list(FAMILIES), COUNT)
    made = list(generate(config, BATCH))
    digests = {
        "config": config.digest,
        "suite": canonical.digest(suite_manifest(config, BATCH, [item.listed for item in made])),
        "generation": canonical.digest(generation(config, BATCH, [item.pinned for item in made])),
    }
    return canonical.encode(digests | {item.scenario.scenario_id: item.scenario.digest for item in made})
