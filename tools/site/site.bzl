"""site: the documentation as static pages."""

load("//tools/python:matrix.bzl", "TOOL_ROW")

def _site_impl(ctx):
    output = ctx.actions.declare_directory(ctx.label.name)
    pages = [file for file in ctx.files.srcs if file.extension in ("md", "json", "jsonl", "svg", "png")]
    arguments = ctx.actions.args()
    arguments.add("--output", output.path)
    arguments.add_all(ctx.files.configuration, before_each = "--configuration")
    arguments.add_all(pages)
    ctx.actions.run(
        executable = ctx.executable._builder,
        arguments = [arguments],
        inputs = pages + ctx.files.configuration,
        outputs = [output],
        mnemonic = "Site",
        progress_message = "Building the site %{label}",
    )
    return [DefaultInfo(files = depset([output]), runfiles = ctx.runfiles([output]))]

# It is built once, whatever the row of a test that reads it.
_tool_row = transition(
    implementation = lambda _settings, _attr: {"//tools/python:interpreter": TOOL_ROW},
    inputs = [],
    outputs = ["//tools/python:interpreter"],
)

site = rule(
    implementation = _site_impl,
    doc = "A folder of pages; links, anchors and navigation are checked while it is built.",
    attrs = {
        "configuration": attr.label_list(allow_files = True, doc = "The generator's configuration and its hooks."),
        "srcs": attr.label_list(allow_files = True, doc = "The pages, below docs/, and what they link to."),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
        "_builder": attr.label(default = "//tools/site:build", executable = True, cfg = "target"),
    },
    cfg = _tool_row,
)
