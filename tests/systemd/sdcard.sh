#!/bin/sh
# A card's first starts, for real: `make sdcard` prepares a folder as the boot partition of a Trixie
# userland, which is then started under its own systemd with the words of its kernel's line, without a
# network. The plug is pulled in the middle of the first installations; the next start has to go on, and
# the one after that to be the referee's. Nothing on this machine is changed.
set -eu

python=${1:?which Python has pip}
root=$(realpath -m "${2:?which folder is to hold the userland}")
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
name=test-sdcard
. "$here/userland.sh"

card=$root/card
rm -rf "$card"
mkdir -p "$card/boot"
cp -a --reflink=auto "$root/trixie" "$card/root"
mkdir -p "$card/root/boot/firmware"
echo "console=tty1 root=PARTUUID=1-02 rootwait" >"$card/boot/cmdline.txt"
touch "$card/boot/config.txt"
"$project/systemd/sdcard/prepare.sh" "$card/boot" \
    "$("$project/systemd/build-deb.sh" "$root" "$root/wheels")"

# What a Pi's own screen and camera are not here for.
mkdir -p "$card/root/etc/systemd/system/tablet-companion.service.d"
printf '[Service]\nEnvironment=SDL_VIDEODRIVER=dummy SDL_AUDIODRIVER=dummy\n' \
    >"$card/root/etc/systemd/system/tablet-companion.service.d/trial.conf"

# start SECONDS [WORDS]: the Pi is on until it switches itself off, or until the plug is pulled, which
# ends every process in it at once: in processes' numbers of its own, as nspawn alone leaves them behind.
# In place of starting again it ends, so that the next start reads the line as it is then.
start() {
    seconds=$1
    shift
    words="$(sed 's/action=reboot/action=poweroff/g' "$card/boot/cmdline.txt") $*"
    # What the pulled plug ended may still hold the card: once in a while nothing at all starts then.
    for _ in 1 2; do
        # shellcheck disable=SC2086 - words of a line
        timeout --signal=KILL "$seconds" unshare --pid --fork --kill-child --mount-proc systemd-nspawn --quiet --directory "$card/root" --boot --register=no \
            --keep-unit --private-network --link-journal=no --bind "$card/boot:/boot/firmware" \
            $words systemd.firstboot=no </dev/null >"$root/console" 2>&1 || :
        if [ -s "$root/console" ]; then break; fi
        sleep 5
    done
}

cuts=0
for seconds in 6 15 30; do
    start "$seconds"
    grep -q systemd.run= "$card/boot/cmdline.txt" && cuts=$((cuts + 1))
done
[ -s "$card/boot/tablet-companion/log.txt" ] || skip "no userland can be booted here ($root/console says more)"
echo "the plug was pulled $cuts times while it was installing"
start 300
if grep -q systemd.run= "$card/boot/cmdline.txt"; then
    cat "$card/boot/tablet-companion/log.txt"
    echo "test-sdcard: FAILED, it does not start as usual"
    exit 1
fi
cat >"$card/root/etc/systemd/system/proof.service" <<END_OF_UNIT
[Unit]
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/bin/sh -c 'for i in \$(seq 60); do systemctl is-active --quiet tablet-companion && break; sleep 1; done; \
systemctl is-active tablet-companion >/proof; systemctl show --property StatusText tablet-companion >>/proof; systemctl poweroff'
END_OF_UNIT
start 180 systemd.wants=proof.service
cat "$card/root/proof"
grep -q '^active$' "$card/root/proof" || { echo "test-sdcard: FAILED, the referee does not run"; exit 1; }
grep -q 'the set-up is shown' "$card/root/proof" \
    || { echo "test-sdcard: FAILED, it does not begin with the set-up"; exit 1; }
rm -rf "$card"
echo "test-sdcard: installed by itself, and begins with the set-up"
