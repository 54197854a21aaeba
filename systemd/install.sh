#!/bin/sh
# Installs the Debian package, with what it recommends if that can be had: without a network the
# referee is installed all the same.
set -eu
package=${1:?which package}
words="--yes --reinstall --allow-downgrades"
if ! apt-get install $words --download-only "$package"; then
    echo "tablet-companion: what it recommends cannot be fetched, so only what is here is installed." >&2
    words="$words --no-install-recommends"
fi
apt-get install $words "$package"
# An update that does not stay up is taken back to this one.
install -D -m 600 "$package" /var/cache/tablet-companion/installed.deb
