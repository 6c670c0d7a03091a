"""perl_program: a Perl program and its modules, run by the machine's own perl."""

_LAUNCHER = """#!/bin/sh
exec perl "${{RUNFILES_DIR:-$0.runfiles}}/{main}" "$@"
"""

def _perl_program_impl(ctx):
    launcher = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.write(
        launcher,
        is_executable = True,
        content = _LAUNCHER.format(main = ctx.workspace_name + "/" + ctx.file.main.short_path),
    )
    return [DefaultInfo(
        executable = launcher,
        runfiles = ctx.runfiles([ctx.file.main] + ctx.files.modules),
    )]

perl_program = rule(
    implementation = _perl_program_impl,
    executable = True,
    attrs = {
        "main": attr.label(allow_single_file = [".pl"], mandatory = True),
        "modules": attr.label_list(allow_files = [".pm"]),
    },
)
