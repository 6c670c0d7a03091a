#!/bin/bash
# fetch_locales.sh SUITE DESTINATION LOCALE...
#
# Unpacks locales of Debian's package of all of them to DESTINATION/root, and writes DESTINATION/DIGEST (the SHA-256 of
# the package). No root is needed; nothing is installed.
set -euo pipefail
suite=$1
dest=$(cd "$2" && pwd)
shift 2
apt=$dest/.apt
# shellcheck source=tools/python/debian.sh
source "$(dirname "$(readlink -f "$0")")/../debian.sh"

private_apt "$apt" "$suite" amd64
(cd "$apt/archives" && APT_CONFIG=$apt/apt.conf apt-get -qq download locales-all) \
  || die "cannot fetch the locales of $suite"
unpack_debs "$apt/archives" "$apt"
mkdir -p "$dest/root"
# Most files of a locale are links into others.
for locale in "$@"; do cp -RL "$apt/usr/lib/locale/$locale" "$dest/root/$locale"; done
digests "$apt/archives" > "$dest/DIGEST"
rm -rf "$apt"
