"""Every mutant by its ID: the faults of all areas."""

from collections.abc import Mapping

from conformance.mutants.faults import (
    arithmetic,
    documents,
    encoding,
    fire,
    generator,
    means,
    metrics,
    movement,
    packs,
    references,
    results,
    run,
    scenario,
    scores,
    standings,
    state,
)
from conformance.mutants.mutant import Mutant

AREAS: tuple[tuple[Mutant, ...], ...] = (
    encoding.FAULTS,
    documents.FAULTS,
    scenario.FAULTS,
    fire.FAULTS,
    movement.FAULTS,
    state.FAULTS,
    run.FAULTS,
    metrics.FAULTS,
    packs.FAULTS,
    generator.FAULTS,
    results.FAULTS,
    references.FAULTS,
    scores.FAULTS,
    arithmetic.FAULTS,
    means.FAULTS,
    standings.FAULTS,
)

MUTANTS: Mapping[str, Mutant] = {mutant.id: mutant for area in AREAS for mutant in area}
