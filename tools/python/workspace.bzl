"""The repositories of this repository: one list for MODULE.bazel (by extensions.bzl) and for WORKSPACE.bazel."""

load("//tools/lint:repositories.bzl", "lint_repositories")
load("//tools/python:rows.bzl", "INTERPRETERS", "TOOL_ROW")
load("//tools/python/repositories:deb_tool.bzl", "deb_library", "deb_tool")
load("//tools/python/repositories:interpreter.bzl", "interpreters")
load("//tools/python/repositories:locales.bzl", "locales")
load("//tools/python/repositories:npm.bzl", "npm_package")
load("//tools/python/repositories:pip.bzl", "pip_bytecode", "pip_hub", "pip_packages")
load("//tools/python/repositories:toolchains.bzl", "toolchains")

_LOCKS = ["http", "py3", "yaml"]

# Locks of packages with compiled parts, or that few need: name -> the version of CPython whose wheels they are. Only
# what names @pip_NAME//:pkg fetches them, and it runs on a row of that version.
_OPTIONAL = {
    "bench": "3.11",
    "dask": "3.13",
    "llama": "3.13",
    "rl": "3.13",
    "site": "3.13",
}

_TOOL_PYTHON = "@python_%s//:python" % TOOL_ROW

def _packages():
    # A query that follows every branch of the hub's select() would fetch a row that may have no source here.
    compiled = [id for id, row in INTERPRETERS.items() if row.bytecode and not row.manual]
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

def ember_repositories():
    """Declares the interpreters of the matrix, the third-party packages, and the programs that tests run.

    One is fetched only when something needs it. A WORKSPACE also says register_toolchains("@interpreters//:all").
    """
    interpreters(INTERPRETERS)
    toolchains(name = "interpreters", rows = INTERPRETERS.keys())
    _packages()
    lint_repositories(python = _TOOL_PYTHON)
    locales(name = "locales", names = ["ar_EG.utf8", "de_DE.utf8", "tr_TR.utf8"], suite = "trixie")
    deb_tool(name = "bubblewrap", package = "bubblewrap", program = "bwrap", suite = "bookworm")
    deb_tool(
        name = "chromium",
        # Chromium starts the program that runs, the loader, again for its children: they get this launcher instead.
        command = 'export FONTCONFIG_FILE="$r/fonts.conf"\n' +
                  'lib="$r/usr/lib/x86_64-linux-gnu"\n' +
                  'exec "$r/usr/lib/chromium/loader" --library-path "$r/usr/lib/chromium:$lib:$lib/pulseaudio" ' +
                  '"$r/usr/lib/chromium/chromium" --no-zygote --browser-subprocess-path="$d/chromium"',
        files = {"root/fonts.conf": '<fontconfig><dir prefix="relative">usr/share/fonts</dir></fontconfig>\n'},
        loader = "usr/lib/chromium/loader",
        package = "chromium",
        program = "chromium",
        suite = "bookworm",
    )
    deb_library(name = "libgomp", library = "libgomp.so.1", package = "libgomp1", suite = "bookworm")
    npm_package(
        name = "playwright",
        files = [
            "browsers.json",
            "index.js",
            "lib",
            "package.json",
        ],
        package = "playwright-core",
        sha256 = "6f5a60be62a4fddfbe7d10c448d8fbd54547da3358f2f8a04211440471ee863e",
        version = "1.65.1",
    )
    deb_tool(
        name = "valgrind",
        # The tool itself, which is static: valgrind would look for its launcher by /proc/self/exe, where a loader is.
        command = 'export VALGRIND_LIB="$r/usr/libexec/valgrind" VALGRIND_LAUNCHER="$d/valgrind"\n' +
                  "tool=memcheck\n" +
                  "for option; do case $option in --tool=*) tool=${option#--tool=} ;; esac; done\n" +
                  'exec "$VALGRIND_LIB/$tool-amd64-linux"',
        package = "valgrind",
        program = "valgrind",
        suite = "bookworm",
    )
