#!/bin/sh
# Puts packages on the boot partition of a card that Raspberry Pi OS Lite was written to, so that the Pi
# installs them by itself when it is first switched on. The card's other partition is not touched.
#   prepare.sh /media/me/bootfs tablet-companion_1.0_all.deb [OTHER.deb…]
# The card may be prepared again at any time; what was on it before is replaced. Without a package it only
# tells whether the card could be prepared, before anything is downloaded for it.
set -eu
boot=${1-}
here=$(cd "$(dirname "$0")" && pwd)
words="systemd.run=/boot/firmware/tablet-companion/first-run systemd.run_success_action=reboot \
systemd.run_failure_action=reboot systemd.unit=kernel-command-line.target"

refuse() {
    echo "sdcard: $1" >&2
    exit 1
}
[ -n "$boot" ] || refuse "name the small partition (bootfs) of the card, as in BOOT=/media/you/bootfs."
shift

for file in cmdline.txt config.txt; do
    [ -f "$boot/$file" ] || refuse "$boot is no boot partition of Raspberry Pi OS: it has no $file. \
Write Raspberry Pi OS Lite onto the card, take the card out and put it in again, and name the small \
partition (bootfs)."
done
line=$(tr -d '\r' <"$boot/cmdline.txt" | sed "s| $words||")
damaged="the line in $boot/cmdline.txt is damaged: Raspberry Pi OS has one line there, with root=. Write \
Raspberry Pi OS Lite onto the card again."
# The firmware reads the first line only, and without root= the kernel has no system to start.
case " $line" in
*systemd.run=*) refuse "this card is to run another program at its first start. Start the Pi with it \
once, then prepare it again." ;;
*"
"*) refuse "$damaged" ;;
*" root="?*) ;;
*) refuse "$damaged" ;;
esac
# The firmware would read its line elsewhere, and what is written here do nothing.
! tr -d '\r' <"$boot/config.txt" | grep -E '^ *(os_prefix|cmdline)=' | grep -vqx ' *cmdline=cmdline.txt *' \
    || refuse "$boot/config.txt names another line than cmdline.txt (cmdline= or os_prefix=). Write Raspberry \
Pi OS Lite onto the card again."
touch "$boot/cmdline.new" 2>/dev/null && rm "$boot/cmdline.new" \
    || refuse "$boot cannot be written: is the card locked, or does it belong to root?"
[ "$#" -gt 0 ] || exit 0
package=$1
for each; do
    [ -f "$each" ] || refuse "there is no package $each (make deb WHEELS=build/wheels builds it)."
done
dpkg-deb --contents "$package" 2>/dev/null | grep -c '/wheels/.*\.whl$' >/dev/null \
    || refuse "$package does not carry the Python packages that a Pi without a network needs: \
make wheels, then make deb WHEELS=build/wheels."

# put_line LINE: what the card starts with, the old line or the new one at any time. Unlike a sync of
# all disks, this tells that the card was pulled out.
put_line() {
    { echo "$1" >"$boot/cmdline.new"; } 2>/dev/null && sync -f "$boot" \
        && mv "$boot/cmdline.new" "$boot/cmdline.txt" && sync -f "$boot" || stop
}
stop() {
    rm -f "$boot/cmdline.new"
    refuse "$boot is full or was pulled out. Make room on it or put the card in again, then prepare it again."
}

# A card that was prepared before must not start what is removed now, if this is cut off.
put_line "$line"
needed=$(($(cat "$@" | wc -c) / 1024 + 1024))
folder=$boot/tablet-companion
rm -rf "$folder"
free=$(df -Pk "$boot" | awk 'END { print $4 }')
[ "$free" -ge "$needed" ] || refuse "there are $free kB left on $boot, and $needed are needed."

mkdir -p "$folder/packages" && cp "$@" "$folder/packages/" && install -m 755 "$here/first-run" "$folder/" \
    && echo "$line" >"$folder/cmdline.before" && sync -f "$boot" || stop
# From here on the Pi installs: the line is replaced when all else is on the card.
put_line "$line $words"
echo "The card is ready: eject it, put it into the Pi and switch it on. It takes some minutes and starts by itself."
