"""The certificate of a conformance run: issuing it, reading it, and holding it against a repository (CNF-8).

It is a statement in in-toto's shape. What the repository determines (corpus, versions, counts, results, challenge,
runner) is computed anew by whoever verifies; what it can't know (the testee's files, the command line) is bound by a
digest over everything else, and can be held against the files themselves.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from conformance import lock
from conformance.lock import Finding
from conformance.vectors import Vector
from simulator import canonical, shape
from simulator.errors import EmberError, InputError
from simulator.shape import Choice, Integer, ListOf, MapOf, Nullable, Record, Text

CERTIFICATE_VERSION = "1.0"
STATEMENT_TYPE = "https://in-toto.io/Statement/v1"
PREDICATE_TYPE = f"urn:ember:conformance-certificate:{CERTIFICATE_VERSION}"
PASS = "pass"

Certificate = dict[str, Any]

_NAME, _TEXT, _DIGEST, _COUNT = Text(64, 1), Text(1 << 17), shape.hash_hex(), Integer(0)
_PROGRAM = Record({"name": _TEXT, "sha256": _DIGEST})
_RECOMPUTED: Mapping[str, shape.Shape] = {
    "certificate_version": _NAME,
    "profile": _NAME,
    "versions": MapOf(_NAME, Text(64, 1)),
    "corpus": Record({"root": _DIGEST, "files": _COUNT, "vectors": _COUNT}),
    "counts": Record({"required": _COUNT, "ran": _COUNT, "passed": _COUNT, "challenge": _COUNT}),
    "results_digest": _DIGEST,
    "challenge_digest": _DIGEST,
    "runner": Record({"sha256": _DIGEST, "files": _COUNT}),
}
_STATED: Mapping[str, shape.Shape] = {
    "testee": Record({"name": shape.identifier(), "version": Text(64, 1)}),
    "argv": ListOf(_TEXT, 1),
    "interpreter": Nullable(_PROGRAM),
    "runner_interpreter": _PROGRAM,
    "seeds": Record({"shuffle": Text(64, 1), "challenge": shape.hash_hex()}),
    "timeout_scale": Text(32, 3, "[1-9][0-9]*/[1-9][0-9]*", "a positive fraction"),
    "self_digest": _DIGEST,
}
SHAPE = Record(
    {
        "_type": Choice(STATEMENT_TYPE),
        "subject": ListOf(Record({"name": _TEXT, "digest": Record({"sha256": _DIGEST})}), 1),
        "predicateType": Choice(PREDICATE_TYPE),
        "predicate": Record({**_RECOMPUTED, **_STATED}),
    }
)


class NotCertifiable(EmberError):
    """A run that gives no certificate, and why; a verdict on the testee or the way it was run (CNF-8.1)."""

    exit_code = 1


@dataclass(frozen=True, slots=True)
class Program:
    """A file that took part: its name, and the SHA-256 of its bytes; of a folder the root over its files."""

    name: str
    sha256: str

    def document(self) -> dict[str, str]:
        """As a certificate holds it."""
        return {"name": self.name, "sha256": self.sha256}


@dataclass(frozen=True, slots=True)
class Run:
    """What a run of the runner came to.

    `results` are status and digest of the answer by case ID, of the corpus and of the challenge. `limits` names what
    made it less than a whole run, such as "filter". `timeout_scale` is a fraction "num/den", `challenge_seed` 64 hex
    digits; `name` and `version` are what the testee says of itself.
    """

    results: Mapping[str, tuple[str, str]]
    limits: tuple[str, ...]
    shuffle_seed: str
    challenge_seed: str
    timeout_scale: str
    name: str
    version: str
    argv: tuple[str, ...]
    subjects: tuple[Program, ...]
    runner_interpreter: Program
    interpreter: Program | None = None


@dataclass(frozen=True, slots=True)
class Standard:
    """What a repository determines about a certified run of one profile with one challenge seed (CNF-8.3).

    `required` and `challenge` are the cases of the corpus and of the challenge; `corpus` and `runner` are root and
    counts, as the certificate holds them.
    """

    profile: str
    versions: Mapping[str, str]
    corpus: Mapping[str, Any]
    required: tuple[Vector, ...]
    challenge: tuple[Vector, ...]
    runner: Mapping[str, Any]

    def document(self) -> dict[str, Any]:
        """The members of a certificate that follow from the repository; every case passed."""
        count = len(self.required)
        return {
            "certificate_version": CERTIFICATE_VERSION,
            "profile": self.profile,
            "versions": dict(self.versions),
            "corpus": dict(self.corpus),
            "counts": {"required": count, "ran": count, "passed": count, "challenge": len(self.challenge)},
            "results_digest": results_digest(self.required),
            "challenge_digest": results_digest(self.challenge),
            "runner": dict(self.runner),
        }


def results_digest(cases: Sequence[Vector]) -> str:
    """The digest of cases that all passed (CNF-8.3).

    It is that of `[ID, "pass", SHA-256 of what the case promises, SHA-256 of the answer]` by ID.
    """
    rows = [
        [vector.id, PASS, canonical.sha256_hex(promise(vector)), answer_digest(vector)]
        for vector in sorted(cases, key=lambda vector: vector.id)
    ]
    return canonical.digest(rows)


def promise(vector: Vector) -> bytes:
    """The canonical bytes of what a case promises (CNF-9.3)."""
    plain = {"operation": vector.operation, "input": dict(vector.input), "expected": dict(vector.expected)}
    twin = {"twin": vector.twin} if vector.twin else {}
    return lock.judged(plain | {"profile": vector.profile} | twin)


def answer_digest(vector: Vector) -> str:
    """The digest of the answer with which a case passes."""
    return canonical.digest(dict(vector.expected))


def issue(run: Run, standard: Standard) -> Certificate:
    """The certificate of a run (CNF-8.1).

    Raises:
        NotCertifiable: `not_whole`, `nothing_required`, `no_challenge`, `count_differs`, `not_passed`.
        EmberError: `answer_differs`, the runner let an answer pass that is not the expected one.
    """
    _refuse(run, standard)
    predicate = standard.document() | {
        "testee": {"name": run.name, "version": run.version},
        "argv": list(run.argv),
        "interpreter": run.interpreter and run.interpreter.document(),
        "runner_interpreter": run.runner_interpreter.document(),
        "seeds": {"shuffle": run.shuffle_seed, "challenge": run.challenge_seed},
        "timeout_scale": run.timeout_scale,
    }
    found = {
        "_type": STATEMENT_TYPE,
        "subject": [{"name": item.name, "digest": {"sha256": item.sha256}} for item in run.subjects],
        "predicateType": PREDICATE_TYPE,
        "predicate": predicate,
    }
    sealed = found | {"predicate": predicate | {"self_digest": canonical.digest(found)}}
    out: Certificate = SHAPE.read(sealed, "")
    return out


def _refuse(run: Run, standard: Standard) -> None:
    if run.limits:
        raise NotCertifiable("not_whole", f"only a whole run gives a certificate; this one has {', '.join(run.limits)}")
    if not standard.required:
        raise NotCertifiable("nothing_required", f"the corpus holds no case of the profile {standard.profile}")
    if not standard.challenge:
        raise NotCertifiable("no_challenge", "no challenge was drawn")
    wanted = {vector.id: vector for vector in (*standard.required, *standard.challenge)}
    if set(run.results) != set(wanted):
        differing = min(set(run.results) ^ set(wanted))
        message = f"{len(run.results)} cases ran and {len(wanted)} are required; one that differs is {differing}"
        raise NotCertifiable("count_differs", message)
    failed = [name for name in sorted(wanted) if run.results[name][0] != PASS]
    if failed:
        message = f"{len(failed)} of {len(wanted)} cases did not pass, the first is {failed[0]}"
        raise NotCertifiable("not_passed", f"{message}: {run.results[failed[0]][0]}")
    for name, vector in wanted.items():
        if run.results[name][1] != answer_digest(vector):
            raise EmberError("answer_differs", f"{name} passed with an answer that is not the expected one")


def read(data: bytes) -> Certificate:
    """A certificate from the bytes of its file, whole in itself (CNF-8.5).

    Raises:
        DocumentError: it is no certificate. InputError: `not_canonical_form`; `self_digest_differs`, something was
            changed after it was issued.
    """
    found: Certificate = shape.read(data, SHAPE)
    if canonical.encode(found) != data:
        raise InputError("not_canonical_form", "the bytes are not the canonical form of the certificate")
    predicate = dict(found["predicate"])
    stated = predicate.pop("self_digest")
    if canonical.digest(found | {"predicate": predicate}) != stated:
        message = "the certificate was changed after it was issued"
        raise InputError("self_digest_differs", message, pointer="/predicate/self_digest")
    return found


def verify(found: Certificate, standard: Standard) -> list[Finding]:
    """What a certificate claims and the repository does not bear out; nothing, if it verifies (CNF-8.6).

    `standard` is that of the certificate's own profile and challenge seed.
    """
    wanted, stated = standard.document(), found["predicate"]
    remedy = "verify it with the release that issued it, or certify anew"
    return [
        Finding(f"{key}_differs", where, f"the certificate says {said}, here it is {computed}", remedy)
        for key in wanted
        for where, said, computed in _differences(f"/predicate/{key}", stated[key], wanted[key])
    ]


def _differences(where: str, said: Any, computed: Any) -> Iterator[tuple[str, str, str]]:
    """The places where two values differ, and what stands there."""
    if isinstance(said, dict) and isinstance(computed, dict):
        for key in sorted(said.keys() | computed.keys()):
            yield from _differences(shape.step_into(where, key), said.get(key), computed.get(key))
    elif said != computed:
        yield where, canonical.encode(said).decode(), canonical.encode(computed).decode()


def verify_subjects(found: Certificate, programs: Mapping[str, str]) -> list[Finding]:
    """The programs at hand that are none of those a certificate is about; their SHA-256 by name (CNF-8.7)."""
    stated = {item["digest"]["sha256"] for item in found["subject"]}
    return [
        Finding("subject_differs", name, f"sha256:{sha256} is none of the certified files", "certify this file")
        for name, sha256 in sorted(programs.items())
        if sha256 not in stated
    ]
