# Sourced by boot.sh and install.sh, which set $name, $python, $root and $project: makes a Trixie
# userland that can be booted, and a folder of the wheels that its Python needs; or skips with a reason.

skip() {
    echo "$name: SKIPPED, as $1."
    exit 0
}

[ "$(id -u)" = 0 ] || skip "only root may boot a userland (try: sudo make $name)"
for tool in debootstrap systemd-nspawn dpkg-deb; do
    command -v "$tool" >/dev/null \
        || skip "$tool is missing (try: apt install debootstrap systemd-container)"
done

# The machine's own source of Debian packages; without one, debootstrap knows where Debian is.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 2>/dev/null | grep -v security | head -n 1 || :)
# libpam-systemd: debootstrap does not look who provides the logind that polkitd depends on.
packages=systemd,systemd-sysv,libpam-systemd,dbus,polkitd,python3,python3-venv,make

if [ "$(cat "$root/built" 2>/dev/null)" != "$packages" ]; then
    rm -rf "$root/trixie" "$root/built"
    mkdir -p "$root"
    debootstrap --variant=minbase --include=$packages trixie "$root/trixie" $mirror \
        >"$root/log" 2>&1 || skip "no userland can be made (network? $root/log says more)"
    echo "$packages" >"$root/built"
fi

# What the package needs, for Trixie's Python, so that installing it asks no network.
if ! cmp -s "$project/systemd/locks/3.13.txt" "$root/wheels-for"; then
    rm -rf "$root/wheels"
    "$project/systemd/wheels.sh" "$python" "$root/wheels" "$(uname -m)" 3.13 >>"$root/log" 2>&1 \
        || skip "the packages cannot be had (network? $root/log says more)"
    cp "$project/systemd/locks/3.13.txt" "$root/wheels-for"
fi

# proof MODULE [nspawn's words]: a fresh machine in which a module of this folder runs after the start.
# What is written goes to a temporary layer. What it said is in proof/report, how it ended in $end. The
# limit is for what hangs: it takes three minutes, and on a machine with much to do a quarter of an hour.
proof() {
    module=$1
    shift
    mkdir -p "$root/proof/tests/systemd"
    cp "$here"/*.py "$root/proof/tests/systemd/"
    cat >"$root/proof/proof.service" <<END_OF_UNIT
[Unit]
After=multi-user.target dbus.service
[Service]
Type=exec
WorkingDirectory=/proof
ExecStart=/usr/bin/python3 -u -m tests.systemd.$module
StandardOutput=append:/proof/report
StandardError=append:/proof/report
END_OF_UNIT
    end=0
    timeout "${LIMIT_S:-1800}" systemd-nspawn --quiet --directory "$root/trixie" --volatile=overlay --boot \
        --register=no --keep-unit --bind "$root/proof:/proof" --link-journal=no \
        --bind "$root/proof/proof.service:/etc/systemd/system/proof.service" "$@" \
        systemd.wants=proof.service systemd.firstboot=no \
        </dev/null >"$root/console" 2>&1 || end=$?
    [ -s "$root/proof/report" ] || skip "no userland can be booted here ($root/console says more)"
    cat "$root/proof/report"
}
