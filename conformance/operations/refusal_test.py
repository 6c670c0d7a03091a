"""The closed list of codes is the one that the code uses and the contract documents."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.operations.examples import examples
from conformance.operations.refusal import CODES, refusal
from conformance.operations.registry import OPERATIONS, outcome
from conformance.protocol import STAGES
from simulator.errors import DocumentError, EmberError, IncompleteError, InvalidActionError, PackError, UsageError

ROOT = Path(__file__).parents[2]
CONTRACT = ROOT.joinpath("docs", "contract")

# Every way in which the product names a code, by the place of the code among the arguments.
_RAISERS = {
    "DocumentError": 1,
    "PackError": 0,
    "ScoringInputError": 0,
    "InvalidActionError": 0,
    "InputError": 0,
    "Fault": 1,
    "fault": 0,
    "_fault": 0,
    "refuse": 0,
    "_refuse": 0,
}
# Codes of files and folders, of commands, and of other programs; what travels in a case has none of them.
_ELSEWHERE = {
    *("no_such_file", "not_regular", "unreadable", "no_pack", "bad_archive", "repeated_path", "too_many_files"),
    *("no_suite", "cannot_write"),
    # An efficiency view, an operational record beside a report, an explanation: no operation asks for them.
    *("cost_not_positive", "bad_unit", "no_score", "other_work", "no_trial", "no_evidence"),
}
_SOURCES = {
    "simulator": ("errors", "shape", "strict", "scenario", "meaning", "observation", "phases"),
    "packs": ("files", "folder", "manifest", "pack", "plan", "result", "source", "suite", "verify"),
    "packs/evaluation": ("operational",),
    "packs/generator": ("config", "generate", "loader"),
    "scoring": ("authenticate", "compare", "inputs", "leaderboard", "submission", "target"),
    "scoring/references": ("exit_bound", "joint", "schedule"),
    "scoring/report": ("checks", "restore"),
}


def modules() -> Iterator[Path]:
    for folder, names in _SOURCES.items():
        yield from (ROOT.joinpath(folder, f"{name}.py") for name in names)


def used() -> set[str]:
    """Every string that stands where the product names a code."""
    found = set()
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                place = _RAISERS.get(name)
                if place is not None and place < len(node.args):
                    found |= {each.value for each in ast.walk(node.args[place]) if isinstance(each, ast.Constant)}
    return {text for text in found if isinstance(text, str) and re.fullmatch("[a-z][a-z_]+", text)}


def literals() -> set[str]:
    """Every string of those modules, and of the one that names forgeries."""
    paths = [*modules(), ROOT.joinpath("scoring", "forgery.py")]
    nodes = (node for path in paths for node in ast.walk(ast.parse(path.read_text("utf-8"))))
    return {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def documented(page: str, *clauses: str) -> set[str]:
    """The codes in the tables below some clauses."""
    found = set()
    for part in re.split(r"^\*\*(?=[A-Z])", CONTRACT.joinpath(f"{page}.md").read_text("utf-8"), flags=re.MULTILINE):
        if part.split("*")[0] in clauses:
            for row in re.findall(r"^\| (`.*?) \|", part, re.MULTILINE):
                found |= set(re.findall(r"`([a-z_0-9]+)`", row))
    return found


def test_the_code_uses_no_other() -> None:
    assert used() - {code for codes in CODES.values() for code in codes} - _ELSEWHERE == set()


def test_every_listed_code_is_used() -> None:
    known = literals()
    assert {code for codes in CODES.values() for code in codes} - known == set()


@pytest.mark.parametrize("path", list(modules()), ids=lambda path: path.stem)
def test_the_sources_are_there(path: Path) -> None:
    assert path.stat().st_size


def test_the_contract_documents_them() -> None:
    assert set(CODES) == set(STAGES)
    assert all(len(set(codes)) == len(codes) for codes in CODES.values())
    syntax, shape = documented("encoding", "ENC-5.4"), documented("encoding", "ENC-5.5")
    assert set(CODES["syntax"]) == syntax and set(CODES["shape"]) == shape
    scenario = documented("encoding", "ENC-5.6")
    assert scenario <= set(CODES["meaning"])
    text = "".join(CONTRACT.joinpath(f"{page}.md").read_text("utf-8") for page in ("packs", "simulation", "scoring"))
    prose = set(re.findall(r"`([a-z_]+)`", text))
    assert set(CODES["meaning"]) - scenario <= prose
    assert (
        set(CODES["action"])
        == syntax | shape | {"unknown_direction", "unexpected_action", "missing_action"}
        <= (syntax | shape | prose)
    )
    pack = documented("packs", "PCK-3.10")
    assert pack - _ELSEWHERE <= set(CODES["pack"]) <= pack | prose
    result = documented("scoring", "SCO-2.3")
    contradictions = {
        *("below_bound", "capacity_exceeded", "evacuee_not_savable", "ids_unsorted", "ids_overlap", "ids_miscounted"),
        "count_out_of_range",
    }
    assert result - contradictions - {"fire_world_differs"} | {"bad_gzip", "too_large"} == set(CODES["result"])
    foreign = documented("scoring", "SCO-8.6")
    assert contradictions | foreign <= set(CODES["score"]) <= contradictions | foreign | prose


def test_the_examples_stay_within_the_list() -> None:
    seen = 0
    for example in examples():
        found = outcome(example.operation, example.given, example.trace)
        if found["status"] == "rejected":
            seen += 1
            assert found["stage"] in OPERATIONS[example.operation].refuses
            assert found["code"] in CODES[found["stage"]]
    assert seen >= 10


def test_who_refuses() -> None:
    by_name = OPERATIONS
    for error, operation, wanted in (
        (DocumentError("meaning", "repeated", "", "/a"), "pack.verify", ("meaning", "repeated", "/a")),
        (InvalidActionError("missing_action", "", pointer="/b"), "simulator.run", ("action", "missing_action", "/b")),
        (PackError("no_pack_record", ""), "score.report", ("pack", "no_pack_record", "")),
    ):
        answer = refusal(by_name[operation], error)
        assert answer is not None and tuple(answer.values()) == wanted
    for other in (EmberError("not_canonical", ""), IncompleteError("cannot_write", ""), UsageError("bad_plan", "")):
        assert refusal(by_name["score.report"], other) is None
    assert {operation.stage for operation in by_name.values()} <= set(STAGES)
    assert {stage for operation in by_name.values() for stage in operation.refuses} == set(STAGES)
