"""Positions for testing a reader: every piece somewhere, regardless of a game's rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from hardware.board import Board, BoardPlace
from tablet_companion.vision.places.belief import stocks

_AT_HOME: Final = 0.3
"""The share of pieces that stand in a nest of their own, if they have one."""

_TURNED: Final = 0.5


def scatter(board: Board, rng: np.random.Generator) -> Mapping[str, tuple[str, bool]]:
    """Return a place for every piece, with its colour and whether it is turned over.

    No two share a centre, so nothing stands on anything. Pieces of unknown number, and those with
    no place left, are not on the board.
    """
    pieces: dict[str, tuple[str, bool]] = {}
    taken: set[tuple[float, float]] = set()
    for colour in _stock(board):
        free = [place for place in _allowed(board, colour) if _middle(place) not in taken]
        nests = [place for place in free if place.kind == "nest"]
        away = [place for place in free if place.kind != "nest"]
        room = nests if nests and (not away or rng.random() < _AT_HOME) else away
        if room:
            place = room[int(rng.integers(len(room)))]
            taken.add(_middle(place))
            sinks = board.sinking(place)
            turns = sinks is not None and sinks is board.kind_of(colour) and bool(sinks.hidden)
            pieces[place.name] = colour, turns and bool(rng.random() < _TURNED)
    return pieces


def _stock(board: Board) -> Iterator[str]:
    """Yield the colour of every piece, once for each piece."""
    for stock in stocks(board):
        for colour, number in stock.each.items():
            yield from [str(colour)] * number


def _allowed(board: Board, colour: str) -> list[BoardPlace]:
    """Return the places where a piece may stand; of nests only those of its own side."""
    kind = board.kind_of(colour)
    side = colour.partition(".")[0]
    return [
        place
        for place in board.places
        if kind in board.kinds_at(place).values() and (place.kind != "nest" or place.colour == side)
    ]


def _middle(place: BoardPlace) -> tuple[float, float]:
    return place.x_mm, place.y_mm
