"""The generator of suites, draw by draw (PCK-11)."""

import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from conformance.second_reading.canonical import canonical, digest, fraction_text
from conformance.second_reading.floorplans import PLANS, Plan
from conformance.second_reading.metrics import distances_to_exits
from conformance.second_reading.references import tables, world_of
from conformance.second_reading.rng import start_of_stream
from conformance.second_reading.scenario import Cell, Document, neighbours, scenario_hash, start_cells
from conformance.second_reading.words import Words

Files = dict[str, bytes]

DRAFTS = 400
FAMILIES = {
    "burnable_exits": ("pillared hall", "near one exit"),
    "central_ignition": ("pillared hall", "centre"),
    "far_ignition": ("office", "far"),
    "fireproof_exits": ("pillared hall", "near one exit"),
    "narrow_corridor": ("corridor", "anywhere"),
    "office_grid": ("office", "anywhere"),
    "open_hall": ("open hall", "anywhere"),
    "rooms_with_doors": ("rooms", "anywhere"),
    "several_exits": ("pillared hall", "anywhere"),
    "single_exit_high_density": ("open hall", "far"),
    "single_exit_low_density": ("pillared hall", "anywhere"),
}
TWO_EXITS = ["burnable_exits", "central_ignition", "fireproof_exits", "office_grid", "open_hall", "several_exits"]


