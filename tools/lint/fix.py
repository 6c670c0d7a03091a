"""Mends what the linters can mend, in the source tree: bazel run //tools/lint:fix"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tools.lint.linters import LINTERS


def main() -> int:
    root = Path(os.environ["BUILD_WORKSPACE_DIRECTORY"])
    worst = 0
    for name, linter in LINTERS.items():
        if linter.mend:
            code, output = linter.run(root, linter.mend)
            print(f"{name}: {output.strip() or 'done'}", file=sys.stderr)
            worst = max(worst, code)
    return worst


if __name__ == "__main__":
    sys.exit(main())
