"""One file with everything in it: the viewer's modules, the engine's, the style and the data (no network, no server).

The modules go into an import map of data URLs under bare names. Their imports are rewritten to those names; an import
that is not written as all of ours are is refused, so that nothing is fetched by accident.
"""

import re
from base64 import b64encode
from collections.abc import Mapping
from html import escape
from pathlib import PurePosixPath

from packs.resources import files
from simulator import canonical
from simulator.errors import EmberError, printable
from tools.view_data import Contents, packed

VIEWER, ENGINE = "tools/viewer", "conformance/js"
MAIN = f"{VIEWER}/main.js"

_IMPORT = re.compile(r'^((?:im|ex)port \{[^{}"\'`;]*\} from )"((?:\./|(?:\.\./)+)[a-z0-9_/]+\.js)";$', re.MULTILINE)
_COMMENT = re.compile(r"^\s*(?://|/\*\*|\*(?:\s|/)).*$", re.MULTILINE)
"""A line of a comment: it may speak of types in other modules."""
_LOADS = re.compile(r"^\s*import\b|\bimport\s*[(.]|\bexport\s*\*|\bfrom\s*[\"'`]", re.MULTILINE)
_PREFIX = "ember/"


def sources() -> dict[str, str]:
    """The modules, the style and the page's frame, by path from the root of the packages."""
    found = {f"{home}/{name}": data for home in (VIEWER, ENGINE) for name, data in files(home).items()}
    kinds = (".js", ".css", ".html")
    return {path: data.decode("utf-8") for path, data in found.items() if path.endswith(kinds)}


def resolved(path: str, specifier: str) -> str:
    """The path of what a module imports.

    Raises:
        EmberError: `bad_module`: it lies outside the tree.
    """
    parts = list(PurePosixPath(path).parent.parts)
    for part in specifier.split("/"):
        if part == ".." and not parts:
            raise EmberError("bad_module", f"{path} imports {specifier}, which lies outside")
        if part == "..":
            parts.pop()
        elif part != ".":
            parts.append(part)
    return "/".join(parts)


def rewritten(path: str, text: str) -> tuple[str, list[str]]:
    """A module with bare names in its imports, and the paths of what it imports.

    Raises:
        EmberError: `bad_module`: an import is not written as all of ours are.
    """
    wanted = [resolved(path, match.group(2)) for match in _IMPORT.finditer(text)]
    strange = _LOADS.search(_COMMENT.sub("", _IMPORT.sub("", text)))
    if strange:
        raise EmberError("bad_module", f"{path}: this import is not understood: {strange.group().strip()}")
    out = _IMPORT.sub(lambda match: f'{match.group(1)}"{_PREFIX}{resolved(path, match.group(2))}";', text)
    return out, wanted


def import_map(found: Mapping[str, str]) -> bytes:
    """The import map of the main module and all that it needs, as canonical JSON.

    Raises:
        EmberError: `bad_module`: a module is missing, or as `rewritten`.
    """
    urls: dict[str, str] = {}
    waiting = [MAIN]
    while waiting:
        path = waiting.pop()
        if _PREFIX + path in urls:
            continue
        if path not in found:
            raise EmberError("bad_module", f"there is no module {path}")
        text, wanted = rewritten(path, found[path])
        urls[_PREFIX + path] = "data:text/javascript;base64," + b64encode(text.encode()).decode("ascii")
        waiting += wanted
    return canonical.encode({"imports": urls})


def html(contents: Contents) -> str:
    """The page of some contents; equal contents give equal pages. No text of a record stands in it as markup."""
    found = sources()
    blocks = [("index", packed(canonical.encode(contents.index()))), *enumerate(contents.blocks.texts)]
    data = "\n".join(f'<script type="text/plain" id="block-{name}">{text}</script>' for name, text in blocks)
    parts = {
        "TITLE": escape(printable(contents.title)),
        "STYLE": found[f"{VIEWER}/style.css"],
        "MODULES": import_map(found).decode(),
        "MAIN": f'import "{_PREFIX}{MAIN}";',
        "DATA": data,
    }
    return re.sub("@([A-Z]+)@", lambda match: parts[match.group(1)], found[f"{VIEWER}/page.html"])
