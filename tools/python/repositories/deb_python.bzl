"""deb_python: an interpreter from Debian's packages."""

load(":common.bzl", "PYTHON_BUILD", "run")

def _deb_python_impl(rctx):
    rctx.path(Label("//tools/python:debian.sh"))  # sourced by the script: a change there fetches anew
    script = rctx.path(Label("//tools/python/repositories:fetch_deb_python.sh"))
    what = [rctx.attr.suite, rctx.attr.arch, rctx.attr.package]
    run(rctx, ["bash", script] + what + [rctx.path("."), rctx.attr.qemu, rctx.attr.bytecode])
    rctx.file("BUILD.bazel", PYTHON_BUILD)

deb_python = repository_rule(
    implementation = _deb_python_impl,
    doc = "@python_ROW: the launcher `python`, its tree `root`, and `DIGEST`, the SHA-256 of each package.",
    attrs = {
        "arch": attr.string(mandatory = True),
        "bytecode": attr.string(doc = "unless empty, the standard library is compiled"),
        "package": attr.string(mandatory = True),
        "qemu": attr.string(doc = "qemu's name of the architecture; empty: the machine runs it as it is"),
        "suite": attr.string(mandatory = True),
    },
    environ = ["DEBIAN_MIRROR", "DEBIAN_KEYRING"],
)
