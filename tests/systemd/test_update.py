"""A stick's newer version is offered, installed, and taken back where it does not stay up."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

UPDATE: Final = Path(__file__).parents[2] / "systemd" / "update" / "update"
DPKG: Final = shutil.which("dpkg") or ""
MOST: Final = 2_000_000
"""Bytes of a package, in place of a gigabyte."""
BUILD: Final = shutil.which("dpkg-deb") or ""

pytestmark = pytest.mark.skipif(not DPKG, reason="there is no dpkg")

TOOLS: Final = {
    "dpkg": f'case $1 in --compare-versions) exec {DPKG} "$@" ;; esac\n'
    'echo "$@" >>"$ROOM/asked"\n[ ! -e "$ROOM/refuses" ]',
    "dpkg-query": "echo 1.5",
    "mount": '[ ! -e "$ROOM/unreadable" ] && rmdir "$4" && ln -s "$ROOM/stick" "$4"',
    "umount": 'rm "$1"',
    "cp": '[ ! -e "$ROOM/full" ] && exec /bin/cp "$@"',
    # A sync of all disks is content whatever becomes of them.
    "sync": '[ "$#" = 0 ] || [ ! -e "$ROOM/pulled" ]',
    # Each time it is asked for its process, a referee that falls over has another.
    "systemctl": '[ "$1" = show ] || exit 0\n[ -e "$ROOM/falls" ] && date +%N || echo 7',
}


@dataclass(frozen=True)
class Table:
    """A machine with version 1.5, whose commands are replaced; all of it lies in ``room``."""

    room: Path

    def update(self, *words: str) -> None:
        """Run the script."""
        told = {"PATH": f"{self.room / 'bin'}:{os.environ['PATH']}", "ROOM": str(self.room)}
        told |= {"KEPT": str(self.room / "kept"), "TOLD": str(self.room / "told")}
        told |= {"START_S": "1", "STAY_S": "0", "LEFT": str(self.room / "left"), "MOST": str(MOST)}
        told |= {"HOME_FOLDER": str(self.room)}
        subprocess.run([str(UPDATE), *words], env=told, check=True)

    def put(
        self,
        version: str,
        path: str,
        name: str = "tablet-companion",
        more: bytes = b"",
        about: str = "a table",
    ) -> Path:
        """Build a package, with ``more`` in it."""
        root = self.room / "root" / "DEBIAN"
        root.mkdir(parents=True, exist_ok=True)
        fields = {"Package": name, "Version": version, "Architecture": "all"}
        fields |= {"Maintainer": "nobody <n@localhost>", "Description": about}
        (root / "control").write_text("".join(f"{a}: {b}\n" for a, b in fields.items()))
        (root.parent / "more").write_bytes(more)
        built = self.room / path
        subprocess.run([BUILD, "-Zgzip", "--build", str(root.parent), str(built)], check=True)
        return built

    def offer(self, version: str, more: bytes = b"") -> Path:
        """Build a package of ours on the stick, by the name that it is published under."""
        return self.put(version, f"stick/tablet-companion_{version}_all.deb", more=more)

    def look(self) -> tuple[str, str]:
        """Search the stick; return the version that is offered, and how an update ended."""
        self.update("look", "/dev/sda1")
        return self.told("version"), self.told("result")

    @property
    def kept(self) -> list[str]:
        """Return the names of what is kept on the card."""
        return [path.name for path in (self.room / "kept").iterdir()]

    def told(self, name: str) -> str:
        """Return what was left for the referee, empty if nothing was."""
        path = self.room / "told" / name
        return path.read_text().strip() if path.exists() else ""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Return a machine with its own version kept, and an empty stick."""
    for folder in ("bin", "stick", "kept", "told"):
        (tmp_path / folder).mkdir()
    for name, text in TOOLS.items():
        (tmp_path / "bin" / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / "bin" / name).chmod(0o755)
    table = Table(tmp_path)
    table.put("1.5", "kept/installed.deb")
    return table


def test_the_newest_package_of_ours_is_offered(table: Table) -> None:
    """Older ones are not, nor one of another name or a file that is no package."""
    table.offer("1.4")
    newest = table.offer("1.10")
    table.offer("1.9")
    table.put("9", "stick/tablet-companion_9_all.deb", name="something-else")
    (table.room / "stick" / "tablet-companion_8_all.deb").write_text("garbage")
    assert table.look()[0] == "1.10"
    assert (table.room / "kept" / "new.deb").read_bytes() == newest.read_bytes()


