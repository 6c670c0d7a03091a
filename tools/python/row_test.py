"""What every row must be: the interpreter that its name says, cut off from the machine and from the caller."""

import os
import platform
import sys

import hypothesis
import jsonschema
import pytest
import yaml

# Row -> implementation, version, byte order, bits of a word.
ROWS = {
    "cp311": ("CPython", (3, 11), "little", 64),
    "cp312": ("CPython", (3, 12), "little", 64),
    "cp313": ("CPython", (3, 13), "little", 64),
    "cp314": ("CPython", (3, 14), "little", 64),
    "cp315": ("CPython", (3, 15), "little", 64),
    "pp311": ("PyPy", (3, 11), "little", 64),
    "cp311_i386": ("CPython", (3, 11), "little", 32),
    "cp313_arm64": ("CPython", (3, 13), "little", 64),
    "cp314_s390x": ("CPython", (3, 14), "big", 64),
    "wasm32": ("CPython", (3, 14), "little", 32),
}


def test_row_is_what_its_name_says() -> None:
    bits = sys.maxsize.bit_length() + 1
    row = (platform.python_implementation(), sys.version_info[:2], sys.byteorder, bits)
    assert row == ROWS[os.environ["EMBER_INTERPRETER"]], sys.version


def test_processor() -> None:
    machines = {"cp313_arm64": "aarch64", "cp314_s390x": "s390x", "wasm32": "wasm32"}
    native = {"aarch64", "arm64", "x86_64"}
    expected = machines.get(os.environ["EMBER_INTERPRETER"])
    assert platform.machine() in ({expected} if expected else native)


def test_imports_nothing_of_the_machine() -> None:
    assert sys.flags.isolated or sys.platform == "emscripten"
    assert not [p for p in sys.path if "dist-packages" in p or p.startswith("/usr")], sys.path


@pytest.mark.parametrize("package", [hypothesis, jsonschema, pytest, yaml], ids=lambda package: package.__name__)
def test_packages_come_from_the_runfiles(package) -> None:
    # On a remote worker they lie beside them.
    runfiles = os.environ["RUNFILES_DIR"]
    assert package.__file__.startswith((runfiles, runfiles.partition("/bazel-out/")[0] + "/external/"))


def test_packages_are_pure_python() -> None:
    assert not yaml.__with_libyaml__


def test_environment_is_scrubbed() -> None:
    ours = {"EMBER_DONE", "EMBER_INTERPRETER", "EMBER_ROW_TEST", "RUNFILES_DIR", "XML_OUTPUT_FILE"}
    system = {"HOME", "LC_ALL", "PATH", "PWD", "TMPDIR", "TZ"}
    tests = {name for name in os.environ if name.startswith(("TEST_", "TESTBRIDGE_", "EMBER_OPT_", "PYTEST_"))}
    emscripten = {"LANG", "USER", "LOGNAME", "PATH", "_", "PYODIDE_ROOT", "PYTHONINSPECT", "LD_LIBRARY_PATH"}
    allowed = ours | system | tests | (emscripten if sys.platform == "emscripten" else set())
    assert set(os.environ) <= allowed, set(os.environ) - allowed


def test_environment_of_the_target_is_passed_whole() -> None:
    assert os.environ["EMBER_ROW_TEST"] == "a value with 'quotes' and $HOME"


def test_warnings_of_the_host_locale_do_not_matter() -> None:
    assert os.environ["TZ"] == "UTC" and os.environ["LC_ALL"] == "C"
