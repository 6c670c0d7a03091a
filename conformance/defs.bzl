"""ember_conformance_test: certifies an engine, in any language, with the conformance corpus.

    load("@ember//conformance:defs.bzl", "ember_conformance_test")

    ember_conformance_test(
        name = "conformance_test",
        profile = "fire",
        testee = "//my:engine",
    )
"""

load("@bazel_skylib//rules:common_settings.bzl", "BuildSettingInfo")
load("//tools/python:runfiles.bzl", "runfile")

PROFILES = ["rng", "fire", "simulator", "packs", "references", "scorer", "full"]

_LAUNCHER = """#!/bin/sh
# The runner, on a program that speaks the protocol. Bazel says which shard this is, and where it wants the XML.
# The program gets a tree of runfiles of its own: the corpus with its answers is in the runner's.
set -eu
r=${{RUNFILES_DIR:-${{TEST_SRCDIR:?}}}}
case $r in /*) ;; *) r=$PWD/$r ;; esac
export RUNFILES_DIR="$r"
own=$(mktemp -d "${{TEST_TMPDIR:-${{TMPDIR:-/tmp}}}}/testee.XXXXXX")
while IFS= read -r path; do
  folder=$(dirname "$own/$path")
  [ -d "$folder" ] || mkdir -p "$folder"
  if [ -e "$r/$path" ]; then ln -s "$(readlink -f "$r/$path")" "$own/$path"; fi
done < "$r/{manifest}"
set -- {options} "$@"
if [ -n "${{XML_OUTPUT_FILE:-}}" ]; then set -- --junit "$XML_OUTPUT_FILE" "$@"; fi
if [ -n "${{TEST_TOTAL_SHARDS:-}}" ]; then
  set -- --shard "$((TEST_SHARD_INDEX + 1))/$TEST_TOTAL_SHARDS" "$@"
  if [ -n "${{TEST_SHARD_STATUS_FILE:-}}" ]; then : > "$TEST_SHARD_STATUS_FILE"; fi
fi
exec "$r/{runner}" "$@" -- /usr/bin/env "RUNFILES_DIR=$own" "$own/{testee}" {arguments}
"""

def _quoted(words):
    return " ".join(["'" + word.replace("'", "'\\''") + "'" for word in words])

def _own_paths(ctx, program, runfiles):
    """Where a program and its runfiles lie in a tree of them, a line each."""
    placed = [file.short_path for file in [program] + runfiles.files.to_list()]
    placed += [entry.path for entry in runfiles.symlinks.to_list()] + runfiles.empty_filenames.to_list()
    paths = [path[len("../"):] if path.startswith("../") else ctx.workspace_name + "/" + path for path in placed]
    paths += [entry.path for entry in runfiles.root_symlinks.to_list()] + ["_repo_mapping"]
    return "".join([path + "\n" for path in sorted(depset(paths).to_list())])

def _conformance_test_impl(ctx):
    testee = ctx.attr.testee[0][DefaultInfo]
    program = testee.files_to_run.executable or (ctx.files.testee[0] if len(ctx.files.testee) == 1 else None)
    if not program:
        fail("%s is not one program" % ctx.attr.testee[0].label)
    runner = ctx.attr._runner[0][DefaultInfo]
    profile = ctx.attr.profile_flag[0][BuildSettingInfo].value if ctx.attr.profile_flag else ctx.attr.profile
    options = _quoted(["--challenge", "--profile", profile])
    manifest = ctx.actions.declare_file(ctx.label.name + ".testee")
    ctx.actions.write(manifest, _own_paths(ctx, program, testee.default_runfiles))
    files = [manifest, program]
    if ctx.file.expected_failures:
        files.append(ctx.file.expected_failures)
        options += ' --expected-failures "$r/%s"' % runfile(ctx, ctx.file.expected_failures)
    launcher = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.write(launcher, is_executable = True, content = _LAUNCHER.format(
        arguments = _quoted(ctx.attr.testee_args),
        manifest = runfile(ctx, manifest),
        options = options,
        runner = runfile(ctx, runner.files_to_run.executable),
        testee = runfile(ctx, program),
    ))
    runfiles = ctx.runfiles(files).merge_all([
        found
        for info in (testee, runner)
        for found in (info.default_runfiles, info.data_runfiles)
    ])
    return [DefaultInfo(executable = launcher, runfiles = runfiles)]

# The runner and the testee are built once, whatever the row of a test beside them.
_tool_row = transition(
    implementation = lambda _settings, _attr: {"//tools/python:interpreter": "cp313"},
    inputs = [],
    outputs = ["//tools/python:interpreter"],
)

_conformance_test = rule(
    implementation = _conformance_test_impl,
    test = True,
    attrs = {
        "expected_failures": attr.label(allow_single_file = True),
        "profile": attr.string(default = "full", values = PROFILES),
        "profile_flag": attr.label(providers = [BuildSettingInfo], cfg = _tool_row),
        "testee": attr.label(allow_files = True, cfg = _tool_row, mandatory = True),
        "testee_args": attr.string_list(),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
        "_runner": attr.label(default = "//conformance/runner:run", cfg = _tool_row),
    },
)

def ember_conformance_test(name, testee, profile = "full", expected_failures = None, testee_args = [], **kwargs):
    """A test that passes when the program conforms to a profile.

    With expected failures it is a development report: it passes when just these fail, and certifies nothing.

    Args:
      name: its name.
      testee: a program that speaks the protocol (docs/protocol): an executable target, or one executable file.
      profile: rng, fire, simulator, packs, references, scorer or full; or the label of a string_flag that says so.
      expected_failures: a file of known failures, each with its case, status, reason and date of expiry.
      testee_args: arguments of the program.
      **kwargs: as Bazel's own tests take: size, timeout, tags, shard_count, visibility, and args for the runner.
    """
    flag = profile not in PROFILES
    _conformance_test(
        name = name,
        expected_failures = expected_failures,
        profile = "full" if flag else profile,
        profile_flag = profile if flag else None,
        testee = testee,
        testee_args = testee_args,
        **kwargs
    )
