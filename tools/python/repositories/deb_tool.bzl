"""deb_tool: a program that tests run: Debian's, unpacked, or the machine's own where there is no apt."""

load(":common.bzl", "LAUNCHER", "run")

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

def _deb_tool_impl(rctx):
    # A change there fetches anew.
    rctx.path(Label("//tools/python:debian.sh"))
    script = rctx.path(Label("//tools/python/repositories:fetch_deb_tool.sh"))
    program = rctx.attr.program
    files = [program]
    if (rctx.os.name, rctx.os.arch) in [("linux", "amd64"), ("linux", "x86_64")] and rctx.which("apt-get"):
        run(rctx, ["bash", script, rctx.attr.suite, rctx.attr.package, rctx.path(".")])
        if rctx.attr.loader:
            run(rctx, ["cp", "-L", "root/lib64/ld-linux-x86-64.so.2", "root/" + rctx.attr.loader])
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
    attrs = {
        "command": attr.string(doc = "how the unpacked program is run, if not simply; $r is the tree, $d its folder"),
        "loader": attr.string(doc = "where in the tree a copy of the loader goes: the program's files are found beside it"),
        "package": attr.string(mandatory = True),
        "program": attr.string(mandatory = True),
        "suite": attr.string(mandatory = True),
    },
    environ = ["DEBIAN_KEYRING", "DEBIAN_MIRROR"],
)
