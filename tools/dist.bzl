"""dist: what is handed out without Bazel, as tools/make_dist.py makes it."""

load("@rules_python//python:defs.bzl", "PyInfo")
load("//tools/python:matrix.bzl", "TOOL_ROW")
load("//tools/python:runfiles.bzl", "PYTHON_TOOLCHAIN")

_NAMES = ["SHA256SUMS", "certify.pyz", "ember.cdx.json", "ember.pyz"]

def _path(ctx, file):
    """The path of a file from the root of this repository; "" if it is not of it or was made by a rule."""
    if not file.is_source or file.owner.workspace_name != ctx.label.workspace_name:
        return ""
    return file.short_path.split("/", 2)[2] if file.short_path.startswith("../") else file.short_path

def _dist_impl(ctx):
    runtime = ctx.toolchains[PYTHON_TOOLCHAIN].py3_runtime
    needed = depset(transitive = [files for d in ctx.attr.commands for files in (
        d[PyInfo].transitive_sources,
        d[DefaultInfo].default_runfiles.files,
    )])
    found = {_path(ctx, file): file for file in needed.to_list() + ctx.files.data}
    found.pop("", None)
    outputs = [ctx.actions.declare_file(name) for name in _NAMES]
    arguments = ctx.actions.args()
    arguments.add("--out", outputs[0].dirname)
    arguments.add_all(["%s=%s" % (path, found[path].path) for path in sorted(found)])
    arguments.use_param_file("@%s", use_always = True)
    arguments.set_param_file_format("multiline")
    ctx.actions.run(
        executable = runtime.interpreter,
        arguments = ["-S", "-B", "-m", "tools.make_dist", arguments],
        inputs = depset(found.values(), transitive = [ctx.attr._maker[PyInfo].transitive_sources]),
        outputs = outputs,
        tools = runtime.files,
        env = {"PYTHONHASHSEED": "0", "PYTHONPATH": ctx.label.workspace_root or "."},
        mnemonic = "Dist",
        toolchain = PYTHON_TOOLCHAIN,
        progress_message = "Making the archives of %{label}",
    )
    return [DefaultInfo(files = depset(outputs), runfiles = ctx.runfiles(outputs))]

# It is made once, whatever the row of a test that needs it.
_tool_row = transition(
    implementation = lambda _settings, _attr: {"//tools/python:interpreter": TOOL_ROW},
    inputs = [],
    outputs = ["//tools/python:interpreter"],
)

dist = rule(
    implementation = _dist_impl,
    doc = "ember.pyz, certify.pyz, their SBOM and SHA256SUMS: the same bytes wherever they are made.",
    attrs = {
        "commands": attr.label_list(doc = "Libraries of the commands; what they need comes along.", providers = [PyInfo]),
        "data": attr.label_list(allow_files = True, doc = "Further files of this repository."),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
        "_maker": attr.label(default = "//tools:make_dist", providers = [PyInfo]),
    },
    cfg = _tool_row,
    toolchains = [PYTHON_TOOLCHAIN],
)
