"""A game is saved on a stick, and every way in which that fails has its sentence."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hardware.sticks import find_stick
from tablet_companion.app import saving
from tablet_companion.exports.files import read_game
from tablet_companion.referee.model.table import Stage
from tablet_companion.screen.pages.saving import SavingPanel
from tablet_companion.screen.toolkit.orders import LeaveSaving, SaveGame
from tests.referee.bench import Bench


def saver(find: Callable[[], Path | None], stage: Stage = Stage.ENDED) -> saving.Saver:
    """Return what saves a short game that is over."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5", seconds=4)
    table = bench.table.but(stage=stage)
    return saving.Saver(lambda: table, find)


def saved(find: Callable[[], Path | None]) -> SavingPanel:
    """Return what is said when the saving is done."""
    given = saver(find)
    given.obey(SaveGame(), "en")
    given.wait()
    assert given.panel is not None
    return given.panel


def test_all_kinds_are_on_the_stick_and_the_text_reads_back(tmp_path: Path) -> None:
    """Text, picture and pages; a second game has the next number."""
    panel = saved(lambda: tmp_path)
    assert not panel.failed
    folder = tmp_path / saving.FOLDER
    assert {path.suffix for path in folder.iterdir()} == {".txt", ".webp", ".pdf"}
    assert len(read_game(folder / "agent_dog-1.txt").turns) == 1
    saved(lambda: tmp_path)
    assert (folder / "agent_dog-2.pdf").exists()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO, None])
def test_every_failure_has_a_sentence(
    number: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Full, locked, foreign, pulled out, missing: each is said, and nothing is raised."""

    def fail(*_: Any, **__: Any) -> None:
        raise OSError(number, "no")

    if number is not None:
        monkeypatch.setattr(saving, "write_durably", fail)
    panel = saved(lambda: None if number is None else tmp_path)
    assert panel.failed
    assert "USB stick" in panel.say.text


def test_a_game_under_way_is_not_saved(tmp_path: Path) -> None:
    """What is still a secret stays at the table."""
    given = saver(lambda: tmp_path, Stage.PLAY)
    given.obey(SaveGame(), "en")
    given.wait()
    assert given.panel is not None
    assert not (tmp_path / saving.FOLDER).exists()


def test_going_back_closes_the_page_for_good(tmp_path: Path) -> None:
    """The page stays closed when the writing is done, and the files are there."""
    given = saver(lambda: tmp_path)
    given.obey(SaveGame(), "en")
    given.obey(LeaveSaving(), "en")
    given.wait()
    assert given.panel is None
    assert any((tmp_path / saving.FOLDER).iterdir())


def test_only_mounted_folders_are_sticks(tmp_path: Path) -> None:
    """A folder that an unplugged stick left behind is none."""
    (tmp_path / "me" / "old").mkdir(parents=True)
    assert find_stick([tmp_path]) is None
