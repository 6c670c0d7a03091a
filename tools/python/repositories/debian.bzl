"""An interpreter from Debian's packages."""

load(":common.bzl", "is_debians_machine", "run")

def fetch_debian(rctx, source, _last):
    """Unpacks it; see fetch_deb_python.sh.

    Args:
      rctx: the repository context.
      source: a source of rows.bzl of the kind "deb".
      _last: unused.
    Returns:
      why this machine cannot, or "".
    """
    name = "%s of Debian %s" % (source["package"], source["suite"])
    if not is_debians_machine(rctx):
        return "%s runs on x86_64 Linux, not on %s %s" % (name, rctx.os.name, rctx.os.arch)
    for tool in ["apt-get", "bash", "dpkg-deb", "tar"]:
        if not rctx.which(tool):
            return "%s needs %s on PATH" % (name, tool)
    script = rctx.path(Label("//tools/python/repositories:fetch_deb_python.sh"))
    what = [source["suite"], source["arch"], source["package"]]
    run(rctx, ["bash", script] + what + [rctx.path("."), source["qemu"], rctx.attr.bytecode])
    return ""
