"""interpreter: the repository of one row of the matrix, from the first of its sources that gives it."""

load(":common.bzl", "PYTHON_BUILD")
load(":debian.bzl", "fetch_debian")
load(":pyodide.bzl", "fetch_pyodide")
load(":standalone.bzl", "fetch_standalone")

# Each takes the repository context, a source of rows.bzl and whether it is the last one. It returns why it cannot give
# the interpreter, or "". What it gives wrong (another hash, an archive that cannot be unpacked) it fails on: there the
# next source would hide a fault.
_FETCH = {
    "deb": fetch_debian,
    "pyodide": fetch_pyodide,
    "standalone": fetch_standalone,
}

def _interpreter_impl(rctx):
    # A change there fetches anew.
    rctx.path(Label("//tools/python:debian.sh"))
    rctx.path(Label("//tools/python/repositories:fetch_deb_python.sh"))
    rctx.path(Label("//tools/python:compile_main.py"))
    rctx.path(Label("//tools/python/repositories:pyrun.mjs"))
    reasons = []
    for index, text in enumerate(rctx.attr.sources):
        source = json.decode(text)
        reason = _FETCH[source["kind"]](rctx, source, index + 1 == len(rctx.attr.sources))
        if not reason:
            rctx.file("BUILD.bazel", PYTHON_BUILD)
            return
        reasons.append(reason)
    fail("the row %s cannot be had here: %s" % (rctx.attr.row, "; ".join(reasons)))

interpreter = repository_rule(
    implementation = _interpreter_impl,
    doc = "@python_ROW: the launcher `python`, its tree `root`, `DIGEST`, the SHA-256 of what was fetched, and, " +
          "with the row of the tools, `PIP`, where pip lies.",
    attrs = {
        "bytecode": attr.string(doc = "unless empty, the standard library is compiled"),
        "row": attr.string(mandatory = True),
        "sources": attr.string_list(doc = "of rows.bzl, as JSON, in order", mandatory = True),
    },
    environ = ["DEBIAN_KEYRING", "DEBIAN_MIRROR", "EMBER_STANDALONE_URL"],
)

def interpreters(rows):
    """Declares the interpreter of each row. One is fetched only when something runs under it.

    Args:
      rows: INTERPRETERS of rows.bzl.
    """
    for id, row in rows.items():
        interpreter(
            name = "python_" + id,
            bytecode = row.bytecode,
            row = id,
            sources = [json.encode(source) for source in row.sources],
        )
