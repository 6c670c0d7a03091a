"""Where things lie in the runfiles of tests and tools."""

load("@rules_python//python:defs.bzl", "PyInfo")

PYTHON_TOOLCHAIN = "@rules_python//python:toolchain_type"

def runfile(ctx, file):
    """Path of a file, from the root of the runfiles tree."""
    if file.short_path.startswith("../"):
        return file.short_path[len("../"):]
    return ctx.workspace_name + "/" + file.short_path

def import_paths(ctx, deps):
    """What goes on sys.path, relative to the root of the runfiles tree: this repository, then what deps import."""
    own = ctx.label.workspace_name or ctx.workspace_name
    imports = depset(transitive = [d[PyInfo].imports for d in deps]).to_list()
    return [own] + [i for i in imports if i != own]

def environment(ctx):
    """The attribute env for a shell; in a value, $(rlocationpath LABEL) is a path of data in the runfiles.

    Args:
      ctx: of a rule with the attributes env and data.
    Returns:
      NAME='VALUE'...
    """
    words = []
    for name, value in ctx.attr.env.items():
        expanded = ctx.expand_location(value, ctx.attr.data)
        words.append(name + "='" + expanded.replace("'", "'\\''") + "'")
    return " ".join(words)

def python_runfiles(ctx, runtime, files, deps, data = []):
    """The interpreter, some files, and everything that deps and data need at run time."""
    runfiles = ctx.runfiles(
        files = files + [runtime.interpreter],
        transitive_files = depset(transitive = [runtime.files] + [d[PyInfo].transitive_sources for d in deps]),
    )
    return runfiles.merge_all([d[DefaultInfo].default_runfiles for d in deps + data])
