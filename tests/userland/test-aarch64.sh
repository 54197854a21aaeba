#!/bin/sh
# Installs the package as a Pi does, in an arm64 Trixie userland that is emulated, with the real
# wheels and without a network, and has it play the demonstration there. Nothing on this machine is
# changed. Where that cannot be built, says why and ends well: nothing was shown then, and nothing
# was refuted.
set -eu

python=${1:?which Python has pip}
root=$(realpath -m "${2:?which folder is to hold the userland}")
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
begun=$(date +%s)

skip() {
    echo "test-aarch64: SKIPPED, as $1."
    exit 0
}

[ "$(id -u)" = 0 ] || skip "only root may enter a userland (try: sudo make test-aarch64)"
[ "$(uname -s)" = Linux ] || skip "this is no Linux"
for tool in debootstrap dpkg-deb unshare chroot; do
    command -v "$tool" >/dev/null || skip "$tool is missing (try: apt install debootstrap)"
done
[ "$(uname -m)" = aarch64 ] || command -v qemu-aarch64-static >/dev/null \
    || skip "qemu-aarch64-static is missing (try: apt install qemu-user-static)"

# The machine's own source of Debian packages; without one, debootstrap knows where Debian is.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 2>/dev/null | grep -v security | head -n 1 || :)

build() {
    rm -rf "$root"
    mkdir -p "$root"
    # Unpacked only: to have dpkg emulated, too, would take a quarter of an hour.
    debootstrap --foreign --arch=arm64 --variant=minbase --include=python3,python3-venv,systemd \
        trixie "$root/trixie" $mirror >"$root.log" 2>&1 || return 1
    for package in "$root"/trixie/var/cache/apt/archives/*.deb; do
        dpkg-deb --extract "$package" "$root/trixie" || return 1
    done
    for names in passwd group; do
        cp "$root/trixie/usr/share/base-passwd/$names.master" "$root/trixie/etc/$names"
    done
    # What a script of that package makes, and pip reads.
    cat "$root"/trixie/usr/share/ca-certificates/*/*.crt >"$root/trixie/etc/ssl/certs/ca-certificates.crt"
    "$project/systemd/wheels.sh" "$python" "$root/wheels" aarch64 3.13 >>"$root.log" 2>&1
}

inside() {
    "$here/emulated.sh" "$root/trixie" "$@"
}

# As the service does: its own user, whose files lie where the games are.
referee() {
    inside setpriv --reuid=tablet-companion --regid=tablet-companion --init-groups \
        env HOME=/var/lib/tablet-companion SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy \
        timeout 1200 "$@"
}

seconds() {
    echo "$1 after $(($(date +%s) - begun)) s"
}

if [ ! -e "$root/built" ]; then
    build || skip "the userland cannot be built (network? $root.log says more)"
    touch "$root/built"
fi
inside true || skip "this kernel lets no arm64 program run"
case $(uname -m) in aarch64) how=native ;; *) how=emulated ;; esac
seconds "an arm64 userland, $how: ready"

package=$("$project/systemd/build-deb.sh" "$root" "$root/wheels")
# Last time's program is replaced as by an update: its environment stays if it is still right.
rm -rf "$root/trixie/opt/tablet-companion/src" "$root/trixie/opt/tablet-companion/wheels"
dpkg-deb --extract "$package" "$root/trixie"
dpkg-deb --control "$package" "$root/control"
cp "$root/control/postinst" "$here/reading.py" "$here/playing.py" "$root/trixie/tmp/"
inside sh /tmp/postinst configure
inside install -d -o tablet-companion -g tablet-companion -m 700 /var/lib/tablet-companion
seconds "installed by the package's own script, without a network:"

referee tablet-companion --help >"$root/help"
grep -q demo "$root/help" || { echo "test-aarch64: FAILED, --help does not tell of the demo"; exit 1; }
# Its status tells of a screen and a camera, which are not here; packages have to be.
referee tablet-companion doctor 2>&1 | tee "$root/doctor" | grep -E '^[A-Za-z]+ +(Python|packages) ' || :
grep -q '^OK *packages' "$root/doctor" || { cat "$root/doctor"; echo "test-aarch64: FAILED"; exit 1; }
referee /opt/tablet-companion/.venv/bin/python /tmp/reading.py
seconds "--help, doctor and a reading: done"

compare_compiled() {
    mkdir -p "$root/trixie/tmp/compiled"
    "$python" -m zipfile -e "$1" "$root/trixie/tmp/compiled"
    for plays in /tmp/compiled /opt/tablet-companion/src; do
        referee env PYTHONPATH=$plays python3 /tmp/playing.py >"$root/played$(basename "$plays")"
    done
    cmp "$root/playedcompiled" "$root/playedsrc" || { echo "test-aarch64: FAILED, compiled rules differ"; exit 1; }
    seconds "compiled rules play as plain ones do:"
}
compiled=$(ls "$project"/build/compiled-pi/*-cp313-*.whl 2>/dev/null || :)
[ -z "$compiled" ] || compare_compiled "$compiled"

end=0
referee tablet-companion demo --headless --seed 7 --out /var/lib/tablet-companion/demo \
    >"$root/demo" 2>&1 || end=$?
[ "$end" = 0 ] || { tail -n 40 "$root/demo"; echo "test-aarch64: FAILED, the demo's status is $end"; exit 1; }
grep -E '^(rounds|planted|  objected|false|other|time)' "$root/demo"
seconds "test-aarch64: the demo was right;"