def test_a_stick_with_older_versions_alone_is_told_of(table: Table) -> None:
    """Nothing at all was said, as if it had not been read; how an update ended comes first."""
    table.offer("1.5")
    table.offer("1.4")
    assert table.look() == ("", "not newer")
    (table.room / "told" / "result").write_text("updated")
    assert table.look()[1] == "updated"
    (table.room / "told" / "result").write_text("not newer")
    for package in (table.room / "stick").iterdir():
        package.unlink()
    assert table.look()[1] == "", "another stick has none"


@pytest.mark.parametrize("name", ["_1.6_all (1)", "_1.6-für Oma", "", "_\\c_all", "_-n *"])
def test_a_package_may_have_the_name_that_a_browser_or_a_person_gave_it(
    table: Table, name: str
) -> None:
    """What is in it decides."""
    table.put("1.6", f"stick/tablet-companion{name}.deb")
    table.put("1.4", "stick/tablet-companion_9_all.deb")
    assert table.look()[0] == "1.6"


def test_a_stick_that_is_pulled_out_in_the_middle_offers_nothing(table: Table) -> None:
    """Neither while it is copied, nor before the copy is on the card; what was offered stays."""
    table.offer("1.6")
    table.look()
    offered = (table.room / "kept" / "new.deb").read_bytes()
    table.offer("1.7")
    (table.room / "pulled").touch()
    assert table.look()[0] == "1.6"
    assert (table.room / "kept" / "new.deb").read_bytes() == offered
    assert not (table.room / "kept" / "new.part").exists()


def test_a_stick_with_ten_thousand_files_is_searched_at_once(table: Table) -> None:
    """Only what has our name is opened."""
    for number in range(10_000):
        (table.room / "stick" / f"DSC{number:05}.JPG").touch()
    table.offer("1.6")
    assert table.look()[0] == "1.6"


def test_a_stick_without_a_newer_version_offers_nothing(table: Table) -> None:
    """What runs already is no update."""
    table.offer("1.5")
    assert table.look()[0] == ""
    assert not (table.room / "kept" / "new.deb").exists()


def test_the_checksum_is_told_with_the_version(table: Table) -> None:
    """It is that of the copy on the card, which is installed, whatever becomes of the stick."""
    new = table.offer("1.6")
    table.look()
    whole = hashlib.sha256(new.read_bytes()).hexdigest()
    assert table.told("fingerprint").replace(" ", "") == whole[:16]
    table.update("install")
    assert table.told("fingerprint") == ""


def test_a_package_that_is_not_whole_is_not_offered(table: Table) -> None:
    """Its name and version can be read, but a byte of what would be installed is another."""
    new = table.offer("1.6", more=b"a" * 100_000)
    data = bytearray(new.read_bytes())
    data[-60] ^= 1
    new.write_bytes(data)
    assert table.look() == ("", "damaged")
    assert table.kept == ["installed.deb"]


@pytest.mark.parametrize("left", [0, 60, 200])
def test_a_package_that_hardly_reached_the_stick_is_told_of(table: Table, left: int) -> None:
    """A stick that was pulled out of the computer too early has a file of no bytes, or of zeros."""
    new = table.offer("1.6")
    data = new.read_bytes()
    new.write_bytes(data[:left] + bytes(len(data) - left if left else 0))
    assert table.look() == ("", "damaged")
    (table.room / "told" / "result").write_text("updated")
    assert table.look()[1] == "updated", "how an update ended comes first"
    whole = table.offer("1.7")
    (table.room / "told" / "result").unlink()
    assert table.look() == ("1.7", "")
    whole.unlink()


def test_a_stick_with_pipes_links_and_far_too_much_fills_no_disk(table: Table) -> None:
    """Only files of a package's size are opened, and a copy that fails leaves nothing behind."""
    elsewhere = table.put("8", "elsewhere.deb")
    os.mkfifo(table.room / "stick" / "tablet-companion_9_all.deb")
    (table.room / "stick" / "tablet-companion_8_all.deb").symlink_to(elsewhere)
    huge = table.offer("7")
    with huge.open("r+b") as file:
        file.truncate(2 * 2**30)
    assert table.look()[0] == ""
    table.offer("6")
    (table.room / "bin" / "cp").write_text('#!/bin/sh\necho part >"$2"; exit 1\n')
    assert table.look()[0] == ""
    assert table.kept == ["installed.deb"]
    assert not (table.room / "told" / "stick").is_symlink(), "it is mounted no more"


