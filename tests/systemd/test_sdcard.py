"""A card is prepared without harm, and its first starts install, go on, or give the Pi back."""

from __future__ import annotations

import hashlib
import json
import lzma
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[2]
PREPARE: Final = ROOT / "systemd" / "sdcard" / "prepare.sh"
LINE: Final = "console=tty1 root=PARTUUID=1-02 rootfstype=ext4 rootwait"
DPKG: Final = shutil.which("dpkg-deb") or ""

pytestmark = pytest.mark.skipif(not DPKG, reason="there is no dpkg-deb")


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    """Return the boot partition of a card nobody has touched."""
    folder = tmp_path / "bootfs"
    folder.mkdir()
    (folder / "cmdline.txt").write_text(f"{LINE}\n")
    (folder / "config.txt").write_text("dtparam=audio=on\n")
    return folder


def package(folder: Path, *, wheels: bool) -> Path:
    """Return a small package of our name, with or without a Python package in it."""
    root = folder / "root"
    (root / "DEBIAN").mkdir(parents=True)
    fields = {"Package": "tablet-companion", "Version": "1", "Architecture": "all"}
    fields |= {"Maintainer": "nobody <n@localhost>", "Description": "a table"}
    (root / "DEBIAN" / "control").write_text("".join(f"{a}: {b}\n" for a, b in fields.items()))
    if wheels:
        (root / "opt" / "wheels").mkdir(parents=True)
        (root / "opt" / "wheels" / "one-1-py3-none-any.whl").touch()
    built = folder / "tablet-companion_1_all.deb"
    subprocess.run([DPKG, "--build", str(root), str(built)], check=True, capture_output=True)
    return built


