"""Third-party packages: the wheels that a lock names, by hash, installed to one folder.

@pip//:LOCK is what to depend on. For rows with bytecode it is @pip_LOCK_ROW, a copy of @pip_LOCK compiled by that
row's interpreter (importing pytest and hypothesis from source takes 0.3 s, in every test); for the others @pip_LOCK.
"""

load(":common.bzl", "run")

_BUILD = """
load("@rules_python//python:defs.bzl", "py_library")

# `site` is one source directory: a test's runfiles then hold one link instead of hundreds.
py_library(
    name = "pkg",
    data = ["site"],
    imports = ["site"],
    visibility = ["//visibility:public"],
)

exports_files(["site"])
"""

_PLATFORMS = ["manylinux2014_x86_64", "manylinux_2_17_x86_64", "manylinux_2_28_x86_64", "any"]

def _install(rctx):
    python = rctx.path(rctx.attr.python)
    pip = "%s/%s" % (python.dirname, rctx.read(python.dirname.get_child("PIP")))
    run(rctx, [python, "-I", "-S", pip, "--disable-pip-version-check", "--no-input", "install"] + [
        "--require-hashes",
        "--no-deps",
        "--no-compile",
        "--only-binary=:all:",
        "--implementation=cp",
        "--python-version=" + rctx.attr.version,
        "--abi=cp" + rctx.attr.version.replace(".", ""),
        "--abi=abi3",
        "--abi=none",
    ] + ["--platform=" + p for p in _PLATFORMS] + ["--target", rctx.path("site"), "-r", rctx.path(rctx.attr.lock)])

def _pip_packages_impl(rctx):
    _install(rctx)
    if not rctx.attr.native:
        run(rctx, ["find", "site", "-name", "*.so", "-delete"])

    # The first line of a script in bin/ names this output base, and RECORD holds the script's hash. Programs stay.
    run(rctx, ["find", "site", "-path", "site/bin/*", "-exec", "grep", "-qI", "^#!", "{}", ";", "-delete"])
    run(rctx, ["find", "site", "-name", "RECORD", "-exec", "sed", "-i.old", r"/^\(\.\.\/\)*bin\//d", "{}", "+"])
    run(rctx, ["find", "site", "-name", "RECORD.old", "-delete"])
    rctx.file("BUILD.bazel", _BUILD)

pip_packages = repository_rule(
    implementation = _pip_packages_impl,
    doc = "@NAME//:pkg: a py_library of the packages of one lock. pip's own settings name the index.",
    attrs = {
        "lock": attr.label(mandatory = True),
        "native": attr.bool(doc = "keep compiled parts; the packages then suit only the row that installs them"),
        "python": attr.label(mandatory = True, doc = "the interpreter that runs pip; PIP lies beside it"),
        "version": attr.string(default = "3.13", doc = "of CPython, whose wheels are taken"),
    },
    environ = ["PIP_INDEX_URL", "PIP_FIND_LINKS", "PIP_CERT"],
)

def _pip_bytecode_impl(rctx):
    run(rctx, ["cp", "-R", rctx.path(rctx.attr.packages), "site"])

    # The same bytes wherever this runs: no path of this machine, a fixed hash seed (so not -I).
    run(rctx, ["env", "-i", "PYTHONHASHSEED=0", rctx.path(rctx.attr.python), "-S", "-B"] + [
        rctx.path(Label("//tools/python:compile_main.py")),
        "--tree",
        rctx.path("site"),
        "/site",
    ])
    rctx.file("BUILD.bazel", _BUILD)

pip_bytecode = repository_rule(
    implementation = _pip_bytecode_impl,
    doc = "@NAME//:pkg: the packages of another repository, with bytecode of one interpreter.",
    attrs = {
        "packages": attr.label(mandatory = True),
        "python": attr.label(mandatory = True),
    },
)

def _pip_hub_impl(rctx):
    body = ""
    for lock in rctx.attr.locks:
        choice = {str(Label("//tools/python:is_" + id)): "@pip_%s_%s//:pkg" % (lock, id) for id in rctx.attr.compiled_rows}
        choice["//conditions:default"] = "@pip_%s//:pkg" % lock
        body += 'alias(\n    name = "%s",\n    actual = select(%s),\n    visibility = ["//visibility:public"],\n)\n\n' % (
            lock,
            json.encode_indent(choice, prefix = "    ", indent = "    "),
        )
    rctx.file("BUILD.bazel", body)

pip_hub = repository_rule(
    implementation = _pip_hub_impl,
    doc = "@NAME//:LOCK: the packages of a lock for the row in use.",
    attrs = {
        "compiled_rows": attr.string_list(mandatory = True),
        "locks": attr.string_list(mandatory = True),
    },
)
