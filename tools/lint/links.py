"""Links of the Markdown pages: each leads to a source file that is there, and to a heading that is on its page."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
_SOURCES = (".bazel", ".bzl", ".md", ".py", ".sh")


def check(root: Path) -> list[str]:
    """Findings, one for each link of a page below `root` that leads nowhere; links to the web are not followed."""
    pages = {path: path.read_text(encoding="utf-8") for path in sorted(root.rglob("*.md"))}
    anchors = {path: set(map(anchor, _HEADING.findall(_CODE.sub("", text)))) for path, text in pages.items()}
    return [
        f"{path.relative_to(root)}: {target}: {fault}"
        for path, text in pages.items()
        for target in _LINK.findall(_CODE.sub("", text))
        for fault in _faults(path, target, anchors)
    ]


def _faults(page: Path, target: str, anchors: dict[Path, set[str]]) -> Iterator[str]:
    name, _, heading = target.partition("#")
    if ":" in name:
        return
    found = Path(os.path.normpath(page.parent / name)) if name else page
    if found.suffix in _SOURCES and not found.is_file():
        yield "there is no such file"
    elif heading and found in anchors and heading not in anchors[found]:
        yield "there is no such heading"


def anchor(heading: str) -> str:
    """The anchor of a heading: small letters, no punctuation, a hyphen for each space."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")