def prepare(boot: Path, *packages: Path) -> subprocess.CompletedProcess[str]:
    """Prepare a card and return what was said."""
    words = [str(PREPARE), str(boot), *map(str, packages)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a card."""
    files = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


def test_a_prepared_card_installs_at_its_next_start(boot: Path, tmp_path: Path) -> None:
    """The kernel's line stays one line and keeps its words; preparing twice changes nothing."""
    built = package(tmp_path, wheels=True)
    assert prepare(boot, built).returncode == 0
    once = contents(boot)
    line = once["cmdline.txt"].decode()
    assert line.startswith(f"{LINE} systemd.run=/boot/firmware/tablet-companion/first-run ")
    assert line.count("\n") == 1
    assert once["tablet-companion/packages/tablet-companion_1_all.deb"] == built.read_bytes()
    assert prepare(boot, built).returncode == 0
    assert contents(boot) == once


@pytest.mark.parametrize("fault", ["cp", "sync", "mv", "touch"])
def test_a_card_pulled_out_while_it_is_prepared_again_starts_as_usual(
    boot: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """Else it would start what is no longer there, without end. One sentence says what to do."""
    built = package(tmp_path, wheels=True)
    prepare(boot, built)
    # A sync of all disks is content whatever becomes of them, and the first one is early enough.
    fails = {"sync": '[ "$#" = 0 ] || [ ! -e "$2/tablet-companion/packages" ]'}
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / fault).write_text(f"#!/bin/sh\n{fails.get(fault, 'exit 1')}\n")
    (tmp_path / "bin" / fault).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    if fault == "sync":
        shutil.rmtree(boot / "tablet-companion" / "packages")
    if fault in {"mv", "touch"}:  # nothing was removed yet
        (boot / "cmdline.txt").write_text(f"{LINE}\n")
    done = prepare(boot, built)
    assert done.returncode == 1
    assert re.fullmatch("sdcard: .*(in again|cannot be written).*\n", done.stderr)
    assert (boot / "cmdline.txt").read_text() == f"{LINE}\n"
    assert not (boot / "cmdline.new").exists()


def test_the_line_of_a_computer_that_ends_lines_otherwise(boot: Path, tmp_path: Path) -> None:
    """An editor on Windows leaves a carriage return, which would become part of a word."""
    (boot / "cmdline.txt").write_bytes(f"{LINE}\r\n".encode())
    prepare(boot, package(tmp_path, wheels=True))
    assert b"\r" not in (boot / "cmdline.txt").read_bytes()


def _without_settings(boot: Path) -> None:
    (boot / "config.txt").unlink()


def _with_settings(line: str) -> Callable[[Path], object]:
    return lambda boot: (boot / "config.txt").write_bytes(f"[all]\r\n{line}\r\n".encode())


def _with_line(line: str) -> Callable[[Path], object]:
    return lambda boot: (boot / "cmdline.txt").write_text(line)


@pytest.mark.parametrize(
    ("spoil", "wheels", "reason"),
    [
        (_with_line(""), True, "is damaged"),
        (_with_line("\n\n"), True, "is damaged"),
        (_with_line("console=tty1 overlayroot=tmpfs\n"), True, "is damaged"),
        (_with_line(f"console=tty1\n{LINE}\n"), True, "is damaged"),
        (_without_settings, True, "no boot partition"),
        (_with_settings("cmdline=other.txt"), True, "another line"),
        (_with_settings("os_prefix=current/"), True, "another line"),
        (_with_line(f"{LINE} systemd.run=/boot/firmware/firstrun.sh\n"), True, "another program"),
        (contents, False, "does not carry the Python packages"),
    ],
)
def test_a_card_that_cannot_be_prepared_is_left_alone(
    boot: Path, tmp_path: Path, spoil: Callable[[Path], object], wheels: bool, reason: str
) -> None:
    """One sentence says why, and no byte of the card is changed."""
    spoil(boot)
    before = contents(boot)
    done = prepare(boot, package(tmp_path, wheels=wheels))
    early = prepare(boot)  # before anything is downloaded
    assert done.returncode == 1
    assert reason in done.stderr
    assert early.stderr == (done.stderr if wheels else "")
    assert contents(boot) == before


def start(boot: Path, tmp_path: Path, *, dpkg: str) -> str:
    """Run a prepared card's program with this in dpkg's place; return what the screen shows."""
    tools = tmp_path / "bin"
    tools.mkdir(exist_ok=True)
    for name, text in (("dpkg", dpkg), ("systemctl", "exit 0"), ("sync", "exit 0")):
        (tools / name).write_text(f"#!/bin/sh\n{text}\n")
        (tools / name).chmod(0o755)
    screen = tmp_path / "screen"
    told = {"PATH": f"{tools}:{os.environ['PATH']}", "SCREEN": str(screen), "READ_S": "0"}
    command = [str(boot / "tablet-companion" / "first-run")]
    told |= {"RUN": str(tmp_path), "KEPT": str(tmp_path / "updates")}
    subprocess.run(command, env=told, check=False)
    return screen.read_text()


def test_installed_once_the_pi_starts_as_usual(boot: Path, tmp_path: Path) -> None:
    """The kernel's line is the old one again, and the packages no longer fill the partition."""
    prepare(boot, package(tmp_path, wheels=True))
    assert "is installed" in start(boot, tmp_path, dpkg="exit 0")
    assert (boot / "cmdline.txt").read_text() == f"{LINE}\n"
    assert not (boot / "tablet-companion" / "packages").exists()


def _start_the_first_time(boot: Path) -> str:
    """Change the line as Raspberry Pi OS does at its first start; return what it is to be then.

    Every card gets an identifier of its own there, in the partition table as well:
    raspberrypi-sys-mods, `set_partuuid` (Trixie) and `firstboot` (Bookworm).
    """
    own = LINE.replace("PARTUUID=1-02", "PARTUUID=2-02")
    line = (boot / "cmdline.txt").read_text().replace(LINE + FIRST, own)
    (boot / "cmdline.txt").write_text(line)
    return own


FIRST: Final = " resize quiet init=/usr/lib/raspberrypi-sys-mods/firstboot"


@pytest.mark.parametrize("dpkg", ["exit 0", "exit 1"])
def test_the_pi_finds_its_system_again_afterwards(boot: Path, tmp_path: Path, dpkg: str) -> None:
    """The line from before its first start names a system that is there no more."""
    (boot / "cmdline.txt").write_text(f"{LINE}{FIRST}\n")
    prepare(boot, package(tmp_path, wheels=True))
    own = _start_the_first_time(boot)
    for _ in range(4):
        start(boot, tmp_path, dpkg=dpkg)
        if "systemd." not in (boot / "cmdline.txt").read_text():
            break
    assert (boot / "cmdline.txt").read_text() == f"{own}\n"


@pytest.mark.parametrize("harmed", ["", "\0\0", "0x", "08", "7 8", "-", "a[$(exit)]"])
def test_a_count_of_starts_that_a_power_cut_harmed_is_begun_again(
    boot: Path, tmp_path: Path, harmed: str
) -> None:
    """A program that ends there is started again without end."""
    prepare(boot, package(tmp_path, wheels=True))
    (boot / "tablet-companion" / "tries").write_text(harmed)
    assert "is installed" in start(boot, tmp_path, dpkg="exit 0")


@pytest.mark.parametrize("line", ["", "console=tty1\n"])
def test_a_line_that_was_lost_is_the_one_from_before(boot: Path, tmp_path: Path, line: str) -> None:
    """Without root= the Pi would not start at all."""
    prepare(boot, package(tmp_path, wheels=True))
    (boot / "cmdline.txt").write_text(line)
    start(boot, tmp_path, dpkg="exit 0")
    assert (boot / "cmdline.txt").read_text() == f"{LINE}\n"


def test_what_cannot_be_installed_is_tried_three_times(boot: Path, tmp_path: Path) -> None:
    """Then the Pi is given back, and the card says why on any computer."""
    prepare(boot, package(tmp_path, wheels=True))
    for _ in range(3):
        start(boot, tmp_path, dpkg='echo "no room left"; exit 1')
        assert "systemd.run=" in (boot / "cmdline.txt").read_text()
    assert "could not be installed" in start(boot, tmp_path, dpkg="exit 1")
    assert (boot / "cmdline.txt").read_text() == f"{LINE}\n"
    assert "no room left" in (boot / "tablet-companion" / "log.txt").read_text()


def test_a_pulled_plug_is_no_failure(boot: Path, tmp_path: Path) -> None:
    """However often, the next start goes on; only what fails by itself is counted."""
    prepare(boot, package(tmp_path, wheels=True))
    for _ in range(5):
        start(boot, tmp_path, dpkg="kill -9 $PPID")
        assert "systemd.run=" in (boot / "cmdline.txt").read_text()
    assert "is installed" in start(boot, tmp_path, dpkg="exit 0")


def test_a_card_that_has_become_read_only_says_so(boot: Path, tmp_path: Path) -> None:
    """It could neither count its starts nor end them, and would install again and again."""
    prepare(boot, package(tmp_path, wheels=True))
    (boot / "tablet-companion" / "tries").mkdir()  # what root cannot write either
    assert "cannot be written" in start(boot, tmp_path, dpkg="exit 0")
    assert "is installed" not in (tmp_path / "screen").read_text()


def _describe(image: Path, url: str) -> subprocess.CompletedProcess[str]:
    words = [str(PREPARE.with_name("imager.sh")), str(image), url]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_imager_is_told_of_no_damaged_image(tmp_path: Path) -> None:
    """One that was cut short when it was copied would be written to cards as far as it goes."""
    whole, url = lzma.compress(os.urandom(5000)), "https://x/card.img.xz"
    for name, data, where, said in (
        ("cut.img.xz", whole[:3000], url, "damaged or was cut short"),
        ("harmed.img.xz", whole[:2000] + b"?" + whole[2001:], url, "damaged or was cut short"),
        ("none.img.xz", b"", url, "damaged or was cut short"),
        ("none.img", b"", url, "is empty"),
        ("good.img.xz", whole, 'https://x/"y"', "quotation marks"),
        ("good.img.xz", whole, "x/card.img.xz", "no address"),
    ):
        (tmp_path / name).write_bytes(data)
        done = _describe(tmp_path / name, where)
        assert (done.returncode, done.stdout) == (1, ""), name
        assert said in done.stderr
        assert done.stderr.count("\n") == 1


def test_what_is_no_card_is_told_before_anything_is_downloaded() -> None:
    """Neither partition may be left out: this machine's own is none."""
    for script, said in (("prepare.sh", "BOOT="), ("recommended.sh", "ROOT=")):
        words = [str(PREPARE.with_name(script)), ""]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == 1
        assert said in done.stderr


def test_settings_that_change_nothing_are_none_of_our_business(boot: Path, tmp_path: Path) -> None:
    """Only what leads the firmware away from the line matters, and no remark does."""
    _with_settings("cmdline=cmdline.txt\r\n#cmdline=x.txt\r\ndtoverlay=os_prefix=1")(boot)
    assert prepare(boot, package(tmp_path, wheels=True)).returncode == 0


def _card_system(root: Path, machine: str, python: str) -> Path:
    """Return a card's large partition, as far as it tells what is installed."""
    stanza = "Package: {}\nStatus: install ok installed\nArchitecture: {}\nVersion: {}\n\n"
    packages = (("adduser", "all", "3.9"), ("dpkg", machine, "1.22"), ("python3", machine, python))
    (root / "var" / "lib" / "dpkg").mkdir(parents=True)
    written = "".join(stanza.format(*each) for each in packages)
    (root / "var" / "lib" / "dpkg" / "status").write_text(written)
    return root


@pytest.mark.parametrize(
    ("machine", "python", "wheels", "said"),
    [
        ("arm64", "3.13.5-1", "313", ""),
        ("armhf", "3.13.5-1", "313", "not the one with 64 bit, but for armhf"),
        ("arm64", "3.9.2-3", "313", "has Python 3.9"),
        ("arm64", "3.11.2-1+b1", "313", "make wheels PI_PYTHONS=3.11"),
    ],
)
def test_a_card_with_another_system_is_refused_before_its_first_start(
    tmp_path: Path, machine: str, python: str, wheels: str, said: str
) -> None:
    """At the table it would fail three times, and nobody there has a network to mend it."""
    root = _card_system(tmp_path / "root fs", machine, python)
    (tmp_path / f"numpy-2-cp{wheels}-cp{wheels}-manylinux_2_28_aarch64.whl").touch()
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "apt-get").write_text("#!/bin/sh\n")
    (tmp_path / "bin" / "apt-get").chmod(0o755)
    words = [
        str(PREPARE.with_name("recommended.sh")),
        str(root),
        str(tmp_path / "new"),
        str(tmp_path),
    ]
    path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
    done = subprocess.run(words, capture_output=True, text=True, check=False, env={"PATH": path})
    assert (done.returncode, done.stderr.count("\n")) == ((1, 1) if said else (0, 0)), done.stderr
    assert said in done.stderr
    # What the wheels do not matter for is told before they are downloaded.
    early = subprocess.run(words[:2], capture_output=True, check=False)
    assert (early.returncode == 0) == (not said or "PI_PYTHONS" in said)


def test_imager_is_told_of_an_image(tmp_path: Path) -> None:
    """Sizes and the checksum are those of what Raspberry Pi Imager unpacks and compares."""
    whole = b"a card" * 1000
    packed = lzma.compress(whole)
    (tmp_path / "card.img.xz").write_bytes(packed)
    said = _describe(tmp_path / "card.img.xz", "https://x/card.img.xz")
    (entry,) = json.loads(said.stdout)["os_list"]
    assert entry["url"] == "https://x/card.img.xz"
    assert (entry["extract_size"], entry["image_download_size"]) == (len(whole), len(packed))
    assert entry["extract_sha256"] == hashlib.sha256(whole).hexdigest()
