"""Files are put onto a mounted stick, carried there by systemd, or kept where there is neither."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.errors import CompanionError
from hardware.sticks import StickError, Sticks, StickTrouble

FILES = [("board.pdf", b"a board"), ("cards.pdf", b"cards")]


def appliance(room: Path, says: str) -> Sticks:
    """Return a machine of its own whose unit takes the files and says what became of them."""
    (room / "told").mkdir()
    (room / "systemctl").write_text(
        f'#!/bin/sh\necho "$@" >"{room}/asked"\n'
        f'cp -R "{room}/own/for-stick" "{room}/stick"\necho "{says}" >"{room}/told/carried"\n'
    )
    (room / "systemctl").chmod(0o755)
    (room / "helper").touch()
    command = (str(room / "systemctl"), "start")
    return Sticks(room / "own", (), room / "helper", room / "told", command)


def test_without_a_stick_files_stay(tmp_path: Path) -> None:
    """On a laptop they lie beside the games, and the answer says where."""
    place = Sticks(tmp_path, (tmp_path / "media",), tmp_path / "no helper").put("prints", FILES)
    assert place == tmp_path / "prints"
    assert (place / "cards.pdf").read_bytes() == b"cards"


def test_the_new_folder_is_on_the_disk_as_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When the page says so a stick may be pulled out: its own list of folders is written."""
    synced = set()
    real = os.fsync

    def note(descriptor: int) -> None:
        synced.add(Path(f"/proc/self/fd/{descriptor}").readlink())
        real(descriptor)

    monkeypatch.setattr(os, "fsync", note)
    Sticks(tmp_path, (tmp_path / "media",), tmp_path / "no helper").put("prints", FILES)
    assert tmp_path in synced


def test_our_unit_carries_them(tmp_path: Path) -> None:
    """The unit finds them in a folder of that name; nothing stays behind."""
    place = appliance(tmp_path, "on the stick").put("prints", FILES)
    assert place == Path("prints")
    assert (tmp_path / "asked").read_text() == "start tablet-companion-carry.service\n"
    assert (tmp_path / "stick" / "prints" / "board.pdf").read_bytes() == b"a board"
    assert not (tmp_path / "own" / "for-stick").exists()


@pytest.mark.parametrize("trouble", list(StickTrouble))
def test_what_cannot_be_carried_is_said(tmp_path: Path, trouble: StickTrouble) -> None:
    """No stick, and one that is full, are two troubles; nothing stays behind."""
    with pytest.raises(StickError) as raised:
        appliance(tmp_path, trouble).put("prints", FILES)
    assert raised.value.trouble is trouble
    assert not (tmp_path / "own" / "for-stick").exists()


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """A sentence, no traceback, and it does not speak of a stick where there is none."""
    (tmp_path / "file").touch()
    with pytest.raises(CompanionError, match="cannot be written") as raised:
        Sticks(tmp_path / "file", (), tmp_path / "no helper").put("prints", FILES)
    assert not isinstance(raised.value, StickError)


def test_a_stick_that_was_pulled_out_without_warning_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its folder stays, and every question about it fails: files stay here, and nothing ends."""
    stick = tmp_path / "media" / "me" / "stick"
    stick.mkdir(parents=True)
    real = Path.stat

    def ask(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path == stick:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return real(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", ask)
    sticks = Sticks(tmp_path, (tmp_path / "media",), tmp_path / "no helper")
    assert not sticks.may_have_one()
    assert sticks.put("prints", FILES) == tmp_path / "prints"


@pytest.mark.parametrize("last", [False, True])
def test_a_stick_that_is_pulled_out_meanwhile_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, last: bool
) -> None:
    """Not as if it were full; nor are files written where it was, and said to be on it."""
    stick = tmp_path / "media" / "me" / "stick"
    stick.mkdir(parents=True)
    plugged = True
    monkeypatch.setattr(Path, "is_mount", lambda path: plugged and path == stick)

    def make_files() -> Iterator[tuple[str, bytes]]:
        nonlocal plugged
        yield "one", b"1"
        plugged = False
        if not last:
            yield "two", b"2"

    sticks = Sticks(tmp_path / "own", (tmp_path / "media",))
    with pytest.raises(StickError) as raised:
        sticks.put("name", make_files())
    assert raised.value.trouble is StickTrouble.MISSING
    assert not (stick / "name" / "two").exists()


def test_links_on_a_stick_lead_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stick may be prepared so that one of this user's files would be written over."""
    stick, precious = tmp_path / "media" / "me" / "stick", tmp_path / "precious"
    (stick / "name").mkdir(parents=True)
    monkeypatch.setattr(Path, "is_mount", lambda path: path == stick)
    precious.write_bytes(b"precious")
    (stick / "name" / "board.pdf").symlink_to(precious)
    (tmp_path / "folder").mkdir()
    (stick / "other").symlink_to(tmp_path / "folder")
    for name in ("name", "other"):
        Sticks(tmp_path / "own", (tmp_path / "media",)).put(name, FILES)
        assert (stick / name / "board.pdf").read_bytes() == b"a board"
    assert precious.read_bytes() == b"precious"
    assert not [*(tmp_path / "folder").iterdir()]
