"""A published JSON Schema: the shape of one document in the words of JSON Schema 2020-12 (ENC-6)."""

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simulator.shape import Shape

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SUFFIX = ".schema.json"


@dataclass(frozen=True, slots=True)
class Document:
    """One kind of document: its name, the version that its layout belongs to, what it is, and its shape."""

    name: str
    version: str
    title: str
    description: str
    shape: Shape

    @property
    def file(self) -> str:
        """The name of the schema's file (ENC-6.1)."""
        return self.name + SUFFIX

    def schema(self) -> dict[str, Any]:
        """The whole schema (ENC-6)."""
        fragment: dict[str, Any] = portable(self.shape.schema())
        head = {
            "$schema": DIALECT,
            "$id": f"urn:ember:schema:{self.name}:{self.version}",
            "title": self.title,
            "description": self.description,
        }
        return head | fragment

    def encode(self) -> bytes:
        """The bytes of the schema's file: keys sorted, indented, a newline at the end (ENC-6.1)."""
        return (json.dumps(self.schema(), ensure_ascii=False, indent=2, sort_keys=True) + "\n").encode("utf-8")


def portable(fragment: Any) -> Any:
    """The fragment with patterns that mean the same to every regular-expression engine (ENC-6.4).

    In ECMAScript `$` is the end of the string; Python's also stands before a last newline. No string with a pattern
    may hold a newline, and saying so needs no more than what JSON Schema recommends of regular expressions.
    """
    if isinstance(fragment, list):
        return [portable(item) for item in fragment]
    if not isinstance(fragment, dict):
        return fragment
    out = {key: portable(value) for key, value in fragment.items()}
    return out | ({"not": {"pattern": r"\n"}} if isinstance(out.get("pattern"), str) else {})


def write(folder: Path, documents: Iterable[Document]) -> list[str]:
    """Makes the schemas of a folder those of the documents, and no others; it returns their file names (ENC-6.5)."""
    wanted = {document.file: document.encode() for document in documents}
    for path in folder.glob("*" + SUFFIX):
        if path.name not in wanted:
            path.unlink()
    for name, data in wanted.items():
        folder.joinpath(name).write_bytes(data)
    return list(wanted)


def update(documents: Iterable[Document], *folder: str) -> None:
    """Writes the schemas into a folder of the checkout in which Bazel was called, and prints their names (ENC-6.5)."""
    print("\n".join(write(Path(os.environ["BUILD_WORKSPACE_DIRECTORY"], *folder), documents)))


def outdated(folder: Path, documents: Iterable[Document]) -> list[str]:
    """The files of a folder that differ from the documents' schemas, are missing, or are one too many (ENC-6.5)."""
    wanted = {document.file: document.encode() for document in documents}
    found = {path.name: path.read_bytes() for path in folder.glob("*" + SUFFIX)}
    return sorted(name for name in wanted | found if wanted.get(name) != found.get(name))
