#!/bin/sh
# Installs the package in a Trixie userland under its own systemd, and tries everything that the
# README promises of the service: start, watchdog, safe start, update, removal, switching off.
# Nothing on this machine is changed. Where no userland can be booted, says why and ends well:
# nothing was shown then, and nothing was refuted.
set -eu

python=${1:?which Python has pip}
root=$(realpath -m "${2:?which folder is to hold the userland}")
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
name=test-systemd
. "$here/userland.sh"

rm -rf "$root/proof" "$root"/*.deb
mkdir -p "$root/proof"
for version in 1.0 1.1; do
    VERSION=$version "$project/systemd/build-deb.sh" "$root/proof" "$root/wheels" >/dev/null
done
# A USB stick with the newer version, where this machine lends a loop device.
set --
mkdir "$root/proof/stick"
cp "$root"/proof/*_1.1_all.deb "$root/proof/stick/"
if mkfs.ext4 -q -d "$root/proof/stick" "$root/stick.img" 512M >/dev/null 2>&1 \
    && loop=$(losetup --find --show "$root/stick.img"); then
    trap 'losetup --detach "$loop"; rm -f "$root/stick.img"' EXIT
    set -- --bind "$loop"
fi
proof inside "$@"
grep -q '^asked to switch off$' "$root/proof/report" || { echo "test-systemd: FAILED"; exit 1; }
[ "$end" = 0 ] || { echo "test-systemd: FAILED, it was not switched off ($end)"; exit 1; }
echo "the machine is off; test-systemd: all as promised"
