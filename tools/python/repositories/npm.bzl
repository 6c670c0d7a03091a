"""npm_package: one package of the npm registry, by hash. Plain `npm pack`: no dependencies, no scripts."""

load(":common.bzl", "run")

def fetch_npm(rctx, package, version, sha256, output):
    """Unpacks a package to a folder of the repository.

    Args:
      rctx: the repository context.
      package: its name, with its scope.
      version: its exact version.
      sha256: of the archive.
      output: the folder.
    """
    npm = rctx.which("npm")
    if not npm:
        fail("%s comes from the npm registry: needs npm on PATH" % package)
    run(rctx, [npm, "pack", "--silent", "%s@%s" % (package, version)])
    archive = "%s-%s.tgz" % (package.removeprefix("@").replace("/", "-"), version)
    hasher = ["sha256sum"] if rctx.which("sha256sum") else ["shasum", "-a", "256"]
    found = run(rctx, hasher + [archive]).split(" ")[0]
    if found != sha256:
        fail("%s %s has SHA-256 %s, not %s" % (package, version, found, sha256))
    rctx.extract(archive, output = output, stripPrefix = "package")
    rctx.delete(archive)

def _npm_package_impl(rctx):
    fetch_npm(rctx, rctx.attr.package, rctx.attr.version, rctx.attr.sha256, "package")
    rctx.file("BUILD.bazel", "exports_files(%s)\n" % repr(["package/" + f for f in rctx.attr.files]))

npm_package = repository_rule(
    implementation = _npm_package_impl,
    doc = "@NAME//:package/FILE for each file that is named. npm's own settings name the registry.",
    attrs = {
        "files": attr.string_list(mandatory = True),
        "package": attr.string(mandatory = True),
        "sha256": attr.string(mandatory = True),
        "version": attr.string(mandatory = True),
    },
)
