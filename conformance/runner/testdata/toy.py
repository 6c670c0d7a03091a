"""A corpus of small questions, and running the testees of this folder against it."""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

from conformance import profiles
from conformance.runner.execution import Outcome, execute
from conformance.runner.plan import turns
from conformance.runner.process import Limits
from conformance.runner.settings import Budgets, Settings
from conformance.vectors import Vector
from simulator import canonical

TESTEES = Path(__file__).parent.joinpath("testees.py")
PATIENT = Budgets(start=60.0, finish=60.0, case=60.0)
LIMITS = Limits(linger=0.2)


def vector(number: int, n: int, twin: str = "", profile: str = "rng") -> Vector:
    """A question: twice n, refused below 0."""
    refused = {"status": "rejected", "stage": "shape", "code": "out_of_range", "pointer": "/n"}
    expected: dict[str, Any] = {"status": "ok", "output": {"twice": 2 * n}}
    return Vector(
        id=f"toy.double.{number:04d}",
        operation="rng.words",
        input={"n": n},
        expected=refused if n < 0 else expected,
        clauses=("SIM-7.1",),
        catches="a sum that is off",
        effect="twice is wrong",
        profile=profile,
        cost=1,
        twin=twin,
    )


ONE = (vector(1, 3),)
CORPUS = (vector(1, 3), vector(2, 5), vector(3, -1, "toy.double.0001"), vector(4, 0))


def argv(testee: str, token: str = "-", *arguments: str) -> tuple[str, ...]:
    """The argument vector of a testee of this folder."""
    stated = json.dumps(profiles.components(["rng"]))
    return (sys.executable, "-I", "-S", "-B", str(TESTEES), testee, stated, token, *arguments)


def run(
    command: Sequence[str], vectors: Sequence[Vector] = ONE, budgets: Budgets = PATIENT, seed: str = "1"
) -> Outcome:
    """What comes of a testee and these vectors."""
    known = {one.id: one for one in (*CORPUS, *vectors)}
    return execute(turns(vectors, known, seed), Settings(tuple(command), seed, Fraction(1), budgets, LIMITS))


def found(outcome: Outcome) -> set[tuple[str, str]]:
    """The statuses and details of a run."""
    return {(result.verdict.status, result.verdict.detail) for result in outcome.results.values()}


def processes(token: str) -> list[str]:
    """The command lines, on this machine, that hold a token; of Linux only."""
    lines = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            line = Path("/proc", pid, "cmdline").read_bytes()
        except OSError:
            continue
        lines += [line.decode(errors="replace")] if token.encode() in line else []
    return lines


def children() -> set[int]:
    """Our children, zombies too; of Linux only."""
    out = set()
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            stat = Path("/proc", pid, "stat").read_text(errors="replace")
        except OSError:
            continue
        out |= {int(pid)} if int(stat[stat.rindex(")") + 1 :].split()[1]) == os.getpid() else set()
    return out


def corpus_file(vectors: Sequence[Vector], **other: Any) -> bytes:
    """The bytes of a corpus file."""
    documents = [document(one) for one in vectors]
    return canonical.encode({"corpus_format": "1.0", "area": "toy", "vectors": documents} | other)


def document(one: Vector) -> Mapping[str, Any]:
    """A vector as a corpus file holds it."""
    why = {"catches": one.catches, "effect": one.effect}
    plain = {key: getattr(one, key) for key in ("id", "operation", "input", "expected", "profile", "cost")}
    return plain | {"why": why, "clauses": list(one.clauses)} | ({"twin": one.twin} if one.twin else {})
