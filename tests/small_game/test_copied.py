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


def _change(path: Path, words: dict[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for old, new in words.items():
        text = text.replace(old, new)
    path.write_text(text, encoding="utf-8")
