"""A board that lay turned round while its start was shown: the colours are exchanged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.boardfile import read_board
from tablet_companion.setup.checks.exchanged import find_astray, find_exchanged
from tablet_companion.vision.places.hues import Hues
from tablet_companion.vision.places.network import opponent_colours
from tablet_companion.vision.places.network_input import LOGARITHMS

_BOARD = """
name = "Two sides"
size_mm = [300.0, 300.0]
[pieces.man]
colours = {white = "#d8b98a", black = "#3a2a22"}
height_mm = 8.0
diameter_mm = 30.0
[[places]]
name = "a"
kind = "space"
x_mm = 150.0
y_mm = 150.0
radius_mm = 20.0
"""
_PALE, _DARK, _BROWN = (200, 180, 150), (70, 60, 60), (120, 90, 70)
_UMBER, _TAN = (90, 70, 60), (150, 120, 95)
_PALER, _BLUE = (135, 102, 80), (80, 110, 200)
Rgb = tuple[int, int, int]


def _learn(white: Rgb, black: Rgb) -> Hues:
    """Return what is learnt of pieces that a camera shows in these colours."""
    seen = opponent_colours(LOGARITHMS[np.array([white[::-1], black[::-1]])])
    return {"white": _triple(seen[0]), "black": _triple(seen[1])}


def _triple(seen: NDArray[np.float32]) -> tuple[float, float, float]:
    return float(seen[0]), float(seen[1]), float(seen[2])


@pytest.mark.parametrize(
    ("white", "black", "found"),
    [
        (_PALE, _DARK, {}),
        (_DARK, _PALE, {"white": "black", "black": "white"}),
        (_PALE, _BROWN, {}),
        (_BROWN, _DARK, {}),
        (_BROWN, _BROWN, {}),
        (_BROWN, _PALER, {}),
        (_DARK, _BLUE, {}),
    ],
)
def test_exchanged_colours_are_found(
    tmp_path: Path, white: Rgb, black: Rgb, found: dict[str, str]
) -> None:
    """Another light, or colours stated roughly, exchange nothing."""
    path = tmp_path / "board.toml"
    path.write_text(_BOARD)
    assert find_exchanged(read_board(path), _learn(white, black)) == found


@pytest.mark.parametrize(
    ("white", "black", "surely"), [(_DARK, _PALE, True), (_UMBER, _TAN, False)]
)
def test_only_colours_far_apart_are_surely_exchanged(
    tmp_path: Path, white: Rgb, black: Rgb, surely: bool
) -> None:
    """Two browns may be stated roughly: then it is said, and not refused."""
    path = tmp_path / "board.toml"
    path.write_text(_BOARD)
    board, hues = read_board(path), _learn(white, black)
    assert find_exchanged(board, hues) == {"white": "black", "black": "white"}
    assert bool(find_exchanged(board, hues, surely=True)) == surely


def test_a_nest_holds_no_other_colours_piece(tmp_path: Path) -> None:
    """Labels that exchange two nests contradict the board, whatever the pieces look like."""
    path = tmp_path / "board.toml"
    nest = '[[places]]\nname = "n"\nkind = "nest"\ncolour = "white"\nx_mm = 60\ny_mm = 60\n'
    path.write_text(f"{_BOARD}{nest}radius_mm = 20.0\n")
    board = read_board(path)
    assert find_astray(board, {"n": "black", "a": "black"}) == ("n",)
    assert not find_astray(board, {"n": "white", "a": "black"})
