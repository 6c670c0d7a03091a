# shellcheck shell=bash
# debian.sh: Debian packages without installing them. Sourced by bazelw and by fetch_deb_python.sh.
#
# apt-get runs on a private state (own lists, own status, own archives), so no root is needed and the
# machine's own package state is neither read nor written; only its choice of mirror is.
#
#   DEBIAN_MIRROR   an archive to use instead of the one this machine's apt is set to use
#   DEBIAN_KEYRING  the key it is signed with, if not where Debian puts it

# die MESSAGE: one line that says what is missing.
die() {
  echo "$(basename "$0"): $1" >&2
  exit 1
}

# need COMMAND...: each must be on PATH. $instead is what else helps.
need() {
  local command
  for command in "$@"; do
    command -v "$command" > /dev/null || die "needs $command, which is not on PATH: install it${instead:-}"
  done
}

# debian_mirror: prints the address of a Debian archive.
debian_mirror() {
  if [ -n "${DEBIAN_MIRROR:-}" ]; then
    echo "$DEBIAN_MIRROR"
    return
  fi
  # What it would download, since what it has downloaded may be nothing yet.
  env -u APT_CONFIG apt-get --print-uris update | sed -n "s#^'\(.*/debian\)/*/dists/.*#\1#p" | awk 'NR == 1; END { exit !NR }' \
    || die "this machine's apt names no Debian archive: set DEBIAN_MIRROR to one"
}

# pretend_installed PACKAGE...: a dpkg status that satisfies these dependencies without fetching them.
pretend_installed() {
  local package
  for package in "$@"; do
    printf 'Package: %s\nStatus: install ok installed\nVersion: 9:99\nArchitecture: all\nMulti-Arch: foreign\n' "$package"
    printf 'Maintainer: none <none@localhost>\nDescription: not needed here\n\n'
  done
}

# private_apt DIRECTORY SUITE ARCHITECTURE PRETENDED...: makes a private apt in DIRECTORY and fetches its
# lists. To use it afterwards: export APT_CONFIG=DIRECTORY/apt.conf; downloads land in DIRECTORY/archives.
private_apt() {
  local dir=$1 suite=$2 arch=$3 mirror key=${DEBIAN_KEYRING:-/usr/share/keyrings/debian-archive-keyring.gpg}
  shift 3
  need apt-get dpkg-deb tar
  [ -r "$key" ] || die "no Debian archive key at $key: install debian-archive-keyring or set DEBIAN_KEYRING"
  mirror=$(debian_mirror)
  mkdir -p "$dir"/{lists,archives}/partial
  echo "deb [arch=$arch signed-by=$key] $mirror $suite main" > "$dir/sources.list"
  pretend_installed "$@" > "$dir/status"
  cat > "$dir/apt.conf" << CONF
Dir::Etc::SourceList "$dir/sources.list";
Dir::Etc::SourceParts "/dev/null";
Dir::Etc::Preferences "/dev/null";
Dir::Etc::PreferencesParts "/dev/null";
Dir::State "$dir";
Dir::State::lists "$dir/lists";
Dir::State::status "$dir/status";
Dir::Cache "$dir";
Dir::Cache::archives "$dir/archives";
Dir::Log "$dir";
APT::Architecture "$arch";
APT::Architectures { "$arch"; };
APT::Install-Recommends "false";
APT::Sandbox::User "";
Acquire::Languages "none";
Acquire::Retries "3";
Acquire::Check-Valid-Until "false";
Debug::NoLocking "true";
CONF
  APT_CONFIG=$dir/apt.conf apt-get -qq update || die "cannot read $suite for $arch from the Debian archive at $mirror"
}

# unpack_debs ARCHIVES ROOT: unpacks every .deb of a folder to ROOT, without its documentation.
unpack_debs() {
  local deb
  for deb in "$1"/*.deb; do
    dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$2" --keep-directory-symlink --no-same-owner \
      --exclude='./usr/share/doc' --exclude='./usr/share/man' --exclude='./usr/share/locale'
  done
}

# relative_links ROOT: absolute symbolic links would point into the machine instead of into ROOT.
relative_links() {
  local link
  find "$1" -type l -lname '/*' | while read -r link; do
    ln -sfn "$(realpath -m --relative-to="$(dirname "$link")" "$1$(readlink "$link")")" "$link"
  done
}

# digests ARCHIVES: the SHA-256 of each package. Debian's moving suites can't be pinned; this is what was used.
digests() {
  (cd "$1" && sha256sum -- *.deb)
}
