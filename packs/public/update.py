"""bazel run //packs/public:update: freezes the YAML sources into the public pack of this checkout."""

import os
import shutil
from pathlib import Path

from packs import folder, verify
from packs.public.freeze import freeze
from packs.public.pack import PACK_ID


def main() -> None:
    """Writes the pack anew next to its sources, and prints its digest."""
    home = Path(os.environ["BUILD_WORKSPACE_DIRECTORY"]).joinpath("packs", "public")
    files = freeze(home)
    shutil.rmtree(home.joinpath(PACK_ID), ignore_errors=True)
    folder.write(home.joinpath(PACK_ID), files)
    print(f"sha256:{verify.verify(home.joinpath(PACK_ID)).digest}")


if __name__ == "__main__":
    main()
