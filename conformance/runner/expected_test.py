"""expected.py: exact entries for a time, and nothing else."""

import datetime
import json
from typing import Any

import pytest

from conformance.runner import expected
from simulator.errors import DocumentError

TODAY = datetime.date(2026, 5, 4)
ENTRY = {"id": "a.b.0001", "status": "mismatch", "reason": "issue 17", "expires": "2026-05-04"}
REQUIRED = ("a.b.0001", "a.b.0002")


def data(*entries: dict[str, Any]) -> bytes:
    return json.dumps({"expected_failures_format": "1.0", "failures": entries}).encode()


def test_an_entry_holds_until_its_day_is_over() -> None:
    entries = expected.read(data(ENTRY), REQUIRED, TODAY)
    assert entries == {"a.b.0001": expected.Expected("a.b.0001", "mismatch", "issue 17", "2026-05-04")}


@pytest.mark.parametrize(
    ("entries", "code", "pointer"),
    [
        ([ENTRY | {"expires": "2026-05-03"}], "expired", "/failures/0/expires"),
        ([ENTRY | {"expires": "2026-02-30"}], "bad_date", "/failures/0/expires"),
        ([ENTRY | {"expires": "never"}], "too_short", "/failures/0/expires"),
        ([ENTRY | {"id": "a.b.*"}], "unknown_case", "/failures/0/id"),
        ([ENTRY, ENTRY], "repeated_case", "/failures/1/id"),
        ([ENTRY | {"status": "pass"}], "bad_value", "/failures/0/status"),
        ([ENTRY | {"status": "not_run"}], "bad_value", "/failures/0/status"),
        ([ENTRY | {"reason": ""}], "too_short", "/failures/0/reason"),
        ([{key: ENTRY[key] for key in ENTRY if key != "expires"}], "missing_key", "/failures/0/expires"),
        ([], "too_short", "/failures"),
    ],
)
def test_faults_of_the_file(entries: list[dict[str, Any]], code: str, pointer: str) -> None:
    with pytest.raises(DocumentError) as caught:
        expected.read(data(*entries), REQUIRED, TODAY)
    assert (caught.value.code, caught.value.pointer) == (code, pointer)


def test_an_entry_of_another_status_is_stale() -> None:
    entries = expected.read(data(ENTRY, ENTRY | {"id": "a.b.0002"}), REQUIRED, TODAY)
    assert expected.stale(entries, {"a.b.0001": "mismatch", "a.b.0002": "mismatch"}) == []
    assert expected.stale(entries, {"a.b.0001": "mismatch"}) == []
    (line,) = expected.stale(entries, {"a.b.0001": "pass", "a.b.0002": "mismatch"})
    assert "a.b.0001" in line and "pass" in line
    assert len(expected.stale(entries, {"a.b.0001": "crash", "a.b.0002": "pass"})) == 2
