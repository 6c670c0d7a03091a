"""Faults of the generator: its configuration, its streams, its draws, its plans and its documents (PCK-11)."""

from conformance.mutants.mutant import Mutant

_CONFIG, _GENERATE, _DRAW = "packs.generator.config", "packs.generator.generate", "packs.generator.draw"
_PLANS, _PLACES, _FACTS = "packs.generator.plans", "packs.generator.places", "packs.generator.facts"
_LOADER = "packs.generator.loader"

FAULTS = (
    Mutant(
        "generator.files.any-bytes",
        ("PCK-11.1", "PCK-11.7"),
        "A generated scenario need not be stored as its canonical bytes.",
        _LOADER,
        "_compare(item.path, read(item.path), item.data)",
        "_compare(item.path, canonical.encode(__import__('json').loads(read(item.path))), item.data)",
    ),
    Mutant(
        "generator.config.range-backwards",
        ("PCK-11.2",),
        "A range may end below its beginning.",
        _CONFIG,
        "elif value[0] > value[1]:",
        "elif value[0] is None:",
    ),
    Mutant(
        "generator.config.choices-unsorted",
        ("PCK-11.2",),
        "The values of a choice may come in any order.",
        _CONFIG,
        "yield from order_faults(path, value)",
        "yield from ()",
    ),
    Mutant(
        "generator.streams.from-one",
        ("PCK-8.6", "PCK-11.3"),
        "The streams of a family are numbered from 1.",
        _GENERATE,
        "/{family}/{number}",
        "/{family}/{number + 1}",
    ),
    Mutant(
        "generator.draws.gap-closed",
        ("PCK-11.3",),
        "In a sample the items behind the drawn one move up, in place of the last one taking its place.",
        _DRAW,
        "            left[at] = left[-1]\n            left.pop()\n",
        "            del left[at]\n",
    ),
    Mutant(
        "generator.draws.high-excluded",
        ("PCK-11.3",),
        "A draw from a range never gives its high end, unless that is its low end too.",
        _DRAW,
        "self.below(high - low + 1)",
        "self.below(max(1, high - low))",
    ),
    Mutant(
        "generator.drafts.without-people",
        ("PCK-11.4",),
        "The horizon leaves the number of people out.",
        _GENERATE,
        "longest + people + draw",
        "longest + draw",
    ),
    Mutant(
        "generator.drafts.rule-first",
        ("PCK-11.4",),
        "The fire model is drawn after the probability.",
        _GENERATE,
        'model, probability = draw.pick(parameters["models"]), draw.pick(parameters["spread_probability"])',
        'probability, model = draw.pick(parameters["spread_probability"]), draw.pick(parameters["models"])',
    ),
    Mutant(
        "generator.plans.doors-below-first",
        ("PCK-11.5",),
        "The doors below a corridor are drawn before those above it.",
        _PLANS,
        "    for row in (middle - 1, middle + 1):\n        walls -=",
        "    for row in (middle + 1, middle - 1):\n        walls -=",
    ),
    Mutant(
        "generator.places.far-from-all",
        ("PCK-11.5",),
        "A far cell is one that is far from every exit.",
        _PLACES,
        "if 4 * min(ways) >= 3 * longest]",
        "if 4 * min(ways) > 4 * longest - 4]",
    ),
    Mutant(
        "generator.documents.batch-left-out",
        ("PCK-11.6",),
        "The ID of a generated suite does not end in its batch.",
        _GENERATE,
        "f\"{config.document['suite_id']}-{batch}\"",
        "config.document['suite_id']",
    ),
    Mutant(
        "generator.proxies.upper-median",
        ("PCK-11.6",),
        "Of an even number of lengths the median is the upper one.",
        _FACTS,
        "lengths[(len(lengths) - 1) // 2]",
        "lengths[len(lengths) // 2]",
    ),
)
