"""lint_sources: hands a package's sources to //tools/lint. Every BUILD file calls it, without arguments.

A folder that holds Python or a BUILD file and does not call it fails //tools/lint:coverage_test.
"""

def lint_sources(name = "sources", also = []):
    """Declares the filegroup `sources`.

    Args:
      name: leave it: //tools/lint looks for that name in every package.
      also: files with other endings, or in folders below that are no packages.
    """
    native.filegroup(
        name = name,
        srcs = native.glob(
            [
                "*.bazel",
                "*.bzl",
                "*.md",
                "*.py",
                "*.sh",
            ],
            allow_empty = True,
        ) + also,
        tags = ["manual"],
        visibility = [
            "//tools/lint:__pkg__",
            "//tools/site:__pkg__",
        ],
    )
