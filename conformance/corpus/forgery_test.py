"""Tests of the packs, results and reports that definitions tell, and of the macros that tell them."""

import base64
import json
import zlib
from typing import Any

import pytest

from conformance.corpus import frozen, reports
from conformance.corpus.macros import expand
from conformance.corpus.spelling import DefinitionError
from conformance.operations.registry import outcome

WORLDS: dict[str, Any] = {"w": {"map": "P.E", "steps": 3}}
PACK: dict[str, Any] = {"worlds": [["w", "f"]]}


def told(value: Any) -> Any:
    return expand(value, WORLDS)


def code(operation: str, given: Any) -> str:
    found = outcome(operation, given)
    return str(found.get("code", found["status"]))


def test_a_pack_and_what_is_done_to_it() -> None:
    def verified(*edits: Any) -> str:
        return code("pack.verify", {"files": told({"$pack": PACK | {"edits": edits}}), "expected_digest": None})

    scenario = "suite/scenario-000.json"
    assert verified() == "ok"
    assert verified({"file": scenario, "replace": [["{", "{ "]]}) == "file_hash"
    assert verified({"file": scenario, "replace": [["{", "{ "]], "relist": True}) == "ok"
    assert verified({"remove": scenario}) == "missing_file"
    assert verified({"rename": [scenario, "suite/other.json"]}) == "unlisted_file"
    assert verified({"file": "pack.json", "hex": "ff"}) == "not_utf8"
    assert verified({"file": "pack.json", "canonical": [["/pack_id", "x"]]}) == "ok"
    assert verified({"file": "pack.json", "set": [["/pack_id"], ["/pack_id", "x"]]}) == "not_canonical"
    assert verified({"file": "new", "text": "x"}) == "unlisted_file"


def test_a_result_has_a_right_footer_unless_it_is_edited() -> None:
    def read(**changes: Any) -> str:
        return code("result.read", {"result": told({"$result": {"pack": PACK, "episodes": ["timeout"]} | changes})})

    assert read() == "ok"
    assert read(episodes=[["P1 e", "P1 e"]]) == "ok"
    assert read(episodes=["gap"]) == "ok"
    assert read(edits=[["/1/index", 7]]) == "ok", "the footer follows the lines"
    assert read(footer=[["/failures", 0]]) == "footer_differs"
    assert read(tail="x") == "after_footer"
    assert read(gzip=True) == "ok"
    assert read(gzip=True, behind="00") == "bad_gzip"


def test_a_stored_gzip_member() -> None:
    assert zlib.decompress(frozen.gzip_member(b"abc"), wbits=16 + zlib.MAX_WBITS) == b"abc"


def test_inputs_are_perfect_but_for_what_is_told() -> None:
    found = reports.inputs({"m": 5, "c": 1, "us": 2, "time": "1/2", "replanning": "3/4", "unit": 8})
    assert outcome("score.inputs", found)["status"] == "ok"
    assert (found["people"], found["evacuated"], found["q_cut"], found["sum_steps"]) == (7, 4, 16, 32)
    assert (found["recoverable"], found["recovery_ref"], found["recovery"]) == (1, 6, 8)
    assert found["unavoidable_stranded_ids"] == ["d000", "d001"]


@pytest.mark.parametrize("bad", [{"m": 1, "x": 1}, {"m": 1, "unit": 3, "time": "1/2"}])
def test_inputs_that_can_not_be_told(bad: dict[str, Any]) -> None:
    with pytest.raises(DefinitionError):
        reports.inputs(bad)


def test_a_report_is_one_that_is_read_back() -> None:
    episodes = [["w", "f", 0, {"m": 4, "c": 1}, ["timeout", 4]]]
    document = told({"$report": {"episodes": episodes}})
    assert code("document.read", {"kind": "report", "document": document}) == "ok"
    edited = told({"$report": {"episodes": episodes, "edits": [["/headline/evacuated", 9]]}})
    assert code("document.read", {"kind": "report", "document": edited}) == "report_differs"


def test_a_score_may_be_put_in_the_place_of_another() -> None:
    (row,) = reports.schedule([["w", "f", 3, {"m": 4, "score": "1.000000000"}]])
    assert (row["seed"], row["trials"][0]["score"]) == (3, "1.000000000")


def test_macros_within_macros() -> None:
    document = told({"$json": {"$repeat": [["[", 2], "1", ["]", 2]]}})
    assert base64.b64decode(document["base64"]) == b"[[1]]"
    assert told({"$spelled": {"a": {"$token": "1.0"}}}) == {"base64": base64.b64encode(b'{"a":1.0}').decode()}


def test_a_world_is_named_or_changed_or_told() -> None:
    for world in ("w", {"of": "w"}, WORLDS["w"]):
        assert json.loads(told({"$scenario": world})["text"])["termination"] == {"max_steps": 3}
    assert json.loads(told({"$scenario": {"of": "w", "steps": 9}})["text"])["termination"] == {"max_steps": 9}
