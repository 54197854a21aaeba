"""A journal whose file is deleted, moved or replaced while it is open loses nothing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tablet_companion.journal import Entry, Journal, JournalError, read

_LOSSES: dict[str, Callable[[Path], object]] = {
    "file deleted": Path.unlink,
    "folder deleted": lambda path: shutil.rmtree(path.parent),
    "file moved": lambda path: path.rename(path.parent.parent / "moved"),
}


def kinds(path: Path) -> list[str]:
    """Return the kinds of all entries that a start finds at a path."""
    return [record.entry.kind for record in read(path)[1:]]


@pytest.mark.parametrize("lose", _LOSSES.values(), ids=_LOSSES)
def test_what_is_confirmed_is_where_a_start_looks(
    tmp_path: Path, lose: Callable[[Path], object]
) -> None:
    """The next step writes the whole journal to its path again, for its owner only."""
    path = tmp_path / "journals" / "000001-dog.journal"
    with Journal.create(path, {"game": "dog"}, at_s=0) as journal:
        journal.append([Entry("before", {})], at_s=1)
        lose(path)
        journal.append([Entry("after", {})], at_s=2)
        journal.append([Entry("later", {})], at_s=3)
    assert kinds(path) == ["before", "after", "later"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_file_that_lies_in_its_place_is_reported_and_left(tmp_path: Path) -> None:
    """Nothing is confirmed meanwhile; once that file is moved away, everything is there again."""
    path, foreign = tmp_path / "000001-dog.journal", tmp_path / "elsewhere"
    with Journal.create(path, {"game": "dog"}, at_s=0) as journal:
        journal.append([Entry("before", {})], at_s=1)
        path.unlink()
        path.write_text("my diary")
        with pytest.raises(JournalError, match="replaced by another file; move that one away"):
            journal.append([Entry("after", {})], at_s=2)
        path.rename(foreign)
        journal.append([Entry("after", {})], at_s=3)
    assert foreign.read_text() == "my diary"
    assert kinds(path) == ["before", "after"]


_STRANGE: dict[str, Callable[[Path], object]] = {
    "folder": Path.mkdir,
    "pipe": os.mkfifo,
    "loop of links": lambda path: path.symlink_to(path.name),
    "endless zeros": lambda path: path.symlink_to("/dev/zero"),
    "link to a folder": lambda path: path.symlink_to(path.parent),
}


@pytest.mark.parametrize("strange", _STRANGE.values(), ids=_STRANGE)
@pytest.mark.parametrize("is_open", [True, False])
def test_nobody_waits_for_what_is_no_file_in_its_place(
    tmp_path: Path, strange: Callable[[Path], object], *, is_open: bool
) -> None:
    """It is reported and left, however the disk was before; moved away, the game is saved."""
    path, foreign = tmp_path / "000001-dog.journal", tmp_path / "elsewhere"
    with Journal.create(path, {"game": "dog"}, at_s=0) as journal:
        journal.append([Entry("before", {})], at_s=1)
        if not is_open:
            journal.close()  # as after an error of the disk
        kept = path.rename(tmp_path / "kept")
        strange(path)
        for _ in range(2):
            with pytest.raises(JournalError, match=path.name):
                journal.append([Entry("after", {})], at_s=2)
        path.rename(foreign)
        if not is_open:
            kept.rename(path)
        journal.append([Entry("after", {})], at_s=3)
    assert kinds(path) == ["before", "after"]
    assert not foreign.is_file() or foreign.is_symlink()


def test_a_journal_that_cannot_be_put_back_waits(tmp_path: Path) -> None:
    """While there is no place for it, nothing is confirmed and nothing is dropped."""
    folder = tmp_path / "journals"
    path = folder / "000001-dog.journal"
    with Journal.create(path, {"game": "dog"}, at_s=0) as journal:
        journal.append([Entry("before", {})], at_s=1)
        shutil.rmtree(folder)
        folder.write_text("a file where the folder was")
        with pytest.raises(JournalError, match="cannot be written"):
            journal.append([Entry("after", {})], at_s=2)
        folder.unlink()
        journal.append([Entry("after", {})], at_s=3)
    assert kinds(path) == ["before", "after"]
