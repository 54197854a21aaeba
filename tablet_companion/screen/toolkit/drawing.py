"""A page as a value: what is drawn, back to front, and the meaning of touches.

Lengths are pixels, the origin is the top-left corner, y points down. Nothing here draws.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from tablet_companion.games.core import Place
from tablet_companion.referee.model.events import Intent
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.orders import Order, OwnMeaning

Rgb = tuple[int, int, int]
Point = tuple[float, float]
Align = Literal["left", "centre", "right"]


class Role(StrEnum):
    """A typeface by its role; ``hardware.fonts`` holds one file for each."""

    TEXT = "text"
    BOLD = "bold"
    TITLE = "title"
    TITLE_BOLD = "title_bold"


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle of whole pixels."""

    x: int
    y: int
    w: int
    h: int

    @property
    def right(self) -> int:
        """Return the x just beyond the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> int:
        """Return the y just beyond the lower edge."""
        return self.y + self.h

    @property
    def centre(self) -> Point:
        """Return the middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def inset(self, by: int) -> Box:
        """Return the box with a margin taken off every side."""
        return Box(self.x + by, self.y + by, max(0, self.w - 2 * by), max(0, self.h - 2 * by))

    def moved_into(self, room: Box) -> Box:
        """Return the box, moved as little as needed to lie in a room that is as large."""
        x = min(max(self.x, room.x), room.right - self.w)
        y = min(max(self.y, room.y), room.bottom - self.h)
        return Box(x, y, self.w, self.h)

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside."""
        return self.x <= x < self.right and self.y <= y < self.bottom


@dataclass(frozen=True, slots=True)
class Fill:
    """A filled rectangle, with round corners where ``radius`` is set; ``edge`` outlines it."""

    box: Box
    colour: Rgb
    radius: int = 0
    edge: Rgb | None = None
    edge_px: int = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line with round ends."""

    start: Point
    end: Point
    colour: Rgb
    width: float


@dataclass(frozen=True, slots=True)
class Circle:
    """A disc, a ring, or both."""

    centre: Point
    radius: float
    colour: Rgb | None = None
    edge: Rgb | None = None
    edge_px: float = 0.0


@dataclass(frozen=True, slots=True)
class Polygon:
    """A closed polygon, filled, outlined, or both."""

    points: tuple[Point, ...]
    colour: Rgb | None = None
    edge: Rgb | None = None
    edge_px: float = 0.0


@dataclass(frozen=True, slots=True)
class Text:
    """One line of text, vertically centred in its box, which it must fit.

    ``heard`` is what it says to somebody who hears the page, if a sign beside it says more.
    """

    box: Box
    text: str
    size: int
    colour: Rgb
    align: Align = "left"
    role: Role = Role.TEXT
    heard: str = ""


def make_showable(text: str) -> str:
    """Return a text that every screen can show, whoever wrote it.

    The name of a folder on a foreign stick may be no Unicode, a name in a file may hold a NUL.
    """
    return text.encode("utf-8", "replace").decode().replace("\0", " ")


@dataclass(frozen=True, slots=True)
class Group:
    """Items inside a box that seldom change, and are painted only once.

    They are clipped to the box.
    """

    box: Box
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class Image:
    """A picture of this many pixels, width and height, scaled to its box.

    ``bgr`` holds its rows from the top, three bytes a pixel: blue, green, red. It is shown after
    this many quarter ``turns`` clockwise.
    """

    box: Box
    size: tuple[int, int]
    bgr: bytes
    turns: int = 0


Item = Fill | Line | Circle | Polygon | Text | Group | Image


@dataclass(frozen=True, slots=True)
class Pick:
    """A touch selects the nearest of these places, by name and position, within ``reach`` pixels.

    Without ``near`` the touch brings the place nearer, to be looked at closely; with it, the board
    is seen closely around that place already, and the touch chooses. What is ``told`` goes to the
    table, not to the screen.
    """

    places: tuple[tuple[Place, Point], ...]
    near: Place | None = None
    told: bool = False
    reach: float = math.inf


@dataclass(frozen=True, slots=True)
class Scrub:
    """A touch selects one of this many turns, by its position along the rectangle."""

    count: int


Meaning = Intent | Local | Order | OwnMeaning
"""What a touch can mean: to the referee, to the screen itself, to the table, or to no table."""


@dataclass(frozen=True, slots=True)
class Touch:
    """A rectangle that can be touched, and its meaning."""

    box: Box
    meaning: Meaning | Pick | Scrub


@dataclass(frozen=True, slots=True)
class Page:
    """Everything a screen shows at one moment, back to front, and its touch areas.

    ``upside_down`` turns all of it towards the player opposite.
    """

    size: tuple[int, int]
    items: tuple[Item, ...]
    touches: tuple[Touch, ...] = ()
    upside_down: bool = False

    def touch_at(self, x: float, y: float) -> Touch | None:
        """Return the touch area at a point, None if there is none."""
        return next((one for one in self.touches if one.box.holds(x, y)), None)


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a page, put together with others by ``join_parts``."""

    items: tuple[Item, ...] = ()
    touches: tuple[Touch, ...] = ()


def join_parts(*parts: Part) -> Part:
    """Return the parts as one, the first at the back."""
    return Part(
        tuple(item for part in parts for item in part.items),
        tuple(touch for part in parts for touch in part.touches),
    )


def texts(items: tuple[Item, ...]) -> Iterator[Text]:
    """Yield every line of text, those inside groups too."""
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Group):
            yield from texts(item.items)
