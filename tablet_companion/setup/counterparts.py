"""What a label lacks by itself: of the known number of pieces, or of a symmetric start. Pure.

A game's start is mostly as symmetric as its board. Where a single place breaks that, its piece may
be missing, or it stands there and was not labelled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Final

import numpy as np

from hardware.board import Board
from tablet_companion.games.core import Piece
from tablet_companion.vision.places.belief import stocks

_FAR_SHARE: Final = 0.25
"""Share of a place's radius within which it falls on another if a board can be turned."""
_MIN_PIECES: Final = 6
"""Fewer pieces are symmetric, but for one, by chance."""


def lacks_piece(board: Board, pieces: Mapping[str, str]) -> bool:
    """Whether a label has one piece less than the board has of its colours, and none too many."""
    lacking = count_lacking(board, pieces).values()
    return sum(lacking) == 1 and min(lacking) == 0


def count_lacking(board: Board, pieces: Mapping[str, str]) -> dict[str, int]:
    """Return how many pieces of each labelled colour a label lacks, where the number is known."""
    known = {piece: number for each in stocks(board) for piece, number in each.each.items()}
    counts = Counter(pieces.values())
    return {c: known[Piece(c)] - number for c, number in counts.items() if Piece(c) in known}


def find_unlabelled(board: Board, pieces: Mapping[str, str]) -> set[str]:
    """Return the places with which a label would be symmetric, if no known number denies it."""
    known = count_lacking(board, pieces)
    return find_lone(board, pieces) if not known or lacks_piece(board, pieces) else set()


def turn_places(board: Board, quarters: int, *, mirrored: bool = False) -> dict[str, str] | None:
    """Return onto which place each comes if the board is turned, once it was mirrored.

    None if it is not so made.
    """
    at = (
        np.array([(place.x_mm, place.y_mm) for place in board.places]) - np.array(board.size_mm) / 2
    )
    quarter = np.linalg.matrix_power(np.array([[0, 1], [-1, 0]]), quarters)
    turned = at * (-1 if mirrored else 1, 1) @ quarter
    apart = np.linalg.norm(turned[:, None] - at[None], axis=-1)
    nearest = apart.argmin(axis=1).tolist()
    radius = min(place.radius_mm for place in board.places)
    if len(set(nearest)) < len(at) or apart.min(axis=1).max() > _FAR_SHARE * radius:
        return None
    names = [place.name for place in board.places]
    return {name: names[other] for name, other in zip(names, nearest, strict=True)}


def find_lone(board: Board, pieces: Collection[str]) -> set[str]:
    """Return the free places with which the taken ones would be symmetric, each by itself."""
    return set(_lone(board, frozenset(pieces))) if len(pieces) >= _MIN_PIECES else set()


def _lone(board: Board, taken: frozenset[str]) -> Iterator[str]:
    for places in _ways(board):
        free = {places[at] for at in taken} - taken
        whole = taken | free
        if len(free) == 1 and {places[at] for at in whole} == whole:
            yield from free


def _ways(board: Board) -> Iterator[Mapping[str, str]]:
    """Yield the ways in which a board comes onto itself, but that in which it lies."""
    for mirrored in (False, True):
        for quarters in range(0 if mirrored else 1, 4):
            places = turn_places(board, quarters, mirrored=mirrored)
            if places is not None:
                yield places
