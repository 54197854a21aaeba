#!/bin/sh
# Make DIR/micropython, MicroPython's unix port, for the tests of the firmware: the system's own, or
# where that is older than 1.25, Debian Trixie's, from the archive that this system's apt uses. It is
# unpacked into DIR and runs from there; nothing is installed.
set -eu
target=${1:?a folder to put it into}
mkdir -p "$target/lists/partial" "$target/cache/archives/partial" "$target/parts" "$target/root"
target=$(cd "$target" && pwd)

fresh() {
    command -v micropython >/dev/null &&
        micropython -c 'import sys; sys.exit(sys.implementation[1] < (1, 25, 0))'
}
if fresh; then
    ln -sf "$(command -v micropython)" "$target/micropython"
    exit 0
fi

. /etc/os-release
sources=/etc/apt/sources.list.d/debian.sources
if [ "${ID:-}" != debian ] || [ ! -r "$sources" ]; then
    echo "MicroPython 1.25 or newer is needed for these tests; install it and try again." >&2
    exit 1
fi
# The first entry of Debian's own sources is its archive; the suite is all that has to change.
awk 'BEGIN { RS = "" } NR == 1' "$sources" |
    sed -E 's/^Suites:.*/Suites: trixie/; s/^Components:.*/Components: main/' \
        >"$target/parts/trixie.sources"
quietly() {
    apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$target/parts" \
        -o Dir::State::lists="$target/lists" -o Dir::Cache="$target/cache" \
        -o Dir::State::status=/dev/null -o APT::Sandbox::User=root "$@"
}
quietly update
cd "$target"
quietly download micropython libc6 libffi8 libmbedtls21 libmbedx509-7 libmbedcrypto16
for package in *.deb; do
    dpkg -x "$package" root
done
rm -- *.deb

# Beside an older C library it runs with its own, by its own loader.
library=$(dirname "$(find "$target/root/usr/lib" -name 'libc.so.6')")
loader=$(find "$library" -name 'ld-linux*.so.*')
cat >"$target/micropython.new" <<SCRIPT
#!/bin/sh
exec "$loader" --library-path "$library" "$target/root/usr/bin/micropython" "\$@"
SCRIPT
chmod +x "$target/micropython.new"
mv "$target/micropython.new" "$target/micropython"
"$target/micropython" -c 'import sys; print(sys.version)'
