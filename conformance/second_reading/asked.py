"""What comes with a case: documents as text or base64, and answers that are documents (CNF-2.3)."""

import base64
from typing import Any

from conformance.second_reading.canonical import canonical

Case = dict[str, Any]


def data_of(document: Case) -> bytes:
    """The bytes of `{"text": ...}` or `{"base64": ...}`."""
    if "text" in document:
        return bytes(document["text"].encode("utf-8"))
    return base64.b64decode(document["base64"])


def files_of(case: Case) -> dict[str, bytes]:
    """The files of a pack by path."""
    return {path: base64.b64decode(text) for path, text in case["files"].items()}


def as_text(value: Any) -> Case:
    """A document in an output."""
    return {"text": canonical(value).decode("utf-8")}
