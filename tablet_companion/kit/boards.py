"""Maps a physical board to the areas of a game."""

from __future__ import annotations

import functools
from collections.abc import Mapping

import numpy as np

from calibration.camera.sampling import list_middles
from hardware.board import Board, BoardPlace
from hardware.errors import CompanionError
from tablet_companion.games.core import HIDDEN, Piece, Place
from tablet_companion.kit import printed
from tablet_companion.referee.explaining.evidence import Areas, Holds
from tablet_companion.referee.model.board_turned import TurnedPlaces


class ForeignBoardError(CompanionError):
    """The board belongs to another game."""


def areas_of(board: Board, game: str) -> Areas:
    """Return the physical places of every area of a game; raises ForeignBoardError.

    A board serves a game when it has every place that the game's own board has, and names no other
    game: the places of two games may have the same names.
    """
    if board.game not in {game, None}:
        raise ForeignBoardError(
            f"The board {board.name!r} is one of {board.game}, not of {game}; calibrate with the "
            "right board."
        )
    missing = sorted(set(printed.board(game).areas) - set(board.areas))
    if missing:
        raise ForeignBoardError(
            f"The board {board.name!r} is not one for {game}: it has no place {missing[0]!r}; "
            "calibrate with the right board."
        )
    return {
        Place(area): tuple(Place(place.name) for place in places)
        for area, places in board.areas.items()
    }


def holds_of(board: Board) -> Holds:
    """Return which pieces fit on every place that is not for every kind of piece."""
    kinds = {
        name: {*kind.colours, *([HIDDEN] if kind.hidden else [])}
        for name, kind in board.pieces.items()
    }
    return {
        Place(place.name): frozenset(
            Piece(piece) for name in place.holds for piece in kinds.get(name, ())
        )
        for place in board.places
        if place.holds
    }


def find_turns(board: Board) -> TurnedPlaces:
    """Return, for each quarter turn that lays all places on places, which one is read for which.

    Boards of cards on a bare table have no side from which they look alike.
    """
    found: dict[int, Mapping[Place, Place]] = {}
    for quarters in board.quarter_turns:
        laid = turn_places(board, quarters)
        if laid:
            found[quarters] = laid
    return found


def turn_places(board: Board, quarters: int, *, mirrored: bool = False) -> Mapping[Place, Place]:
    """Return the place that comes to lie on each if a board is turned, once it was mirrored.

    Empty if a place lies on none, or two on one.
    """
    return _turn(board.places, board.size_mm, quarters, mirrored)


@functools.lru_cache(maxsize=8)  # the ways of one board: each of its labels is tried in all
def _turn(
    places: tuple[BoardPlace, ...], size_mm: tuple[float, float], quarters: int, mirrored: bool
) -> Mapping[Place, Place]:
    if not places:
        return {}
    middle, names = np.array(size_mm) / 2, [Place(place.name) for place in places]
    points = list_middles(places) - middle
    turn = np.linalg.matrix_power(np.array([[0, 1], [-1, 0]]), quarters)
    turned = points * (-1 if mirrored else 1, 1) @ turn
    apart = np.linalg.norm(turned[:, None] - points[None], axis=2)
    near = apart.argmin(axis=1)
    reach = np.array([place.radius_mm for place in places])[near] / 2
    if len(set(near.tolist())) < len(names) or (apart.min(axis=1) > reach).any():
        return {}
    return {names[at]: name for at, name in zip(near.tolist(), names, strict=True)}
