"""bazel run //scoring/schemas:update: writes the schemas of this layer's documents into this checkout (ENC-6.5)."""

import os
from pathlib import Path

from scoring.schemas.documents import DOCUMENTS
from simulator.schemas.document import write


def main() -> None:
    """Writes the schemas beside this file's source, and prints their names."""
    home = Path(os.environ["BUILD_WORKSPACE_DIRECTORY"]).joinpath("scoring", "schemas")
    print("\n".join(write(home, DOCUMENTS)))


if __name__ == "__main__":
    main()
