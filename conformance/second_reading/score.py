"""Inputs, evidence and score of one episode-trial (SCO-4)."""

from fractions import Fraction
from typing import Any

from conformance.second_reading.bounds import q_cut, q_exit
from conformance.second_reading.canonical import decimal_text
from conformance.second_reading.contradictions import ID_LISTS
from conformance.second_reading.metrics import changes_of_cell, danger_pairs, distances_to_exits, evacuation_steps
from conformance.second_reading.power import power_of_log, rounded_product, rounded_root
from conformance.second_reading.references import Table, World, references, tables, world_of
from conformance.second_reading.scenario import Cell, Document
from conformance.second_reading.simulate import active_positions, snapshots

ALPHA_C, ALPHA_S = Fraction(3, 5), Fraction(4, 5)
PHI = Fraction(4, 5)
QUALITY = ["time", "hazard", "path", "replanning"]
WEIGHTS = {"time": 3, "hazard": 2, "path": 1, "replanning": 2}
SEVERE_BELOW = {"time": Fraction(1, 2), "hazard": Fraction(3, 4), "path": Fraction(1, 2), "replanning": Fraction(1, 2)}


def fire_aware_distance(world: World, cell: Cell, burning: set[Cell]) -> int | None:
    """The fewest moves to a non-burning exit over cells that do not burn, or None (SCO-4.2.6)."""
    return distances_to_exits(world.document, world.exits - burning, world.free - burning).get(cell)


def route_invalidations(world: World, record: dict[str, Any], earliest: Table) -> list[dict[str, Any]]:
    """The events, by snapshot and person: person, snapshot, earliest or None, resolved (SCO-4.2.6)."""
    leaving = evacuation_steps(record)
    events: list[dict[str, Any]] = []
    for snapshot in snapshots(record)[1:]:
        t = snapshot["step"]
        if world.burning[t] == world.burning[t - 1]:
            continue
        positions = active_positions(snapshot)
        for person in sorted(positions):
            before = fire_aware_distance(world, positions[person], world.burning[t - 1])
            after = fire_aware_distance(world, positions[person], world.burning[t])
            if before is not None and (after is None or after > before):
                limit = earliest.get((positions[person], t))
                resolved = leaving.get(person, world.last)
                events.append({"person": person, "snapshot": t, "earliest": limit, "resolved": resolved})
    return events


def loss_lists(people: list[tuple[str, str, bool]]) -> dict[str, list[str]]:
    """The IDs of the four loss classes, of people as (ID, outcome, savable), in their order (SCO-4.1.2)."""
    lists: dict[str, list[str]] = {name: [] for name in ID_LISTS}
    for person, outcome, savable in people:
        if outcome != "evacuated":
            lists[f"{'avoidable' if savable else 'unavoidable'}_{outcome}_ids"].append(person)
    return lists


def loss_classes(record: dict[str, Any], savable: set[str]) -> dict[str, list[str]]:
    """The sorted IDs of the four loss classes (SCO-4.1.2)."""
    outcomes = {"evacuated": "evacuated", "casualty": "casualty", "active": "stranded"}
    last = {person["id"]: outcomes[person["status"]] for person in snapshots(record)[-1]["people"]}
    return loss_lists([(person, last[person], person in savable) for person in sorted(last)])


