"""This repository's testee: the product behind the protocol (docs/protocol).

It reads one message a line and answers `hello` with `ready` and each case with one `result`, until `bye` or the end of
its input. A line that is no message is named on stderr and not answered, unless it is a case with an ID.
"""

import contextlib
import sys
from collections.abc import Iterator
from typing import BinaryIO, TextIO

from conformance import profiles
from conformance.operations import registry
from conformance.protocol import (
    MAX_LINE,
    PROTOCOL_VERSION,
    Message,
    ProtocolError,
    decode,
    encode,
    request,
    result,
)
from simulator.errors import DocumentError
from simulator.shape import identifier
from simulator.versions import SIMULATOR_VERSION

NAME = "ember-reference"
END: Message = {}

_PIECE = 1 << 20


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; of a line that is too long no more than its beginning is held."""
    while line := stream.readline(MAX_LINE + 1):
        rest = line
        while len(line) > MAX_LINE and rest and not rest.endswith(b"\n"):
            rest = stream.readline(_PIECE)
        yield line


def ready(run: str) -> Message:
    """The answer to `hello`: every profile, and the version of every component."""
    return {
        "type": "ready",
        "protocol": PROTOCOL_VERSION,
        "run": run,
        "name": NAME,
        "version": SIMULATOR_VERSION,
        "profiles": list(profiles.PROFILES),
        "components": profiles.components(profiles.PROFILES),
    }


def answered(line: bytes, log: TextIO) -> Message | None:
    """The answer to a line; None where there is none, END after `bye`."""
    message: Message = {}
    try:
        message = decode(line)
        message = request(message)
    except ProtocolError as error:
        print(f"no message: {error}", file=log)
        return _salvaged(message, str(error))
    if message["type"] == "hello":
        return ready(message["run"])
    if message["type"] == "bye":
        return END
    return result(message["id"], registry.outcome(message["operation"], message["input"], message.get("trace")))


def _salvaged(message: Message, why: str) -> Message | None:
    """The answer to a case that is wrong in another place than its ID."""
    if message.get("type") != "case":
        return None
    try:
        return result(identifier().read(message.get("id"), "/id"), registry.failure(why))
    except DocumentError:
        return None


def line_of(answer: Message) -> bytes:
    """The line of an answer; where it can't be one, that of an error."""
    try:
        return encode(answer)
    except ProtocolError as error:
        return encode(result(answer["id"], registry.failure(str(error))))


def serve(stream: BinaryIO, out: BinaryIO, log: TextIO) -> None:
    """Answers until `bye` or the end of the stream."""
    for line in lines(stream):
        answer = answered(line, log)
        if answer is END:
            return
        if answer is not None:
            out.write(line_of(answer))
            out.flush()


def main() -> int:
    """Serves the standard streams; whatever else may print does so on stderr."""
    out = sys.stdout.buffer
    with contextlib.redirect_stdout(sys.stderr):
        serve(sys.stdin.buffer, out, sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
