"""A board whose areas are joined by lines, as a map: lands and seas, dotted routes, cities.

What lies under the pieces is calm: each place is a plain light disc on its city's pale plate.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Final

import numpy as np

from hardware import fonts
from hardware.board import Board, BoardPlace
from hardware.printing.outlines import Lettering, text_path, text_width
from hardware.printing.places import inks
from hardware.printing.svg import (
    PAPER,
    WHITE,
    Point,
    around,
    circle,
    group,
    lines,
    path,
    polyline,
    rectangle,
    write_transform,
)
from hardware.printing.symbols import symbol
from tablet_companion.games.core import Place
from tablet_companion.games.text import LANGUAGES
from tablet_companion.screen.words.wording import words
from tools.artwork import ornaments
from tools.artwork.labels import Rect, Spot, extent, name_spots
from tools.artwork.landmass import coast

_SEA: Final = "#a9c2c0"
_SHALLOWS: Final = ("#b2cac6", "#bcd2cc", "#c8dbd2")
_DEPTH_LINE: Final = "#7fa09f"
_LAND: Final = "#e9d9b0"
_COAST: Final = "#6d5a3d"
_INK: Final = "#2b2320"
_PLATE: Final = "#f6edd6"
_DISC: Final = "#fcf8ee"
_RIM: Final = "#b9a988"
_ROUTE: Final = "#7a3325"
_STRIPES: Final = ("#8c3b2e", "#cf6b2c", "#dda63a")
"""Brown red, orange and mustard: the stripes of the seventies."""

_DEPTHS_MM: Final = (8.5, 5.0, 2.2)
_PLATE_MM: Final = 1.0
"""How far a city's plate stands off its discs."""
_NAME: Final = Lettering(fonts.TITLE_BOLD, 3.3, 0.25)
_NAME_GAP_MM: Final = 2.6
_APART_MM: Final = 1.5
"""Between two names."""
_DOT_MM: Final = 2.3
_TITLE_MM: Final = (74.0, 30.0)
_GRID_MM: Final = 2.0
"""How finely the emptiest spots of a board are looked for."""


def draw_worldmap(board: Board) -> list[str]:
    """Return all of a board with lines but its markers."""
    width, height = board.size_mm
    band = _band(board)
    names = _names(board, band)
    return [
        rectangle(0, 0, width, height, fill=_SEA),
        *_ground(board),
        *_survey(board),
        ornaments.frame(width, height, band),
        *_routes(board),
        *_furniture(board, band, names),
        *_stars(board),
        *(_city(board, area) for area in board.areas),
    ]


def draw_names(board: Board) -> dict[str, str]:
    """Return the names on a board by language, each at the same spot in every one."""
    spots = _names(board, _band(board))
    return {
        language: "".join(_name(board, area, spot, language) for area, spot in spots.items())
        for language in LANGUAGES
    }


def _band(board: Board) -> float:
    """Return the width of the frame in which the markers stand."""
    width, height = board.size_mm
    reaches = (
        min(m.x_mm, m.y_mm, width - m.x_mm, height - m.y_mm) + m.size_mm * 0.68
        for m in board.markers
    )
    return max((4.0, *reaches))


# --- land and sea -------------------------------------------------------------------------------


def _ground(board: Board) -> Iterator[str]:
    """Yield the water, paler towards the coasts, and the land."""
    if not board.lands:
        return
    shape = coast(board, _DEPTHS_MM)
    for data, shade in zip(shape.depths, _SHALLOWS, strict=True):
        yield path(data, fill=shade, fill_rule="evenodd", stroke=_DEPTH_LINE, stroke_width=0.14)
    yield path(shape.land, fill=_LAND, fill_rule="evenodd", stroke=_COAST, stroke_width=0.45)


def _survey(board: Board) -> Iterator[str]:
    """Yield faint circles and a cross-hair about the centre, as on a watcher's screen."""
    x, y = _middle(board)
    reach = math.hypot(*board.size_mm)
    rings = [circle(x, y, radius) for radius in range(40, int(reach), 20)]
    rays = lines(
        (around(x, y, 40, bearing), around(x, y, reach, bearing)) for bearing in range(0, 360, 15)
    )
    style: dict[str, str | float] = {"fill": "none", "stroke": _INK, "stroke_opacity": 0.13}
    yield group([path(rays), *rings], stroke_width=0.18, **style)


