"""Makes what is handed out without Bazel: ember.pyz, certify.pyz, their SBOM and SHA256SUMS (bazel build //tools:dist).

An archive is a pure function of the files in it: their order is that of their names, their dates and modes are fixed,
and nothing is compressed, since what a compressor gives depends on its version. It holds sources, so it runs on any
Python from 3.11 on.
"""

import argparse
import ast
import hashlib
import io
import json
import sys
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from conformance.components import versions
from tools.cli import LAYERS, PACKAGES

NAMES = {"ember.pyz": "", "certify.pyz": "certify"}
"""The archives, and the command that each runs where none is named."""
SBOM, SUMS = "ember.cdx.json", "SHA256SUMS"
LICENSE = "Apache-2.0"

_SHEBANG = b"#!/usr/bin/env python3\n"
_DATE = (1980, 1, 1, 0, 0, 0)
_MODE = 0o100644
_UNIX = 3
# It must be readable for a Python that is too old.
_MAIN = """import sys

if sys.version_info < (3, 11):
    sys.stderr.write("error: old_python: EMBER needs Python 3.11 or later, this is %d.%d\\n" % sys.version_info[:2])
    sys.exit(4)

from tools.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv, {default!r}))
"""


def archive(files: Mapping[str, bytes], default: str) -> bytes:
    """An executable archive of these files by path, with a `__main__.py` of its own."""
    every = {**files, "__main__.py": _MAIN.format(default=default).encode()}
    out = io.BytesIO(_SHEBANG)
    out.seek(0, io.SEEK_END)
    with zipfile.ZipFile(out, "a", zipfile.ZIP_STORED) as stored:
        for name in sorted(every):
            entry = zipfile.ZipInfo(name, _DATE)
            entry.create_system, entry.external_attr = _UNIX, _MODE << 16
            stored.writestr(entry, every[name])
    return out.getvalue()


def outside(files: Mapping[str, bytes]) -> list[str]:
    """The packages that some of these modules import and that are neither here nor in the standard library, by name."""
    known = {*LAYERS, *sys.stdlib_module_names}
    found = {name for path in files if path.endswith(".py") for name in _imported(ast.parse(files[path]))}
    return sorted((PACKAGES.get(name, name) for name in found - known), key=str.lower)


def _imported(tree: ast.Module) -> Iterable[str]:
    """The first parts of the names of the modules that a module imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def sbom(files: Mapping[str, bytes], archives: Mapping[str, bytes]) -> dict[str, Any]:
    """The bill of materials, CycloneDX 1.5: the archives, every file in them, and packages that some commands want."""
    optional, known = outside(files), versions(files)
    main = {
        "type": "application",
        "bom-ref": "ember",
        "name": "ember",
        "version": known["simulator"],
        "licenses": [{"license": {"id": LICENSE}}],
        "properties": [{"name": f"ember:version:{name}", "value": known[name]} for name in sorted(known)],
    }
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": main},
        "components": [
            *(_file(path, data) for path, data in sorted({**archives, **files}.items())),
            *(_package(package) for package in optional),
        ],
        "dependencies": [{"ref": "ember", "dependsOn": [_reference(package) for package in optional]}],
    }


def _file(path: str, data: bytes) -> dict[str, Any]:
    hashes = [{"alg": "SHA-256", "content": hashlib.sha256(data).hexdigest()}]
    return {"type": "file", "bom-ref": f"file:{path}", "name": path, "hashes": hashes}


def _package(package: str) -> dict[str, Any]:
    reference = _reference(package)
    return {"type": "library", "bom-ref": reference, "name": package, "purl": reference, "scope": "optional"}


def _reference(package: str) -> str:
    return f"pkg:pypi/{package.lower()}"


def make(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """What is handed out, by name, made of the files that the commands need, by path from the root."""
    archives = {name: archive(files, default) for name, default in NAMES.items()}
    document = json.dumps(sbom(files, archives), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    out = {**archives, SBOM: document.encode()}
    lines = (f"{hashlib.sha256(out[name]).hexdigest()}  {name}\n" for name in sorted(out))
    return {**out, SUMS: "".join(lines).encode()}


def main() -> int:
    """Reads the files `PATH=PLACE`, and writes what is handed out into a folder."""
    options = argparse.ArgumentParser(fromfile_prefix_chars="@", allow_abbrev=False)
    options.add_argument("--out", type=Path, required=True, help="the folder to write to")
    options.add_argument("files", nargs="+", help="PATH=PLACE: the path in the archive, and where the file is")
    found = options.parse_args()
    pairs = (word.partition("=") for word in found.files)
    made = make({path: Path(place).read_bytes() for path, _, place in pairs})
    for name, data in made.items():
        found.out.joinpath(name).write_bytes(data)
    return 0


if __name__ == "__main__":
    sys.exit(main())
