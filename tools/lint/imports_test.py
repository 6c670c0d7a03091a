"""imports.py on bad trees, and on this repository."""

from __future__ import annotations

import pytest

from tools.lint.imports import check
from tools.lint.tree import Module, report, workspace_modules

KNOWN = [
    Module(path, "")
    for path in (
        "simulator/grid.py",
        "simulator/state.py",
        "packs/pack.py",
        "scoring/references/optimum.py",
        "tools/score.py",
    )
]


def findings(path: str, text: str) -> list[str]:
    return check([*KNOWN, Module(path, text)])


@pytest.mark.parametrize(
    ("path", "text", "said"),
    [
        ("simulator/a.py", "import packs.pack", "packs.pack is above simulator"),
        ("simulator/a.py", "from packs import pack", "packs.pack is above simulator"),
        ("packs/a.py", "import scoring", "scoring is above packs"),
        ("scoring/a.py", "from tools.score import main", "tools.score is above scoring"),
        ("conformance/runner/a.py", "def f():\n    import tools.score", "tools.score is above conformance"),
        ("simulator/a_test.py", "import packs.pack", "packs.pack is above simulator"),
        ("packs/authoring.py", "if TYPE_CHECKING:\n    import scoring.episode", "scoring.episode is above packs"),
        ("packs/a.py", "from . import pack", "relative import"),
        ("simulator/a.py", "import numpy.linalg as n", "numpy is not in the standard library"),
        ("packs/suite.py", "import yaml", "yaml is not in the standard library"),
        ("tools/a.py", "import yaml", "yaml is not in the standard library"),
        ("scoring/a_test.py", "import numpy", "numpy is not in the standard library"),
        ("tools/a.py", "import tools.lint.tree", "different sides"),
        ("tools/lint/a.py", "import simulator.grid", "different sides"),
        ("simulator/a.py", "from scoring.references import optimum", "scoring.references.optimum is above"),
        ("examples/a.py", "from scoring.references import optimum", "scoring.references.optimum is privileged"),
        ("scoring/references/a.py", "import scoring.episode", "scoring.references may not import scoring.episode"),
        ("simulator/policies/a.py", "from simulator import grid, state", "it may not import simulator.state"),
        ("simulator/policies/a.py", "import simulator.scenario", "it may not import simulator.scenario"),
    ],
)
def test_broken_rule_is_found(path: str, text: str, said: str) -> None:
    (finding,) = findings(path, text)
    assert finding.startswith(f"{path}:") and said in finding


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("simulator/a.py", "import json, os.path\nfrom collections.abc import Iterable\nfrom simulator import grid"),
        ("packs/authoring.py", "import yaml\nfrom simulator.scenario import Scenario"),
        ("scoring/episode.py", "from scoring.references.optimum import optimum"),
        ("scoring/references/a.py", "from simulator import grid\nimport packs.pack\nimport scoring.references.optimum"),
        ("simulator/policies/a.py", "from simulator.policies.b import c\nfrom simulator.grid import Grid"),
        ("simulator/policies/a_test.py", "import simulator.scenario\nimport pytest, hypothesis"),
        ("tools/a.py", "import conformance, scoring.references.optimum, simulator.state"),
        ("tools/lint/a.py", "from tools.lint.tree import Module"),
    ],
)
def test_good_imports_are_not(path: str, text: str) -> None:
    assert findings(path, text) == []


def test_line_of_the_finding() -> None:
    (finding,) = findings("simulator/a.py", '"""Doc."""\n\nimport os\nimport packs\n')
    assert finding.startswith("simulator/a.py:4: ")


def test_repository() -> None:
    found = check(workspace_modules())
    assert not found, report(found)
