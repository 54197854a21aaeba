#!/bin/sh
# Builds the Debian package, without a network. With a folder of wheels as second argument it carries
# them, so that installing it needs no network either.
set -eu
target=${1:?which folder is to hold the package}
wheels=${2:-}
here=$(cd "$(dirname "$0")" && pwd)
project=$(dirname "$here")
version=${VERSION:-$(sed -n 's/^__version__ = "\(.*\)"$/\1/p' "$project/tablet_companion/__init__.py")}

mkdir -p "$target"
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"
home=$root/opt/tablet-companion
umask 022

mkdir -p "$home/src" "$root/DEBIAN" "$root/usr/bin"
for package in tablet_companion hardware calibration; do
    cp -R "$project/$package" "$home/src/"
done
find "$home/src" -name __pycache__ -prune -exec rm -rf {} +
cp -R "$here/locks" "$home/locks"
[ -z "$wheels" ] || cp -R "$wheels" "$home/wheels"
install -m 644 "$here/debian/settings.toml" "$here/debian/start" "$home/"
ln -s /opt/tablet-companion/.venv/bin/tablet-companion "$root/usr/bin/tablet-companion"
install -D -m 644 "$here/tablet-companion.service" -t "$root/usr/lib/systemd/system"
install -D -m 644 "$here/tablet-companion.sysusers" "$root/usr/lib/sysusers.d/tablet-companion.conf"
install -D -m 644 "$here/50-tablet-companion.rules" -t "$root/usr/share/polkit-1/rules.d"
install -D -m 644 "$here"/update/*.service -t "$root/usr/lib/systemd/system"
install -D -m 644 "$here"/update/*.rules -t "$root/usr/lib/udev/rules.d"
install -m 755 "$here/update/update" "$home/"
install -D -m 644 "$here/README.md" "$here/desktop.conf" -t "$root/usr/share/doc/tablet-companion"
install -m 644 "$project/LICENSE" "$root/usr/share/doc/tablet-companion/copyright"

install -m 755 "$here/debian/postinst" "$here/debian/prerm" "$here/debian/postrm" "$root/DEBIAN/"
sed "s/@VERSION@/$version/" "$here/debian/control.in" >"$root/DEBIAN/control"
# Wheels are packed already, and the rest is small.
dpkg-deb --root-owner-group -Zgzip --build "$root" "$target/tablet-companion_${version}_all.deb" >/dev/null
echo "$target/tablet-companion_${version}_all.deb"
