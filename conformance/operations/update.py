"""bazel run //conformance/operations:update: writes the generated part of docs/protocol into this checkout."""

import os
from pathlib import Path

from conformance.operations.pages import pages
from conformance.operations.schemas import schemas
from simulator.schemas.document import write


def generate(home: Path) -> list[str]:
    """Makes the generated files of a folder those of the code, and no others; it returns their paths."""
    written = pages()
    for stale in home.joinpath("exchanges").glob("*.jsonl"):
        stale.unlink()
    for folder in ("exchanges", "schemas"):
        home.joinpath(folder).mkdir(parents=True, exist_ok=True)
    for path, data in written.items():
        home.joinpath(path).write_bytes(data)
    return [*written, *(f"schemas/{name}" for name in write(home.joinpath("schemas"), schemas()))]


def main() -> None:
    """Writes the files, and prints their names."""
    print("\n".join(generate(Path(os.environ["BUILD_WORKSPACE_DIRECTORY"]).joinpath("docs", "protocol"))))


if __name__ == "__main__":
    main()