def _middle(board: Board) -> Point:
    """Return the centre of the area where unowned pieces start, or else of the board."""
    centre = next((p for p in board.places if _is_centre(p)), None)
    return board.middle_mm(centre.area) if centre else (board.size_mm[0] / 2, board.size_mm[1] / 2)


def _is_centre(place: BoardPlace) -> bool:
    return place.kind == "start" and place.colour is None


# --- routes and cities --------------------------------------------------------------------------


def _routes(board: Board) -> Iterator[str]:
    """Yield every line as a row of dots on a pale way, from plate to plate."""
    ends = [(board.middle_mm(one.start), board.middle_mm(one.end)) for one in board.lines]
    yield path(lines(ends), fill="none", stroke=PAPER, stroke_width=2.6, stroke_opacity=0.75)
    dots = "".join(_dots(begin, end) for begin, end in ends)
    yield path(dots, fill="none", stroke=_ROUTE, stroke_width=1.15, stroke_linecap="round")


def _dots(begin: Point, end: Point) -> str:
    count = max(1, round(math.dist(begin, end) / _DOT_MM))
    steps = (
        (begin[0] + (end[0] - begin[0]) * k / count, begin[1] + (end[1] - begin[1]) * k / count)
        for k in range(count + 1)
    )
    return lines(((x, y), (x + 0.01, y)) for x, y in steps)


def _city(board: Board, area: str) -> str:
    """Return a city: its plate, ringed in the colour whose home it is, and its places."""
    spots = board.areas[area]
    colour = next((spot.colour for spot in spots if spot.colour), None)
    ink = inks(board).get(colour or "", _INK)
    parts = [_plate(spots, 2.7, fill=ink), _plate(spots, 1.6, fill=PAPER)] if colour else []
    parts.append(_plate(spots, _PLATE_MM, fill=_PLATE, stroke=_INK, stroke_width=0.3))
    return group([*parts, *(_place(spot, ink) for spot in spots)])


def _plate(spots: tuple[BoardPlace, ...], more_mm: float, **style: str | float) -> str:
    left, top, right, bottom = extent(spots, more_mm)
    corner = spots[0].radius_mm + more_mm
    return rectangle(left, top, right - left, bottom - top, rx=corner, **style)


def _place(spot: BoardPlace, ink: str) -> str:
    """Return a plain disc; what is somebody's, or the centre, shows it by a small emblem."""
    r = spot.radius_mm
    drawn = [circle(0, 0, r - 0.1, fill=_DISC, stroke=_RIM, stroke_width=0.2)]
    if spot.colour or _is_centre(spot):
        shape = symbol(spot.colour or "yellow")
        drawn.append(path(shape, transform=write_transform(-r * 0.5, -r * 0.5, scale=r), fill=ink))
    return group(drawn, transform=write_transform(spot.x_mm, spot.y_mm))


def _stars(board: Board) -> Iterator[str]:
    """Yield a star under the plate of the centre."""
    for place in filter(_is_centre, board.places):
        x, y = board.middle_mm(place.area)
        reach = max(extent(board.areas[place.area])[2] - x, 1.0)
        for long, fill in ((1.72, _STRIPES[0]), (1.62, _STRIPES[2])):
            tips = (
                around(x, y, reach * (long if k % 2 == 0 else 1.18), 11.25 * k) for k in range(32)
            )
            yield path(polyline(tips, closed=True), fill=fill, stroke=_INK, stroke_width=0.25)


# --- names --------------------------------------------------------------------------------------


def name_rects(board: Board) -> Mapping[str, Rect]:
    """Return the strips of paper on which names stand, by area."""
    return {
        area: _rect(spot, _name_size(board, area))
        for area, spot in _names(board, _band(board)).items()
    }


def _names(board: Board, band: float) -> Mapping[str, Spot]:
    """Return where the names of the cities stand."""
    sizes = {area: _name_size(board, area) for area in board.areas}
    return name_spots(board, sizes, gap_mm=_NAME_GAP_MM, apart_mm=_APART_MM, edge_mm=band + 0.5)


