#!/bin/sh
# Unpacks the headers of a Pi's Python into FOLDER/usr/include, from Debian's archive; nothing is
# installed.
#   pi_headers.sh FOLDER 3.13
set -eu
folder=${1:?which folder is to hold the headers}
version=${2:?which version of Python}
case $version in
3.11) suite=bookworm ;;
3.13) suite=trixie ;;
*) echo "pi_headers.sh: no system for a Pi has Python $version; choose 3.13 or 3.11." >&2; exit 1 ;;
esac
[ ! -e "$folder/usr/include/python$version/Python.h" ] || exit 0

mirror=${MIRROR:-https://deb.debian.org/debian}
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
curl --fail --silent --show-error --location "$mirror/dists/$suite/main/binary-arm64/Packages.xz" |
    xz --decompress --stdout |
    awk -v name="libpython$version-dev" '$1 == "Package:" { own = $2 == name }
        own && $1 ~ /^(Filename|SHA256):$/ { print $1, $2 }' >"$room/found"
file=$(sed -n 's/^Filename: //p' "$room/found")
curl --fail --silent --show-error --location "$mirror/$file" --output "$room/headers.deb"
echo "$(sed -n 's/^SHA256: //p' "$room/found")  $room/headers.deb" | sha256sum --check --quiet
mkdir -p "$folder"
dpkg-deb --extract "$room/headers.deb" "$folder"
