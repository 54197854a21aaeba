"""A game that was begun as a copy of another, with something forgotten in its board."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from hardware.board import BoardError
from tablet_companion import games
from tablet_companion.kit import printed
from tablet_companion.simulator.house import make_table
from tests.conformance.walk import is_dealt_by_tablet
from tests.screen.taught import show_lessons
from tests.small_game.conftest import FOLDER, NAME


@pytest.mark.parametrize(
    ("name", "changed", "said"),
    [
        ("copied", {}, 'write game = "copied"'),
        ("recoloured", {f'"{NAME}"': '"recoloured"', "{red =": "{pink ="}, "place for a red piece"),
    ],
)
def test_a_board_that_does_not_fit_the_rules_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, changed: dict[str, str], said: str
) -> None:
    """One sentence says what does not fit, before anything is played."""
    folder = tmp_path / name
    shutil.copytree(FOLDER / NAME, folder)
    _change(folder / "game.py", {f'"{NAME}"': f'"{name}"'})
    _change(folder / "board.toml", changed)
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    game = games.load(name)
    start = game.placement(game.setup({}, game.seats))
    with pytest.raises(BoardError, match=said):
        make_table(printed.board(name), name, np.random.default_rng(1))[1].set_up(start)


def test_a_game_may_leave_out_what_is_not_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without lessons, and without a choice of who deals, the tests of every game still try it."""
    shutil.copytree(FOLDER / NAME, tmp_path / "bare")
    for file in ("game.py", "board.toml"):
        _change(tmp_path / "bare" / file, {f'"{NAME}"': '"bare"'})
    (tmp_path / "bare" / "teaching" / "lessons.toml").unlink()
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    game = games.load("bare")
    assert len(list(show_lessons(game))) == 2
    assert is_dealt_by_tablet(game.setup({}, game.seats))


def _change(path: Path, words: dict[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in words.items():
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
