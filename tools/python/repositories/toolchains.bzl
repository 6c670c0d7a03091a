"""toolchains: one Python toolchain a row, chosen by --//tools/python:interpreter=ROW."""

_ROW = """
py_runtime(
    name = "{id}_runtime",
    files = ["@python_{id}//:files"],
    interpreter = "@python_{id}//:python",
    python_version = "PY3",
)

py_runtime_pair(
    name = "{id}_pair",
    py3_runtime = ":{id}_runtime",
)

toolchain(
    name = "{id}",
    target_settings = ["{setting}"],
    toolchain = ":{id}_pair",
    toolchain_type = "@rules_python//python:toolchain_type",
)
"""

_HEAD = """
load("@rules_python//python:defs.bzl", "py_runtime", "py_runtime_pair")

package(default_visibility = ["//visibility:public"])
"""

def _toolchains_impl(rctx):
    rctx.file("BUILD.bazel", _HEAD + "".join([
        _ROW.format(id = id, setting = Label("//tools/python:is_" + id))
        for id in rctx.attr.rows
    ]))

toolchains = repository_rule(
    implementation = _toolchains_impl,
    doc = "@interpreters: what MODULE.bazel registers. A row is fetched only when something runs under it.",
    attrs = {"rows": attr.string_list(mandatory = True)},
)
