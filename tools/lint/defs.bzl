"""lint_test: a test that reads the sources of the whole repository, under one interpreter."""

load("//tools/python:matrix.bzl", "TOOL_ROW", "py_matrix_test")

# The linters that are programs; see linters.py.
LINTER_DATA = [
    "@buildifier//:package/buildifier-linux_amd64",
    "@lint_packages//:site",
]

LINTER_ENV = {
    "EMBER_BUILDIFIER": "$(rlocationpath @buildifier//:package/buildifier-linux_amd64)",
    "EMBER_RUFF": "$(rlocationpath @lint_packages//:site)/bin/ruff",
    "EMBER_SHELLCHECK": "$(rlocationpath @lint_packages//:site)/bin/shellcheck",
}

def lint_test(name, deps, data = [], env = {}):
    """Declares the test of NAME.py.

    Args:
      name: name of the test and, with .py, its source.
      deps: py_library targets.
      data: files beside all sources.
      env: environment variables.
    """
    py_matrix_test(
        name = name,
        size = "medium",
        srcs = [name + ".py"],
        data = data + ["//tools/lint:everything"],
        env = env,
        rows = [TOOL_ROW],
        tags = ["lint"],
        deps = deps,
    )
