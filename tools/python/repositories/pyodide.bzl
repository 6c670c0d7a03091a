"""pyodide: CPython for WebAssembly, from the npm registry. Node runs it."""

load(":common.bzl", "PYTHON_BUILD")
load(":npm.bzl", "fetch_npm")

# For the third line see fetch_deb_python.sh.
_LAUNCHER = """#!/bin/sh
d=$(dirname "$(readlink -f "$0")") r=$d/root
[ -d "$r" ] || r=${d%%/bazel-out/*}/external/${d##*/}/root
PYODIDE_ROOT=$r exec node "$d/pyrun.mjs" "$@"
"""

def _pyodide_impl(rctx):
    if not rctx.which("node"):
        fail("a WebAssembly interpreter needs node on PATH")
    fetch_npm(rctx, "pyodide", rctx.attr.version, rctx.attr.sha256, "root")
    rctx.file("DIGEST", "%s  pyodide-%s.tgz\n" % (rctx.attr.sha256, rctx.attr.version))
    rctx.file("python", _LAUNCHER, executable = True)
    rctx.symlink(Label("//tools/python/repositories:pyrun.mjs"), "pyrun.mjs")
    rctx.file("BUILD.bazel", PYTHON_BUILD)

pyodide = repository_rule(
    implementation = _pyodide_impl,
    doc = "@python_ROW, of the same shape as deb_python's.",
    attrs = {
        "sha256": attr.string(mandatory = True),
        "version": attr.string(mandatory = True),
    },
)
