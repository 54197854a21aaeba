"""What a label lacks by itself: of the known number of pieces, or of a symmetric start. Pure.

A game's start is mostly as symmetric as its board. Where a single place breaks that, its piece may
be missing, or it stands there and was not labelled.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Mapping
from typing import Final

from hardware.board import Board
from tablet_companion.games.core import Piece, Place
from tablet_companion.kit.boards import turn_places
from tablet_companion.vision.places.belief import stocks

_MIN_PIECES: Final = 6
"""Fewer pieces are symmetric, but for one, by chance."""


def lacks_piece(board: Board, pieces: Mapping[str, str]) -> bool:
    """Whether a label has one piece less than the board has of its colours, and none too many."""
    lacking = count_lacking(board, pieces).values()
    return sum(lacking) == 1 and min(lacking) == 0


def count_lacking(board: Board, pieces: Mapping[str, str]) -> dict[str, int]:
    """Return how many pieces of each labelled colour a label lacks, where the number is known.

    Pieces that an option of the game adds are neither missing nor one too many.
    """
    counts = Counter(pieces.values())
    few, many = (
        {piece: number for one in stocks(board, more=more) for piece, number in one.each.items()}
        for more in (False, True)
    )
    lacking = {c: few[Piece(c)] - number for c, number in counts.items() if Piece(c) in few}
    return {c: min(0, many[Piece(c)] - counts[c]) if n < 0 else n for c, n in lacking.items()}


def find_unlabelled(board: Board, pieces: Mapping[str, str]) -> set[str]:
    """Return the places with which a label would be symmetric, if no known number denies it."""
    known = count_lacking(board, pieces)
    return find_lone(board, pieces) if not known or lacks_piece(board, pieces) else set()


def find_lone(board: Board, pieces: Collection[str]) -> set[str]:
    """Return the free places with which the taken ones would be symmetric, each by itself."""
    found = set[str]()
    if len(pieces) < _MIN_PIECES:
        return found
    taken = {Place(at) for at in pieces}
    for mirrored, quarters in itertools.product((False, True), range(4)):
        beneath = turn_places(board, quarters, mirrored=mirrored)
        free = {at for at, before in beneath.items() if before in taken} - taken
        if len(free) == 1 and {beneath[at] for at in taken | free} == taken | free:
            found |= free
    return found
