#!/bin/sh
# One test under one interpreter: nothing of the machine's Python, and nothing of the caller's environment
# but what Bazel's test protocol and EMBER_OPT_* say.
set -eu
r=${RUNFILES_DIR:-${TEST_SRCDIR:?}}
# Exactly one leading slash: a test compares paths with this one.
case $r in //*) r=${r#/} ;; /*) ;; *) r=$PWD/$r ;; esac
t=${TEST_TMPDIR:-$(mktemp -d)}
# A socket's path has 107 bytes at most, so a short one; it is private in the sandbox.
s=$(mktemp -d /tmp/t.XXXXXX 2> /dev/null) || s=$t
passed=$(/usr/bin/env | /usr/bin/sed -n -E '/^(XML_OUTPUT_FILE|TESTBRIDGE_TEST_[A-Z_]+|TEST_(SHARD|TOTAL_SHARDS|RUN_NUMBER|RANDOM_SEED|UNDECLARED|WARNINGS|TARGET|TIMEOUT|WORKSPACE)[A-Z_]*|EMBER_OPT_[A-Z0-9_]+)=[^ ]*$/p')
# shellcheck disable=SC2086  # $passed is a list
/usr/bin/env -i PATH=/usr/bin:/bin HOME="$t" TMPDIR="$s" TZ=UTC LC_ALL=C TEST_TMPDIR="$t" RUNFILES_DIR="$r" \
  EMBER_DONE="$t/done" EMBER_INTERPRETER=@ROW@ $passed @ENV@ \
  "$r/@PYTHON@" -I -S -B "$r/@MAIN@" "$r/@PYTHON@" "$r" @PATHS@ -- @FILES@ "$@" || exit $?
# Bazel 7 does not look at TEST_PREMATURE_EXIT_FILE: os._exit(0) inside a test would pass.
[ -e "$t/done" ] || { echo "the test ended early"; exit 1; }
