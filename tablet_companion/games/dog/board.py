"""What happens on the board when a play is carried out, legal or not: pure physics."""

from __future__ import annotations

from typing import Final, NamedTuple

from tablet_companion.games.dog.state import Fresh, State
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Play
from tablet_companion.games.dog_family.table import fill_nests, move_pawns

_BEGINNINGS: Final = frozenset([*track.STARTS, *map(track.nest, range(4))])
"""The start spaces and nests."""


class Carried(NamedTuple):
    """Board, nests and fresh pawns after a play."""

    board: bytes
    nests: bytes
    fresh: Fresh


def carry(state: State, play: Play) -> Carried:
    """Carry a play out."""
    victims = [state.board[square] - 1 for square in play.captured]
    return Carried(
        bytes(move_pawns(state.board, play.legs, play.captured)),
        bytes(fill_nests(state.nests, play.legs, victims)),
        fresh_after(state.fresh, play),
    )


def fresh_after(fresh: Fresh, play: Play) -> Fresh:
    """Return which start spaces hold a fresh pawn after a play (3).

    A pawn that moved or was captured is no longer fresh; one that came out of its nest is.
    """
    origins = [origin for origin, _ in play.legs]
    if _BEGINNINGS.isdisjoint(origins) and _BEGINNINGS.isdisjoint(play.captured):
        return fresh
    touched = {*origins, *play.captured}
    return tuple(
        (old and start not in touched) or (track.nest(colour), start) in play.legs
        for colour, (old, start) in enumerate(zip(fresh, track.STARTS, strict=True))
    )
