"""What the site adds to the pages: an anchor at every numbered clause, and a link wherever one is cited.

A hook of the site generator. A clause is a paragraph that begins with its number in bold; `SIM-4.2` is then the anchor
of that paragraph on its page. A citation inside a link, code or a heading stays as it is. A link to a file of the
repository that is no page keeps its words and loses its link.
"""

import posixpath
import re
from typing import Any

_CLAUSE = r"(?:ENC|SIM|MET|PCK|SCO|CNF)-\d+(?:\.\d+)*"
_DEFINED = re.compile(rf"^\*\*({_CLAUSE})\*\*", re.MULTILINE)
_OPENING = re.compile(rf"<p><strong>({_CLAUSE})</strong>")
_CITED = re.compile(rf"(?<![\w-]){_CLAUSE}\b")
_LINK = re.compile(r"\[([^\]]*)\]\(([^)#:\s]+)(#[^)\s]*)?\)")
_PIECE = re.compile(r"(<[^>]*>)")
_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)")
_PLAIN = {"a", "code", "pre", "strong", "h1", "h2", "h3", "h4"}


class Clauses:
    """Which page each clause is on, once the files are known."""

    def __init__(self) -> None:
        self.pages: dict[str, Any] = {}

    def note(self, files: Any) -> None:
        """Reads every page's source."""
        for file in files.documentation_pages():
            for clause in _DEFINED.findall(file.content_string):
                self.pages[clause] = file

    def linked(self, html: str, here: Any) -> str:
        """A page's HTML with its anchors and links."""
        out, inside = [], 0
        for piece in _PIECE.split(_OPENING.sub(r'<p id="\1"><strong>\1</strong>', html)):
            tag = _TAG.match(piece)
            if tag is None:
                out.append(piece if inside else _CITED.sub(lambda found: self._link(found.group(), here), piece))
                continue
            if tag.group(2) in _PLAIN:
                inside += -1 if tag.group(1) else 1
            out.append(piece)
        return "".join(out)

    def _link(self, clause: str, here: Any) -> str:
        page = self.pages.get(clause)
        return clause if page is None else f'<a href="{page.url_relative_to(here)}#{clause}">{clause}</a>'


_clauses = Clauses()


def on_files(files: Any, **_: Any) -> Any:
    """Called once, when all files are known."""
    _clauses.note(files)
    return files


def on_page_markdown(markdown: str, page: Any, files: Any, **_: Any) -> str:
    """Called for each page, with its Markdown."""
    folder = posixpath.dirname(page.file.src_uri)

    def kept(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(folder, found[2]))
        return found[0] if target in files.src_uris or target.endswith(".md") else found[1]

    return _LINK.sub(kept, markdown)


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Called for each page, with what became of its Markdown."""
    return _clauses.linked(html, page.file)