def test_a_package_that_would_fill_the_card_when_unpacked_is_not_offered(table: Table) -> None:
    """Zeros compress to a thousandth, so that the file's own size says little."""
    small = table.offer("1.6", more=bytes(3_000_000))
    assert small.stat().st_size < MOST // 10
    assert table.look() == ("", "damaged")
    assert table.kept == ["installed.deb"]


def test_a_package_whose_description_fills_the_memory_is_passed_over(table: Table) -> None:
    """dpkg-deb would unpack it into the memory to read the name and the version."""
    table.put("1.6", "stick/tablet-companion_1.6_all.deb", about="x" * 2_000_000)
    assert table.look() == ("", "")
    table.offer("1.7")
    assert table.look()[0] == "1.7"


def test_what_takes_too_long_leaves_nothing_on_the_card(table: Table) -> None:
    """A search is ended by systemd after two minutes, in the middle of a copy."""
    table.offer("1.6")
    parent = "kill -TERM $PPID"
    (table.room / "bin" / "cp").write_text(f'#!/bin/sh\necho part >"$2"; {parent}\n')
    with pytest.raises(subprocess.CalledProcessError):
        table.look()
    assert table.told("version") == ""
    assert table.kept == ["installed.deb"]


def test_two_sticks_at_once_are_searched_one_after_the_other(table: Table) -> None:
    """Else one would go on writing into the package that the other has found whole."""
    table.offer("1.6")
    inside = 'mkdir "$ROOM/inside" || touch "$ROOM/together"'
    copies = f'/bin/cp "$@"; {inside}; sleep 0.3; rmdir "$ROOM/inside"'
    (table.room / "bin" / "cp").write_text(f"#!/bin/sh\n{copies}\n")
    both = [threading.Thread(target=table.update, args=("look", "/dev/sda1")) for _ in range(2)]
    for one in both:
        one.start()
    for one in both:
        one.join()
    assert table.told("version") == "1.6"
    assert not (table.room / "together").exists()


def test_links_on_a_stick_lead_root_nowhere(table: Table) -> None:
    """A stick may be prepared so that our files would be written over the system's."""
    device, left = table.room / "sda1", table.room / "left" / "prints"
    device.touch()
    table.update("look", str(device))
    left.mkdir(parents=True)
    (left / "board.pdf").write_text("a board")
    precious, folder = table.room / "precious", table.room / "system"
    precious.write_text("precious")
    folder.mkdir()
    (table.room / "stick" / "prints").mkdir()
    (table.room / "stick" / "prints" / "board.pdf").symlink_to(precious)
    table.update("carry")
    assert precious.read_text() == "precious"
    assert table.told("carried") == "on the stick"
    shutil.rmtree(table.room / "stick" / "prints")
    (table.room / "stick" / "prints").symlink_to(folder)
    table.update("carry")
    assert not [*folder.iterdir()]
    assert table.told("carried") == "not written"


def test_a_version_that_stays_up_is_kept(table: Table) -> None:
    """The next update would be taken back to this one."""
    new = table.put("1.6", "kept/new.deb").read_bytes()
    (table.room / ".venv.before").mkdir()
    table.update("install")
    assert not (table.room / ".venv.before").exists(), "the card needs the room"
    assert table.told("result") == "updated"
    assert (table.room / "kept" / "installed.deb").read_bytes() == new
    assert not (table.room / "kept" / "tries").exists()


@pytest.mark.parametrize("fault", ["falls", "refuses", "cut"])
def test_a_version_that_does_not_stay_up_is_taken_back(table: Table, fault: str) -> None:
    """It falls over within the minute, cannot be installed, or took the machine down twice."""
    old = (table.room / "kept" / "installed.deb").read_bytes()
    table.put("1.6", "kept/new.deb")
    if fault == "falls":
        (table.room / "falls").touch()
    elif fault == "refuses":
        path = table.room / "bin" / "dpkg"
        path.write_text(f'{path.read_text()}\n[ "${{2##*/}}" != new.deb ]\n')
    else:
        (table.room / "kept" / "tries").write_text("2\n")
    table.update("install")
    assert table.told("result") == "taken back"
    assert "--force-downgrade" in (table.room / "asked").read_text().splitlines()[-1]
    assert (table.room / "kept" / "installed.deb").read_bytes() == old
    assert not (table.room / "kept" / "new.deb").exists()


