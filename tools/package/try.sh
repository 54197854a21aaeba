#!/bin/sh
# Installs a wheel as pipx would, into an environment of its own far from the sources, and plays a
# round of a game with it. Without a network, says so and ends well.
set -eu

python=${1:?which Python}
wheel=$(realpath "${2:?which wheel}")
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

"$python" -m venv "$room/venv"
pip="$room/venv/bin/python -m pip --quiet --disable-pip-version-check"
if ! $pip install "$wheel" >"$room/log" 2>&1; then
    if $pip download --no-deps --retries 0 --timeout 15 --dest "$room" tomlkit >/dev/null 2>&1; then
        cat "$room/log"
        exit 1
    fi
    echo "package: the wheel was not tried, as pip reaches no packages"
    exit 0
fi
cd "$room"
unset PYTHONPATH
venv/bin/tablet-companion demo --headless --seed 7 --out "$room/out" >"$room/log" 2>&1 || {
    cat "$room/log"
    echo "package: the demonstration from the installed wheel failed"
    exit 1
}
tail -n 3 "$room/log"
echo "package: installed and played"
