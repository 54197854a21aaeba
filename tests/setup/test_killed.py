"""Killed at any moment of teaching, in the middle of writing too: one picture is lost at most."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from hardware import files
from hardware.files import replace_folder, write_durably
from tablet_companion.config.reading import read_settings
from tablet_companion.config.writing import keep_choice
from tablet_companion.kit import printed
from tablet_companion.setup.teaching import kept
from tablet_companion.setup.teaching.kept import KeptTeaching
from tablet_companion.setup.teaching.teaching import Teaching, make_aside
from tests.killed import kill_everywhere
from tests.setup.boxed import MAKES
from tests.setup.owner import Owner
from tests.setup.shown import make_show_step, show_both

_FILES = ("board.toml", "empty.png", "start.png", "truth.jsonl", "calibration.json")


@pytest.mark.usefixtures("quick")
def test_every_write_may_be_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, in and after each: what the folder then holds can be continued, and names no hole."""
    table, moments = tmp_path / "table", tmp_path / "moments"
    table.mkdir()
    taught = table / "teaching"
    count = 0

    def note() -> None:
        nonlocal count
        shutil.copytree(taught, moments / f"{count:03}")
        count += 1

    def write(path: Path, data: bytes) -> None:
        note()
        part = path.with_name(f".{path.name}.part-killed")
        part.write_bytes(data[: len(data) // 2])
        note()
        part.unlink()
        files.write_durably(path, data)
        note()

    monkeypatch.setattr(kept, "write_durably", write)
    owner = Owner(MAKES[0], table)
    step = make_show_step(owner)
    first, second, *_ = printed.drawings(owner.make.game)
    owner.table.lay(first)
    owner.until(lambda: step.ask.card == second, "the card is not taken")
    shown = step.teaching.shown

    _check(moments, shown)


def _check(moments: Path, shown: dict[str, tuple[Any, Any]]) -> None:
    """Check that every moment can be continued, with all that an earlier one had."""
    known = 0
    for folder in sorted(moments.iterdir()):
        found = KeptTeaching(folder).read()
        assert (found is not None) == (folder / "teaching.json").exists(), folder
        if found is None:
            assert known == 0
            continue
        state = msgspec.json.decode((folder / "teaching.json").read_bytes())
        assert found.teaching.shown.keys() == state["shown"].keys(), "a picture is missing"
        assert len(found.teaching.shown) >= known, "what was kept is lost"
        known = len(found.teaching.shown)
        for name, (line, picture) in found.teaching.shown.items():
            assert line == shown[name][0]
            assert (picture == shown[name][1]).all()
    assert known == len(shown) == 3


def test_a_board_that_is_taught_again_is_the_old_one_or_the_new(tmp_path: Path) -> None:
    """Killed at any call: board file, labels, pictures and what was learnt are of one board."""
    boards = tmp_path / "boards"
    mine = boards / "dog" / "my-notes.txt"
    before, after = (dict.fromkeys(_FILES, text) for text in (b"old", b"new"))

    def teach(files: dict[str, bytes]) -> None:
        with make_aside(boards) as aside:
            for name, data in files.items():
                write_durably(aside / name, data)
        replace_folder(aside, boards / "dog")

    def begin() -> None:
        shutil.rmtree(boards, ignore_errors=True)
        teach(before)
        mine.write_text("mine")

    def check(when: str) -> None:
        kept = {name: (boards / "dog" / name).read_bytes() for name in _FILES}
        assert kept in (before, after), when

    assert kill_everywhere(begin, lambda: teach(after), check) > len(_FILES)
    assert {name: (boards / "dog" / name).read_bytes() for name in _FILES} == after
    assert mine.read_text() == "mine"
    assert [path.name for path in boards.iterdir()] == ["dog"]


def _show_small(tmp_path: Path) -> Teaching:
    """Return a board with two pictures so small that they can be written and read many times."""
    teaching = show_both(Owner(MAKES[0], tmp_path / "desk"))
    assert teaching.still is not None
    teaching.still = np.ascontiguousarray(teaching.still[::8, ::8])
    teaching.shown = {
        name: (line, np.ascontiguousarray(picture[::8, ::8]))
        for name, (line, picture) in teaching.shown.items()
    }
    return teaching


@pytest.mark.usefixtures("quick")
def test_what_is_kept_of_a_board_survives_a_kill_at_every_call(tmp_path: Path) -> None:
    """Not only between two files: the step before or the step after, and never no board."""
    teaching, folder = _show_small(tmp_path), tmp_path / "teaching"
    both = dict(teaching.shown)

    def keep(page: str, count: int) -> None:
        teaching.shown = dict(list(both.items())[:count])
        kept = KeptTeaching(folder)
        for name, (_, picture) in teaching.shown.items():
            kept.write_picture(name, picture)
        kept.write("dog", page, teaching)

    def begin() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        keep("ShowStep", 1)

    def check(when: str) -> None:
        found = KeptTeaching(folder).read()
        assert found is not None, when
        count = {"ShowStep": 1, "LearnStep": 2}[found.page]
        assert list(found.teaching.shown) == list(both)[:count], when

    assert kill_everywhere(begin, lambda: keep("LearnStep", 2), check) > 10
    check("not killed")


def test_forgetting_a_board_is_all_or_nothing(tmp_path: Path) -> None:
    """Killed at any call, it is offered whole, or not at all; and then it never comes back."""
    teaching, folder = _show_small(tmp_path), tmp_path / "teaching"

    def begin() -> None:
        kept = KeptTeaching(folder)
        for name, (_, picture) in teaching.shown.items():
            kept.write_picture(name, picture)
        kept.write("dog", "LearnStep", teaching)

    def check(when: str) -> None:
        found = KeptTeaching(folder).read()
        assert found is None or found.teaching.shown.keys() == teaching.shown.keys(), when

    assert kill_everywhere(begin, lambda: KeptTeaching(folder).forget(), check) > 2
    assert not folder.exists()


def test_settings_are_the_old_ones_or_the_new(tmp_path: Path) -> None:
    """Killed at any call; comments and what was not changed stay."""
    path = tmp_path / "settings.toml"

    def begin() -> None:
        path.write_text('# mine\nlanguage = "de"\n[voice]\nvolume = 40\n')

    def check(when: str) -> None:
        assert read_settings(path).language in {"de", "fr"}, when
        assert path.read_text().startswith("# mine\n"), when
        assert read_settings(path).voice.volume == 40, when

    assert kill_everywhere(begin, lambda: keep_choice("language", "fr", path), check) > 3
    check("not killed")
