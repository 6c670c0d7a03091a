"""node_program and node_test: ES modules that the machine's own node runs."""

# The links of the runfiles are kept, so that a module finds its neighbours there and nowhere else.
_LAUNCHER = """#!/bin/sh
r=${{RUNFILES_DIR:-${{TEST_SRCDIR:-$0.runfiles}}}}
exec node --no-warnings --preserve-symlinks --preserve-symlinks-main {options} "$r/{main}" "$@"
"""

def _impl(ctx):
    launcher = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.write(
        launcher,
        is_executable = True,
        content = _LAUNCHER.format(
            main = ctx.workspace_name + "/" + ctx.file.main.short_path,
            options = " ".join(ctx.attr.options),
        ),
    )
    runfiles = ctx.runfiles([ctx.file.main] + ctx.files.modules)
    return [DefaultInfo(executable = launcher, runfiles = runfiles)]

_ATTRS = {
    "main": attr.label(allow_single_file = [".js"], mandatory = True),
    "modules": attr.label_list(allow_files = [".js", ".json"]),
    "options": attr.string_list(doc = "of node"),
}

node_program = rule(
    implementation = _impl,
    doc = "A program that node runs; node is on PATH.",
    executable = True,
    attrs = _ATTRS,
)

node_test = rule(
    implementation = _impl,
    doc = "A test that node runs; it fails where node exits with another code than 0.",
    test = True,
    attrs = _ATTRS,
)
