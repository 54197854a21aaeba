"""Names on the drawn board: places with a name of their own, clear of places and other names.

Where the board is drawn small the names are small, all of one size; seen closely they are larger.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from tablet_companion.screen.toolkit.drawing import Box, Fill, Item, Rgb, Role, Text
from tablet_companion.screen.toolkit.labels import Spot, name_spots
from tablet_companion.screen.toolkit.layout import line_height
from tablet_companion.screen.toolkit.look import Measure
from tablet_companion.screen.toolkit.printed import Sheet
from tablet_companion.screen.toolkit.theme import Palette

if TYPE_CHECKING:
    from tablet_companion.screen.toolkit.framing import Frame

LEAST_PX: Final = 9
"""Smaller letters are illegible; names without room appear only in a close-up."""
ROLE: Final = Role.TITLE_BOLD
"""The typeface that is printed on boards, and the narrowest there is."""
_AIR_PX: Final = 2
_HIGH: Final = 1.0
"""How high a line's letters reach, up and down, as a part of their size."""
_GAP_MM: Final = 0.5
_APART_PX: Final = 1


@functools.lru_cache(maxsize=16)
def names(
    frame: Frame, drawn: Sheet, colours: Palette, largest: int, measure: Measure
) -> tuple[Item, ...]:
    """Return a strip with a name for every area that has one; those without room are left out.

    The largest size is taken in which all have room.
    """
    size, spots = _setting(frame, drawn, largest, measure)
    inks = dict(drawn.inks)
    homes = {place.area: inks.get(place.colour) for place in drawn.places if place.colour}
    return tuple(
        item
        for area, word in drawn.names
        if area in spots
        for item in _strip(
            word, _box(frame, spots[area], word, size, measure), size, homes.get(area), colours
        )
    )


def _setting(
    frame: Frame, drawn: Sheet, largest: int, measure: Measure
) -> tuple[int, Mapping[str, Spot]]:
    """Return the size of all names and where they stand, in millimetres of the board."""
    board = drawn.bare
    found: Mapping[str, Spot] = {}
    size = largest
    for size in range(largest, LEAST_PX - 1, -1):
        wanted = {area: _size_mm(frame, _extent(word, size, measure)) for area, word in drawn.names}
        found = name_spots(
            board, wanted, gap_mm=_GAP_MM, apart_mm=_APART_PX / frame.px_per_mm, edge_mm=1.0
        )
        if len(found) == len(wanted):
            break
    return size, found


def _extent(word: str, size: int, measure: Measure) -> tuple[int, int]:
    """Return the width and the height in pixels that a name needs."""
    return measure(word, ROLE, size) + 2 * _AIR_PX, round(size * _HIGH)


def _size_mm(frame: Frame, extent: tuple[int, int]) -> tuple[float, float]:
    """Return the size of a name in millimetres of the board, which may be turned."""
    width, height = (side / frame.px_per_mm for side in extent)
    return (width, height) if frame.turns % 2 == 0 else (height, width)


def _box(frame: Frame, spot: Spot, word: str, size: int, measure: Measure) -> Box:
    x, y = frame.at(*spot)
    w, h = _extent(word, size, measure)
    return Box(round(x - w / 2), round(y - h / 2), w, h)


def _strip(word: str, box: Box, size: int, home: Rgb | None, colours: Palette) -> Iterator[Item]:
    """Yield a name on a strip that parts it from lines; a home's on one of its colour."""
    high = line_height(size)
    room = Box(box.x, box.y + (box.h - high) // 2, box.w, high)
    light = home is None or 0.3 * home[0] + 0.59 * home[1] + 0.11 * home[2] > 150
    ink = colours.ink if light else colours.text
    yield Fill(box, home or colours.board, box.h // 3)
    yield Text(room, word, size, ink, "centre", ROLE)
