"""From an answer to a status: what belongs to the case, against what the testee answered (CNF-5, CNF-7.6)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from conformance import protocol
from conformance.runner.divergence import describe, first_difference
from conformance.runner.status import Fault

_ANSWERED = ("mismatch", "wrong_rejection", "unexpected_accept", "unexpected_reject", "error", "unsupported")


@dataclass(frozen=True, slots=True)
class Verdict:
    """A case's status, the code that tells it apart, and the words that explain it. Only `pass` counts."""

    status: str
    detail: str = ""
    message: str = ""

    @property
    def passes(self) -> bool:
        """Whether it counts."""
        return self.status == "pass"

    @classmethod
    def of(cls, fault: Fault) -> "Verdict":
        """That of a process that could not go on."""
        return cls(fault.status, fault.code, fault.message)

    def within(self, role: str) -> "Verdict":
        """This verdict of a twin or a repeat, as it is charged to the case that it belongs to.

        The detail says so where the testee answered; a process that fails does that whatever it is asked.
        """
        words = {
            "twin": "the case itself passed; its valid twin, asked next of the same process, did not",
            "repeat": "the case passed before; asked once more, it did not",
        }
        if role not in words or self.passes:
            return self
        detail = f"{role}_{self.detail}" if self.status in _ANSWERED else self.detail
        return Verdict(self.status, detail, f"{words[role]}: {self.message}")


def judge(expected: Mapping[str, Any], answer: Mapping[str, Any]) -> Verdict:
    """The verdict on an answer that is a well-formed `result` of the case in flight."""
    status = answer["status"]
    if status == protocol.UNSUPPORTED:
        return Verdict("unsupported", "operation", "the testee declares the profile and doesn't know the operation")
    if status == protocol.ERROR:
        return Verdict("error", "reported", f"the testee says: {answer['message']}")
    if expected["status"] == protocol.OK:
        return _judge_output(expected["output"], answer)
    return _judge_refusal(expected, answer)


def _judge_output(expected: Mapping[str, Any], answer: Mapping[str, Any]) -> Verdict:
    if answer["status"] == protocol.REJECTED:
        return Verdict("unexpected_reject", f"{answer['stage']}.{answer['code']}", f"refused: {_refusal(answer)}")
    found = first_difference(expected, answer["output"])
    if found is None:
        return Verdict("pass")
    return Verdict("mismatch", "output", f"the output differs: {describe(found)}")


def _judge_refusal(expected: Mapping[str, Any], answer: Mapping[str, Any]) -> Verdict:
    if answer["status"] == protocol.OK:
        return Verdict("unexpected_accept", "accepted", f"an output, where this belongs: {_refusal(expected)}")
    for key in ("stage", "code", "pointer"):
        if answer[key] != expected[key]:
            message = f"refused for another reason: expected {_refusal(expected)}, found {_refusal(answer)}"
            return Verdict("wrong_rejection", key, message)
    return Verdict("pass")


def _refusal(answer: Mapping[str, Any]) -> str:
    return f"{answer['stage']} {answer['code']} at {answer['pointer']!r}"
