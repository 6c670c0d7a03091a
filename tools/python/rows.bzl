"""The interpreter matrix: every matrix test runs once under each of its rows.

A row is one interpreter on one kind of machine. Rows differ in version, implementation, word size
and byte order, so what passes on all of them depends on none of these. Emulated rows take 6 to 16
times as long; only tests that cover much at once ask for them (ALL_ROWS).
"""

def _deb(suite, package, arch = "amd64", qemu = "", bytecode = ""):
    """An interpreter from a Debian suite.

    Args:
      suite: the Debian release that carries it.
      package: its package.
      arch: Debian's name of the architecture. amd64 and i386 run on an x86_64 machine as they are.
      qemu: qemu's name of the architecture, for those that do not.
      bytecode: the tag in the names of its .pyc files, if what tests and tools import is compiled ahead. It is not
        for PyPy, whose bytecode differs from run to run, nor for emulated rows, which would take too long.
    """
    return struct(
        arch = arch,
        bytecode = bytecode,
        emulated = qemu != "",
        kind = "deb",
        package = package,
        qemu = qemu,
        suite = suite,
    )

def _pyodide(version, sha256):
    """CPython compiled to WebAssembly, from the npm package pyodide; Node runs it."""
    return struct(
        bytecode = "",
        emulated = True,
        kind = "pyodide",
        sha256 = sha256,
        version = version,
    )

INTERPRETERS = {
    # The oldest CPython that is supported.
    "cp311": _deb("bookworm", "python3.11", bytecode = "cpython-311"),
    # The interpreter of the tools and of the repository rules (TOOL_ROW).
    "cp313": _deb("trixie", "python3.13", bytecode = "cpython-313"),
    "cp314": _deb("forky", "python3.14", bytecode = "cpython-314"),
    # The next one, before its release.
    "cp315": _deb("forky", "python3.15", bytecode = "cpython-315"),
    # Another implementation: no reference counts, other integers and dictionaries.
    "pp311": _deb("forky", "pypy3"),
    # 32-bit words.
    "cp311_i386": _deb("bookworm", "python3.11", arch = "i386", bytecode = "cpython-311"),
    # Another processor, emulated.
    "cp313_arm64": _deb("trixie", "python3.13", arch = "arm64", qemu = "aarch64"),
    # Big-endian, emulated.
    "cp314_s390x": _deb("forky", "python3.14", arch = "s390x", qemu = "s390x"),
    # WebAssembly: 32-bit words, no processes, no threads; CPython 3.14.
    "wasm32": _pyodide("314.0.7", "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"),
}

# What a test runs under unless it says otherwise.
NATIVE_ROWS = [id for id, row in INTERPRETERS.items() if not row.emulated]

ALL_ROWS = list(INTERPRETERS)

# The row that tools run under, and that pip runs under when the packages are fetched.
TOOL_ROW = "cp313"
