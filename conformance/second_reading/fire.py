"""The fire, by scanning the whole grid in every step (SIM-6)."""

from typing import Any

from conformance.second_reading.canonical import digest, word_text
from conformance.second_reading.rng import draw, start_of_stream, succeeds
from conformance.second_reading.scenario import (
    Cell,
    Document,
    all_cells,
    exit_ids,
    horizon,
    neighbours,
    open_cells,
    scenario_hash,
)


def flammable(document: Document) -> set[Cell]:
    """Every open cell, except exits where they can't burn (SIM-6.2)."""
    cells = open_cells(document)
    return cells if document["fire"]["exits_flammable"] else cells - set(exit_ids(document))


def frontier(document: Document, burning: set[Cell]) -> list[tuple[Cell, list[Cell]]]:
    """The candidates with their sources, both row-major (SIM-6.3, SIM-6.8)."""
    can_burn = flammable(document)
    found: list[tuple[Cell, list[Cell]]] = []
    for cell in all_cells(document):
        if cell in can_burn and cell not in burning:
            sources = sorted(source for source in neighbours(document, cell) if source in burning)
            if sources:
                found.append((cell, sources))
    return found


def spread(document: Document, burning: set[Cell], step: int, state: int) -> tuple[list[Cell], int, int]:
    """The cells that ignite in a step, the number of draws, and the next state of the stream (SIM-6.4 to SIM-6.8)."""
    fire = document["fire"]
    if step % fire["spread_interval"] != 0:
        return [], 0, state
    ignited: list[Cell] = []
    draws = 0
    for cell, sources in frontier(document, burning):
        if fire["model"] == "deterministic":
            ignited.append(cell)
            continue
        successes = 0
        for _ in sources:
            state, word = draw(state)
            draws += 1
            if succeeds(word, fire["spread_probability"]):
                successes += 1
        if successes > 0:
            ignited.append(cell)
    return ignited, draws, state


def ignition_cells(document: Document) -> list[Cell]:
    """The cells that burn in snapshot 0 (SIM-2.9)."""
    return [(cell[0], cell[1]) for cell in document["fire"]["ignition"]]


def fire_world(document: Document, seed: int) -> dict[str, Any]:
    """The document of the fire world, always to the horizon (SIM-6.10)."""
    state = start_of_stream(seed, "fire")
    burning = set(ignition_cells(document))
    ignitions = [[list(cell) for cell in ignition_cells(document)]]
    all_draws: list[int] = []
    for step in range(1, horizon(document) + 1):
        ignited, draws, state = spread(document, burning, step, state)
        burning = burning | set(ignited)
        ignitions.append([list(cell) for cell in ignited])
        all_draws.append(draws)
    return {
        "scenario_hash": scenario_hash(document),
        "seed": seed,
        "ignitions": ignitions,
        "draws": all_draws,
        "final_rng_state": word_text(state),
    }


def fire_world_digest(document: Document, seed: int) -> str:
    """The fire-world digest (SIM-6.10, PCK-1.2)."""
    return digest(fire_world(document, seed))


def burning_sets(world: dict[str, Any]) -> list[set[Cell]]:
    """B_0 ... B_H of a fire world (SIM-1.6)."""
    sets: list[set[Cell]] = []
    burning: set[Cell] = set()
    for cells in world["ignitions"]:
        burning = burning | {(cell[0], cell[1]) for cell in cells}
        sets.append(burning)
    return sets
