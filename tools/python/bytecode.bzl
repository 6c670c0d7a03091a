"""Bytecode of what a tool imports, so that it starts without compiling.

Tools run with -B and from read-only trees: without this, each start would compile every module again. An aspect
compiles each py_library once, for all tools that use it; the files lie in __pycache__ beside the sources, in the
runfiles alone. They hold their source's hash (checked-hash), so a changed source is never run from an old file.
"""

load("@bazel_skylib//rules:common_settings.bzl", "BuildSettingInfo")
load(":rows.bzl", "INTERPRETERS")
load(":runfiles.bzl", "PYTHON_TOOLCHAIN", "runfile")

BytecodeInfo = provider(
    doc = "Bytecode of a py_library and of what it depends on.",
    fields = {"files": "depset of structs: file, and path, where it belongs in the runfiles"},
)

BYTECODE_ATTRS = {
    "_compiler": attr.label(default = "//tools/python:compile_main.py", allow_single_file = True),
    "_row": attr.label(default = "//tools/python:interpreter"),
}

def compile_sources(ctx, name, sources):
    """Compiles Python files under the row in use.

    Args:
      ctx: of a rule or aspect that has BYTECODE_ATTRS and the Python toolchain.
      name: a name for the output folder, unique in the package.
      sources: the files.
    Returns:
      BytecodeInfo's structs; none for a row without bytecode.
    """
    tag = INTERPRETERS[ctx.attr._row[BuildSettingInfo].value].bytecode
    if not tag or not sources:
        return []
    runtime = ctx.toolchains[PYTHON_TOOLCHAIN].py3_runtime
    arguments = ctx.actions.args()
    entries = []
    for source in sources:
        output = ctx.actions.declare_file("_bytecode/%s/%s.pyc" % (name, source.basename[:-len(".py")]))
        path = runfile(ctx, source)
        arguments.add_all([source, path, output])
        folder, _, base = path.rpartition("/")
        entries.append(struct(file = output, path = "%s/__pycache__/%s.%s.pyc" % (folder, base[:-len(".py")], tag)))
    ctx.actions.run(
        executable = runtime.interpreter,
        arguments = ["-S", "-B", ctx.file._compiler.path, arguments],
        inputs = depset(sources + [ctx.file._compiler]),
        outputs = [entry.file for entry in entries],
        tools = runtime.files,
        env = {"PYTHONHASHSEED": "0"},
        mnemonic = "PyBytecode",
        toolchain = PYTHON_TOOLCHAIN,
        progress_message = "Compiling the bytecode of %{label}",
    )
    return entries

def _bytecode_aspect_impl(target, ctx):
    sources = [f for f in getattr(ctx.rule.files, "srcs", []) if f.extension == "py"]
    return [BytecodeInfo(files = depset(
        compile_sources(ctx, target.label.name, sources),
        transitive = [d[BytecodeInfo].files for d in getattr(ctx.rule.attr, "deps", []) if BytecodeInfo in d],
    ))]

bytecode_aspect = aspect(
    implementation = _bytecode_aspect_impl,
    attr_aspects = ["deps"],
    attrs = BYTECODE_ATTRS,
    toolchains = [PYTHON_TOOLCHAIN],
)
