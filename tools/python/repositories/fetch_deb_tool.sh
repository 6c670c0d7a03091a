#!/bin/bash
# fetch_deb_tool.sh SUITE PACKAGE DESTINATION
#
# Unpacks a Debian package (a program or a library) for amd64 and what it needs to DESTINATION/root, and writes
# DESTINATION/DIGEST (the SHA-256 of each package). No root is needed; nothing is installed.
set -euo pipefail
suite=$1 package=$2
mkdir -p "$3"
dest=$(cd "$3" && pwd)
root=$dest/root
apt=$dest/.apt
# shellcheck source=tools/python/debian.sh
source "$(dirname "$(readlink -f "$0")")/../debian.sh"

private_apt "$apt" "$suite" amd64 dpkg debconf
APT_CONFIG=$apt/apt.conf apt-get -qq -y --download-only install "$package" > /dev/null || die "cannot fetch $package of $suite"
mkdir -p "$root/usr"/{bin,lib,lib64,sbin}
for name in bin lib lib64 sbin; do ln -s "usr/$name" "$root/$name"; done
unpack_debs "$apt/archives" "$root"
relative_links "$root"
# X11 -> . and the like: a tree without an end to whoever follows links.
find "$root" -type l -lname . -delete
digests "$apt/archives" > "$dest/DIGEST"
rm -rf "$apt"
