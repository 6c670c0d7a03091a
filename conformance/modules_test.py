"""The source files of a program: all it imports of the layers, and nothing else."""

import sys
from pathlib import Path

import pytest

from conformance import modules, standard
from simulator.errors import EmberError

ROOT = Path(__file__).parents[1]


def test_a_module_alone() -> None:
    found = modules.closure(["simulator.errors"])
    assert set(found) == {"simulator/__init__.py", "simulator/errors.py"}
    assert found["simulator/errors.py"] == ROOT.joinpath("simulator", "errors.py").read_bytes()


def test_what_it_imports_belongs_to_it() -> None:
    found = modules.closure(["simulator.canonical"])
    assert set(found) == {"simulator/__init__.py", "simulator/canonical.py", "simulator/errors.py"}


def test_an_import_inside_a_function_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "packs"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "lazy.py").write_text("def f():\n    from packs import other\n    import os.path\n")
    (folder / "other.py").write_text("from packs.names import NAME\nfrom elsewhere import x\n")
    (folder / "names.py").write_text("NAME = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in [name for name in sys.modules if name.partition(".")[0] == "packs"]:
        monkeypatch.delitem(sys.modules, name)
    assert set(modules.closure(["packs.lazy"])) == {
        f"packs/{name}.py" for name in ("__init__", "lazy", "other", "names")
    }


def test_the_runner_is_all_that_judges() -> None:
    found = modules.closure(standard.RUNNER)
    wanted = {
        "conformance/certificate.py",
        "conformance/challenge.py",
        "conformance/operations/registry.py",
        "conformance/runner/judge.py",
        "conformance/runner/process.py",
        "scoring/bootstrap.py",
        "simulator/phases.py",
    }
    assert wanted <= set(found)
    assert not [path for path in found if path.endswith("_test.py") or "second_reading" in path]
    assert set(modules.closure(reversed(standard.RUNNER))) == set(found)


def test_a_module_that_is_absent_has_no_source() -> None:
    with pytest.raises(EmberError, match="no_source"):
        modules.closure(["simulator.absent"])
