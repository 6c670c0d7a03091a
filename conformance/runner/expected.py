"""Expected failures: what is known to fail, said exactly, for a time (CNF-7.8).

The file is a JSON document:

    {"expected_failures_format": "1.0", "failures": [
      {"id": "fire.spread.0042", "status": "mismatch", "reason": "issue 17", "expires": "2027-01-31"}]}

Each entry names one case and the status that it gets. There are no patterns. An entry that is past its last day, or
names a case that the profile doesn't have, is a fault of the file; one whose case passes, or fails in another way,
makes the run fail. A run with such a file is a development run and never certifies.
"""

import datetime
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from conformance.runner.status import STATUSES
from simulator import shape
from simulator.errors import DocumentError
from simulator.shape import Choice, ListOf, Record, Text

FORMAT = "1.0"
# A run that couldn't be done can't be expected.
_FAILURES = tuple(status for status in STATUSES if status not in ("pass", "not_run", "runner_error"))
SHAPE = Record(
    {
        "expected_failures_format": Choice(FORMAT),
        "failures": ListOf(
            Record(
                {
                    "id": Text(64, 1),
                    "status": Choice(*_FAILURES),
                    "reason": Text(1000, 1),
                    "expires": Text(10, 10, "[0-9]{4}-[0-9]{2}-[0-9]{2}", "a date YYYY-MM-DD"),
                }
            ),
            1,
        ),
    }
)


@dataclass(frozen=True, slots=True)
class Expected:
    """One entry: until its day is over, this case gets this status."""

    id: str
    status: str
    reason: str
    expires: str


def read(data: bytes, required: Collection[str], today: datetime.date) -> dict[str, Expected]:
    """The entries of a file by case ID.

    Args:
        data: the file's bytes.
        required: the IDs of the profile's cases.
        today: the date in UTC.

    Raises:
        DocumentError: it is no such document; of stage "meaning": `bad_date`, `expired`, `unknown_case`,
            `repeated_case`.
    """
    out: dict[str, Expected] = {}
    for index, told in enumerate(shape.read(data, SHAPE)["failures"]):
        entry = Expected(**told)
        where = f"/failures/{index}"
        try:
            last = datetime.date.fromisoformat(entry.expires)
        except ValueError:
            raise _fault("bad_date", f"{entry.expires} is no day", f"{where}/expires") from None
        if last < today:
            raise _fault("expired", f"{entry.id} was expected to fail until {entry.expires}", f"{where}/expires")
        if entry.id not in required:
            raise _fault("unknown_case", f"the profile has no case {entry.id}", f"{where}/id")
        if entry.id in out:
            raise _fault("repeated_case", f"{entry.id} stands twice", f"{where}/id")
        out[entry.id] = entry
    return out


def _fault(code: str, message: str, pointer: str) -> DocumentError:
    return DocumentError("meaning", code, message, pointer)


def stale(entries: Mapping[str, Expected], statuses: Mapping[str, str]) -> list[str]:
    """What is wrong with the entries of cases that ran: a line for each that got another status."""
    return [
        f"{name}: expected {entry.status} ({entry.reason}), and it is {statuses[name]}"
        for name, entry in sorted(entries.items())
        if name in statuses and statuses[name] != entry.status
    ]
