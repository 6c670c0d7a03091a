"""The testee of the second reading: its own conversation in lines of JSON (CNF-1 to CNF-3).

It answers `hello`, every `case`, and ends at `bye` or at the end of its input. What it can't read it names on stderr.
"""

import json
import os
import sys
from typing import Any, BinaryIO

from conformance.second_reading.asked import Case
from conformance.second_reading.bootstrap import CONSTANTS_DIGEST
from conformance.second_reading.canonical import canonical
from conformance.second_reading.operations import OPERATIONS, TRACES, Refusal
from conformance.second_reading.pack import VERSIONS

LINE_LIMIT = 16777216
MESSAGE_LIMIT = 4096
PROFILES = ["rng", "fire", "simulator", "packs", "references", "scorer", "full"]
COMPONENTS = VERSIONS | {
    "crowd_diagnostics": "1.0",
    "evaluation": "1.0",
    "scoring": "1.0",
    "scoring_constants": CONSTANTS_DIGEST,
    "statistics": "1.0",
}


def outcome(case: Case) -> Case:
    """What a case comes to: status, and what belongs to it (CNF-3.4)."""
    name, step = case["operation"], case.get("trace")
    known: Any = OPERATIONS if step is None else TRACES
    if name not in known:
        return {"status": "unsupported"}
    try:
        output = known[name](case["input"]) if step is None else known[name](case["input"], step)
    except Refusal as refused:
        return {"status": "rejected", "stage": refused.stage, "code": refused.code, "pointer": refused.pointer}
    except Exception as error:
        return {"status": "error", "message": f"{type(error).__name__}: {ascii(str(error))}"[:MESSAGE_LIMIT]}
    return {"status": "ok", "output": output}


def answer(message: Any) -> Case | None:
    """The answer to a message, or None where it is no question (CNF-3)."""
    kind = message.get("type") if isinstance(message, dict) else None
    if kind == "hello":
        ready = {"type": "ready", "protocol": "1.0", "run": message["run"], "name": "ember-second-reading"}
        return ready | {"version": "1.0", "profiles": PROFILES, "components": COMPONENTS}
    if kind == "case":
        return {"type": "result", "id": message["id"]} | outcome(message)
    print(f"no message: {ascii(kind)}", file=sys.stderr)
    return None


def line_of(found: Case) -> bytes:
    """The line of an answer; one that is too long is an error (CNF-2.1)."""
    line = canonical(found) + b"\n"
    if len(line) <= LINE_LIMIT:
        return line
    failed = {"type": "result", "id": found["id"], "status": "error", "message": "the answer is too long for a line"}
    return canonical(failed) + b"\n"


def talk(lines: BinaryIO, out: BinaryIO) -> None:
    """The whole conversation."""
    for line in lines:
        try:
            message = json.loads(line)
        except ValueError as error:
            print(f"no message: {error}", file=sys.stderr)
            continue
        if isinstance(message, dict) and message.get("type") == "bye":
            return
        found = answer(message)
        if found is not None:
            out.write(line_of(found))
            out.flush()


def main() -> int:
    """Talks over the standard streams; whatever else prints, prints to stderr."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    talk(sys.stdin.buffer, out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
