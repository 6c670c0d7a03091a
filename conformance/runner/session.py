"""The conversation with one process: `hello` and `ready`, one case at a time, `bye` (CNF-1, CNF-7.6).

Whatever comes that is no answer to the case in flight ends the conversation with a `Fault`. The codes of a line that
is no message are those of `protocol.CODES`; beside them there are

| detail | what came |
|---|---|
| `wrong_id` | a result for a case that was never asked |
| `duplicate_answer` | a second result for a case |
| `late_answer` | a result for a case whose process was ended before it answered |
| `unexpected_message` | a `ready` where a result belongs, or a result where `ready` belongs |
| `wrong_nonce`, `wrong_protocol` | a `ready` for another process, or in another version of the protocol |
| `changed_identity` | a later process that is another testee, version or set of profiles than the first |
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from conformance import profiles, protocol
from conformance.protocol import Message, ProtocolError
from conformance.runner.process import Process
from conformance.runner.status import Fault

_SHOWN = 300


@dataclass(frozen=True, slots=True)
class Ledger:
    """The wire IDs of a run, over all of its processes: those asked, and of these the ones answered."""

    asked: set[str] = field(default_factory=set)
    answered: set[str] = field(default_factory=set)


class Session:
    """The conversation with one process."""

    def __init__(self, process: Process, ledger: Ledger) -> None:
        self.process, self.ledger = process, ledger

    def greet(self, nonce: str, seconds: float) -> Message:
        """Says `hello` and gives the `ready`, whose nonce, protocol and versions are right.

        Raises:
            Fault: of any status that a process can get.
        """
        ready = _decoded(self.process.ask(protocol.encode(protocol.hello(nonce)), seconds))
        if ready["type"] != "ready":
            raise _error("unexpected_message", "a result, where `ready` belongs")
        if ready["protocol"] != protocol.PROTOCOL_VERSION:
            raise _error("wrong_protocol", f"protocol {ready['protocol']}, not {protocol.PROTOCOL_VERSION}")
        if ready["run"] != nonce:
            raise _error("wrong_nonce", "the `ready` has not the nonce of this process's `hello`")
        _check_versions(ready)
        self.process.phase = "mid_case"
        return ready

    def ask(
        self, wire: str, operation: str, given: Mapping[str, Any], seconds: float, trace: int | None = None
    ) -> Message:
        """Asks a case and gives its result.

        Raises:
            Fault: crash, timeout or protocol_error. ProtocolError: the case itself is no message; the fault is ours.
        """
        line = protocol.encode(protocol.case(wire, operation, dict(given), trace))
        self.ledger.asked.add(wire)
        answer = _decoded(self.process.ask(line, seconds))
        if answer["type"] != "result":
            raise _error("unexpected_message", "a `ready`, where a result belongs")
        if answer["id"] != wire:
            raise self._stray(answer["id"])
        self.ledger.answered.add(wire)
        return answer

    def settle(self) -> None:
        """Makes sure that nothing has come since the last answer.

        Raises:
            Fault: protocol_error.
        """
        self._check_unasked(self.process.unasked())

    def finish(self, seconds: float) -> None:
        """Says `bye`; the testee then exits with code 0 and says no more.

        Raises:
            Fault: it doesn't.
        """
        self._check_unasked(self.process.finish(protocol.encode(protocol.bye()), seconds))

    def _check_unasked(self, data: bytes) -> None:
        if not data:
            return
        message = _decoded(data[: data.find(b"\n") + 1] or data)
        if message["type"] == "result":
            raise self._stray(message["id"])
        raise _error("unexpected_message", "a `ready` that nothing asked for")

    def _stray(self, wire: str) -> Fault:
        if wire in self.ledger.answered:
            return _error("duplicate_answer", "a second result for a case that was answered before")
        if wire in self.ledger.asked:
            return _error("late_answer", "a result for a case whose process was ended before it answered")
        return _error("wrong_id", "a result for a case that was never asked")


def check_identity(first: Message, ready: Message) -> None:
    """Makes sure that a later process is the testee that the first one was.

    Raises:
        Fault: protocol_error `changed_identity`.
    """
    for key in ("name", "version", "profiles", "components"):
        if first[key] != ready[key]:
            raise _error("changed_identity", f"`{key}` differs from the first process's")


def _check_versions(ready: Message) -> None:
    """Its components are those of this contract: all that its profiles need, and none in another version."""
    declared = [profile for profile in ready["profiles"] if profile in profiles.PROFILES]
    stated: dict[str, str] = ready["components"]
    for name, wanted in profiles.components(declared).items():
        if stated.get(name) != wanted:
            found = f"states {stated[name]}" if name in stated else "states none"
            raise Fault("unsupported", "component_version", f"{name} has version {wanted}; the testee {found}")


def _decoded(line: bytes) -> Message:
    try:
        return protocol.answer(protocol.decode(line))
    except ProtocolError as error:
        raise _error(error.code, f"{str(error)[:_SHOWN]}; the line begins {line[:80]!r}") from None


def _error(detail: str, message: str) -> Fault:
    return Fault("protocol_error", detail, message)
