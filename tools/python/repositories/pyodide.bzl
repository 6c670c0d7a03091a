"""CPython for WebAssembly, from the npm registry. Node runs it."""

load(":common.bzl", "LAUNCHER")
load(":npm.bzl", "fetch_npm")

def fetch_pyodide(rctx, source, _last):
    """Unpacks the package.

    Args:
      rctx: the repository context.
      source: a source of rows.bzl of the kind "pyodide".
      _last: unused.
    Returns:
      why this machine cannot, or "".
    """
    for tool in ["node", "npm"]:
        if not rctx.which(tool):
            return "CPython for WebAssembly needs %s on PATH" % tool
    fetch_npm(rctx, "pyodide", source["version"], source["sha256"], "root")
    rctx.file("DIGEST", "%s  pyodide-%s.tgz\n" % (source["sha256"], source["version"]))
    rctx.file("python", LAUNCHER % 'PYODIDE_ROOT=$r exec node "$d/pyrun.mjs"', executable = True)
    rctx.symlink(Label("//tools/python/repositories:pyrun.mjs"), "pyrun.mjs")
    return ""