def gather(document: Document, seed: int, record: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """`inputs` and `evidence` of an authenticated record (SCO-9.3)."""
    world = world_of(document, seed)
    earliest = tables(world)[0]
    facts = references(document, seed)
    people = sorted(facts["L"])
    leaving = evacuation_steps(record)
    evacuees = sorted(leaving)
    in_danger = [person for person, _ in danger_pairs(record)]
    events = route_invalidations(world, record, earliest)
    recoverable = [event for event in events if event["earliest"] is not None]
    inputs = {
        "people": len(people),
        "max_evacuated": facts["max_evacuated"],
        "evacuated": len(evacuees),
        **loss_classes(record, {person for person in people if facts["L"][person] is not None}),
        "sum_l": sum(facts["L"][person] for person in evacuees),
        "q_exit": q_exit(world, [facts["L"][person] for person in evacuees]),
        "q_cut": q_cut(world, evacuees, earliest),
        "sum_steps": sum(leaving.values()),
        "danger_ref": sum(facts["D"][person] for person in evacuees),
        "danger": sum(in_danger.count(person) for person in evacuees),
        "moves_ref": sum(facts["m"][person] for person in evacuees),
        "moves": sum(changes_of_cell(record, person) for person in evacuees),
        "events": len(events),
        "recoverable": len(recoverable),
        "recovery_ref": sum(event["earliest"] - event["snapshot"] for event in recoverable),
        "recovery": sum(event["resolved"] - event["snapshot"] for event in recoverable),
    }
    return inputs, evidence(record, facts, events, in_danger, inputs)


def evidence(
    record: dict[str, Any], facts: dict[str, Any], events: list[dict[str, Any]], in_danger: list[str], inputs: Any
) -> dict[str, Any]:
    """The columns of SCO-9.3."""
    people = sorted(facts["L"])
    leaving = evacuation_steps(record)
    statuses = {person["id"]: person["status"] for person in snapshots(record)[-1]["people"]}
    names = {"evacuated": "evacuated", "casualty": "casualty", "active": "stranded"}
    return {
        "people": {
            "ids": people,
            "outcomes": [names[statuses[person]] for person in people],
            "earliest": [facts["L"][person] for person in people],
            "steps": [leaving.get(person) for person in people],
            "danger_ref": [facts["D"][person] for person in people],
            "danger": [in_danger.count(person) if person in leaving else None for person in people],
            "moves_ref": [facts["m"][person] for person in people],
            "moves": [changes_of_cell(record, person) if person in leaving else None for person in people],
        },
        "events": {
            "people": [event["person"] for event in events],
            "snapshots": [event["snapshot"] for event in events],
            "earliest": [event["earliest"] for event in events],
            "resolved": [event["resolved"] for event in events],
        },
        "q_exit": inputs["q_exit"],
        "q_cut": inputs["q_cut"],
    }


def quality_components(inputs: dict[str, Any]) -> dict[str, Fraction | None]:
    """T, H, P and R as exact fractions, or None where not defined (SCO-4.2)."""
    time = hazard = path = replanning = None
    if inputs["evacuated"] > 0:
        time = Fraction(inputs["q_cut"], inputs["sum_steps"])
        hazard = 1 - Fraction(inputs["danger"] - inputs["danger_ref"], inputs["sum_steps"])
        path = Fraction(inputs["moves_ref"], inputs["moves"])
    if inputs["recoverable"] > 0:
        replanning = Fraction(inputs["recovery_ref"], inputs["recovery"])
    return {"time": time, "hazard": hazard, "path": path, "replanning": replanning}


def quality_power(components: dict[str, Fraction | None]) -> tuple[Fraction, int] | None:
    """(Quality^W, W), or None where no component is defined (SCO-4.2.7)."""
    defined = [name for name in QUALITY if components[name] is not None]
    if not defined:
        return None
    product = Fraction(1)
    for name in defined:
        product *= (components[name] or Fraction(0)) ** WEIGHTS[name]
    return product, sum(WEIGHTS[name] for name in defined)


def rounded_quality(components: dict[str, Fraction | None]) -> str | None:
    """Quality to 12 decimals (SCO-4.5.2)."""
    power = quality_power(components)
    return None if power is None else rounded_root(power[0], power[1], 12)


def severity_of(components: dict[str, Fraction | None]) -> tuple[list[str], Fraction]:
    """The severe components and Severity (SCO-4.3.2, SCO-4.3.3)."""
    severe: list[str] = []
    severity = Fraction(1)
    for name in QUALITY:
        value = components[name]
        if value is not None and value < SEVERE_BELOW[name]:
            severe.append(name)
            severity *= PHI * Fraction(value, SEVERE_BELOW[name])
    return severe, severity


def score_values(inputs: dict[str, Any], components: dict[str, Fraction | None], severity: Fraction) -> dict[str, Any]:
    """The decimals of the factors, the ceiling and the score of an applicable episode-trial (SCO-4, SCO-4.5)."""
    most, c, s = inputs["max_evacuated"], len(inputs[ID_LISTS[0]]), len(inputs[ID_LISTS[1]])
    evacuation = Fraction(inputs["evacuated"], most) ** 2
    casualty_rate, stranding_rate = (1 - Fraction(c, most)) ** 4, (1 - Fraction(s, most)) ** 2
    exact_c, inexact_c = power_of_log(ALPHA_C, Fraction(1 + c), 1)
    exact_s, inexact_s = power_of_log(ALPHA_S, Fraction(1 + s), 1)
    safety = evacuation * casualty_rate * stranding_rate * exact_c * exact_s
    values: dict[str, Any] = {
        "evacuation": decimal_text(evacuation, 12),
        "casualty": rounded_product(casualty_rate * exact_c, [inexact_c], 12),
        "stranding": rounded_product(stranding_rate * exact_s, [inexact_s], 12),
        "safety": decimal_text(0, 12),
        "ceiling": decimal_text(0, 9),
        "score": decimal_text(0, 9),
    }
    power = quality_power(components)
    if 2 * (c + s) >= most or power is None:
        return values
    if power[0] == 0:
        return values | {"safety": rounded_product(safety, [inexact_c, inexact_s], 12)}
    values["safety"] = rounded_product(safety, [inexact_c, inexact_s], 12)
    values["ceiling"] = rounded_product(100 * safety * severity, [inexact_c, inexact_s], 9)
    z_power = Fraction(Fraction(1 + c) ** power[1], power[0])
    exact_z, inexact_z = power_of_log(ALPHA_C, z_power, power[1])
    exact = 100 * evacuation * casualty_rate * stranding_rate * severity * exact_z * exact_s
    values["score"] = rounded_product(exact, [inexact_z, inexact_s], 9)
    return values


def score_of_inputs(inputs: dict[str, Any]) -> dict[str, Any]:
    """Status, rounded factors and components, severe list and score (SCO-4.4, SCO-9.3)."""
    names = ["evacuation", "casualty", "stranding", *QUALITY]
    if inputs["max_evacuated"] == 0:
        empty: dict[str, Any] = dict.fromkeys(names + ["safety", "quality", "quality_without_replanning", "severity"])
        return empty | {"status": "not_applicable", "ceiling": None, "score": None, "severe": []}
    components = quality_components(inputs)
    severe, severity = severity_of(components)
    losses = len(inputs[ID_LISTS[0]]) + len(inputs[ID_LISTS[1]])
    rounded = {name: None if (q := components[name]) is None else decimal_text(q, 12) for name in QUALITY}
    return {
        "status": "catastrophic" if 2 * losses >= inputs["max_evacuated"] else "scored",
        **rounded,
        **score_values(inputs, components, severity),
        "quality": rounded_quality(components),
        "quality_without_replanning": rounded_quality(components | {"replanning": None}),
        "severe": severe,
        "severity": decimal_text(severity, 12),
    }


def score_episode(document: Document, seed: int, record: dict[str, Any]) -> dict[str, Any]:
    """The score of an authenticated record, with inputs and evidence (SCO-4)."""
    inputs, columns = gather(document, seed, record)
    return score_of_inputs(inputs) | {"inputs": inputs, "evidence": columns}
