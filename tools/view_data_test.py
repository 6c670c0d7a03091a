"""What a page of replays is given: short forms against their literal twins, packed blocks."""

import copy
import json
import zlib
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from simulator import canonical, record, scenario
from simulator.fire import fire_world
from tools.view_data import LETTERS, Blocks, Contents, exact_run, header_of, of_document

EXAMPLE = Path(__file__).parents[1] / "testdata" / "example-run"
SCENARIO = scenario.parse(EXAMPLE.joinpath("scenario.json").read_bytes())
DATA = EXAMPLE.joinpath("record.json").read_bytes()
RECORD = record.parse(DATA)
SEED = RECORD["header"]["seed"]
CANONICAL = canonical.encode(RECORD)


def short(**changes: Any) -> dict[str, Any]:
    """The short form of the example with other members."""
    document = copy.deepcopy(RECORD) | changes
    return of_document(document, SCENARIO, SEED)


def test_the_short_form_says_what_the_record_says() -> None:
    found = short()
    people = [person.id for person in SCENARIO.people]
    for row, step in zip(found["actions"], RECORD["steps"], strict=True):
        letters = {person: letter for person, letter in zip(people, row, strict=True) if letter != "-"}
        assert letters == {person: LETTERS[action] for person, action in step["actions"].items()}
    assert found["others"] == {} and found["recorded"] is None
    assert found["header"] == canonical.digest(RECORD["header"])


def test_each_digest_is_that_of_the_bytes_up_to_there() -> None:
    digests, end = short()["digests"], CANONICAL.index(b',"steps":[') + len(b',"steps":[')
    assert digests[0] == canonical.sha256_hex(CANONICAL[:end])
    for place, step in enumerate(RECORD["steps"]):
        end += len(canonical.encode(step)) + (1 if place else 0)
        assert digests[place + 1] == canonical.sha256_hex(CANONICAL[:end])
    assert CANONICAL[end:] == b"]}" and len(digests) == len(RECORD["steps"]) + 1


def test_by_bytes_and_by_a_strict_reading_it_is_the_same() -> None:
    world = fire_world(SCENARIO, SEED)
    assert exact_run(CANONICAL, 0, len(CANONICAL), world) == short()
    assert exact_run(CANONICAL[:-1], 0, len(CANONICAL) - 1, world) is None
    assert exact_run(CANONICAL, 0, len(CANONICAL), fire_world(SCENARIO, SEED + 1)) is None


def test_actions_of_strangers_stand_apart() -> None:
    steps = copy.deepcopy(RECORD["steps"])
    steps[1]["actions"]["nobody"] = "north"
    found = short(steps=steps)
    assert found["others"] == {"1": {"nobody": "north"}}
    assert found["recorded"] == {"step": 2, "value": steps[1]}


def test_the_part_that_differs_comes_along() -> None:
    header = RECORD["header"] | {"simulator_version": "9"}
    assert short(header=header)["recorded"] == {"step": None, "value": header}
    first = RECORD["initial_state"] | {"rng_state": {"fire": "0" * 16}}
    assert short(initial_state=first)["recorded"] == {"step": 0, "value": first}
    assert short(steps=RECORD["steps"][:2])["recorded"] == {"step": 2, "value": RECORD["steps"][1]}
    longer = [*RECORD["steps"], RECORD["steps"][-1]]
    assert short(steps=longer)["recorded"] == {"step": len(longer), "value": longer[-1]}
    assert short(steps=[])["recorded"] == {"step": 0, "value": RECORD["initial_state"]}


def test_a_record_of_another_seed_differs_in_its_header() -> None:
    assert of_document(RECORD, SCENARIO, SEED + 1)["recorded"] == {"step": None, "value": RECORD["header"]}


def test_a_header_is_found_in_canonical_bytes_only() -> None:
    assert header_of(CANONICAL) == RECORD["header"]
    for data in (b"", b"[]", b" " + CANONICAL, b'{"header":[]}', b'{"header":{"seed":', b'{"header":\xff}'):
        assert header_of(data) is None


def unpacked(text: str) -> Any:
    return json.loads(zlib.decompress(b64decode(text)))


def test_a_block_is_packed_once() -> None:
    blocks = Blocks()
    assert [blocks.add(value) for value in ({"a": 1}, [2], {"a": 1})] == [0, 1, 0]
    assert [unpacked(text) for text in blocks.texts] == [{"a": 1}, [2]]


def test_the_index_names_the_blocks() -> None:
    contents = Contents("title", ["left", "right"])
    run = short()
    contents.show([contents.side(SCENARIO, SEED, run), contents.side(SCENARIO, SEED, None, "timeout")], 3, 1)
    contents.offer(SCENARIO, "family", [4, 5])
    found = contents.index()
    (entry,), (playable,) = found["entries"], found["playables"]
    left, right = entry["sides"]
    assert (found["title"], found["names"], entry["index"], entry["trial"]) == ("title", ["left", "right"], 3, 1)
    assert unpacked(contents.blocks.texts[left["run"]]) == run and left["failure"] is None
    assert (right["run"], right["failure"], right["seed"]) == (None, "timeout", SEED)
    assert left["scenario"] == right["scenario"] == playable["scenario"]
    assert canonical.digest(unpacked(contents.blocks.texts[left["scenario"]])) == SCENARIO.digest
    assert (playable["family"], playable["seeds"]) == ("family", [4, 5])


@pytest.mark.parametrize("metadata", [None, {"title": "<b>"}])
def test_a_playable_has_a_title(metadata: dict[str, str] | None) -> None:
    document = {key: value for key, value in SCENARIO.document.items() if key != "metadata"}
    contents = Contents("title")
    contents.offer(scenario.from_value(document | ({"metadata": metadata} if metadata else {})), "f", [0])
    assert contents.index()["playables"][0]["title"] == (metadata or {}).get("title", "")
