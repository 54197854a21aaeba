"""A board that lay turned round while its start was shown: the colours are exchanged."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.boardfile import read_board
from tablet_companion.setup.exchanged import find_exchanged
from tablet_companion.vision.places.network_scores import nominal

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
_PALER, _BLUE = (135, 102, 80), (80, 110, 200)
Rgb = tuple[int, int, int]


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
    hues = {"white": nominal(white), "black": nominal(black)}
    assert find_exchanged(read_board(path), hues) == found
