"""A physical board as data: where places are, what pieces look like, which markers are printed.

Lengths are millimetres. The origin is the board's top-left corner, x to the right, y down; a board
file (``board.toml``) is the only source of these facts. Nothing here knows a rule of any game.
"""

from __future__ import annotations

import functools
import itertools
import math
from collections.abc import Iterable, Mapping
from typing import Final, Literal

import msgspec

from hardware.errors import CompanionError
from hardware.loose_cards import LooseCards
from hardware.problems import Flaw, Problem

PlaceKind = Literal["space", "start", "hole", "meeting", "finish", "nest", "point"]
"""The kind of print at a place. A piece can be turned over in a ``hole`` only."""

Printed = Literal["disc", "ring", "square", "cross", "none"]
"""What is printed at a place; its edge shows where the place is in a picture."""

Rgb = tuple[int, int, int]
"""A nominal sRGB colour, 0 to 255 each."""


class BoardError(CompanionError):
    """An unusable board file; the sentence names the file, the entry and the reason."""

    def __init__(
        self, sentence: str = "", flaw: Flaw | None = None, problem: Problem | None = None
    ) -> None:
        """``flaw`` is set if a page has its own sentence for this mistake.

        ``problem`` is the sentence with its details, if it can be said in other languages.
        """
        super().__init__(sentence)
        self.flaw = flaw
        self.problem = problem


class BoardPlace(msgspec.Struct, frozen=True, cache_hash=True):
    """A place where one piece can stand.

    ``colour`` is set if the place belongs to one colour (start, finish, nest). ``part_of``
    names the area of which it is an interchangeable spot, if several pieces share one, such as the
    spots of a city. ``holds`` are the kinds of pieces that can stand there; empty means all. Two
    places with the same centre lie one above the other: a piece on top of a flat piece has a place
    of its own. ``printed`` is the visible print of the empty place, if the file names it.
    """

    name: str
    kind: PlaceKind
    x_mm: float
    y_mm: float
    radius_mm: float
    colour: str | None = None
    part_of: str | None = None
    holds: tuple[str, ...] = ()
    printed: Printed | None = None

    @property
    def area(self) -> str:
        """Return the name under which a game knows the place.

        The four spots of a nest are interchangeable: ``red.N1`` … ``red.N4`` are all ``red.nest``.
        Every other place is its own area, unless it says what it is part of.
        """
        if self.part_of:
            return self.part_of
        return f"{self.colour}.nest" if self.kind == "nest" and self.colour else self.name


class PieceKind(msgspec.Struct, frozen=True):
    """One kind of piece: its appearance from above, and its shape.

    ``colours`` and ``hidden`` are nominal sRGB values ``#rrggbb``. ``marker_diameter_mm`` is the
    coloured part if it is smaller than the piece; it reaches ``marker_side_mm`` down the side.
    A piece turned over in a hole sinks ``hole_depth_mm`` into it. A flat piece may have a printed
    face: the colour is then that of a ring round a centre, ``face_diameter_mm`` wide, of the paper
    colour ``face`` with a symbol on it. ``each`` is the number of pieces of each colour, 0 if
    unknown; without it the number of nest places counts. ``most`` is how many there are if an
    option of the game adds some to ``each``.
    """

    colours: dict[str, str]
    height_mm: float
    diameter_mm: float
    hidden: str | None = None
    marker_diameter_mm: float | None = None
    marker_side_mm: float = 0.0
    hole_depth_mm: float = 0.0
    hole_diameter_mm: float | None = None
    face: str | None = None
    face_diameter_mm: float = 0.0
    each: int | None = None
    most: int | None = None

    @property
    def flat(self) -> bool:
        """Whether it is a disc rather than a pawn, so that other pieces can stand on it."""
        return self.height_mm < self.diameter_mm / 2

    @property
    def slender(self) -> bool:
        """Whether it looks otherwise if it lies: it is not about as wide as it is high."""
        return self.height_mm >= 1.5 * self.diameter_mm

    @property
    def coloured_all_over(self) -> bool:
        """Whether its side has the colour of its top: it has no cap and no hidden side."""
        return self.marker_diameter_mm is None and self.hidden is None

    @property
    def cap_diameter_mm(self) -> float:
        """Return the diameter of the coloured part."""
        return self.marker_diameter_mm or self.diameter_mm

    def rgb(self, colour: str) -> Rgb:
        """Return the nominal sRGB value of a colour, of ``hidden`` or of ``face``."""
        named = {"hidden": self.hidden, "face": self.face}
        text = named[colour] if colour in named else self.colours[colour]
        assert text is not None
        return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


class DiscardPile(msgspec.Struct, frozen=True):
    """The pile whose top card the camera reads: its centre, and a card's width and height.

    In a game without a pile it is the spot for a card that is turned up.
    """

    x_mm: float
    y_mm: float
    card_mm: tuple[float, float]


class Marker(msgspec.Struct, frozen=True):
    """A printed fiducial marker of an OpenCV dictionary; x and y are its centre."""

    dictionary: str
    id: int
    x_mm: float
    y_mm: float
    size_mm: float


class Route(msgspec.Struct, frozen=True, rename={"start": "from", "end": "to"}):
    """A printed line between two areas, by their names, in both directions."""

    start: str
    end: str


EDGES: Final = ("north", "east", "south", "west")
"""The sides of a map, by name: y grows to the south."""