class NoSuchScenario(Exception):
    """No draft of 400 can be used (PCK-11.4); `place` is that of the family in the configuration."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place


def grid_of(plan: Plan) -> Document:
    """As much of a scenario document as the functions for cells read."""
    walls = [list(cell) for cell in sorted(plan.walls)]
    exits = [{"id": str(i), "position": list(cell)} for i, cell in enumerate(sorted(plan.exits))]
    return {"map": {"rows": plan.rows, "cols": plan.cols, "walls": walls}, "exits": exits}


def steps_to(plan: Plan, exits: set[Cell]) -> dict[Cell, int]:
    """Steps over open cells to the nearest of some exits (PCK-11.4)."""
    return distances_to_exits(grid_of(plan), exits, plan.open_cells())


def is_drawable(plan: Plan, parameters: dict[str, Any], people: int) -> bool:
    """Whether the draft goes on after its people are counted (PCK-11.4, 2)."""
    if plan.rows > parameters["rows"][1] or plan.cols > parameters["cols"][1]:
        return False
    if not parameters["exits"][0] <= len(plan.exits) <= parameters["exits"][1]:
        return False
    floor = plan.floor_cells()
    if len(floor) <= people:
        return False
    return all(cell in steps_to(plan, {exit_cell}) for exit_cell in plan.exits for cell in floor)


def central_cells(floor: list[Cell]) -> list[Cell]:
    """Floor cells at most one farther from the middle than the nearest one; distances are counted in halves."""
    rows, cols = [cell[0] for cell in floor], [cell[1] for cell in floor]
    middle = min(rows) + max(rows), min(cols) + max(cols)
    distance = {cell: abs(2 * cell[0] - middle[0]) + abs(2 * cell[1] - middle[1]) for cell in floor}
    return [cell for cell in floor if distance[cell] <= min(distance.values()) + 2]


def fire_cells(plan: Plan, place: str, words: Words) -> list[Cell]:
    """The floor cells on which the fire may start, row-major; draws what the place draws (PCK-11.5)."""
    floor, exits = plan.floor_cells(), sorted(plan.exits)
    if place == "near one exit":
        chosen = exits[words.below(len(exits))]
        near = steps_to(plan, {chosen})
        others = steps_to(plan, set(exits) - {chosen})
        return [cell for cell in floor if 2 <= near[cell] <= 4 and others.get(cell, 5) > 4]
    if place == "centre":
        return central_cells(floor)
    steps = steps_to(plan, set(exits))
    if place == "far":
        most = max(steps[cell] for cell in floor)
        return [cell for cell in floor if 4 * steps[cell] >= 3 * most]
    return [cell for cell in floor if steps[cell] >= 3]


def numbered(letter: str, cells: list[Cell]) -> list[dict[str, Any]]:
    """People or exits with their numbers filled with zeros to one length (PCK-11.4)."""
    width = len(str(len(cells)))
    return [{"id": letter + str(i + 1).rjust(width, "0"), "position": list(cell)} for i, cell in enumerate(cells)]


def draft(family: str, parameters: dict[str, Any], scenario_id: str, words: Words) -> Document | None:
    """One draft, or None where it ends early (PCK-11.4, 1 to 6)."""
    plan_name, place = FAMILIES[family]
    plan = PLANS[plan_name](parameters, words)
    people = words.from_range(parameters["people"])
    if not is_drawable(plan, parameters, people):
        return None
    cells = fire_cells(plan, place, words)
    burning = sorted(words.sample(cells, words.from_range(parameters["ignitions"])))
    starts = words.sample([cell for cell in plan.floor_cells() if cell not in burning], people)
    if not burning or len(starts) < people:
        return None
    fire: dict[str, Any] = {"model": words.from_choice(parameters["models"]), "ignition": [list(c) for c in burning]}
    probability = words.from_choice(parameters["spread_probability"])
    fire["spread_interval"] = words.from_range(parameters["spread_interval"])
    fire["exits_flammable"] = words.from_choice(parameters["exits_flammable"])
    if fire["model"] == "stochastic":
        fire["spread_probability"] = json.loads(probability)
    enter_fire = words.from_choice(parameters["enter_fire"])
    steps = steps_to(plan, plan.exits)
    horizon = words.from_range(parameters["slack"]) + people + max(steps[cell] for cell in starts)
    return {
        "schema_version": "1.0",
        "scenario_id": scenario_id,
        "map": grid_of(plan)["map"],
        "exits": numbered("E", sorted(plan.exits)),
        "people": numbered("P", starts),
        "fire": fire,
        "movement": {"enter_fire": enter_fire},
        "termination": {"max_steps": horizon},
    }


class Study:
    """What is looked up about a draft: its worst fire, closing steps and steps to exits (PCK-11.4)."""

    def __init__(self, document: Document) -> None:
        fire = {key: value for key, value in document["fire"].items() if key != "spread_probability"}
        self.document = document
        self.world = world_of(document | {"fire": fire | {"model": "deterministic"}}, 0)
        self.exits = [(one["position"][0], one["position"][1]) for one in document["exits"]]
        self.starts = start_cells(document)
        self.nearest = distances_to_exits(document, set(self.exits), self.world.free)
        self.to_exit = [distances_to_exits(document, {cell}, self.world.free) for cell in self.exits]
        self.closing = [self.closing_step(cell) for cell in self.exits]

    def beside(self, cell: Cell) -> set[Cell]:
        """The open cells beside an exit."""
        return {n for n in neighbours(self.document, cell) if n in self.world.free}

    def closing_step(self, cell: Cell) -> int:
        """The greatest t <= H at whose start neither the exit burns nor all open cells beside it (PCK-11.4)."""
        fires = self.world.burning
        steps = [
            t for t in range(1, self.world.last + 1) if cell not in fires[t - 1] and self.beside(cell) - fires[t - 1]
        ]
        return max(steps, default=0)

    def escaping(self) -> int:
        """How many people, each alone, can leave under the worst fire."""
        earliest = tables(self.world)[0]
        return sum(1 for cell in self.starts.values() if (cell, 0) in earliest)

    def queued(self) -> int:
        """How many people queue through (PCK-11.4)."""
        given = [0] * len(self.exits)
        count = 0
        for person in sorted(self.starts, key=lambda one: (self.nearest[self.starts[one]], one)):
            cell = self.starts[person]
            offers = [(max(self.to_exit[i][cell], given[i] + 1), i) for i in range(len(self.exits))]
            open_offers = [offer for offer in offers if offer[0] <= self.closing[offer[1]]]
            if open_offers:
                step, i = min(open_offers)
                given[i] = step
                count += 1
        return count

    def obeys(self, family: str) -> bool:
        """Whether the draft obeys the family's rule (PCK-11.5)."""
        people, open_cells, last = len(self.starts), len(self.world.free), self.world.burning[-1]
        if family in TWO_EXITS and len(self.exits) < 2:
            return False
        if family == "burnable_exits":
            return any(cell in last for cell in self.exits)
        if family == "central_ignition":
            return any(cell in last for cell in self.starts.values())
        if family == "fireproof_exits":
            shut = any(self.beside(cell) <= last for cell in self.exits)
            return not self.document["fire"]["exits_flammable"] and shut
        if family == "single_exit_high_density":
            return len(self.exits) == 1 and 5 * people >= open_cells
        if family == "single_exit_low_density":
            return len(self.exits) == 1 and 10 * people <= open_cells
        return True

    def is_usable(self, family: str) -> bool:
        """Whether the draft is the scenario (PCK-11.4)."""
        enough = -(-2 * len(self.starts) // 3)
        return self.obeys(family) and self.escaping() >= enough and self.queued() >= enough

    def proxies(self) -> dict[str, Any]:
        """The proxies of a scenario (PCK-11.6)."""
        steps = sorted(self.nearest[cell] for cell in self.starts.values())
        fires = self.world.burning
        reached = [t for t in range(len(fires)) if any(cell in fires[t] for cell in self.exits)]
        return {
            "density": fraction_text(Fraction(len(self.starts), len(self.world.free))),
            "shortest_path": {"min": steps[0], "median": steps[-(-len(steps) // 2) - 1], "max": steps[-1]},
            "exit_capacity": sum(self.closing),
            "exit_fire_step": min(reached, default=None),
        }


def one_scenario(config: dict[str, Any], batch: int, place: int, number: int) -> Document:
    """Scenario `number` of the family at a place; raises NoSuchScenario (PCK-11.4)."""
    family, parameters = config["families"][place]["family"], config["families"][place]["parameters"]
    words = Words(start_of_stream(batch, f"generator/{digest(config)}/{family}/{number}"))
    for _ in range(DRAFTS):
        document = draft(family, parameters, f"gen-{family}-{str(number).rjust(3, '0')}", words)
        if document is not None and Study(document).is_usable(family):
            return document
    raise NoSuchScenario(place)


def scenario_name(i: int) -> str:
    """The file of the scenario at a place of a suite (PCK-2.5)."""
    return f"scenario-{str(i).rjust(3, '0')}.json"


def scenario_names(config: dict[str, Any]) -> list[str]:
    """The files of the scenarios that a configuration asks for (PCK-11.1)."""
    return [scenario_name(i) for i in range(sum(entry["count"] for entry in config["families"]))]


def scenarios(config: dict[str, Any], batch: int) -> Iterator[tuple[str, int, Document]]:
    """Family, number and document of each scenario, one after another; raises NoSuchScenario (PCK-11.6)."""
    for place, entry in enumerate(config["families"]):
        for number in range(entry["count"]):
            yield entry["family"], number, one_scenario(config, batch, place, number)


def suite_and_record(config: dict[str, Any], batch: int, made: list[tuple[str, int, Document]]) -> tuple[Any, Any]:
    """The suite manifest and the generation record of the scenarios that were made (PCK-11.6)."""
    entries, rows = [], []
    for i, (family, number, document) in enumerate(made):
        row: dict[str, Any] = {"scenario_id": document["scenario_id"], "file": scenario_name(i)}
        row |= {"content_hash": scenario_hash(document), "primary_family": family, "families": [family]}
        entries.append(row)
        proxies = Study(document).proxies()
        rows.append({"scenario_id": document["scenario_id"], "family": family, "number": number, "proxies": proxies})
    names = {"suite_id": f"{config['suite_id']}-{batch}", "suite_version": config["suite_version"]}
    versions = {"generation_manifest_version": "1.0", "generator_version": "1.0", "generator_config_version": "1.0"}
    return {**names, "scenarios": entries}, {**versions, "config": config, "batch": batch, "scenarios": rows}


def generate(config: dict[str, Any], batch: int) -> Files:
    """The files of the generated suite of a valid configuration; raises NoSuchScenario (PCK-11.1, PCK-11.6)."""
    made = list(scenarios(config, batch))
    manifest, record = suite_and_record(config, batch, made)
    files = {"suite/" + scenario_name(i): canonical(document) for i, (_, _, document) in enumerate(made)}
    return files | {"suite/manifest.json": canonical(manifest), "generation.json": canonical(record)}
