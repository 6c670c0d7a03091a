#!/bin/sh
# A tool under the matrix's default interpreter, in the folder where the person typed the command.
set -eu
r=${RUNFILES_DIR:-$(readlink -f "$0").runfiles}
[ -d "$r" ] || r=$0.runfiles
case $r in /*) ;; *) r=$PWD/$r ;; esac
export RUNFILES_DIR="$r" @ENV@
cd "${BUILD_WORKING_DIRECTORY:-.}"
exec "$r/@PYTHON@" -I -S -B "$r/@BOOT@" "$r/@PYTHON@" "$r" @PATHS@ -- @MAIN@ "$@"
