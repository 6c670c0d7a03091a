"""Repositories of the linters. Nothing of them is needed to build, run or test the product itself."""

load("//tools/python/repositories:npm.bzl", "npm_package")
load("//tools/python/repositories:pip.bzl", "pip_packages")
load(":source_tree.bzl", "source_tree")

def lint_repositories(python):
    """Declares them.

    Args:
      python: the interpreter that runs pip, and that the linters run under.
    """

    # mypy, ruff and shellcheck.
    pip_packages(
        name = "lint_packages",
        lock = "//third_party/lint:lint.lock",
        native = True,
        python = python,
    )
    npm_package(
        name = "buildifier",
        files = ["buildifier-linux_amd64"],
        package = "@bazel/buildifier",
        sha256 = "b96ea9b13003036c801f52bee6f9b0314738f8432e5cb9d814c89f59292604ee",
        version = "8.2.1",
    )
    source_tree(name = "source_tree")
