#!/bin/sh
# Cuts the power hundreds of times at random moments and looks at what is left. The disk is an ext4
# file system whose image lies on XFS; a cut is a clone of that image at one instant (FICLONE), which
# holds what the file system had handed to its disk, and nothing that was still in memory. What it
# cannot show is a disk that lies about having written; tests/journal/test_plug.py mixes sectors.
# Also fills the disk, makes it read-only, and gives it back, under the running program's feet.
# Where no such disk can be made, says why and ends well.
set -eu

python=${1:?which Python has the project}
cuts=${2:-200}
case $python in
/*) ;;
*/*) python=$PWD/$python ;; # this script works in a folder of its own
esac
here=$(cd "$(dirname "$0")" && pwd)
PYTHONPATH=$(dirname "$(dirname "$here")")
export PYTHONPATH

skip() {
    echo "test-plug: SKIPPED, as $1."
    exit 0
}

[ "$(id -u)" = 0 ] || skip "only root may mount disks (try: sudo make test-plug)"
for tool in mkfs.xfs mkfs.ext4 losetup; do
    command -v "$tool" >/dev/null || skip "$tool is missing (try: apt install xfsprogs e2fsprogs)"
done

lab=$(mktemp -d)
cd "$lab"
writer=
clean() {
    status=$?
    trap '' EXIT INT TERM HUP
    [ -z "$writer" ] || kill -9 "$writer" 2>/dev/null || :
    # Not umount -l: a loop device would keep its image, and the room it takes, until nobody looks.
    for folder in cut disk host; do
        tries=0
        while mountpoint -q "$lab/$folder" && [ "$tries" -lt 50 ]; do
            umount -q "$lab/$folder" 2>/dev/null || sleep 0.1
            tries=$((tries + 1))
        done
        ! mountpoint -q "$lab/$folder" || umount -q -l "$lab/$folder" || :
    done
    cd /
    rm -rf "$lab"
    exit "$status"
}
trap clean EXIT
trap 'exit 130' INT TERM HUP
mkdir host disk cut
truncate -s 2G host.img # sparse; a cut takes only what has changed since the last
mkfs.xfs -q -f -m reflink=1 host.img
mount -o loop host.img host 2>/dev/null || skip "no loop device can be mounted here"
truncate -s 32M host/disk.img
mkfs.ext4 -q -F host/disk.img
mount -o loop host/disk.img disk

"$python" "$here/plug.py" write disk acknowledged &
writer=$!
tries=0
while [ ! -s acknowledged ]; do
    tries=$((tries + 1))
    if [ "$tries" -gt 600 ] || ! kill -0 "$writer" 2>/dev/null; then
        echo "test-plug: FAILED, as nothing was written within 30 s"
        exit 1
    fi
    sleep 0.05
done
"$python" "$here/plug.py" cut "$cuts" host/disk.img host acknowledged
kill "$writer"
wait "$writer" 2>/dev/null || :
writer=
umount disk

number=0
while [ "$number" -lt "$cuts" ]; do
    mount -o loop "host/$number.img" cut
    "$python" "$here/plug.py" check cut "host/$number" || touch failed
    umount cut
    rm "host/$number.img"
    number=$((number + 1))
done >checked
sort checked | cut -d: -f1 | uniq -c

mount -o loop,errors=remount-ro host/disk.img disk
"$python" "$here/plug.py" trouble disk >>troubles || touch failed
# After an error on the card the system lets it be read only, until it was checked and started anew.
"$python" "$here/plug.py" readonly disk >>troubles || touch failed
umount disk
e2fsck -fy host/disk.img >/dev/null 2>&1 || [ $? -le 2 ]
mount -o loop host/disk.img disk
"$python" "$here/plug.py" mended disk >>troubles || touch failed
[ ! -e failed ] || { grep -v '^survived' checked || :; cat troubles; echo "test-plug: FAILED"; exit 1; }
cat troubles
echo "test-plug: $cuts cuts, all survived"
