#!/bin/sh
# Has `make install-pi` and `make uninstall-pi` run in a Trixie userland under its own systemd, which
# has no network, and looks at what they leave. Nothing on this machine is changed. Where no userland
# can be booted, says why and ends well: nothing was shown then, and nothing was refuted.
set -eu

python=${1:?which Python has pip}
root=$(realpath -m "${2:?which folder is to hold the userland}")
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
name=test-install
. "$here/userland.sh"

rm -rf "$root/proof"
mkdir -p "$root/proof/project"
for part in Makefile pyproject.toml LICENSE systemd tablet_companion hardware calibration; do
    cp -R "$project/$part" "$root/proof/project/"
done
proof installed --private-network --bind-ro "$root/wheels:/wheels"
grep -q '^as promised$' "$root/proof/report" || { echo "test-install: FAILED"; exit 1; }
echo "test-install: as promised"
