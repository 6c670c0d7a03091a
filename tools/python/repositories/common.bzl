"""What the repository rules of this folder share."""

# The BUILD file of an interpreter's repository, DIGEST and all. `root` is one source directory: a test's
# runfiles then hold one link instead of thousands.
PYTHON_BUILD = """
exports_files(["python"])

filegroup(
    name = "files",
    srcs = ["DIGEST", "root"] + glob(["qemu", "pyrun.mjs"], allow_empty = True),
    visibility = ["//visibility:public"],
)
"""

# The launcher of an interpreter: $r is the tree, $d the launcher's folder. Bazel 7 hands a remote worker a source
# directory of the runfiles at external/REPOSITORY/root, not in the runfiles tree, hence its third line.
LAUNCHER = """#!/bin/sh
d=$(dirname "$(readlink -f "$0")") r=$d/root
[ -d "$r" ] || r=${d%%%%/bazel-out/*}/external/${d##*/}/root
%s "$@"
"""

def is_debians_machine(rctx):
    """Whether this machine is of the kind whose Debian packages the rules unpack: Linux on x86_64.

    Args:
      rctx: the repository context.
    Returns:
      whether it is.
    """
    return (rctx.os.name, rctx.os.arch) in [("linux", "amd64"), ("linux", "x86_64")]

def run(rctx, arguments):
    """Runs a command that must succeed; fails with what it printed.

    Args:
      rctx: the repository context.
      arguments: the command, a list of strings and paths.
    Returns:
      its standard output.
    """
    result = rctx.execute(arguments, timeout = 1200, quiet = True)
    if result.return_code:
        fail("%s\n%s\n%s" % (" ".join([str(a) for a in arguments]), result.stdout, result.stderr))
    return result.stdout
