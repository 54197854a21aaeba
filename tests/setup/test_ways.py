"""Boards that lie otherwise than their labels have them: turned, or mirrored."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.camera.lens import Pose
from calibration.learning.placing import Lesson, PosedLesson
from calibration.learning.truth import Label
from hardware.board import Board, BoardPlace, PieceKind
from tablet_companion.kit.boards import turn_places
from tablet_companion.setup.checks.chequers import ask_of_squares
from tablet_companion.setup.checks.compared import find_several
from tablet_companion.setup.checks.ways import find_ways, find_ways_of_colours, is_doubtful

_SIDE = 400
_POSE = Pose((0.0, 0.0, 0.0, -200.0, -200.0, 600.0, 600.0, 0.0), (_SIDE, _SIDE))
"""A camera straight above the middle, by which a pixel is a millimetre."""
_MAN = PieceKind({"white": "#e1cdaa", "black": "#28282d"}, height_mm=9, diameter_mm=28)
_BOARD = Board(
    "Chess",
    (_SIDE, _SIDE),
    places=tuple(
        BoardPlace(f"{column}{8 - y}", "space", 25.0 + 50 * x, 25.0 + 50 * y, 20.0)
        for y in range(8)
        for x, column in enumerate("abcdefgh")
    ),
    pieces={"man": _MAN},
)
_SKEW = {"a1": "white", "b1": "white", "c1": "white", "a2": "white", "h3": "black", "g3": "black"}
"""A position that is like itself from no side."""
_ROWS = {f"{x}{y}": c for y, c in ((1, "white"), (2, "white"), (7, "black"), (8, "black"))
         for x in "abcdefgh"}  # fmt: skip


def _see(quarters: int, *, mirrored: bool) -> dict[str, float]:
    """Return log odds of a piece, as a board that lies so is seen; half the men look bare."""
    beneath = turn_places(_BOARD, quarters, mirrored=mirrored)
    noise = np.random.default_rng(quarters).normal(0, 1, len(beneath))
    return {
        str(at): float(odd) + (-2.0 if before in _SKEW else -7.0)
        for (at, before), odd in zip(beneath.items(), noise, strict=True)
    }


@pytest.mark.parametrize(
    ("quarters", "mirrored", "how"),
    [
        (0, False, ()),
        (1, False, ("a quarter round",)),
        (2, False, ("half round",)),
        (0, True, ("mirrored",)),
        (3, True, ("mirrored",)),
    ],
)
def test_a_label_tells_how_the_board_lies(
    quarters: int, how: tuple[str, ...], *, mirrored: bool
) -> None:
    """Though no piece is surely seen: those places look more like pieces than the labelled ones."""
    seen = _see(quarters, mirrored=mirrored)
    assert find_ways(_BOARD, _SKEW, seen) == how
    assert is_doubtful(_SKEW, seen) is bool(how)


def test_of_a_symmetric_start_only_colours_tell() -> None:
    """The same places are taken; seen half round, white men are black ones."""
    seen = dict.fromkeys(_BOARD.by_name, -6.0) | dict.fromkeys(_ROWS, 4.0)
    assert not find_ways(_BOARD, _ROWS, seen)
    assert not is_doubtful(_ROWS, seen)
    exchanged = {"white": "black", "black": "white"}
    assert find_ways_of_colours(_BOARD, _ROWS, exchanged) == ("half round",)
    assert not find_ways_of_colours(_BOARD, _ROWS, {})


@pytest.mark.parametrize(("quarters", "pieces"), [(0, {}), (1, {}), (2, {}), (1, _ROWS)])
@pytest.mark.parametrize("chequered", [True, False])
def test_a1_of_a_chessboard_is_dark(
    quarters: int, pieces: dict[str, str], *, chequered: bool
) -> None:
    """A quarter round it is light, as in a mirror; boards of one colour tell nothing."""
    drawn = np.full((_SIDE, _SIDE, 3), 170, np.uint8)
    for place in _BOARD.places:
        if chequered and ("abcdefgh".index(place.name[0]) + int(place.name[1])) % 2:
            x, y = round(place.x_mm), round(place.y_mm)
            cv2.rectangle(drawn, (x - 25, y - 25), (x + 25, y + 25), (70, 90, 110), -1)
    seen = np.ascontiguousarray(np.rot90(drawn, quarters))
    placed = PosedLesson(Lesson(Label("one.png", pieces=pieces), seen), _POSE)
    assert bool([*ask_of_squares(_BOARD, [placed])]) is (chequered and quarters == 1)


def test_a_start_labelled_empty_is_named_though_some_of_it_is_seen_badly() -> None:
    """Twelve of sixteen cones are too few to contradict seventy places; gloss is graded."""
    cones = [7.0] * 5 + [2.7] * 7 + [-0.2] * 4
    scores = {f"P{n}": nats for n, nats in enumerate([*cones, *[-7.0] * 56])}
    assert len(find_several(scores)) == 16
    graded = np.linspace(4, -7, 72)
    assert not find_several({f"P{n}": float(nats) for n, nats in enumerate(graded)})
