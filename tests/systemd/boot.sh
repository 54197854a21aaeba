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

skip() {
    echo "test-systemd: SKIPPED, as $1."
    exit 0
}

[ "$(id -u)" = 0 ] || skip "only root may boot a userland (try: sudo make test-systemd)"
for tool in debootstrap systemd-nspawn dpkg-deb; do
    command -v "$tool" >/dev/null \
        || skip "$tool is missing (try: apt install debootstrap systemd-container)"
done

# The machine's own source of Debian packages; without one, debootstrap knows where Debian is.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 2>/dev/null | grep -v security | head -n 1 || :)

if [ ! -e "$root/built" ]; then
    rm -rf "$root/trixie"
    mkdir -p "$root"
    debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,polkitd,python3,python3-venv \
        trixie "$root/trixie" $mirror >"$root/log" 2>&1 \
        || skip "no userland can be made (network? $root/log says more)"
    touch "$root/built"
fi

# What the package needs, for Trixie's Python, so that installing it asks no network.
if [ ! -e "$root/wheels/complete" ]; then
    rm -rf "$root/wheels"
    "$project/systemd/build-deb.sh" "$python" "$root" >/dev/null
    dpkg-deb --fsys-tarfile "$root"/tablet-companion_*_all.deb \
        | tar --extract --to-stdout ./opt/tablet-companion/requirements.txt \
        | grep -v ';' >"$root/requirements.txt"  # pip would ask this Python, not Trixie's
    "$python" -m pip download --quiet --disable-pip-version-check --dest "$root/wheels" \
        --python-version 3.13 --implementation cp --abi cp313 --abi abi3 --abi none \
        --only-binary :all: --requirement "$root/requirements.txt" >>"$root/log" 2>&1 \
        || skip "the packages cannot be had (network? $root/log says more)"
    touch "$root/wheels/complete"
fi

rm -rf "$root/proof" "$root"/*.deb
mkdir -p "$root/proof"
for version in 1.0 1.1; do
    VERSION=$version "$project/systemd/build-deb.sh" "$python" "$root/proof" "$root/wheels" >/dev/null
done
cp "$here/inside.py" "$project/tests/systemd/game.py" "$root/proof/"
cat >"$root/proof/proof.service" <<'END'
[Unit]
After=multi-user.target dbus.service
[Service]
Type=exec
ExecStart=/usr/bin/python3 -u /proof/inside.py
StandardOutput=append:/proof/report
StandardError=append:/proof/report
END

# A fresh machine each time: what is written goes to a temporary layer.
end=0
timeout 600 systemd-nspawn --quiet --directory "$root/trixie" --volatile=overlay --boot \
    --register=no --keep-unit --bind "$root/proof:/proof" --link-journal=no \
    --bind "$root/proof/proof.service:/etc/systemd/system/proof.service" \
    systemd.wants=proof.service systemd.firstboot=no \
    </dev/null >"$root/console" 2>&1 || end=$?
[ -s "$root/proof/report" ] && cat "$root/proof/report" || skip "no userland can be booted here ($root/console says more)"
grep -q '^asked to switch off$' "$root/proof/report" || { echo "test-systemd: FAILED"; exit 1; }
[ "$end" = 0 ] || { echo "test-systemd: FAILED, it was not switched off ($end)"; exit 1; }
echo "the machine is off; test-systemd: all as promised"
