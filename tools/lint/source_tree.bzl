"""source_tree: which packages this repository has, so that the lints can't silently miss one.

@source_tree//:packages.bzl holds PACKAGES, the packages that call lint_sources, and UNCOVERED, the folders that
hold Python or a BUILD file and do not. Bazel watches the folders that are read: a new one is seen at once.
"""

_LIMIT = 10000  # folders; Starlark has no `while`
_NO_SOURCES = ["bazel-", ".", "__pycache__", "node_modules"]  # how the names of such folders begin

def _folders(rctx):
    """Every folder of the repository: pairs of its path from the root ("" for the root itself) and its entries."""
    found = []
    queue = [("", rctx.path(Label("//:MODULE.bazel")).dirname)]
    for index in range(_LIMIT):
        if index == len(queue):
            return found
        name, folder = queue[index]
        entries = folder.readdir()
        if name and [entry for entry in entries if entry.basename == "MODULE.bazel"]:
            continue  # a workspace of its own, such as those in examples/
        found.append((name, entries))
        for entry in entries:
            hidden = [start for start in _NO_SOURCES if entry.basename.startswith(start)]
            if not hidden and entry.is_dir:
                queue.append(((name + "/" if name else "") + entry.basename, entry))
    fail("more than %d folders" % _LIMIT)

def _source_tree_impl(rctx):
    packages, uncovered = [], []
    for name, entries in _folders(rctx):
        build = [e for e in entries if e.basename == "BUILD.bazel"]
        if build and "lint_sources(" in rctx.read(build[0]):
            packages.append(name)
        elif build or [e for e in entries if e.basename.endswith(".py")]:
            uncovered.append(name)
    rctx.file("BUILD.bazel", "")
    rctx.file("packages.bzl", "PACKAGES = %s\n\nUNCOVERED = %s\n" % (repr(packages), repr(uncovered)))

source_tree = repository_rule(
    implementation = _source_tree_impl,
    doc = "@NAME//:packages.bzl, see the top of this file.",
)
