"""A new board without rules: its kind of layout, and the resulting board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final

import numpy as np

from hardware.board import Board, PieceKind, find_spacing
from hardware.errors import CompanionError
from tablet_companion.games.text import N_
from tablet_companion.setup.geometry.layouts import SINGLE_MM, Spots, Wanted, lay_out, make_board
from tablet_companion.setup.geometry.sketch import Point, sketch_layout
from tablet_companion.setup.teaching.teaching import Laid, Teaching

COLOURS: Final[Mapping[str, str]] = {
    "white": "#f0f0f0",
    "black": "#202020",
    "red": "#c8202c",
    "blue": "#2050c0",
    "green": "#1f9a3c",
    "yellow": "#e8c81e",
}
"""The colours offered for the men; they can be told apart in any light."""
KINDS: Final[Mapping[str, tuple[str, Wanted]]] = {
    "grid": (N_("Grid"), Wanted(grid=(8, 8))),
    "hexagons": (N_("Hexagons"), Wanted(hexagons=(6, 5))),
    "track": (N_("Track"), Wanted(track=40)),
    "points": (N_("Points"), Wanted(points=())),
}
_EDGES: Final = {
    "grid": ((0.5, 0.0), (0.0, 0.5), (0.5, 0.5), (0.5, -0.5)),
    "hexagons": ((0.5, 0.0), (0.25, 0.5), (0.25, -0.5), (0.0, 2 / 3), (0.5, 1 / 3), (0.5, -1 / 3)),
}
"""Where edges and corners of a square or hexagon are from its middle, in columns and rows."""
_MAX_SIDE: Final = 40
"""Columns, or rows."""
_TRACK: Final = (4, 200)
"""The fewest and the most places of a track."""


@dataclass
class Design(Teaching):
    """A board without rules, being laid out; ``share`` is a place's radius, of its spacing.

    ``number`` is the one under which it is kept, 0 before it is.
    """

    wanted: Wanted = field(default_factory=lambda: KINDS["grid"][1])
    share: float = 0.4
    colours: tuple[str, ...] = ("white", "black")
    number: int = 0
    has_game: ClassVar[bool] = False

    def spots(self) -> Spots:
        """Return the places; empty before the first point is touched."""
        if self.wanted.points is not None and not self.wanted.points:
            return {}
        return lay_out(self.size_mm, self.wanted)

    @property
    def is_dog(self) -> bool:
        """Whether it has a shape of the DOG family: no print of it is known to be searched for."""
        return False

    def lay_own(self) -> Laid:
        """Return the places as they are."""
        spots = self.spots() or {"P1": (0.0, 0.0)}
        return None, sketch_layout(list(spots), np.array(list(spots.values()))), self.radius_mm

    def board(self) -> Board:
        """Return the board; raises CompanionError for an impossible one."""
        spots = self.spots()
        if not spots:
            raise CompanionError(N_("Touch the places of the board first."))
        # The first points of many lie far apart.
        radius = self.share * min(find_spacing(spots.values(), SINGLE_MM), min(self.size_mm) / 8)
        men = PieceKind({name: COLOURS[name] for name in self.colours}, 25.0, 25.0)
        return make_board("My board", self.size_mm, spots, {"man": men}, ("space", None, radius))

    @property
    def corners_mm(self) -> tuple[Point, Point]:
        """Return the middles of the places at the top left and at the bottom right."""
        first, (x, y) = self.wanted.find_ends(self.size_mm)
        return first, (x - self._indent * (x - first[0]), y)

    def stretch(self, first: Point, last: Point) -> None:
        """Lay the places out between the middles of two of them, in any order."""
        indent = self._indent
        right = (last[0] - indent * first[0]) / (1 - indent)
        self.wanted = self.wanted._replace(first=first, last=(right, last[1]))

    @property
    def _indent(self) -> float:
        """The share of a whole row by which the last row of hexagons ends before it."""
        columns, rows = self.wanted.hexagons or (1, 1)
        return 0.5 / (columns - 1) if rows % 2 == 0 else 0.0

    def list_between(self) -> Iterator[Spots]:
        """Yield the places as they would lie half-way to their neighbours; none of points."""
        wanted, spots = self.wanted, self.spots()
        if wanted.track:
            twice = lay_out(self.size_mm, wanted._replace(track=2 * wanted.track))
            yield dict(zip(spots, list(twice.values())[1::2], strict=True))
            return
        first, last = np.array(wanted.find_ends(self.size_mm))
        for kind, edges in _EDGES.items():
            count = getattr(wanted, kind)
            for edge in edges if count else ():
                x, y = np.array(edge) * (last - first) / (np.array(count) - 1)
                for to in (1, -1):
                    yield {name: (at[0] + to * x, at[1] + to * y) for name, at in spots.items()}

    def count(self, columns: int, rows: int = 0) -> None:
        """Add this many columns and rows, or places of a track; negative numbers take away."""
        wanted = self.wanted
        if wanted.track:
            least, most = _TRACK
            self.wanted = wanted._replace(track=min(max(wanted.track + columns, least), most))
            return
        old = wanted.grid or wanted.hexagons or (2, 2)
        new = tuple(
            min(max(a + b, 2), _MAX_SIDE) for a, b in zip(old, (columns, rows), strict=True)
        )
        kept = {"grid": new} if wanted.grid else {"hexagons": new}
        self.wanted = wanted._replace(**kept)  # type: ignore[arg-type]  # the field that was there
