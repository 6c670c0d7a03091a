"""py_tool: a Python program that people run with `bazel run`."""

load("@rules_python//python:defs.bzl", "PyInfo")
load(":bytecode.bzl", "BYTECODE_ATTRS", "BytecodeInfo", "bytecode_aspect", "compile_sources")
load(":runfiles.bzl", "PYTHON_TOOLCHAIN", "environment", "import_paths", "python_runfiles", "runfile")

_ROW = "//tools/python:interpreter"

def _py_tool_impl(ctx):
    runtime = ctx.toolchains[PYTHON_TOOLCHAIN].py3_runtime
    launcher = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.expand_template(
        template = ctx.file._launcher,
        output = launcher,
        is_executable = True,
        substitutions = {
            "@BOOT@": runfile(ctx, ctx.file._boot),
            "@ENV@": environment(ctx),
            "@MAIN@": runfile(ctx, ctx.file.main),
            "@PATHS@": " ".join(import_paths(ctx, ctx.attr.deps)),
            "@PYTHON@": runfile(ctx, runtime.interpreter),
        },
    )

    # Where main belongs to a library too, the library's comes last and stays: the same for every tool that has it.
    bytecode = compile_sources(ctx, ctx.label.name, [ctx.file.main])
    bytecode += depset(transitive = [d[BytecodeInfo].files for d in ctx.attr.deps]).to_list()
    files = [ctx.file.main, ctx.file._boot] + ctx.files.data
    runfiles = python_runfiles(ctx, runtime, files, ctx.attr.deps, ctx.attr.data)
    runfiles = runfiles.merge(ctx.runfiles(root_symlinks = {entry.path: entry.file for entry in bytecode}))
    return [DefaultInfo(executable = launcher, runfiles = runfiles)]

# A tool runs under the row in use (TOOL_ROW, or that of the test that has it among its data), unless it names one.
_row_transition = transition(
    implementation = lambda settings, attr: {_ROW: attr.row or settings[_ROW]},
    inputs = [_ROW],
    outputs = [_ROW],
)

py_tool = rule(
    implementation = _py_tool_impl,
    cfg = _row_transition,
    doc = "Runs main in the caller's directory, so that a path means what the person meant, and ends with its exit code.",
    attrs = BYTECODE_ATTRS | {
        "data": attr.label_list(allow_files = True),
        "deps": attr.label_list(providers = [PyInfo], aspects = [bytecode_aspect]),
        "env": attr.string_dict(),
        "main": attr.label(allow_single_file = [".py"], mandatory = True),
        "row": attr.string(doc = "the row it always runs under, for a tool whose packages are of one version"),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
        "_boot": attr.label(default = "//tools/python:tool_main.py", allow_single_file = True),
        "_launcher": attr.label(default = "//tools/python:tool_launcher.sh", allow_single_file = True),
    },
    executable = True,
    toolchains = [PYTHON_TOOLCHAIN],
)
