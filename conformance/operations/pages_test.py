"""The generated part of docs/protocol is current, and every exchange is of its shapes."""

import re
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator

from conformance import profiles, protocol
from conformance.operations import pages, schemas, update
from conformance.operations.examples import examples
from conformance.operations.registry import OPERATIONS, outcome
from conformance.protocol import answer, decode, request
from packs.versions import PACK_VERSIONS
from simulator.schemas.document import outdated

HOME = Path(__file__).parents[2].joinpath("docs", "protocol")
UPDATE = "not what the code says: run `bazel run //conformance/operations:update`"


def test_the_pages_are_current() -> None:
    for path, data in pages.pages().items():
        assert HOME.joinpath(path).read_bytes() == data, f"docs/protocol/{path} is {UPDATE}"
    found = {path.name for path in HOME.joinpath("exchanges").glob("*")}
    assert found == {f"{name}.jsonl" for name in OPERATIONS}, UPDATE


def test_the_schemas_are_current() -> None:
    stale = outdated(HOME.joinpath("schemas"), schemas.schemas())
    assert not stale, f"{', '.join(stale)}: {UPDATE}"


def test_what_update_writes_is_current(tmp_path: Path) -> None:
    tmp_path.joinpath("exchanges").mkdir()
    tmp_path.joinpath("exchanges", "gone.jsonl").write_text("")
    names = update.generate(tmp_path)
    found = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    assert set(names) == found and all(HOME.joinpath(name).exists() for name in names)


def test_every_operation_has_an_exchange_that_is_answered() -> None:
    answered = [each.operation for each in examples() if outcome(each.operation, each.given)["status"] == "ok"]
    assert set(answered) == OPERATIONS.keys()


def test_every_operation_that_refuses_shows_how() -> None:
    shown = {each.operation for each in examples() if outcome(each.operation, each.given)["status"] == "rejected"}
    world = {"fire.world", "references.people", "references.table", "references.bounds", "references.joint"}
    alike = world | {"simulator.observe", "replay.check", "score.episode"}
    assert {name for name, operation in OPERATIONS.items() if operation.refuses} - alike == shown


def test_exchanges_are_messages_of_their_shapes() -> None:
    validators = {document.name: Draft202012Validator(document.schema()) for document in schemas.schemas()}
    for validator in validators.values():
        Draft202012Validator.check_schema(validator.schema)
    for name, operation in OPERATIONS.items():
        lines = HOME.joinpath("exchanges", f"{name}.jsonl").read_bytes().splitlines(keepends=True)
        for asked, answered in zip(lines[::2], lines[1::2], strict=True):
            case, result = request(decode(asked)), answer(decode(answered))
            assert case["id"] == result["id"] and case["operation"] == name
            for message, kind in ((case, "case"), (result, "result")):
                assert validators[f"message.{kind}"].is_valid(message)
            assert validators[f"{name}.input"].is_valid(case["input"])
            assert operation.given.read(case["input"], "") == case["input"]
            if result["status"] == "ok" and "trace" not in case:
                assert validators[f"{name}.output"].is_valid(result["output"]), name
                assert operation.gives.read(result["output"], "") == result["output"]


def numbers(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [number for item in value.values() for number in numbers(item)]
    if isinstance(value, list):
        return [number for item in value for number in numbers(item)]
    return [value] if isinstance(value, int | float) else []


def test_no_output_holds_a_float() -> None:
    count = 0
    for example in examples():
        for trace in {None, example.trace}:
            found = numbers(outcome(example.operation, example.given, trace))
            assert all(type(number) in (int, bool) for number in found), example.operation
            count += len(found)
    assert count > 100


def test_the_rules_name_every_message_code_and_limit() -> None:
    text = HOME.joinpath("protocol.md").read_text("utf-8")
    words = set(re.findall(r"`([a-z_0-9.]+)`", text))
    assert {*protocol.CODES, *protocol.STATUSES, *protocol.STAGES, *protocol.REQUESTS, *protocol.ANSWERS} <= words
    kinds = {kind for kinds in profiles.KINDS.values() for kind in kinds}
    components = profiles.VERSIONS.keys() - PACK_VERSIONS.keys()
    assert kinds | components | set(profiles.PROFILES) <= words
    for number in (protocol.MAX_LINE, protocol.MAX_MESSAGE, protocol.MAX_POINTER, protocol.MAX_VERSION):
        assert f"{number:,}" in text


def test_links_lead_somewhere() -> None:
    for page in ("protocol.md", "operations.md"):
        text = HOME.joinpath(page).read_text("utf-8")
        for target in re.findall(r"\]\(([^)#]+)", text):
            assert HOME.joinpath(target).exists(), target
