#!/bin/sh
# Tries the cameras' contract with the real picamera2, on libcamera's virtual camera, in a Trixie
# userland: no Pi, no kernel driver and no package on this machine is changed. Where that cannot be
# built, says why and ends well: nothing was shown then, and nothing was refuted.
set -eu

python=${1:?which Python has pip and OpenCV}
root=$(realpath -m "${2:?which folder is to hold the userland}")
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)

skip() {
    echo "test-picamera2: SKIPPED, as $1."
    exit 0
}

[ "$(id -u)" = 0 ] || skip "only root may enter a userland (try: sudo make test-picamera2)"
[ "$(uname -s)" = Linux ] || skip "this is no Linux"
for tool in debootstrap dpkg unshare chroot gcc; do
    command -v "$tool" >/dev/null || skip "$tool is missing (try: apt install debootstrap gcc)"
done

# The machine's own source of Debian packages; without one, debootstrap knows where Debian is.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 2>/dev/null | grep -v security | head -n 1 || :)

packages() {
    "$python" -m pip install --quiet --disable-pip-version-check --root-user-action=ignore \
        --target "$root/opt/packages" --upgrade --python-version 3.13 --implementation cp \
        --abi cp313 --abi abi3 --abi none --only-binary :all: --no-deps "$@"
}

build() {
    rm -rf "$root"
    mkdir -p "$root"
    # Unpacked only: no package's script is run, so that nothing but files is needed of the system.
    debootstrap --foreign --variant=minbase --include=python3,python3-libcamera,libcamera-ipa \
        trixie "$root" $mirror >"$root.log" 2>&1 || return 1
    for package in "$root"/var/cache/apt/archives/*.deb; do
        dpkg -x "$package" "$root" || return 1
    done
    # The versions that libcamera 0.4 of Trixie is known to get on with; the rest is pytest's.
    packages picamera2==0.3.38 simplejpeg videodev2 piexif pillow numpy opencv-python-headless \
        msgspec pytest iniconfig packaging pluggy pygments >>"$root.log" 2>&1 || return 1
    gcc -shared -fPIC -O1 -o "$root/opt/dmabuf.so" "$here/dmabuf.c" -ldl >>"$root.log" 2>&1
}

if [ ! -e "$root/built" ]; then
    build || skip "the userland cannot be built (network? $root.log says more)"
    touch "$root/built"
fi

mkdir -p "$root/frames" "$root/project" "$root/usr/share/libcamera/pipeline/virtual"
cp "$here/virtual.yaml" "$root/usr/share/libcamera/pipeline/virtual/"
rm -rf "$root/project/hardware" "$root/project/tests"
cp -r "$project/hardware" "$project/tests" "$root/project/"
PYTHONPATH="$project" "$python" -m tests.userland.frames "$root/frames"

# A mount namespace of its own: the machine's devices are seen inside, and gone with it.
unshare --mount sh -c '
    mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc"
    exec chroot "$1" /usr/bin/env -i PATH=/usr/bin:/bin HOME=/ \
        LD_PRELOAD=/opt/dmabuf.so PYTHONPATH=/opt/packages:/project PYTHONDONTWRITEBYTECODE=1 \
        LIBCAMERA_LOG_LEVELS="*:ERROR" TEST_REAL_PICAMERA2=1 \
        sh -c "cd /project && exec timeout 120 python3 -m pytest --noconftest -q -p no:cacheprovider \
            -rs tests/hardware/test_camera_contract.py tests/hardware/test_picamera2.py \
            tests/hardware/test_real_picamera2.py"
' sh "$root"
