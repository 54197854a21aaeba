"""A file is written whole or not at all."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from hardware.files import write_durably


def test_replaces_or_refuses(tmp_path: Path) -> None:
    """An existing file is replaced, or left alone when that was asked; nothing else is left."""
    path = tmp_path / "settings"
    write_durably(path, b"one")
    write_durably(path, b"two", mode=0o600)
    with pytest.raises(FileExistsError):
        write_durably(path, b"three", may_replace=False)
    assert path.read_bytes() == b"two"
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_the_umask_counts_unless_a_mode_is_named(tmp_path: Path) -> None:
    """Who keeps files to himself finds a board or a calibration as closed as all others."""
    before = os.umask(0o077)
    try:
        write_durably(tmp_path / "board", b"one")
        write_durably(tmp_path / "shared", b"two", mode=0o640)
    finally:
        os.umask(before)
    modes = [(tmp_path / name).stat().st_mode & 0o777 for name in ("board", "shared")]
    assert modes == [0o600, 0o640]


def test_follows_a_link(tmp_path: Path) -> None:
    """Somebody who keeps his settings elsewhere by a link keeps the link."""
    target, link = tmp_path / "target", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_durably(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    """Where the name cannot be taken, the folder is as it was before."""
    path = tmp_path / "taken"
    path.mkdir()
    with pytest.raises(OSError, match="directory"):
        write_durably(path, b"new")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(("age_s", "left"), [(3600, False), (5, True)])
def test_what_a_killed_program_left_is_removed(tmp_path: Path, age_s: int, left: bool) -> None:
    """Parts of files would fill a small card over the years; one still being written stays."""
    path, others = tmp_path / "settings[1]", tmp_path / ".settings[1].bak"
    part = tmp_path / ".settings[1].part-k2_x9wq1"
    for one in (others, part):
        one.write_bytes(b"half")
        os.utime(one, (one.stat().st_mtime - age_s,) * 2)
    write_durably(path, b"whole")
    assert part.exists() == left
    assert others.exists()


@pytest.mark.parametrize("may_replace", [True, False])
def test_data_is_synced_before_its_name_and_the_folder_after_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, may_replace: bool
) -> None:
    """The data is on the disk before the name leads to it; then the name is brought there, too.

    Without the first a cut plug leaves an empty file under the right name, without the second none.
    """
    path, synced, fsync = tmp_path / "settings", [], os.fsync

    def noting(descriptor: int) -> None:
        status = os.fstat(descriptor)
        what = "folder" if stat.S_ISDIR(status.st_mode) else f"{status.st_size} bytes"
        synced.append((what, path.exists()))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", noting)
    write_durably(path, b"seven b", may_replace=may_replace)
    assert synced == [("7 bytes", False), ("folder", True)]
