"""A board that lay turned, or was mirrored, in one of the pictures that it is learnt from."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.camera.lens import Pose
from calibration.learning.placing import Lesson, PosedLesson
from calibration.learning.truth import Label
from hardware.board import Board, BoardPlace, PieceKind, PlaceKind
from tablet_companion.setup.checks.turned import ask_of_sides, find_turned

_SIDE = 400
_POSE = Pose((0.0, 0.0, 0.0, -200.0, -200.0, 600.0, 600.0, 0.0), (_SIDE, _SIDE))
"""A camera straight above the middle, by which a pixel is a millimetre."""
_MAN = PieceKind({"white": "#e1cdaa"}, height_mm=9, diameter_mm=28)
_PLACES = tuple(
    BoardPlace(f"P{x}{y}", "space", 100.0 + 100 * x, 100.0 + 100 * y, 15.0)
    for x in range(3)
    for y in range(3)
)
_BOARD = Board("Rings", (_SIDE, _SIDE), places=_PLACES, pieces={"man": _MAN})
_COLOURS = ((40, 40, 200), (200, 60, 40), (60, 170, 60), (50, 200, 220))


def _draw(*, corners: bool) -> NDArray[np.uint8]:
    """Draw grey rings, which look alike from all sides, and coloured corners, if wanted."""
    seen = np.full((_SIDE, _SIDE, 3), 150.0)
    for place in _PLACES:
        cv2.circle(seen, (int(place.x_mm), int(place.y_mm)), 15, (80, 80, 80), 3, cv2.LINE_AA)
    if corners:
        ends = [(x, y) for x, y in ((40, 60), (360, 40), (340, 360), (60, 350))]
        for at, colour in zip(ends, _COLOURS, strict=True):
            cv2.circle(seen, at, 18, colour, -1, cv2.LINE_AA)
    return seen.astype(np.uint8)


def _show(picture: NDArray[Any], light: float, pieces: dict[str, str]) -> PosedLesson:
    """Return a picture of the board, lit more from one side the stronger the light falls off."""
    lit = picture * np.linspace(1, light, _SIDE)[None, :, None]
    lit += np.random.default_rng(3).normal(0, 4, lit.shape)
    label = Label("start.png" if pieces else "bare.png", pieces=pieces)
    return PosedLesson(Lesson(label, lit.clip(0, 255).astype(np.uint8)), _POSE)


@pytest.mark.parametrize("corners", [True, False])
@pytest.mark.parametrize(
    ("quarters", "mirrored", "how"),
    [
        (0, False, None),
        (1, False, "a quarter round"),
        (2, False, "half round"),
        (3, False, "a quarter round"),
        (0, True, "mirrored"),
    ],
)
def test_a_turned_board_is_found_by_what_is_printed_in_its_corners(
    corners: bool, quarters: int, mirrored: bool, how: str | None
) -> None:
    """In any light; rings alone look the same from every side, and then it does no harm."""
    drawn = _draw(corners=corners)
    other = np.rot90(drawn[:, ::-1] if mirrored else drawn, quarters)
    placed = [_show(other, 0.4, {"P11": "white"}), _show(drawn, 1.0, {})]
    found = find_turned(_BOARD, placed)
    assert (found and found.how) == (how if corners else None)
    assert found is None or found.placed is placed[0]


def test_a_single_picture_is_turned_beside_no_other() -> None:
    """There is nothing to compare it with."""
    assert find_turned(_BOARD, [_show(_draw(corners=True), 1.0, {})]) is None
    assert find_turned(_BOARD, []) is None


_SEAT: tuple[tuple[PlaceKind, int, int], ...] = (
    ("nest", 40, 40),
    ("nest", 70, 40),
    ("finish", 200, 90),
    ("finish", 200, 120),
)
"""The nest and finish of the first colour: kind and millimetres."""


def _four_seats() -> Board:
    """Return a board with a nest in each corner and a finish at each side, in four colours."""
    names = ("red", "blue", "green", "yellow")
    places = []
    for number, name in enumerate(names):
        for spot, (kind, x, y) in enumerate(_SEAT):
            across, down = x - 200, y - 200
            for _ in range(number):
                across, down = -down, across
            at = 200.0 + across, 200.0 + down
            places.append(BoardPlace(f"{name}.{kind}{spot}", kind, *at, 12.0, colour=name))
    stated = dict(zip(names, ("#c82828", "#283cc8", "#3caa3c", "#dcc832"), strict=True))
    pawn = PieceKind(stated, height_mm=20, diameter_mm=14)
    return Board("Seats", (_SIDE, _SIDE), places=tuple(places), pieces={"pawn": pawn})


@pytest.mark.parametrize("coloured", [True, False])
@pytest.mark.parametrize(
    ("quarters", "how"),
    [(0, None), (1, "a quarter round"), (2, "half round"), (-1, "mirrored")],
)
def test_corners_of_the_only_picture_are_asked_about_if_its_colours_lie_elsewhere(
    quarters: int, how: str | None, *, coloured: bool
) -> None:
    """Nothing else contradicts them; where nests have no colours, nothing tells."""
    board = _four_seats()
    drawn = np.full((_SIDE, _SIDE, 3), 140, np.uint8)
    for place in board.places:
        rgb = bytes.fromhex(board.pieces["pawn"].colours[str(place.colour)][1:])
        ink = [int(0.8 * part) for part in rgb[::-1]] if coloured else [200, 200, 200]
        cv2.circle(drawn, (int(place.x_mm), int(place.y_mm)), 12, ink, -1)
    seen = np.rot90(drawn, quarters) if quarters >= 0 else drawn[:, ::-1]
    asked = list(ask_of_sides(board, [_show(seen, 0.6, {})]))
    assert [how in question for question in asked if how] == [True] * bool(how and coloured)
    assert bool(asked) is bool(how and coloured)
