"""The built site: every link stays on it and leads somewhere, and every clause has its anchor and is linked."""

import os
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

SITE = Path(__file__).parent / "site"


class Page(HTMLParser):
    """Links, what is fetched, and anchors of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.fetched: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        self.anchors |= {found[name] for name in ("id", "name") if name in found}
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        elif tag in ("script", "img", "link", "iframe") and {"src", "href"} & found.keys():
            self.fetched.append(found.get("src", found.get("href", "")))


PAGES = {path: Page(path) for path in sorted(SITE.rglob("*.html")) if path.name != "404.html"}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(SITE)))
def test_every_link_leads_somewhere(path: Path) -> None:
    for link in PAGES[path].links:
        parts = urlparse(link)
        if parts.scheme == "https":
            continue  # the web, which is not reached from here
        assert not parts.scheme, f"{link} leaves the site"
        target = Path(os.path.normpath(path.parent / unquote(parts.path))) if parts.path else path
        assert target.is_file(), f"{link} leads nowhere"
        if parts.fragment and target in PAGES:
            assert unquote(parts.fragment) in PAGES[target].anchors, f"{link}: no such anchor"


def test_nothing_is_fetched_from_elsewhere() -> None:
    for path, page in PAGES.items():
        for link in page.fetched:
            assert not urlparse(link).scheme and not link.startswith("//"), f"{path}: {link}"
            assert (path.parent / urlparse(link).path).resolve().exists(), f"{path}: {link}"


def test_clauses_have_anchors_and_are_linked_where_they_are_cited() -> None:
    simulation, scoring = (PAGES[SITE / "contract" / f"{name}.html"] for name in ("simulation", "scoring"))
    assert {"SIM-4.2", "SIM-6.10", "SIM-11.2"} <= simulation.anchors and "SCO-4.1.5" in scoring.anchors
    assert "simulation.html#SIM-6.10" in scoring.links
    assert sum(len(page.anchors) for page in PAGES.values()) > 500
