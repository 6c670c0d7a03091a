"""The published schemas of the protocol: its messages, and the input and output of every operation (docs/protocol)."""

from collections.abc import Iterator

from conformance.operations.registry import OPERATIONS
from conformance.protocol import ANSWERS, PROTOCOL_VERSION, REQUESTS
from simulator.schemas.document import Document

_MESSAGES = {
    "hello": "The runner's first message to a testee's process.",
    "ready": "The testee's answer to it: what it is, and which profiles and versions it stands for.",
    "case": "One question of the runner.",
    "result": "The testee's answer to it.",
    "bye": "The runner's last message.",
}


def schemas() -> Iterator[Document]:
    """The schemas, messages first."""
    shapes = {**REQUESTS, **ANSWERS}
    for name, title in _MESSAGES.items():
        yield Document(f"message.{name}", PROTOCOL_VERSION, f"EMBER conformance message: {name}", title, shapes[name])
    for name, operation in OPERATIONS.items():
        for side, form in (("input", operation.given), ("output", operation.gives)):
            title = f"EMBER conformance operation {name}: {side}"
            yield Document(f"{name}.{side}", PROTOCOL_VERSION, title, operation.title, form)
