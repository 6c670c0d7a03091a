"""deb_tool and deb_library: what tests run or load: Debian's, unpacked, or the machine's own where there is no apt."""

load(":common.bzl", "LAUNCHER", "is_debians_machine", "run")

_OWN = """#!/bin/sh
exec "%s" "$@"
"""

_RUN = 'exec "$r/lib64/ld-linux-x86-64.so.2" --library-path "$r/usr/lib/x86_64-linux-gnu" "$r/usr/bin/%s"'

_BUILD = """
filegroup(
    name = "files",
    srcs = %s,
    visibility = ["//visibility:public"],
)

exports_files(["%s"])
"""

_ATTRS = {
    "package": attr.string(mandatory = True),
    "suite": attr.string(mandatory = True),
}

_ENVIRON = ["DEBIAN_KEYRING", "DEBIAN_MIRROR"]

def _unpack(rctx):
    """Unpacks the package and what it needs to root/.

    Args:
      rctx: the repository context.
    Returns:
      whether this machine can.
    """

    # A change there fetches anew.
    rctx.path(Label("//tools/python:debian.sh"))
    script = rctx.path(Label("//tools/python/repositories:fetch_deb_tool.sh"))
    if not is_debians_machine(rctx) or not rctx.which("apt-get"):
        return False
    run(rctx, ["bash", script, rctx.attr.suite, rctx.attr.package, rctx.path(".")])
    return True

def _deb_tool_impl(rctx):
    program = rctx.attr.program
    files = [program]
    if _unpack(rctx):
        if rctx.attr.loader:
            run(rctx, ["cp", "-L", "root/lib64/ld-linux-x86-64.so.2", "root/" + rctx.attr.loader])
        for path, content in rctx.attr.files.items():
            rctx.file(path, content)
        rctx.file(program, LAUNCHER % (rctx.attr.command or _RUN % program), executable = True)
        files += ["DIGEST", "root"]
    elif rctx.which(program):
        rctx.file(program, _OWN % rctx.which(program), executable = True)
    else:
        fail("%s is not on PATH, and Debian's package needs an x86_64 Linux with apt-get: install it" % program)
    rctx.file("BUILD.bazel", _BUILD % (repr(files), program))

deb_tool = repository_rule(
    implementation = _deb_tool_impl,
    doc = "@NAME//:PROGRAM, and @NAME//:files, which are it and what it needs.",
    attrs = _ATTRS | {
        "command": attr.string(doc = "how the unpacked program is run, if not simply; $r is the tree, $d its folder"),
        "files": attr.string_dict(doc = "files that the unpacked program needs besides, with their content"),
        "loader": attr.string(doc = "where in the tree a copy of the loader goes: the program's files are found beside it"),
        "program": attr.string(mandatory = True),
    },
    environ = _ENVIRON,
)

def _deb_library_impl(rctx):
    library = rctx.attr.library
    files = [library]
    if _unpack(rctx):
        run(rctx, ["cp", "-L", "root/usr/lib/x86_64-linux-gnu/" + library, library])
        rctx.delete("root")
        files.append("DIGEST")
    else:
        rctx.file(library)
    rctx.file("BUILD.bazel", _BUILD % (repr(files), library))

deb_library = repository_rule(
    implementation = _deb_library_impl,
    doc = "@NAME//:LIBRARY, to be loaded before what needs it; empty where the machine's own has to do.",
    attrs = _ATTRS | {"library": attr.string(mandatory = True)},
    environ = _ENVIRON,
)
