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