class Land(msgspec.Struct, frozen=True):
    """A land in a map's picture: it follows chains of areas, some of which reach an edge.

    A chain's members are names of areas; one of EDGES means that edge, straight from its
    neighbour in the chain.
    """

    chains: tuple[tuple[str, ...], ...]


class Board(msgspec.Struct, frozen=True, dict=True):
    """A whole board.

    ``lines`` join areas, and ``lands`` are drawn under them, if the board is a map. ``pieces``
    maps the name of a kind of piece to the kind. ``game`` names the rules that the board belongs
    to, if any. With ``cards`` there is no printed board: loose cards lie on the bare table, and
    ``places`` are their usual positions. ``printed`` is the print at those places that name none
    of their own.
    """

    name: str
    size_mm: tuple[float, float]
    places: tuple[BoardPlace, ...]
    pieces: dict[str, PieceKind] = {}
    game: str | None = None
    discard: DiscardPile | None = None
    markers: tuple[Marker, ...] = ()
    cards: LooseCards | None = None
    lines: tuple[Route, ...] = ()
    lands: tuple[Land, ...] = ()
    printed: Printed | None = None

    @functools.cached_property
    def by_name(self) -> Mapping[str, BoardPlace]:
        """Return the places by name."""
        return {place.name: place for place in self.places}

    @functools.cached_property
    def areas(self) -> Mapping[str, tuple[BoardPlace, ...]]:
        """Return, for every area a game knows, the places that make it up."""
        areas: dict[str, tuple[BoardPlace, ...]] = {}
        for place in self.places:
            areas[place.area] = (*areas.get(place.area, ()), place)
        return areas

    @functools.cached_property
    def spacing_mm(self) -> float:
        """Return how far apart the centres of the two nearest places are (mm)."""
        return find_spacing((place.x_mm, place.y_mm) for place in self.places)

    @property
    def quarter_turns(self) -> tuple[int, ...]:
        """The numbers of quarter turns (from 1) that lay the board on its own outline."""
        width, height = self.size_mm
        return (1, 2, 3) if width == height else (2,)

    def middle_mm(self, area: str) -> tuple[float, float]:
        """Return the centre of the rectangle that the centres of an area's places span, in mm."""
        xs, ys = zip(*((p.x_mm, p.y_mm) for p in self.areas[area]), strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    def kinds_at(self, place: BoardPlace) -> Mapping[str, PieceKind]:
        """Return the kinds of pieces that can stand at a place, by name."""
        return {name: self.pieces[name] for name in place.holds or self.pieces}

    def kind_of(self, piece: str) -> PieceKind | None:
        """Return the kind of a piece by its colour's name, the first kind that has it."""
        return self._kinds.get(piece)

    @functools.cached_property
    def _kinds(self) -> Mapping[str, PieceKind]:
        kinds = reversed(self.pieces.values())
        return {piece: kind for kind in kinds for piece in kind.colours}

    def nearest(self, piece: str, x_mm: float, y_mm: float) -> tuple[float, str]:
        """Return how far it is to the nearest place that can hold a piece, and that place's name.

        The piece is named by its colour; of two places equally near, the first by name counts.
        """
        homes = self._homes.get(piece, ())
        if not homes:
            return math.inf, self.places[0].name
        squared, name = min([((x - x_mm) ** 2 + (y - y_mm) ** 2, name) for x, y, name in homes])
        return math.sqrt(squared), name

    @functools.cached_property
    def _homes(self) -> Mapping[str, list[tuple[float, float, str]]]:
        """Return where the places are that can hold each piece, with their names."""
        homes: dict[str, list[tuple[float, float, str]]] = {}
        for place in self.places:
            for piece in {one for kind in self.kinds_at(place).values() for one in kind.colours}:
                homes.setdefault(piece, []).append((place.x_mm, place.y_mm, place.name))
        return homes

    def kind_name(self, piece: str, place: BoardPlace) -> str:
        """Return the kind of piece seen at a place, by its colour or ``hidden``.

        Raises StopIteration if no kind has that appearance.
        """
        if piece == "hidden":
            kinds = self.kinds_at(place)
            return next((name for name, kind in kinds.items() if kind.hidden), next(iter(kinds)))
        return next(name for name, kind in self.pieces.items() if piece in kind.colours)

    @functools.cached_property
    def colours(self) -> tuple[str, ...]:
        """Return the names of the pieces' colours, kind by kind."""
        return tuple(colour for kind in self.pieces.values() for colour in kind.colours)

    def sinking(self, place: BoardPlace) -> PieceKind | None:
        """Return the kind of piece that sinks into a place, None if the place is not a hole."""
        kinds = self.kinds_at(place).values() if place.kind == "hole" else ()
        return next((kind for kind in kinds if kind.hole_depth_mm > 0), None)

    @property
    def card_mm(self) -> tuple[float, float] | None:
        """Return width and height of the cards that lie on it, or None if none do."""
        if self.cards is not None:
            return self.cards.size_mm
        return self.discard.card_mm if self.discard is not None else None

    @property
    def pawn(self) -> PieceKind:
        """Return the kind ``pawn``, or the only kind."""
        return self.pieces.get("pawn") or next(iter(self.pieces.values()))


def find_spacing(
    points: Iterable[tuple[float, float]], single: float = math.inf, *, beyond: float = -1.0
) -> float:
    """Return how far apart the two nearest points are; ``single`` where there are no two.

    Points no farther apart than ``beyond`` count as one.
    """
    apart = itertools.starmap(math.dist, itertools.combinations(points, 2))
    return min((each for each in apart if each > beyond), default=single)
