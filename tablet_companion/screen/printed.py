"""The printed board as it is drawn under the pieces: kept, as it never changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.board import Board, BoardPlace
from tablet_companion.screen.drawing import Rgb


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is drawn of a board, hashable: places, the inks of its colours, routes between places.

    ``card_mm`` is the size of the cards that lie on a bare table instead of a board.
    """

    size_mm: tuple[float, float]
    places: tuple[BoardPlace, ...]
    inks: tuple[tuple[str, Rgb], ...]
    routes: tuple[tuple[tuple[float, float], tuple[float, float]], ...]
    card_mm: tuple[float, float] | None


def sheet(board: Board) -> Sheet:
    """Return what is drawn of a board."""
    inks = tuple(
        (colour, kind.rgb(colour)) for kind in board.pieces.values() for colour in kind.colours
    )
    card_mm = None if board.cards is None else board.cards.size_mm
    return Sheet(board.size_mm, board.places, inks, tuple(_routes(board)), card_mm)


def _routes(board: Board) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    for line in board.lines:
        yield _middle(board.areas[line.start]), _middle(board.areas[line.end])


def _middle(places: tuple[BoardPlace, ...]) -> tuple[float, float]:
    count = len(places)
    return sum(p.x_mm for p in places) / count, sum(p.y_mm for p in places) / count