@pytest.mark.parametrize("harmed", ["", "\0\0", "2\0", "0x", "08", "7 8", "-", "-9", "a[$(exit)]"])
def test_a_count_of_tries_that_a_power_cut_harmed_is_begun_again(table: Table, harmed: str) -> None:
    """An update that ended there would end at every later start, too, or never be tried."""
    table.put("1.6", "kept/new.deb")
    (table.room / "kept" / "tries").write_text(harmed)
    table.update("install")
    assert table.told("result") == "updated"
    assert not (table.room / "kept" / "tries").exists()


@pytest.mark.parametrize("harmed", ["08", "-9", "+1"])
def test_what_is_counted_again_is_tried_twice_only(table: Table, harmed: str) -> None:
    """The version takes the machine down with it each time, in the middle of its installation."""
    table.put("1.6", "kept/new.deb")
    (table.room / "kept" / "tries").write_text(harmed)
    dpkg = table.room / "bin" / "dpkg"
    as_ever = dpkg.read_text()
    dpkg.write_text("#!/bin/sh\nkill -9 $PPID\n")
    for _ in range(2):
        with pytest.raises(subprocess.CalledProcessError):
            table.update("install")
        assert table.told("result") == ""
    dpkg.write_text(as_ever)
    table.update("install")
    assert table.told("result") == "taken back"


@pytest.mark.parametrize("fault", ["", "full", "pulled", "unreadable", "pulled out"])
def test_files_are_put_onto_the_stick(table: Table, fault: str) -> None:
    """The stick that was plugged in last gets them; else it is told why it did not."""
    device, left = table.room / "sda1", table.room / "left" / "prints"
    device.touch()
    table.update("look", str(device))
    left.mkdir(parents=True)
    (left / "board.pdf").write_text("a board")
    if fault in {"full", "pulled", "unreadable"}:
        (table.room / fault).touch()
    elif fault:
        device.unlink()
    table.update("carry")
    told = {"": "on the stick", "pulled out": "no stick"}
    assert table.told("carried") == told.get(fault, "not written")
    written = (table.room / "stick" / "prints" / "board.pdf").exists()
    assert written == (fault in {"", "pulled"})
    assert not (table.room / "told" / "stick").is_symlink()


FREE: Final = '[ -e "$ROOM/small" ] && echo Avail && cat "$ROOM/small" || exec /bin/df "$@"'
"""A disk with as many bytes free as the test says."""


@pytest.mark.parametrize("fault", ["copied", "unpacked"])
def test_an_update_for_which_there_is_no_room_is_told(table: Table, fault: str) -> None:
    """Neither the copy nor what is installed of it may fill the card; a later stick has room."""
    new = table.offer("1.6", more=b"a" * 100_000)
    (table.room / "bin" / "df").write_text(f"#!/bin/sh\n{FREE}\n")
    (table.room / "bin" / "df").chmod(0o755)
    free = new.stat().st_size - 1 if fault == "copied" else new.stat().st_size + 50_000
    (table.room / "small").write_text(f"{free}\n")
    if fault == "copied":
        (table.room / "full").touch()
    assert table.look() == ("", "no room")
    assert table.kept == ["installed.deb"]
    for name in ("small", "full"):
        (table.room / name).unlink(missing_ok=True)
    assert table.look() == ("1.6", "")


def test_an_update_that_cannot_even_be_counted_is_told(table: Table) -> None:
    """Its page says what became of it: it waits for that, and has no key."""
    table.offer("1.6")
    table.look()
    (table.room / "kept" / "tries").mkdir()
    with pytest.raises(subprocess.CalledProcessError):
        table.update("install")
    assert (table.told("version"), table.told("result")) == ("", "no room")


def test_a_version_that_cannot_be_taken_back_either_is_told(table: Table) -> None:
    """The card is full: neither version can be unpacked, and no start tries it once more."""
    table.put("1.6", "kept/new.deb")
    (table.room / "refuses").touch()
    table.update("install")
    assert table.told("result") == "failed"
    assert not (table.room / "kept" / "tries").exists()
