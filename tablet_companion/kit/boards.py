"""Maps a physical board to the areas of a game."""

from __future__ import annotations

from hardware.board import Board
from hardware.errors import CompanionError
from tablet_companion.games.core import HIDDEN, Piece, Place
from tablet_companion.kit import printed
from tablet_companion.referee.explaining.evidence import Areas, Holds


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
