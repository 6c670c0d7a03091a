"""The documents of this layer whose schemas are published (ENC-6.1)."""

from packs import manifest, result, suite
from packs.evaluation import operational
from packs.generator import config, loader
from packs.pack import SHAPE as PACK_SHAPE
from packs.versions import (
    ENVIRONMENT_PACK_VERSION,
    EVALUATION_MANIFEST_VERSION,
    EVALUATION_VERSION,
    GENERATION_MANIFEST_VERSION,
    GENERATOR_CONFIG_VERSION,
)
from simulator.schemas.document import Document

DOCUMENTS = (
    Document(
        "suite-manifest",
        ENVIRONMENT_PACK_VERSION,
        "EMBER suite manifest",
        "Which scenarios belong together, and to which families (PCK-8.1).",
        suite.SHAPE,
    ),
    Document(
        "evaluation-manifest",
        EVALUATION_MANIFEST_VERSION,
        "EMBER evaluation manifest",
        "Which scenarios are run with which seeds, in which order (PCK-8.4).",
        manifest.SHAPE,
    ),
    Document(
        "pack",
        ENVIRONMENT_PACK_VERSION,
        "EMBER pack record",
        "The record pack.json, which pins everything in an environment pack (PCK-2.2).",
        PACK_SHAPE,
    ),
    Document(
        "result-header",
        EVALUATION_VERSION,
        "EMBER evaluation result: header",
        "The first line of an evaluation result (PCK-9.2).",
        result.HEADER,
    ),
    Document(
        "result-episode",
        EVALUATION_VERSION,
        "EMBER evaluation result: episode",
        "A line of an evaluation result between the first and the last (PCK-9.3).",
        result.EPISODE,
    ),
    Document(
        "result-footer",
        EVALUATION_VERSION,
        "EMBER evaluation result: footer",
        "The last line of an evaluation result (PCK-9.4).",
        result.FOOTER,
    ),
    Document(
        "generator-config",
        GENERATOR_CONFIG_VERSION,
        "EMBER generator configuration",
        "Which families of scenarios to generate, how many, and within which limits (PCK-11.2).",
        config.SHAPE,
    ),
    Document(
        "generation",
        GENERATION_MANIFEST_VERSION,
        "EMBER generation record",
        "The record generation.json, which says what a suite was generated from (PCK-11).",
        loader.SHAPE,
    ),
    Document(
        "operational-record",
        EVALUATION_VERSION,
        "EMBER operational record",
        "What an evaluation took in time, tokens and money; no input of a score (PCK-12).",
        operational.SHAPE,
    ),
)
