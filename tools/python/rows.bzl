"""The interpreter matrix: every matrix test runs once under each of its rows.

A row is one interpreter on one kind of machine. Rows differ in version, implementation, word size
and byte order, so what passes on all of them depends on none of these. Emulated rows take 6 to 16
times as long; only tests that cover much at once ask for them (ALL_ROWS).

A row names its sources in order; the first that answers is taken, and the row's DIGEST says which it was. A row
that no source gives fails what runs under it. docs/toolchains.md shows this file as tables:
`bazel run //tools/python:toolchains_page` writes them.
"""

# Where the standalone builds are published.
STANDALONE_URL = "https://github.com/astral-sh/python-build-standalone/releases/download"

# The standalone builds that rules_python uses, from its own table (python/private/runtimes_manifest.txt, October 2026):
# version -> the release that holds it, and the SHA-256 of its archive for each platform.
STANDALONE = {
    "3.11.15": struct(
        release = "20260414",
        sha256 = {
            "aarch64-apple-darwin": "a57ffd435652092d16b30e783f9826c55e9c64b0f0a72cbae0a9f39e663137fb",
            "aarch64-unknown-linux-gnu": "77836944ae15b74e0b25bdc68a4703a340f2ccb684effc0f45fbd7910e1a1f39",
            "x86_64-apple-darwin": "317055d80e553764feeaef432d833dd8385c14b83465a8b3fa7c2b7819cba681",
            "x86_64-pc-windows-msvc": "8e69ecf1d9fc194e029aafa608d483bf24ccaa8f56d456d7009f20462d62ad23",
            "x86_64-unknown-linux-gnu": "8b14030dd3af9ea7f7c51b4c90feb04afd8a8f45435727e67b875270bd08f3bc",
        },
    ),
    "3.12.13": struct(
        release = "20260414",
        sha256 = {
            "aarch64-apple-darwin": "8966b2bcd9fa03ba22c080ad15a86bc12e41a00122b16f4b3740e302261124d9",
            "aarch64-unknown-linux-gnu": "355d981eafb9b2870af79ddc106ced7266b6f6d2101d8fbcb05620fa386642b9",
            "x86_64-apple-darwin": "801b03fbe004181d55a02ebd8b4e04d74973e70d716062aebe3b3cf32e9be297",
            "x86_64-pc-windows-msvc": "c5a9e011e284c49c48106ca177342f3e3f64e95b4c6652d4a382cc7c9bb1cc46",
            "x86_64-unknown-linux-gnu": "cdcf8724d46e4857f8db5ee9f4252dc2f5da34f7940294ec6b312389dd3f41e0",
        },
    ),
    "3.13.13": struct(
        release = "20260414",
        sha256 = {
            "aarch64-apple-darwin": "c652dad552122cd2e76968ec41c803f8222038169b11310dba0c85928265f5c1",
            "aarch64-unknown-linux-gnu": "6a65f68043d7fadcd580415493d2929d1fd686013f9ae44ddbd3a81307ab256d",
            "x86_64-apple-darwin": "540337412d2c4220e99280f741dbf45c1e3da3a39edaaab20c6ba1d53e1692ef",
            "x86_64-pc-windows-msvc": "ee0cb26453d6e025d36502d765c1639c34830355e46ab3ad31c0360bc4cd9b79",
            "x86_64-unknown-linux-gnu": "e5ec3b2c5693215d153c434ac018e75511b2c4f96d2bce30468a477cb3a89d5e",
        },
    ),
    "3.14.4": struct(
        release = "20260414",
        sha256 = {
            "aarch64-apple-darwin": "8b7865e511b17093e090449bf71eb52933c17d45ad5257ddeacaffbb2c7239df",
            "aarch64-unknown-linux-gnu": "5c8db1c21023316adad827a46d917bbbd6a85ae4e39bc3a58febda712c2f963d",
            "x86_64-apple-darwin": "9ecb2b942e6698c04af10a63a3d73c0b2e8d8e11ce44933fbffe8651bef4577d",
            "x86_64-pc-windows-msvc": "9647bb46d3c236e34c1c11bbb7113444d9711811f0d11c39956168807a955b1a",
            "x86_64-unknown-linux-gnu": "e17275eaf95ceb5877aa6816e209b7733f41fee401d39c3921b88fb73fc4a4ba",
        },
    ),
    "3.15.0rc3": struct(
        release = "20261003",
        sha256 = {
            "aarch64-apple-darwin": "01a70164895bd551e81f8ad966eb24a55f06c67537b926737b8bfd0dcc24585e",
            "aarch64-unknown-linux-gnu": "eb77bc766fc018b93e54f6bdf2aaa419293720be2fae6b39913771956801e4f7",
            "x86_64-apple-darwin": "17b48a85c3293dd0af3bdff5b0c7799727996b6c8c31b08c3bb148b28419947c",
            "x86_64-pc-windows-msvc": "048e3dcea0156720d126d21f46c4748fde8df5feadcfa8cf0f1203e6d6ffb7bb",
            "x86_64-unknown-linux-gnu": "ceb5637723387877f65b869c3d2cc36975a689824df0d075f0f39d26afb0d2b6",
        },
    ),
}

