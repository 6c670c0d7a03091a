"""bazel run //packs/generator:update: writes the digests of the golden suites into this checkout (PCK-11)."""

import os
from pathlib import Path

from packs.generator.golden import LARGE, SMALL, large, small


def main() -> None:
    """Writes the digests anew next to this file's source, and prints them."""
    home = Path(os.environ["BUILD_WORKSPACE_DIRECTORY"]).joinpath("packs", "generator")
    for name, data in ((SMALL, small()), (LARGE, large())):
        home.joinpath(name).write_bytes(data)
        print(data.decode())


if __name__ == "__main__":
    main()
