"""Episode metrics and crowd diagnostics of a whole record (MET-1, MET-2)."""

from fractions import Fraction
from typing import Any

from conformance.second_reading.movement import OUTCOMES, validate
from conformance.second_reading.scenario import Cell, Document, exit_ids, neighbours, open_cells, start_cells
from conformance.second_reading.simulate import active_positions, as_cells, snapshots

HAZARD_RADIUS = 2


def fire_distance(cell: Cell, burning: set[Cell]) -> int | None:
    """Manhattan distance to the nearest burning cell, walls ignored (SCO-3.5)."""
    distances = [abs(cell[0] - row) + abs(cell[1] - col) for row, col in burning]
    return min(distances) if distances else None


def in_danger(cell: Cell, burning: set[Cell]) -> bool:
    """Whether 0 < d <= 2 (SCO-3.5)."""
    distance = fire_distance(cell, burning)
    return distance is not None and 0 < distance <= HAZARD_RADIUS


def distances_to_exits(document: Document, exits: set[Cell], free: set[Cell]) -> dict[Cell, int]:
    """The fewest moves to one of the exits over free cells, for the cells that have a path."""
    distances = {cell: 0 for cell in exits if cell in free}
    length = 0
    while True:
        ring = [cell for cell in distances if distances[cell] == length]
        length += 1
        more = {n for cell in ring for n in neighbours(document, cell) if n in free and n not in distances}
        if not more:
            return distances
        for cell in more:
            distances[cell] = length


def evacuation_steps(record: dict[str, Any]) -> dict[str, int]:
    """A_i of each evacuee (MET-1.3)."""
    return {event["person"]: entry["step"] for entry in record["steps"] for event in entry["evacuations"]}


def changes_of_cell(record: dict[str, Any], person: str) -> int:
    """How often the person's position differs from the one before (MET-1.7)."""
    cells = [one["position"] for snapshot in snapshots(record) for one in snapshot["people"] if one["id"] == person]
    return sum(1 for before, after in zip(cells, cells[1:], strict=False) if before != after)


def danger_pairs(record: dict[str, Any]) -> list[tuple[str, int]]:
    """The (person, snapshot) pairs of active people in the danger zone (MET-1.5)."""
    pairs: list[tuple[str, int]] = []
    for snapshot in snapshots(record):
        burning = as_cells(snapshot["burning"])
        for person, cell in active_positions(snapshot).items():
            if in_danger(cell, burning):
                pairs.append((person, snapshot["step"]))
    return pairs


def least_fire_distance(record: dict[str, Any]) -> int | None:
    """The least distance of an active person to the fire, or None (MET-1.6)."""
    found: list[int] = []
    for snapshot in snapshots(record):
        for cell in active_positions(snapshot).values():
            distance = fire_distance(cell, as_cells(snapshot["burning"]))
            if distance is not None:
                found.append(distance)
    return min(found) if found else None


def contested_cells(document: Document, before: dict[str, Any], entry: dict[str, Any]) -> set[Cell]:
    """The cells that two or more movers of a step have as their target (MET-2.2)."""
    positions = active_positions(before)
    _, targets = validate(document, positions, entry["actions"], as_cells(before["burning"]))
    wanted = list(targets.values())
    return {cell for cell in wanted if wanted.count(cell) >= 2}


def exit_windows(record: dict[str, Any]) -> int:
    """Sum over the exits with an evacuation of last - first + 1 (MET-2.3)."""
    total = 0
    events = [(event["exit"], entry["step"]) for entry in record["steps"] for event in entry["evacuations"]]
    for name in {name for name, _ in events}:
        steps = [step for other, step in events if other == name]
        total += max(steps) - min(steps) + 1
    return total


def crowd(document: Document, record: dict[str, Any]) -> dict[str, int]:
    """The crowd diagnostics (MET-2)."""
    before = snapshots(record)
    contested = [contested_cells(document, before[i], entry) for i, entry in enumerate(record["steps"])]
    outcomes = [one["outcome"] for entry in record["steps"] for one in entry["movements"].values()]
    actions = [action for entry in record["steps"] for action in entry["actions"].values()]
    return {
        "attempts": sum(1 for action in actions if action != "stay"),
        "blocked": sum(1 for o in outcomes if o in ("blocked_occupied", "blocked_conflict", "blocked_cycle")),
        "contested": sum(len(cells) for cells in contested),
        "hotspots": len({cell for cells in contested for cell in cells}),
        "peak": max(len(cells) for cells in contested),
        "exit_evacuations": len(evacuation_steps(record)),
        "exit_steps": exit_windows(record),
    }


def metrics(document: Document, record: dict[str, Any]) -> dict[str, Any]:
    """The metrics document of a whole record (MET-1.1)."""
    last = snapshots(record)[-1]
    leaving = evacuation_steps(record)
    causes = [event["cause"] for entry in record["steps"] for event in entry["casualties"]]
    exits = [event["exit"] for entry in record["steps"] for event in entry["evacuations"]]
    outcomes = [one["outcome"] for entry in record["steps"] for one in entry["movements"].values()]
    static = distances_to_exits(document, set(exit_ids(document)), open_cells(document))
    starts = start_cells(document)
    statuses = [person["status"] for person in last["people"]]
    return {
        "people": len(statuses),
        "evacuated": statuses.count("evacuated"),
        "casualties": {cause: causes.count(cause) for cause in ("entered_fire", "fire_spread")},
        "stranded": statuses.count("active"),
        "steps": len(record["steps"]),
        "evacuation_steps": sum(leaving.values()),
        "movements": {outcome: outcomes.count(outcome) for outcome in OUTCOMES},
        "danger_states": len(danger_pairs(record)),
        "least_fire_distance": least_fire_distance(record),
        "cells_moved": sum(changes_of_cell(record, person) for person in leaving),
        "static_shortest_paths": sum(static[starts[person]] for person in leaving),
        "trapped_states": sum(len(snapshot["trapped"]) for snapshot in snapshots(record)),
        "exit_evacuations": {name: exits.count(name) for name in exit_ids(document).values()},
        "crowd": crowd(document, record),
    }


def pooled(crowds: list[dict[str, int]]) -> dict[str, Any]:
    """The pooled diagnostics of several episode-trials, rates as fractions or None (MET-2.4)."""
    total = {key: sum(one[key] for one in crowds) for key in ("attempts", "blocked", "contested", "hotspots")}
    total |= {key: sum(one[key] for one in crowds) for key in ("exit_evacuations", "exit_steps")}
    attempts, steps = total["attempts"], total["exit_steps"]
    return total | {
        "peak": max([one["peak"] for one in crowds], default=0),
        "block_rate": None if attempts == 0 else Fraction(total["blocked"], attempts),
        "exit_throughput": None if steps == 0 else Fraction(total["exit_evacuations"], steps),
    }
