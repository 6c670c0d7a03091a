"""row_test: one pytest test under one row. Use py_matrix_test of matrix.bzl."""

load("@rules_python//python:defs.bzl", "PyInfo")
load(":rows.bzl", "ALL_ROWS")
load(":runfiles.bzl", "PYTHON_TOOLCHAIN", "environment", "import_paths", "python_runfiles", "runfile")

def _row_test_impl(ctx):
    runtime = ctx.toolchains[PYTHON_TOOLCHAIN].py3_runtime
    launcher = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.expand_template(
        template = ctx.file._launcher,
        output = launcher,
        is_executable = True,
        substitutions = {
            "@ENV@": environment(ctx),
            "@FILES@": " ".join([runfile(ctx, f) for f in ctx.files.srcs]),
            "@MAIN@": runfile(ctx, ctx.file._main),
            "@PATHS@": " ".join(import_paths(ctx, ctx.attr.deps)),
            "@PYTHON@": runfile(ctx, runtime.interpreter),
            "@ROW@": ctx.attr.row,
        },
    )
    files = ctx.files.srcs + ctx.files.data + [ctx.file._main]
    runfiles = python_runfiles(ctx, runtime, files, ctx.attr.deps, ctx.attr.data)
    return [DefaultInfo(executable = launcher, runfiles = runfiles)]

# The row is part of the configuration: the toolchain, and any tool among the data, are the row's.
_row_transition = transition(
    implementation = lambda _, attr: {"//tools/python:interpreter": attr.row},
    inputs = [],
    outputs = ["//tools/python:interpreter"],
)

row_test = rule(
    implementation = _row_test_impl,
    attrs = {
        "data": attr.label_list(allow_files = True),
        "deps": attr.label_list(providers = [PyInfo]),
        "env": attr.string_dict(),
        "row": attr.string(values = ALL_ROWS, mandatory = True),
        "srcs": attr.label_list(allow_files = [".py"], mandatory = True),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
        "_launcher": attr.label(default = "//tools/python:test_launcher.sh", allow_single_file = True),
        "_main": attr.label(default = "//tools/python:test_main.py", allow_single_file = True),
    },
    cfg = _row_transition,
    test = True,
    toolchains = [PYTHON_TOOLCHAIN],
)
