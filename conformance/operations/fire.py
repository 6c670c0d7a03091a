"""The fire of a scenario and a seed, to the horizon (SIM-6)."""

from conformance.operations.inputs import COUNT, DIGEST, DOCUMENT, SEED, WORD, text, world
from conformance.operations.operation import STAGES, BadInput, Operation, Plain
from simulator import canonical
from simulator.fire import FireStep, FireWorld, fire_world
from simulator.rng import word_hex
from simulator.shape import ListOf, Record


def _step(found: FireWorld, step: FireStep) -> Plain:
    return {
        "ignitions": found.scenario.grid.positions(step.ignitions),
        "draws": step.draws,
        "rng_state": word_hex(step.rng_state),
    }


def _world(given: Plain) -> Plain:
    found = fire_world(*world(given))
    document = found.document()
    return {
        "digest": canonical.digest(document),
        "steps": [canonical.digest(_step(found, step)) for step in found.steps],
        "draws": document["draws"],
        "final_rng_state": document["final_rng_state"],
    }


def _traced(given: Plain, step: int) -> Plain:
    found = fire_world(*world(given))
    if step >= len(found.steps):
        raise BadInput("no_trace", f"the fire has the steps 0 to {len(found.steps) - 1}")
    return text(_step(found, found.steps[step]))


OPERATIONS = (
    Operation(
        "fire.world",
        "The fire world: its digest, the digest of every step, the draws of the steps 1 … H, and the last state.",
        ("PCK-1.2", "SIM-6.2", "SIM-6.3", "SIM-6.4", "SIM-6.5", "SIM-6.6", "SIM-6.8", "SIM-6.8.1", "SIM-6.10"),
        Record({"scenario": DOCUMENT, "seed": SEED}),
        Record({"digest": DIGEST, "steps": ListOf(DIGEST, 2), "draws": ListOf(COUNT, 1), "final_rng_state": WORD}),
        _world,
        STAGES,
        _traced,
        rules=(
            'The digest of a step is that of `{"ignitions", "draws", "rng_state"}`: the cells that ignite in it,'
            " row-major, the number of draws, and the state of the fire stream after it. `steps` has those of the steps"
            " 0 … H; step 0 is snapshot 0, with its burning cells and no draw.",
            "Traced, the answer is the document of that step.",
        ),
    ),
)
