"""Which colours the pieces of a new board have, by a picture of some of them. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import cv2
import msgspec
import numpy as np

from calibration.lens import Pose
from calibration.sampling import flatten
from hardware.board import Board
from hardware.ports import Picture
from tablet_companion.setup.change_detection import BareBoard
from tablet_companion.setup.picture_faults import read_lab

_MIDDLE: Final = 0.4
"""Share of a place's radius within which a piece is looked for: it may be far smaller."""
_FILLED: Final = 0.2
"""Share of a place's middle that a piece changes at least: its rim alone, on its own colour."""
_WEIGHTS: Final = (0.5, 1.0, 1.0)
"""What differences in 8-bit Lab count: brightness depends most on the light."""


def find_colours(
    board: Board, pose: Pose, pictures: tuple[Picture, Picture], offered: Mapping[str, str]
) -> tuple[str, ...]:
    """Return which of the ``offered`` colours come nearest to what came onto the places.

    ``pictures`` are of the empty board and of pieces. No network that takes flat men for print is
    asked. Limits were chosen on 25 drawn boards; held by tests/setup/test_seen_colours.py.
    """
    known = np.array([read_lab(colour) for colour in offered.values()])
    middles = tuple(
        msgspec.structs.replace(each, radius_mm=each.radius_mm * _MIDDLE) for each in board.places
    )
    bare = BareBoard.of(msgspec.structs.replace(board, places=middles), pose, pictures[0])
    filled = bare.find_filled(pictures[1], board.by_name, _FILLED)
    flat = cv2.cvtColor(flatten(pictures[1], pose, board.size_mm, 1.0), cv2.COLOR_BGR2LAB)
    found = set[int]()
    for x, y, reach in (
        (round(each.x_mm), round(each.y_mm), round(each.radius_mm))
        for each in middles
        if each.name in filled
    ):
        part = flat[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
        apart = (known - np.median(part, axis=(0, 1))) * _WEIGHTS
        found.add(int(np.linalg.norm(apart, axis=1).argmin()))
    return tuple(name for number, name in enumerate(offered) if number in found)
