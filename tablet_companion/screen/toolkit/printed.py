"""The printed board that is drawn under the pieces: cached, as it never changes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hardware.board import Board, BoardPlace, Route
from tablet_companion.games.core import Place
from tablet_companion.screen.toolkit.drawing import Rgb
from tablet_companion.screen.toolkit.look import Speech


@dataclass(frozen=True, slots=True)
class Sheet:
    """The drawn parts of a board, hashable: places, the inks of its colours, routes.

    ``card_mm`` is the size of the cards that lie on a bare table instead of a board. ``names`` are
    the areas that are called something, and what.
    """

    size_mm: tuple[float, float]
    places: tuple[BoardPlace, ...]
    inks: tuple[tuple[str, Rgb], ...]
    lines: tuple[Route, ...]
    card_mm: tuple[float, float] | None
    names: tuple[tuple[str, str], ...]

    @property
    def bare(self) -> Board:
        """Return a board with these places and routes, and nothing else."""
        return Board(name="", size_mm=self.size_mm, places=self.places, lines=self.lines)

    @property
    def routes(self) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
        """Yield where every route begins and ends."""
        board = self.bare
        for line in self.lines:
            yield _middle(board.areas[line.start]), _middle(board.areas[line.end])


def sheet(board: Board, words: Speech) -> Sheet:
    """Return what is drawn of a board, its areas named in somebody's words."""
    inks = tuple(
        (colour, kind.rgb(colour)) for kind in board.pieces.values() for colour in kind.colours
    )
    card_mm = None if board.cards is None else board.cards.size_mm
    named = () if board.cards else tuple((area, words.place(Place(area))) for area in _named(board))
    return Sheet(board.size_mm, board.places, inks, board.lines, card_mm, named)


def _named(board: Board) -> Iterator[str]:
    """Yield the areas that have several spots and a name of their own; nests have none."""
    return (area for area, places in board.areas.items() if places[0].part_of)


def _middle(places: tuple[BoardPlace, ...]) -> tuple[float, float]:
    count = len(places)
    return sum(p.x_mm for p in places) / count, sum(p.y_mm for p in places) / count