def _standalone(version):
    """CPython of the standalone builds, for the machine at hand."""
    build = STANDALONE[version]
    return struct(
        kind = "standalone",
        release = build.release,
        sha256 = build.sha256,
        url = STANDALONE_URL,
        version = version,
    )

def _deb(suite, package, arch = "amd64", qemu = ""):
    """An interpreter from a Debian suite, on x86_64 Linux.

    Args:
      suite: the Debian release that carries it.
      package: its package.
      arch: Debian's name of the architecture. amd64 and i386 run on an x86_64 machine as they are.
      qemu: qemu's name of the architecture, for those that do not.
    """
    return struct(
        arch = arch,
        kind = "deb",
        package = package,
        qemu = qemu,
        suite = suite,
    )

def _pyodide(version, sha256):
    """CPython compiled to WebAssembly, from the npm package pyodide; Node runs it."""
    return struct(
        kind = "pyodide",
        sha256 = sha256,
        version = version,
    )

def _row(interpreter, sources, machine = "native", bytecode = "", manual = False):
    """A row.

    Args:
      interpreter: what it is, for the tables.
      sources: where it comes from, in order.
      machine: "native", or the processor that it runs as; all of these but i386 are emulated.
      bytecode: the tag in the names of its .pyc files, if what tests and tools import is compiled ahead. It is not
        for emulated rows, which would take too long.
      manual: whether it runs only where it is asked for by name, since not every machine has a source of it.
    """
    return struct(
        bytecode = bytecode,
        emulated = machine not in ("native", "i386"),
        interpreter = interpreter,
        machine = machine,
        manual = manual,
        sources = sources,
    )

INTERPRETERS = {
    # The oldest CPython that is supported.
    "cp311": _row(
        "CPython 3.11",
        [_standalone("3.11.15"), _deb("bookworm", "python3.11")],
        bytecode = "cpython-311",
    ),
    # No Debian release carries it.
    "cp312": _row(
        "CPython 3.12",
        [_standalone("3.12.13")],
        bytecode = "cpython-312",
        manual = True,
    ),
    # The interpreter of the tools and of the repository rules (TOOL_ROW).
    "cp313": _row(
        "CPython 3.13",
        [_standalone("3.13.13"), _deb("trixie", "python3.13")],
        bytecode = "cpython-313",
    ),
    "cp314": _row(
        "CPython 3.14",
        [_standalone("3.14.4"), _deb("forky", "python3.14")],
        bytecode = "cpython-314",
    ),
    # The newest.
    "cp315": _row(
        "CPython 3.15",
        [_standalone("3.15.0rc3"), _deb("forky", "python3.15")],
        bytecode = "cpython-315",
    ),
    # Another implementation: no reference counts, other integers and dictionaries.
    "pp311": _row("PyPy 3.11", [_deb("forky", "pypy3")], bytecode = "pypy311"),
    # 32-bit words.
    "cp311_i386": _row(
        "CPython 3.11",
        [_deb("bookworm", "python3.11", arch = "i386")],
        bytecode = "cpython-311",
        machine = "i386",
    ),
    # Another processor.
    "cp313_arm64": _row(
        "CPython 3.13",
        [_deb("trixie", "python3.13", arch = "arm64", qemu = "aarch64")],
        machine = "arm64",
    ),
    # Big-endian.
    "cp314_s390x": _row(
        "CPython 3.14",
        [_deb("forky", "python3.14", arch = "s390x", qemu = "s390x")],
        machine = "s390x",
    ),
    # WebAssembly: 32-bit words, no processes, no threads.
    "wasm32": _row(
        "CPython 3.14",
        [_pyodide("314.0.7", "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0")],
        machine = "wasm32",
    ),
}

# What a test runs under unless it says otherwise.
NATIVE_ROWS = [id for id, row in INTERPRETERS.items() if not row.emulated]

ALL_ROWS = list(INTERPRETERS)

# The row that tools run under, and that pip runs under when the packages are fetched.
TOOL_ROW = "cp313"
