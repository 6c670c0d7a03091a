"""links.py on bad pages, and on this repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.lint.links import anchor, check
from tools.lint.tree import report, workspace


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("[a](b.md)", "there is no such file"),
        ("[a](../a.md)", "there is no such file"),
        ("[a](code.py)", "there is no such file"),
        ("# One\n[a](#two)", "there is no such heading"),
        ("[a](other.md#one)", "there is no such heading"),
    ],
)
def test_a_link_that_leads_nowhere_is_found(tmp_path: Path, text: str, fault: str) -> None:
    (tmp_path / "a.md").write_text(text)
    (tmp_path / "other.md").write_text("# One, 2?\n")
    assert [found.partition(": ")[0] for found in check(tmp_path)] == ["a.md"]
    assert check(tmp_path)[0].endswith(fault)


def test_good_links_are_not(tmp_path: Path) -> None:
    links = "[a](#sco-9-the-report-2) [b](folder) [c](https://x.y/z.md) [d](a.md)"
    text = f"# SCO-9 The `report`, 2\n{links}\n```\n[e](f.md)\n```\n"
    (tmp_path / "a.md").write_text(text)
    assert check(tmp_path) == []
    assert anchor("What it claims, and small cases refute") == "what-it-claims-and-small-cases-refute"


def test_repository() -> None:
    found = check(workspace())
    assert not found, report(found)
