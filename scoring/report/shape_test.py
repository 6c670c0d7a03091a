"""A report file is read strictly, and its shape is the published schema (SCO-9.1, SCO-9.7)."""

from typing import Any

import jsonschema
import pytest

from scoring.cases import episode
from scoring.episode import failed_episode, score_episode
from scoring.report.model import report
from scoring.report.shape import REPORT, read_report
from scoring.report.text import render
from scoring.schedules import MODEL, TARGET, changed, schedule
from simulator.canonical import encode
from simulator.errors import DocumentError, ScoringInputError

SCORES = [score_episode(episode(10, n, replanning="1/2")) for n in range(5)]
ROWS = schedule(
    [*(("f", f"s{n}", [score]) for n, score in enumerate(SCORES)), ("g", "s", [failed_episode("timeout", 3)])]
)
DOCUMENT = report(MODEL, TARGET, ROWS)
NOTHING = report(MODEL, TARGET, schedule([("f", "s", [score_episode(episode(0))])]))


@pytest.mark.parametrize("document", [DOCUMENT, NOTHING])
def test_what_is_written_is_read(document: dict[str, Any]) -> None:
    back = read_report(encode(document))
    assert encode(back) == encode(document) and render(back) == render(document)


@pytest.mark.parametrize("document", [DOCUMENT, NOTHING])
def test_the_schema_accepts_what_the_shape_does(document: dict[str, Any]) -> None:
    jsonschema.Draft202012Validator(REPORT.schema()).validate(document)


FAULTS: list[tuple[str, Any, str]] = [
    ("/official", 1, "wrong_type"),
    ("/disclosure", "secret", "bad_value"),
    ("/model/model_id", "a\nDisclosure: committed", "bad_value"),
    ("/headline/score/exact", "1/0", "bad_value"),
    ("/episodes/0/trials/0/inputs/sum_steps", -1, "out_of_range"),
    ("/episodes/0/trials/0/inputs/sum_steps", True, "wrong_type"),
    ("/episodes/0/trials/0/severe", ["beauty"], "bad_value"),
    ("/episodes/0/trials/0/score", 60, "wrong_type"),
    ("/episodes/0/extra", 1, "unknown_key"),
]


@pytest.mark.parametrize(("path", "value", "code"), FAULTS)
def test_each_fault_of_shape_has_its_pointer(path: str, value: Any, code: str) -> None:
    faulty = changed(DOCUMENT, path, value)
    with pytest.raises(DocumentError) as caught:
        read_report(encode(faulty))
    assert (caught.value.stage, caught.value.code) == ("shape", code)
    assert caught.value.pointer.startswith(path)
    assert not jsonschema.Draft202012Validator(REPORT.schema()).is_valid(faulty)


def test_a_report_that_contradicts_itself_is_refused() -> None:
    with pytest.raises(ScoringInputError) as caught:
        read_report(encode(changed(DOCUMENT, "/model/model_id", "another")))
    assert caught.value.pointer.startswith("/headline/interval")


def test_a_duplicate_key_is_refused() -> None:
    with pytest.raises(DocumentError):
        read_report(encode(DOCUMENT).replace(b'{"authentication"', b'{"official":true,"authentication"'))
