"""locales: some of Debian's locales, as files that LOCPATH can name."""

load(":common.bzl", "run")

_BUILD = """
filegroup(
    name = "files",
    srcs = ["DIGEST", "root"],
    visibility = ["//visibility:public"],
)

exports_files(["root"])
"""

def _locales_impl(rctx):
    rctx.path(Label("//tools/python:debian.sh"))  # sourced by the script: a change there fetches anew
    script = rctx.path(Label("//tools/python/repositories:fetch_locales.sh"))
    run(rctx, ["bash", script, rctx.attr.suite, rctx.path(".")] + rctx.attr.names)
    rctx.file("BUILD.bazel", _BUILD)

locales = repository_rule(
    implementation = _locales_impl,
    doc = "@NAME//:root, a folder with a locale a folder, and @NAME//:files with its DIGEST beside it.",
    attrs = {
        "names": attr.string_list(mandatory = True, doc = "as Debian's folders are called, such as de_DE.utf8"),
        "suite": attr.string(mandatory = True),
    },
    environ = ["DEBIAN_KEYRING", "DEBIAN_MIRROR"],
)
