"""The module extension that MODULE.bazel uses: every repository of this folder."""

load("//tools/lint:repositories.bzl", "lint_repositories")
load("//tools/python:rows.bzl", "INTERPRETERS", "TOOL_ROW")
load("//tools/python/repositories:deb_python.bzl", "deb_python")
load("//tools/python/repositories:pip.bzl", "pip_bytecode", "pip_hub", "pip_packages")
load("//tools/python/repositories:pyodide.bzl", "pyodide")
load("//tools/python/repositories:toolchains.bzl", "toolchains")

_LOCKS = ["py3", "yaml"]

# Locks of packages with compiled parts, or that few need: name -> the version of CPython whose wheels they are. Only
# what names @pip_NAME//:pkg fetches them, and it runs on a row of that version.
_OPTIONAL = {}

_TOOL_PYTHON = "@python_%s//:python" % TOOL_ROW

def _interpreters():
    for id, row in INTERPRETERS.items():
        name = "python_" + id
        if row.kind == "deb":
            deb_python(
                name = name,
                arch = row.arch,
                bytecode = row.bytecode,
                package = row.package,
                qemu = row.qemu,
                suite = row.suite,
            )
        else:
            pyodide(name = name, sha256 = row.sha256, version = row.version)
    toolchains(name = "interpreters", rows = INTERPRETERS.keys())

def _packages():
    compiled = [id for id, row in INTERPRETERS.items() if row.bytecode]
    for lock in _LOCKS:
        pip_packages(
            name = "pip_" + lock,
            lock = "//third_party/python:%s.lock" % lock,
            python = _TOOL_PYTHON,
        )
        for id in compiled:
            pip_bytecode(
                name = "pip_%s_%s" % (lock, id),
                packages = "@pip_%s//:site" % lock,
                python = "@python_%s//:python" % id,
            )
    for lock, version in _OPTIONAL.items():
        pip_packages(
            name = "pip_" + lock,
            lock = "//third_party/optional:%s.lock" % lock,
            native = True,
            python = _TOOL_PYTHON,
            version = version,
        )
    pip_hub(name = "pip", compiled_rows = compiled, locks = _LOCKS)

def _matrix_impl(_):
    _interpreters()
    _packages()
    lint_repositories(python = _TOOL_PYTHON)

matrix = module_extension(implementation = _matrix_impl)
