#!/bin/sh
# Describes an image of a prepared card for Raspberry Pi Imager, which then offers it by its name:
#   imager.sh card.img.xz https://example.org/card.img.xz >tablet-companion.rpi-imager-manifest
# The image may also lie on this computer: file:///home/me/card.img.xz.
set -eu
image=${1:?which image (card.img or card.img.xz)}
url=${2:?where Imager finds it (https://… or file:///…)}
refuse() {
    echo "imager: $1" >&2
    exit 1
}
[ -f "$image" ] || refuse "there is no image $image."
case $url in
*[\"\\]*) refuse "the address may not have quotation marks or backslashes." ;;
https://?* | http://?* | file:///?*) ;;
*) refuse "$url is no address that Imager knows: it begins with https:// or file:///." ;;
esac

case $image in
*.xz)
    unpack="xz --decompress --stdout"
    # A pipe would hide it, and Imager unpack what is there of it.
    xz --test "$image" 2>/dev/null || refuse "$image is damaged or was cut short: make it again."
    size=$(xz --robot --list "$image" | awk '$1 == "totals" { print $5 }')
    ;;
*)
    unpack=cat
    size=$(wc -c <"$image")
    ;;
esac
[ "$size" -gt 0 ] || refuse "$image is empty: make it again."
cat <<END_OF_LIST
{
  "os_list": [
    {
      "name": "Tablet Companion",
      "description": "A referee for real board games. It installs itself at the first start.",
      "url": "$url",
      "extract_size": $size,
      "extract_sha256": "$($unpack "$image" | sha256sum | cut -d ' ' -f 1)",
      "image_download_size": $(wc -c <"$image"),
      "release_date": "$(date -r "$image" +%F)",
      "devices": ["pi5-64bit", "pi4-64bit"]
    }
  ]
}
END_OF_LIST
