#!/bin/sh
# Pins every package that the program needs on one Python: its version, and the hashes of all files
# published as that version, for any machine. No address is written down.
#   lock.sh .venv/bin 3.13
set -eu
bin=${1:?which folder has python and uv}
version=${2:?which Python: 3.13 for Trixie, 3.11 for Bookworm}
here=$(cd "$(dirname "$0")" && pwd)

"$bin/python" "$here/needs.py" "$here/../pyproject.toml" "$version" \
    | "$bin/uv" pip compile - --quiet --upgrade --generate-hashes --no-header --no-annotate \
        --only-binary :all: --python-version "$version" \
        --python-platform aarch64-manylinux_2_36 --output-file "$here/locks/$version.txt"
echo "systemd/locks/$version.txt: $(grep -c == "$here/locks/$version.txt") packages"
