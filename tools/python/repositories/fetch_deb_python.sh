#!/bin/bash
# fetch_deb_python.sh SUITE ARCHITECTURE PACKAGE DESTINATION QEMU BYTECODE
#
# Unpacks a Debian interpreter and the libraries it needs to DESTINATION/root, and writes
# DESTINATION/python (runs it through its own loader, or under qemu-QEMU unless that is empty) and
# DESTINATION/DIGEST (the SHA-256 of each package). Unless BYTECODE is empty, the standard library is
# compiled. Not root; nothing is installed.
set -euo pipefail
suite=$1 arch=$2 package=$3 qemu=$5 bytecode=$6
mkdir -p "$4"
dest=$(cd "$4" && pwd)
root=$dest/root
apt=$dest/.apt
tools=$(dirname "$(dirname "$(readlink -f "$0")")")
# shellcheck source=tools/python/debian.sh
source "$tools/debian.sh"

# What an interpreter depends on and does not need to run.
not_needed=(
  dpkg tar perl-base debconf media-types mime-support mailcap tzdata netbase readline-common libtirpc-common
)

# download: the interpreter's packages; with the tool row's interpreter also pip, which the repository rules run.
download() {
  private_apt "$apt" "$suite" "$arch" "${not_needed[@]}"
  export APT_CONFIG=$apt/apt.conf
  apt-get -qq -y --download-only install "$package" > /dev/null || die "cannot fetch $package of $suite for $arch"
  if [ "$arch" = amd64 ] && [ "$suite" = trixie ]; then
    (cd "$apt/archives" && apt-get -qq download python3-pip-whl)
  fi
}

# unpack: one tree, merged /usr, without what no test uses.
unpack() {
  local name
  mkdir -p "$root/usr"/{bin,lib,lib64,sbin}
  for name in bin lib lib64 sbin; do ln -s "usr/$name" "$root/$name"; done
  unpack_debs "$apt/archives" "$root"
  find "$root" -name 'pip-*.whl' -exec mv {} "$dest/pip.whl" \;
  if [ -e "$dest/pip.whl" ]; then printf pip.whl/pip > "$dest/PIP"; fi
  rm -rf "$root"/usr/share/{doc,man,lintian,locale,pixmaps,applications,bug,menu} "$root"/usr/lib/*/gconv "${root:?}/var" \
    "$root"/usr/lib/python3*/{test,idlelib,turtledemo,tkinter,config-*}
  relative_links "$root"
}

# fetch_qemu: DESTINATION/qemu, static, for this machine.
fetch_qemu() {
  local host=$apt/qemu
  private_apt "$host" bookworm "$(dpkg --print-architecture)"
  (cd "$host" && APT_CONFIG=$host/apt.conf apt-get -qq download qemu-user-static) || die "cannot fetch qemu-user-static"
  dpkg-deb --fsys-tarfile "$host"/qemu-user-static_*.deb | tar -xO "./usr/bin/qemu-$qemu-static" > "$dest/qemu"
  chmod 755 "$dest/qemu"
  mv "$host"/*.deb "$apt/archives/"
}

# command_line: what the launcher runs; $r is the tree, $d the folder of the launcher.
command_line() {
  local exe loader triplet cpu=""
  exe=$(cd "$root" && find usr/bin -regextype posix-extended -regex '.*/(python|pypy)3\.[0-9]+' | sort | head -1)
  if [ -n "$qemu" ]; then
    # cortex-a57 has no pointer authentication, which takes qemu 13 times as long.
    if [ "$qemu" = aarch64 ]; then cpu="-cpu cortex-a57"; fi
    echo "\"\$d/qemu\" $cpu -L \"\$r\" \"\$r/$exe\""
    return
  fi
  case $arch in
    amd64) loader=lib64/ld-linux-x86-64.so.2 triplet=x86_64-linux-gnu ;;
    i386) loader=lib/ld-linux.so.2 triplet=i386-linux-gnu ;;
    *) die "no loader known for $arch: give it a qemu" ;;
  esac
  echo "\"\$r/$loader\" --library-path \"\$r/usr/lib/$triplet:\$r/lib/$triplet\" \"\$r/$exe\""
}

# write_launcher: Bazel 7 hands a remote worker a source directory of the runfiles at external/REPOSITORY/root,
# not in the runfiles tree, hence the launcher's third line.
write_launcher() {
  local run
  run=$(command_line)
  cat > "$dest/python" << LAUNCHER
#!/bin/sh
d=\$(dirname "\$(readlink -f "\$0")") r=\$d/root
[ -d "\$r" ] || r=\${d%%/bazel-out/*}/external/\${d##*/}/root
exec $run "\$@"
LAUNCHER
  chmod 755 "$dest/python"
}

# compile_library: Debian ships no bytecode, and tests write none (-B). The same bytes wherever this runs: no path of
# this machine, a fixed hash seed (so not -I). That a few files of the library do not compile is no error.
compile_library() {
  local library
  library=$(dirname "$(find "$root/usr/lib" -regex '.*/py\(thon\|py\)3[.][0-9]+/os.py' | sort | head -1)")
  (cd / && env -i PATH=/usr/bin:/bin PYTHONHASHSEED=0 "$dest/python" -S -B "$tools/compile_main.py" --tree "$library" \
    /python > /dev/null) || true
}

download
unpack
if [ -n "$qemu" ]; then fetch_qemu; fi
write_launcher
if [ -n "$bytecode" ]; then compile_library; fi
digests "$apt/archives" > "$dest/DIGEST"
rm -rf "$apt"
