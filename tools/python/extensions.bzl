"""The module extension that MODULE.bazel uses: every repository of workspace.bzl."""

load(":workspace.bzl", "ember_repositories")

def _matrix_impl(_):
    ember_repositories()

matrix = module_extension(implementation = _matrix_impl)
