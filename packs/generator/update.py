"""bazel run //packs/generator:update: writes the digests of the small golden suite into this checkout (PCK-11)."""

import os
from pathlib import Path

from packs.generator.golden import GOLDEN, golden


def main() -> None:
    """Writes the digests anew next to this file's source, and prints them."""
    home = Path(os.environ["BUILD_WORKSPACE_DIRECTORY"]).joinpath("packs", "generator")
    data = golden()
    home.joinpath(GOLDEN).write_bytes(data)
    print(data.decode())


if __name__ == "__main__":
    main()
