"""One testee, at most one process of it at a time: started when it is needed, and anew after a fault (CNF-7.4)."""

import secrets

from conformance import profiles
from conformance.protocol import Message
from conformance.runner.process import Process
from conformance.runner.session import Ledger, Session, check_identity
from conformance.runner.settings import Settings


class Host:
    """Keeps a conversation going.

    Attributes:
        ready: what the first process said of itself; None before.
        started: how many processes there were.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings, self.scale = settings, float(settings.scale)
        self.ready: Message | None = None
        self.started = 0
        self._ledger = Ledger()
        self._session: Session | None = None

    def session(self) -> Session:
        """The conversation; a process with a fresh nonce, if none is going on.

        Raises:
            Fault: it gives no `ready` that can be accepted, or is another testee than before; it is left running.
            IncompleteError: there is no such program.
        """
        if self._session is None:
            nonce = secrets.token_hex(16)
            self._session = Session(Process(self.settings.argv, nonce, self.settings.limits), self._ledger)
            self.started += 1
            ready = self._session.greet(nonce, self.settings.budgets.start * self.scale)
            check_identity(self.ready or ready, ready)
            self.ready = ready
        return self._session

    def covers(self, profile: str) -> bool:
        """Whether the testee declares a profile, or one that includes it."""
        declared = self.ready["profiles"] if self.ready else ()
        return any(profile in profiles.parts(name) for name in declared if name in profiles.PROFILES)

    def settle(self) -> None:
        """Makes sure that an idle process has said no more.

        Raises:
            Fault: it has; it is left running.
        """
        if self._session:
            self._session.settle()

    def finish(self) -> None:
        """Ends the conversation in good order.

        Raises:
            Fault: the testee doesn't; it is left running.
        """
        if self._session:
            self._session.finish(self.settings.budgets.finish * self.scale)
            self.end()

    def end(self) -> str:
        """Kills what is running, and gives the end of what it wrote to stderr.

        Raises:
            IncompleteError: `processes_left`.
        """
        if self._session is None:
            return ""
        process, self._session = self._session.process, None
        tail = process.stderr_tail
        process.end()
        return tail

    @property
    def stderr_tail(self) -> str:
        """The end of what the running process wrote to stderr."""
        return self._session.process.stderr_tail if self._session else ""
