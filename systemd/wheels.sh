#!/bin/sh
# Downloads the wheels that the program needs on another machine into a folder; with --dry it only checks
# that there are wheels of everything, so that nothing has to be compiled there. locks/ beside this script
# lists them, with their hashes.
#   wheels.sh python3 FOLDER aarch64 3.13 3.11
set -eu
python=${1:?which Python has pip}
target=${2:?which folder is to hold the wheels, or --dry}
machine=${3:?which machine: aarch64 or x86_64}
shift 3
here=$(cd "$(dirname "$0")" && pwd)
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT

if [ "$target" = --dry ]; then
    set -- "$@" -- install --dry-run --ignore-installed --target "$room/none"
else
    mkdir -p "$target"
    set -- "$@" -- download --dest "$target"
fi
while [ "$1" != -- ]; do versions="${versions:-} $1"; shift; done
shift
# pip takes each for itself; Bookworm's C library is 2.36.
for libc in manylinux2014 manylinux_2_17 manylinux_2_26 manylinux_2_27 manylinux_2_28 \
    manylinux_2_31 manylinux_2_34 manylinux_2_35 manylinux_2_36; do
    set -- "$@" --platform "${libc}_$machine"
done
# make lock has resolved them for that Python; pip would apply its own Python's requirements.
for version in $versions; do
    [ -e "$here/locks/$version.txt" ] || {
        echo "wheels.sh: there is no list of packages for Python $version: make lock PYTHONS=$version" >&2
        exit 1
    }
    "$python" -m pip "$@" --quiet --disable-pip-version-check --only-binary :all: \
        --require-hashes --no-deps --ignore-requires-python \
        --implementation cp --python-version "$version" --abi "cp$(echo "$version" | tr -d .)" \
        --abi abi3 --abi none --requirement "$here/locks/$version.txt"
done
