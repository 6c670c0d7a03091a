"""CPython from the standalone builds: one archive a platform that runs wherever it is unpacked."""

load(":common.bzl", "LAUNCHER")

# The platforms, by the names that Bazel gives the machine.
_PLATFORMS = {
    ("linux", "aarch64"): "aarch64-unknown-linux-gnu",
    ("linux", "amd64"): "x86_64-unknown-linux-gnu",
    ("linux", "x86_64"): "x86_64-unknown-linux-gnu",
    ("mac os x", "aarch64"): "aarch64-apple-darwin",
    ("mac os x", "x86_64"): "x86_64-apple-darwin",
    ("windows", "amd64"): "x86_64-pc-windows-msvc",
}

# What no test uses, below the library.
_UNUSED = ["ensurepip", "idlelib", "test", "tkinter", "turtledemo"]

def fetch_standalone(rctx, source, last):
    """Downloads an archive, checks its hash and unpacks it.

    Args:
      rctx: the repository context.
      source: a source of rows.bzl of the kind "standalone".
      last: whether no other source follows; if one does, a host that does not answer at once is not waited for.
    Returns:
      why it cannot be had, or "".
    """
    name = "the standalone build of CPython " + source["version"]
    system = "windows" if rctx.os.name.startswith("windows") else rctx.os.name
    platform = _PLATFORMS.get((system, rctx.os.arch))
    sha256 = source["sha256"].get(platform)
    if not sha256:
        return "%s is not for %s %s" % (name, rctx.os.name, rctx.os.arch)
    base = rctx.os.environ.get("EMBER_STANDALONE_URL", source["url"])
    archive = "cpython-%s+%s-%s-install_only.tar.gz" % (source["version"], source["release"], platform)
    url = "%s/%s/%s" % (base, source["release"], archive)
    if not last and not _answers(rctx, url) or not _download(rctx, url, archive, sha256):
        return "%s: %s does not give it" % (name, base)
    rctx.extract(archive, output = "root", stripPrefix = "python")
    rctx.delete(archive)
    rctx.file("DIGEST", "%s  %s\n" % (sha256, archive))
    _set_up(rctx, system, source["version"])
    return ""

def _answers(rctx, url):
    """Whether the host of an address accepts a connection soon, as far as this machine can tell beforehand."""
    if not url.startswith("https://") or not rctx.which("timeout") or not rctx.which("bash"):
        return True
    host = url.removeprefix("https://").split("/")[0]
    return not rctx.execute(["timeout", "5", "bash", "-c", ": < /dev/tcp/%s/443" % host]).return_code

def _download(rctx, url, archive, sha256):
    """Downloads what has this hash; False if the host gives nothing. Fails if it gives something else."""
    if rctx.download(url, archive, sha256 = sha256, allow_fail = True).success:
        return True
    found = rctx.download(url, archive, allow_fail = True)
    if found.success:
        fail("%s has SHA-256 %s, not %s" % (url, found.sha256, sha256))
    return False

def _set_up(rctx, system, version):
    """The launcher, and pip's place; removes what no test uses."""
    minor = ".".join(version.split(".")[:2])
    windows = system == "windows"
    library = "root/Lib" if windows else "root/lib/python" + minor
    for unused in ["root/include", "root/share"] + [library + "/" + folder for folder in _UNUSED]:
        rctx.delete(unused)
    rctx.file("PIP", library + "/site-packages/pip")
    program = "python.exe" if windows else "bin/python" + minor
    rctx.file("python", LAUNCHER % ('exec "$r/%s"' % program), executable = True)
    if rctx.attr.bytecode and not windows:
        _compile(rctx, library)

def _compile(rctx, library):
    """Compiles the standard library as fetch_deb_python.sh does. That a few of its files do not compile is no error."""
    rctx.execute(["env", "-i", "PATH=/usr/bin:/bin", "PYTHONHASHSEED=0", rctx.path("python"), "-S", "-B"] + [
        rctx.path(Label("//tools/python:compile_main.py")),
        "--tree",
        rctx.path(library),
        "/python",
    ], quiet = True)
