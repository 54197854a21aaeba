"""Finds out whose printed board lies under the camera."""

from __future__ import annotations

import functools
from typing import Final

from calibration.finding import fiducials
from calibration.finding.fiducials import detect_markers, measure_misfit
from hardware.board import Board
from hardware.ports import Picture
from tablet_companion.kit import printed

_BETTER: Final = 0.7
"""Another game's board fits the markers better if it is off by this share: Agent's and Pocket Ops'
differ in proportion only, and are off by a third as much with their own board."""


def find_other_game(picture: Picture, game: str) -> str | None:
    """Return the game whose printed board lies there instead of this game's; None if none does.

    Only printed markers tell; a picture without them, or in doubt, tells nothing.
    """
    boards = _list_boards()
    kinds = {marker.dictionary for board in boards.values() for marker in board.markers}
    seen = detect_markers(picture, kinds)
    if not seen:
        return None
    misfits = {name: measure_misfit(seen, board) for name, board in boards.items()}
    best = min(misfits, key=misfits.__getitem__)
    return best if misfits[best] < _BETTER * misfits.get(game, float("inf")) else None


def is_mirrored(picture: Picture) -> bool:
    """Whether a picture shows any game's printed board as in a mirror."""
    return fiducials.is_mirrored(picture, _list_boards().values())


@functools.cache
def _list_boards() -> dict[str, Board]:
    """Return the printed boards that have markers, by their games."""
    found = {name: printed.find_board(name) for name, _ in printed.titles()}
    return {name: board for name, board in found.items() if board is not None and board.markers}
