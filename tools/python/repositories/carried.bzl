"""carried_modules: in WORKSPACE.bazel, the modules that ./bazelw's Bazel carries. MODULE.bazel has no need of this."""

# As in bazelw.
_CARRIED = {
    "bazel_skylib": "tools/skylib",
    "platforms": "tools/platforms",
    "rules_cc": "rules/cc",
    "rules_python": "rules/python",
}

def _carried_module_impl(rctx):
    base = rctx.os.environ.get("BAZELW_CARRIED")
    if not base:
        fail("WORKSPACE.bazel has %s from the Bazel that ./bazelw unpacks: set BAZELW_OFFLINE=1" % rctx.name)
    for entry in rctx.path("%s/%s" % (base, rctx.attr.folder)).readdir():
        rctx.symlink(entry, entry.basename)

_carried_module = repository_rule(
    implementation = _carried_module_impl,
    attrs = {"folder": attr.string(mandatory = True)},
    environ = ["BAZELW_CARRIED"],
)

def carried_modules():
    """Declares them. Who depends on this repository from a WORKSPACE declares their own, by these names."""
    for name, folder in _CARRIED.items():
        _carried_module(name = name, folder = folder)
