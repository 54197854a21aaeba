#!/bin/sh
# Runs a command as root in an arm64 userland: on another kind of processor, qemu emulates a Pi 4's.
# Mounts, the emulation and the missing network are seen by that command alone, and gone with it.
set -eu

if [ "${1:-}" = --inside ]; then
    root=$2
    shift 2
    mkdir -p "$root/proc" "$root/dev" "$root/mnt"
    if [ -n "${REGISTER:-}" ]; then
        # 64-bit ELF for AArch64, program or shared object; F: the emulator is opened here and now.
        mount -t binfmt_misc binfmt "$root/mnt"
        printf '%s' ':qemu-aarch64:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:'"$REGISTER"':F' \
            >"$root/mnt/register"
    fi
    mount --rbind /proc "$root/proc"
    mount -t tmpfs -o mode=755 dev "$root/dev"
    for device in null zero full random urandom; do
        : >"$root/dev/$device"
        mount --bind "/dev/$device" "$root/dev/$device"
    done
    mkdir -m 1777 "$root/dev/shm"
    ln -s /proc/self/fd "$root/dev/fd"
    # A processor with SVE, qemu's default, has other code paths in NumPy and OpenCV than a Pi.
    exec chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
        QEMU_CPU=cortex-a72 "$@"
fi

root=${1:?which folder holds the userland}
[ $# -gt 1 ] || { echo "emulated.sh: say which command is to be run" >&2; exit 2; }
if [ "$(uname -m)" = aarch64 ] || grep -qs '^enabled' /proc/sys/fs/binfmt_misc/qemu-aarch64; then
    exec unshare --mount --net "$0" --inside "$@"
fi

# Since Linux 6.7 a user namespace has a list of emulators of its own: the machine's is left alone.
REGISTER=$(command -v qemu-aarch64-static)
export REGISTER
unshare --user --mount --net sh -c \
    'until [ "$(id -u)" = 0 ]; do sleep 0.05; done; exec "$0" --inside "$@"' "$0" "$@" &
inside=$!
# Refused until it has a namespace of its own; then every user is the same inside.
until { echo 0 0 65536 >"/proc/$inside/uid_map"; } 2>/dev/null; do
    kill -0 "$inside" || exit 1
    sleep 0.05
done
echo 0 0 65536 >"/proc/$inside/gid_map"
wait "$inside"
