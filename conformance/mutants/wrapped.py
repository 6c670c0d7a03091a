"""Testees that break the protocol, or try to pass without knowing the contract (CNF-1, CNF-5, CNF-8.2).

wrapped.py TESTEE PATH: the product answers, and what TESTEE says is wrong with the answers. PATH is a file that some of
them need: `table` reads a published corpus from it, `late` keeps an answer there.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from conformance import testee
from conformance.protocol import Message, decode

POSITIVE, NEGATIVE, CHALLENGE = "rng.words.0001", "rng.bernoulli.0020", "challenge"
_FOREVER = 3600


@dataclass(frozen=True, slots=True)
class Wrapped:
    """A testee of this kind.

    `vector` is what it dies of, CHALLENGE for a case drawn for the run; `status` and `detail` are what that gets.
    """

    id: str
    clauses: tuple[str, ...]
    wrong: str
    vector: str
    status: str
    detail: str


TESTEES = (
    Wrapped(
        "testee.accepts-everything", ("CNF-5.2",), "It refuses nothing.", NEGATIVE, "unexpected_accept", "accepted"
    ),
    Wrapped(
        "testee.rejects-everything",
        ("CNF-5.1",),
        "It refuses everything.",
        POSITIVE,
        "unexpected_reject",
        "shape.bad_value",
    ),
    Wrapped(
        "testee.stubborn",
        ("CNF-5.4",),
        "After a refusal it refuses whatever comes next.",
        NEGATIVE,
        "unexpected_reject",
        "twin_shape.number_too_long",
    ),
    Wrapped("testee.crashes", ("CNF-1.2",), "It is killed by a signal.", POSITIVE, "crash", "signal_11"),
    Wrapped("testee.exits", ("CNF-1.2",), "It exits in good order mid-case.", POSITIVE, "crash", "exit_0_mid_case"),
    Wrapped("testee.hangs", ("CNF-5.5",), "It never answers.", POSITIVE, "timeout", "mid_case"),
    Wrapped("testee.hangs-at-start", ("CNF-5.5",), "It never says ready.", POSITIVE, "timeout", "at_start"),
    Wrapped("testee.late", ("CNF-2.4",), "It answers after its time.", POSITIVE, "protocol_error", "late_answer"),
    Wrapped("testee.twice", ("CNF-2.4",), "It answers twice.", POSITIVE, "protocol_error", "duplicate_answer"),
    Wrapped("testee.noise", ("CNF-1.3",), "It prints a greeting.", POSITIVE, "protocol_error", "noise"),
    Wrapped(
        "testee.other-id", ("CNF-3.4",), "It answers under an ID of its own.", POSITIVE, "protocol_error", "wrong_id"
    ),
    Wrapped(
        "testee.remembers",
        ("CNF-1.4",),
        "Asked once more, it answers otherwise.",
        POSITIVE,
        "mismatch",
        "repeat_output",
    ),
    Wrapped(
        "testee.table",
        ("CNF-8.2",),
        "It looks the published answers up.",
        CHALLENGE,
        "mismatch",
        "output",
    ),
)

Answer = Callable[[Message, Message], list[Message]]
"""From a case and the right result to what is said."""


def _out(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _accepts(case: Message, right: Message) -> list[Message]:
    accepted = {"type": "result", "id": case["id"], "status": "ok", "output": {}}
    return [right if right["status"] == "ok" else accepted]


def _rejects(case: Message, right: Message) -> list[Message]:
    refusal = {"status": "rejected", "stage": "shape", "code": "bad_value", "pointer": ""}
    return [{"type": "result", "id": case["id"]} | refusal]


def _crashes(case: Message, right: Message) -> list[Message]:
    os.kill(os.getpid(), signal.SIGSEGV)
    return []


def _exits(case: Message, right: Message) -> list[Message]:
    sys.exit(0)


def _hangs(case: Message, right: Message) -> list[Message]:
    time.sleep(_FOREVER)
    return []


def _twice(case: Message, right: Message) -> list[Message]:
    return [right, right]


def _noise(case: Message, right: Message) -> list[Message]:
    _out(b"hello, this is the simulator\n")
    return [right]


def _other_id(case: Message, right: Message) -> list[Message]:
    return [right | {"id": "case-1"}]


def _late(path: Path) -> Answer:
    """In its first life it keeps the answer and hangs; in the next one that is what it says."""

    def answer(case: Message, right: Message) -> list[Message]:
        if path.exists():
            return [json.loads(path.read_bytes())]
        path.write_bytes(testee.line_of(right))
        return _hangs(case, right)

    return answer


def _stubborn() -> Answer:
    refused: list[Message] = []

    def answer(case: Message, right: Message) -> list[Message]:
        refused.extend([right] if right["status"] == "rejected" else [])
        return [refused[-1] | {"id": case["id"]}] if refused else [right]

    return answer


def _remembers() -> Answer:
    seen: list[Any] = []

    def answer(case: Message, right: Message) -> list[Message]:
        seen.append(case["input"])
        return [right] if seen.count(case["input"]) == 1 else [right | {"output": {}}]

    return answer


def _table(path: Path) -> Answer:
    """What isn't published gets the first published answer to a case of its operation."""
    vectors = [vector for file in sorted(path.glob("*.json")) for vector in json.loads(file.read_bytes())["vectors"]]
    known = {(one["operation"], json.dumps(one["input"], sort_keys=True)): one["expected"] for one in vectors}
    usual = {one["operation"]: one["expected"] for one in reversed(vectors)}

    def answer(case: Message, right: Message) -> list[Message]:
        asked = case["operation"], json.dumps(case["input"], sort_keys=True)
        return [{"type": "result", "id": case["id"]} | known.get(asked, usual[case["operation"]])]

    return answer


def _answer(name: str, path: Path) -> Answer:
    """How a testee answers."""
    plain: dict[str, Answer] = {
        "testee.accepts-everything": _accepts,
        "testee.rejects-everything": _rejects,
        "testee.crashes": _crashes,
        "testee.exits": _exits,
        "testee.hangs": _hangs,
        "testee.hangs-at-start": _hangs,
        "testee.twice": _twice,
        "testee.noise": _noise,
        "testee.other-id": _other_id,
    }
    made: dict[str, Callable[[], Answer]] = {
        "testee.late": lambda: _late(path),
        "testee.remembers": _remembers,
        "testee.stubborn": _stubborn,
        "testee.table": lambda: _table(path),
    }
    return plain[name] if name in plain else made[name]()


def main() -> None:
    """Serves the standard streams in its own way."""
    name, path = sys.argv[1], Path(sys.argv[2])
    answer = _answer(name, path)
    if name == "testee.hangs-at-start":
        time.sleep(_FOREVER)
    for line in testee.lines(sys.stdin.buffer):
        right = testee.answered(line, sys.stderr)
        if right is testee.END:
            return
        if right is not None:
            said = answer(decode(line), right) if right["type"] == "result" else [right]
            _out(b"".join(map(testee.line_of, said)))


if __name__ == "__main__":
    main()
