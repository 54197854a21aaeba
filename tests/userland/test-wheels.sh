#!/bin/sh
# Makes sure that pip can have all that the program needs on a Pi, with Trixie's Python and with
# Bookworm's, without a compiler. Without a network, says so and ends well.
set -eu

python=${1:?which Python has pip}
project=$(cd "$(dirname "$0")/../.." && pwd)
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

if ! "$python" -m pip download --quiet --disable-pip-version-check --no-cache-dir --no-deps \
    --retries 0 --timeout 15 --dest "$room" tomlkit >"$room/log" 2>&1; then
    echo "test-wheels: SKIPPED, as pip reaches no packages: $(grep ERROR "$room/log" | tail -n 1)"
    exit 0
fi
for version in 3.13 3.11; do
    if ! "$project/systemd/wheels.sh" "$python" --dry aarch64 "$version" >"$room/log" 2>&1; then
        grep ERROR "$room/log"
        echo "test-wheels: FAILED, a Pi with Python $version would have to compile this"
        exit 1
    fi
    echo "aarch64, Python $version: every package has a wheel"
done
