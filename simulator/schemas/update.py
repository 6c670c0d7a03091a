"""bazel run //simulator/schemas:update: writes the schemas of this layer's documents into this checkout (ENC-6.5)."""

import os
from pathlib import Path

from simulator.schemas.document import write
from simulator.schemas.documents import DOCUMENTS


def main() -> None:
    """Writes the schemas beside this file's source, and prints their names."""
    home = Path(os.environ["BUILD_WORKSPACE_DIRECTORY"]).joinpath("simulator", "schemas")
    print("\n".join(write(home, DOCUMENTS)))


if __name__ == "__main__":
    main()
