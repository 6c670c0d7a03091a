"""Every error of EMBER: one root, stable codes, and a type that says whose fault it is (ENC-5).

| type | whose fault | exit code |
|---|---|---|
| `UsageError` | the caller's command line | 2 |
| `InputError` and its kinds | a document, file, record or pack | 3 |
| `InvalidActionError` | the model's | 3 |
| `IncompleteError` | the surroundings: nothing was judged | 4 |
| any other `EmberError` | ours | 70 |
"""

from typing import Literal

Stage = Literal["syntax", "shape", "meaning"]


def printable(text: str) -> str:
    """A text on one line of what can be shown: any other character as its escape, such as `\\n` (ENC-5.3.1)."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)


class EmberError(Exception):
    """The root. `code` is a stable name for programs; `message` is for people (ENC-5).

    `code` and `pointer` are exact. `str` is for people: whatever the input held, it is one printable line (ENC-5.3.1);
    a kind of error that has more to say overrides `describe`.
    """

    exit_code = 70

    def __init__(self, code: str, message: str, *, pointer: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.pointer = pointer

    def __str__(self) -> str:
        return printable(self.describe())

    def __reduce__(self) -> tuple[object, ...]:
        """Lets an error travel between processes whole, whatever its constructor takes."""
        return _restored, (type(self), self.__dict__)

    def describe(self) -> str:
        """Code, pointer and message, as they are."""
        where = f" at {self.pointer}" if self.pointer else ""
        return f"{self.code}{where}: {self.message}"


def _restored(kind: type[EmberError], state: dict[str, object]) -> EmberError:
    out = kind.__new__(kind, state["message"])
    out.__dict__.update(state)
    return out


class UsageError(EmberError):
    """The command line asks for something that does not exist (ENC-5)."""

    exit_code = 2


class InputError(EmberError):
    """A document, file, record or pack is at fault. `source` names the file once it is known (ENC-5)."""

    exit_code = 3
    source = ""

    def describe(self) -> str:
        """The file, where it is known, before the rest."""
        return f"{self.source}: {super().describe()}" if self.source else super().describe()


class DocumentError(InputError):
    """A JSON document breaks a rule of its syntax, shape or meaning (ENC-2, ENC-5).

    `offset` is the byte at which a syntax error was seen, and None for the other stages.
    """

    def __init__(self, stage: Stage, code: str, message: str, pointer: str = "", offset: int | None = None) -> None:
        super().__init__(code, message, pointer=pointer)
        self.stage = stage
        self.offset = offset

    def describe(self) -> str:
        """The byte offset, where there is one, after the rest."""
        return super().describe() if self.offset is None else f"{super().describe()} (byte {self.offset})"


class PackError(InputError):
    """An environment pack fails verification (PCK-3)."""


class ScoringInputError(InputError):
    """A result can't be authenticated or contradicts itself (SCO-2)."""


class InvalidActionError(EmberError):
    """The actions of a step are not exactly one legal direction per active person; the state is unchanged (SIM-4.2)."""

    exit_code = 3


class SimulationError(EmberError):
    """The simulator was asked to step after its end, or a fire model broke its contract (SIM-4.9, SIM-6.1)."""


class IncompleteError(EmberError):
    """Nothing was judged, because the surroundings failed: a full disk, a missing program (ENC-5)."""

    exit_code = 4