def _name_size(board: Board, area: str) -> tuple[float, float]:
    """Return the size of a strip on which an area's name has room in every language."""
    names = (_called(board, area, language) for language in LANGUAGES)
    return max(text_width(name, _NAME) for name in names) + 3.0, _NAME.height_mm + 1.8


def _called(board: Board, area: str, language: str) -> str:
    return words(language, board).place(Place(area)).upper()


def _name(board: Board, area: str, spot: Spot, language: str) -> str:
    """Return a name on a strip of paper; a home's on a strip of its colour."""
    colour = next((place.colour for place in board.areas[area] if place.colour), None)
    width, height = _name_size(board, area)
    x, y = spot
    ink = inks(board).get(colour or "", PAPER)
    data = text_path(_called(board, area, language), _NAME, (x, y + _NAME.height_mm / 2))
    strip = rectangle(
        x - width / 2,
        y - height / 2,
        width,
        height,
        rx=height / 2,
        fill=ink,
        fill_opacity=1.0 if colour else 0.8,
    )
    letters = WHITE if colour and colour != "yellow" else _INK
    return strip + path(data, fill=letters)


# --- title and compass --------------------------------------------------------------------------


def _furniture(board: Board, band: float, names: Mapping[str, Spot]) -> Iterator[str]:
    """Yield the title and the compass where the board is emptiest."""
    taken = [_rect(spot, _name_size(board, area)) for area, spot in names.items()]
    spot, room = _emptiest(board, _TITLE_MM, band, taken)
    if room > 0:
        yield _title(board.name, *spot)
        taken.append(_rect(spot, _TITLE_MM))
    spot, room = _emptiest(board, (20.0, 20.0), band, taken)
    if room > 0:
        yield ornaments.compass(*spot, min(10.0 + room - 2.0, 22.0))


def _emptiest(
    board: Board, size: tuple[float, float], band: float, taken: list[Rect]
) -> tuple[Spot, float]:
    """Return the middle of a rectangle with the most room about it, and that room in mm."""
    width, height = board.size_mm
    y, x = np.mgrid[0:height:_GRID_MM, 0:width:_GRID_MM]
    half_w, half_h = size[0] / 2, size[1] / 2
    room = np.minimum.reduce([x - half_w, width - x - half_w, y - half_h, height - y - half_h])
    room -= band
    points = [(p.x_mm, p.y_mm, p.radius_mm) for p in board.places] + _on_routes(board)
    areas = [(a - 2, b - 2, c + 2, d + 2) for a, b, c, d in taken]
    areas += [(cx - r - 2, cy - r - 2, cx + r + 2, cy + r + 2) for cx, cy, r in points]
    for left, top, right, bottom in areas:
        dx = np.maximum(left - x, x - right) - half_w
        dy = np.maximum(top - y, y - bottom) - half_h
        np.minimum(room, np.maximum(dx, dy), out=room)
    best = np.unravel_index(room.argmax(), room.shape)
    return (float(x[best]), float(y[best])), float(room[best])


def _on_routes(board: Board) -> list[tuple[float, float, float]]:
    """Return points along all lines, close enough to keep things off them."""
    ends = [(board.middle_mm(one.start), board.middle_mm(one.end)) for one in board.lines]
    parts = [k / 16 for k in range(17)]
    return [
        (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, 1.0) for a, b in ends for t in parts
    ]


def _rect(spot: Spot, size: tuple[float, float]) -> Rect:
    (x, y), (width, height) = spot, size
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def _title(text: str, x: float, y: float) -> str:
    """Return the name in large letters above three stripes."""
    width, height = _TITLE_MM
    natural = text_width(text.upper(), Lettering(fonts.TITLE_BOLD, 1, 0.12))
    capitals = min(height * 0.55, width / natural)
    lettering = Lettering(fonts.TITLE_BOLD, capitals, 0.12 * capitals)
    top = y - height / 2
    data = text_path(text.upper(), lettering, (x, top + capitals))
    stripes = [
        rectangle(x - width / 2, top + capitals + 3.0 + 2.9 * k, width, 2.1, rx=1.05, fill=fill)
        for k, fill in enumerate(_STRIPES)
    ]
    return path(data, fill=_INK) + "".join(stripes)
