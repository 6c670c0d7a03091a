"""What BUILD files load: py_matrix_test, py_tool and the names of the rows."""

load(":rows.bzl", "INTERPRETERS", _ALL_ROWS = "ALL_ROWS", _NATIVE_ROWS = "NATIVE_ROWS", _TOOL_ROW = "TOOL_ROW")
load(":test_rule.bzl", "row_test")
load(":tool_rule.bzl", _py_tool = "py_tool")

ALL_ROWS = _ALL_ROWS
NATIVE_ROWS = _NATIVE_ROWS
TOOL_ROW = _TOOL_ROW
py_tool = _py_tool

def py_matrix_test(name, srcs, deps = [], data = [], rows = NATIVE_ROWS, size = "small", tags = [], **kwargs):
    """A pytest test that runs under several interpreters: NAME_ROW for each row, and the test_suite NAME of them all.

    The suite and `bazel test //...` leave out the manual rows, which run by name: NAME_cp312. Each test is tagged with
    its row, and "linux" if only x86_64 Linux has a source of that. An option comes from the command line as --test_env=EMBER_OPT_NAME=VALUE (no spaces).

    Args:
      name: name of the suite, and what the tests' names begin with.
      srcs: the test modules, *_test.py; pytest collects all of them. A conftest.py may be among them.
      deps: py_library targets. pytest, hypothesis, jsonschema and PyYAML are there without being named.
      data: files and programs (py_tool, say) that the test uses at run time.
      rows: the interpreters; ALL_ROWS adds the emulated ones, which are slow.
      size: Bazel's size. An emulated row of a small test is medium.
      tags: more tags, such as "lint".
      **kwargs: as Bazel's own tests take: args (for pytest), env, shard_count, timeout, flaky, visibility.
    """
    for row in rows:
        emulated = INTERPRETERS[row].emulated
        facts = {
            "emulated": emulated,
            "linux": not [source for source in INTERPRETERS[row].sources if source.kind != "deb"],
            "manual": INTERPRETERS[row].manual,
        }
        row_test(
            name = name + "_" + row,
            size = "medium" if emulated and size == "small" else size,
            srcs = srcs,
            data = data,
            row = row,
            tags = tags + [row] + [tag for tag, holds in facts.items() if holds],
            deps = deps + ["//third_party/python:pkg"],
            **kwargs
        )
    native.test_suite(
        name = name,
        # On a suite the other tags would choose among the tests.
        tags = [tag for tag in tags if tag == "manual"],
        tests = [name + "_" + row for row in rows if not INTERPRETERS[row].manual],
        visibility = kwargs.get("visibility"),
    )
