"""Which places of an area hold its pieces: any three of a nest's four holes will do. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from hardware.board import Board

_LEANT: Final = 0.5
"""Share of what the fullest place of an area shows, from which another is full, too. On photographs
of a boxed board pieces had 0.57 of it at least, a free hole beside a pawn that leans 0.49."""


def arrange(board: Board, pieces: Mapping[str, str], scores: Mapping[str, float]) -> dict[str, str]:
    """Return the pieces at the places of their areas with the highest scores.

    At equal scores they stay where they are, as do those of areas without a place to spare, or with
    pieces of several kinds, which scores do not tell apart.
    """
    laid = dict(pieces)
    for names, piece, count in _list_open(board, pieces):
        rank = {name: (scores.get(name, float("-inf")), name in pieces) for name in names}
        for name in names:
            laid.pop(name, None)
        laid |= dict.fromkeys(sorted(names, key=rank.__getitem__, reverse=True)[:count], piece)
    return laid


def find_open(board: Board, pieces: Mapping[str, str]) -> frozenset[str]:
    """Return the places of areas in which it is open where the pieces stand."""
    return frozenset(name for names, *_ in _list_open(board, pieces) for name in names)


def discount_leaning(
    board: Board, pieces: Mapping[str, str], shares: Mapping[str, float]
) -> dict[str, float]:
    """Return the shares of places that changed, without what leans in from the next hole."""
    own = dict(shares)
    for names, *_ in _list_open(board, pieces):
        least = _LEANT * max(shares[name] for name in names)
        own |= {name: 0.0 for name in names if shares[name] < least}
    return own


def _list_open(board: Board, pieces: Mapping[str, str]) -> Iterator[tuple[Sequence[str], str, int]]:
    """Yield areas with places to spare: their places, their one kind of piece, how many of it."""
    for places in board.areas.values():
        names = [place.name for place in places]
        laid = [pieces[name] for name in names if name in pieces]
        if len(laid) < len(names) and len(set(laid)) == 1:
            yield names, laid[0], len(laid)
