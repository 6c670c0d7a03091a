"""Builds the documentation's site from its Markdown.

A link that leads nowhere, an anchor that is not there, or a page that is not in the navigation is an error. Equal
sources give equal bytes.
"""

import argparse
import logging
import os
import shutil
import sys
import tempfile
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.exceptions import Abort, MkDocsException

CONFIGURATION = "mkdocs.yml"

# The date that pages and the sitemap carry in place of today's.
os.environ["SOURCE_DATE_EPOCH"] = "1767225600"


def arguments() -> argparse.ArgumentParser:
    """The command's options."""
    out = argparse.ArgumentParser(description=__doc__)
    out.add_argument("--output", type=Path, required=True, help="the folder to write")
    about = f"{CONFIGURATION} and its hooks"
    out.add_argument("--configuration", type=Path, action="append", required=True, help=about)
    out.add_argument("pages", type=Path, nargs="+", help="pages below docs/, and what they link to")
    return out


def site(pages: list[Path], configuration: list[Path], output: Path) -> None:
    """Writes the site from copies: the generator must not see a build system's links.

    Raises:
        Abort, MkDocsException: something in the pages is wrong; it was logged.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s: %(message)s", stream=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path in pages:
            copy = root.joinpath("docs", *path.parts[path.parts.index("docs") + 1 :])
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)
        for path in configuration:
            shutil.copyfile(path, root / path.name)
        build(load_config(str(root / CONFIGURATION), site_dir=str(output.absolute()), strict=True))


def main() -> int:
    """The program."""
    options = arguments().parse_args()
    try:
        site(options.pages, options.configuration, options.output)
    except (Abort, MkDocsException) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
