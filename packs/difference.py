"""Where two documents, and two packs, differ (PCK-3.8, PCK-6.6)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from packs.pack import SUITE_FOLDER, Pack
from simulator.scenario import Scenario
from simulator.shape import step_into

_SHOWN = 8


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that differs between two packs: what it is about, and how, in words."""

    about: str
    text: str


def first_difference(found: Any, expected: Any, pointer: str = "") -> str | None:
    """The JSON pointer of the first value that differs, in the order of `expected`; None where all are equal."""
    if type(found) is not type(expected):
        return pointer
    if isinstance(found, dict):
        for key in [*expected, *sorted(set(found) - set(expected))]:
            if key not in found or key not in expected:
                return step_into(pointer, key)
            inner = first_difference(found[key], expected[key], step_into(pointer, key))
            if inner is not None:
                return inner
        return None
    if isinstance(found, list):
        for index, pair in enumerate(zip(found, expected, strict=False)):
            inner = first_difference(*pair, f"{pointer}/{index}")
            if inner is not None:
                return inner
        short = min(len(found), len(expected))
        return None if len(found) == len(expected) else f"{pointer}/{short}"
    return None if found == expected else pointer


def differences(one: Pack, two: Pack) -> Iterator[Difference]:
    """What differs between two verified packs; nothing where their digests are equal (PCK-6.6)."""
    yield from _changed("pack ID", one.pack_id, two.pack_id)
    yield from _changed("source", one.record["source"], two.record["source"])
    yield from _changed("suite", *(f"{side.suite.suite_id} {side.suite.suite_version}" for side in (one, two)))
    yield from _scenarios(one, two)
    yield from _schedule(one, two)
    yield from _files(one, two)


def _changed(about: str, before: Any, after: Any) -> Iterator[Difference]:
    if before != after:
        yield Difference(about, f"{before} → {after}")


def _scenarios(one: Pack, two: Pack) -> Iterator[Difference]:
    entries = [{entry["scenario_id"]: entry for entry in side.suite.document["scenarios"]} for side in (one, two)]
    yield from _only("scenarios", list(entries[0]), list(entries[1]))
    common = [name for name in entries[0] if name in entries[1]]
    if common != [name for name in entries[1] if name in entries[0]]:
        yield Difference("scenarios", "those in both stand in another order")
    for name in common:
        before, after = entries[0][name], entries[1][name]
        about = f"scenario {name}"
        yield from _changed(f"{about}, primary family", before["primary_family"], after["primary_family"])
        yield from _changed(f"{about}, families", *(" ".join(entry["families"]) for entry in (before, after)))
        if before["content_hash"] != after["content_hash"]:
            for text in scenario_changes(one.scenario(name), two.scenario(name)):
                yield Difference(about, text)


def _only(about: str, before: Sequence[object], after: Sequence[object]) -> Iterator[Difference]:
    """What stands in one list alone."""
    for which, items, others in (("first", before, set(after)), ("second", after, set(before))):
        names = [str(item) for item in items if item not in others]
        if names:
            more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
            yield Difference(about, f"only in the {which}: {' '.join(names[:_SHOWN])}{more}")


def scenario_changes(one: Scenario, two: Scenario) -> Iterator[str]:
    """How a scenario became another, in words."""
    before, after = one.document, two.document
    sizes = [f"{side['map']['rows']} × {side['map']['cols']}" for side in (before, after)]
    if sizes[0] != sizes[1]:
        yield f"map {sizes[0]} → {sizes[1]}"
    yield from _counted("wall", before["map"]["walls"], after["map"]["walls"])
    yield from _moved("exit", before["exits"], after["exits"])
    yield from _moved("person", before["people"], after["people"])
    yield from _counted("ignition cell", before["fire"]["ignition"], after["fire"]["ignition"])
    for key in ("fire", "movement", "termination", "metadata"):
        left, right = before.get(key, {}), after.get(key, {})
        for name in sorted(set(left) | set(right)):
            if name != "ignition" and left.get(name) != right.get(name):
                yield f"{name} {left.get(name, 'none')} → {right.get(name, 'none')}"


def _counted(what: str, before: list[list[int]], after: list[list[int]]) -> Iterator[str]:
    left, right = {tuple(cell) for cell in before}, {tuple(cell) for cell in after}
    for verb, cells in (("added", right - left), ("removed", left - right)):
        if cells:
            yield f"{len(cells)} {what}{'s' * (len(cells) > 1)} {verb}"


def _moved(what: str, before: list[dict[str, Any]], after: list[dict[str, Any]]) -> Iterator[str]:
    left, right = ({item["id"]: item["position"] for item in side} for side in (before, after))
    moved = [name for name in left if name in right and left[name] != right[name]]
    for verb, names in (("added", set(right) - set(left)), ("removed", set(left) - set(right)), ("moved", moved)):
        if names:
            more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
            yield f"{what} {verb}: {' '.join(sorted(names)[:_SHOWN])}{more}"


def _schedule(one: Pack, two: Pack) -> Iterator[Difference]:
    common = set(one.suite.files) & set(two.suite.files)
    pairs = [
        [(entry["scenario_id"], entry["seed"]) for entry in side.manifest["episodes"] if entry["scenario_id"] in common]
        for side in (one, two)
    ]
    seeds = [{name: [seed for other, seed in side if other == name] for name in common} for side in pairs]
    if all(len({tuple(each) for each in side.values()}) == 1 for side in seeds):
        name = min(common)
        yield from _only("seeds", seeds[0][name], seeds[1][name])
    else:
        for name in sorted(common):
            yield from _only(f"seeds of {name}", seeds[0][name], seeds[1][name])
    both = set(pairs[0]) & set(pairs[1])
    if [pair for pair in pairs[0] if pair in both] != [pair for pair in pairs[1] if pair in both]:
        yield Difference("episodes", "those in both stand in another order")


def _files(one: Pack, two: Pack) -> Iterator[Difference]:
    """Files that hold the same and are written otherwise."""
    hashes = [dict(side.record["files"]) for side in (one, two)]
    same = [
        {
            entry["content_hash"]: SUITE_FOLDER[side.record["source"]] + entry["file"]
            for entry in side.suite.document["scenarios"]
        }
        for side in (one, two)
    ]
    for content, path in same[0].items():
        other = same[1].get(content)
        if other is not None and hashes[0][path] != hashes[1][other]:
            yield Difference(f"file {path}", "the same scenario, with other bytes")
    if one.suite.digest == two.suite.digest:
        paths = [SUITE_FOLDER[side.record["source"]] + "manifest.json" for side in (one, two)]
        if hashes[0][paths[0]] != hashes[1][paths[1]]:
            yield Difference(f"file {paths[0]}", "the same suite manifest, with other bytes")
