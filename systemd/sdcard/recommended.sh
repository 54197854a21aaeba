#!/bin/sh
# Downloads the recommended packages (drivers of camera and screen) that a card's system lacks, with their
# dependencies, from that system's own sources, into FOLDER/archives. The card's second partition is only
# read, to see what is installed.
#   recommended.sh /media/me/rootfs FOLDER WHEELS
# Without a folder it only tells whether the partition is one that our Python packages, WHEELS, are for: a
# Pi would find out at its first start, without a network to mend it.
set -eu
root=${1-}
here=$(cd "$(dirname "$0")" && pwd)
status=$root/var/lib/dpkg/status
[ -n "$root" ] && [ -f "$status" ] || {
    echo "sdcard: ${root:-nothing} is no partition with Raspberry Pi OS: it has no /var/lib/dpkg/status. Name the \
large partition (rootfs) of the card, as in ROOT=/media/you/rootfs." >&2
    exit 1
}

# field PACKAGE NAME: the first word of a field of an installed package.
field() { awk -v package="$1" -v name="$2:" '$1 == "Package:" { found = $2 == package } found && $1 == name { print $2; exit }' "$status"; }
machine=$(field dpkg Architecture)
python=$(field python3 Version | cut -d . -f 1,2)
[ "$machine" = arm64 ] || {
    echo "sdcard: the system on this card is not the one with 64 bit, but for ${machine:-an unknown machine}. \
Write Raspberry Pi OS Lite (64 bit) onto it." >&2
    exit 1
}
[ -e "$here/../locks/$python.txt" ] || {
    echo "sdcard: the system on this card has Python ${python:-of no version}, and this program has no list of \
packages for it. Write a current Raspberry Pi OS Lite (64 bit) onto it." >&2
    exit 1
}
[ "$#" -gt 1 ] || exit 0
wheels=${3:?which folder of wheels}
[ -n "$(find "$wheels" -name "*-cp$(echo "$python" | tr -d .)-*.whl" -print -quit)" ] || {
    echo "sdcard: the packages in $wheels are not for this card's Python: make wheels PI_PYTHONS=$python, then \
make sdcard again." >&2
    exit 1
}
folder=$(realpath -m "$2")
root=$(realpath "$root")
status=$root/var/lib/dpkg/status

rm -rf "$folder"
mkdir -p "$folder/sources" "$folder/lists/partial" "$folder/archives/partial"
for source in "$root"/etc/apt/sources.list "$root"/etc/apt/sources.list.d/*; do
    [ ! -f "$source" ] || sed -E "s#(signed-by *[:=] *)/#\1$root/#I" "$source" \
        >"$folder/sources/$(basename "$source")"
done
[ ! -f "$folder/sources/sources.list" ] || mv "$folder/sources/sources.list" "$folder/sources.list"

# The system's own apt, told to look at the card in place of this machine.
card_apt() {
    apt-get --quiet --quiet --yes -o APT::Architecture="$machine" -o APT::Architectures="$machine" \
        -o Dir::State::status="$status" -o Dir::State::lists="$folder/lists" \
        -o Dir::Cache::archives="$folder/archives" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
        -o Dir::Etc::sourcelist="$folder/sources.list" -o Dir::Etc::sourceparts="$folder/sources" \
        -o Dir::Etc::trustedparts="$root/etc/apt/trusted.gpg.d" -o Dir::Etc::preferencesparts=/dev/null \
        -o APT::Sandbox::User="$(id -un)" -o Debug::NoLocking=true "$@" >&2
}
card_apt update || exit 1
# Each by itself: a system without one of them can still have the others.
wanted=
for name in $(sed -n 's/^Recommends: //p' "$here/../debian/control.in" | tr -d ,); do
    if card_apt install --simulate --no-install-recommends "$name" 2>/dev/null; then
        wanted="$wanted $name"
    else
        echo "sdcard: $name is not available for this card." >&2
    fi
done
# shellcheck disable=SC2086 - a list of words
card_apt install --download-only --no-install-recommends $wanted
