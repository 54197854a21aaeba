"""A board as the floor plan of a secret base: rooms along corridors, as an architect's pale print.

Every area of two or more spaces is a room, with the area's name at its door plate; nests make up a
player's reserve outside. The sheet reads the same from both of its long sides, but for the spot
where a card is turned up. Where pieces stand nothing is drawn: a camera judges them against plain
paper.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from hardware import fonts
from hardware.board import Board, BoardPlace, DiscardPile
from hardware.printing.outlines import Lettering, text_path
from hardware.printing.places import inks
from hardware.printing.roomcards import SHEET, WALL
from hardware.printing.svg import (
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
from tools.artwork.furniture import FURNITURE
from tools.artwork.titleblock import FLOOR, LINE, name_line, seal, title_block

SPOT: Final = "#fcf8ee"
_CORRIDOR: Final = "#cfdce6"
_GRID: Final = "#c3d2de"

_CORRIDOR_MM: Final = 8.0
_WALL_MM: Final = 1.8
_OUTER_MM: Final = 2.6
_DOOR_MM: Final = 11.0
_PLATE_MM: Final = 12.0
_EDGE_MM: Final = 10.0
"""How far the sheet's frame runs from its edge: through the middles of the markers."""

Rooms = dict[str, Point]
"""Where the middle of each room is."""


def draw_floorplan(board: Board) -> list[str]:
    """Return all of a board but its markers.

    The board has rooms on a square grid, at least two side by side.
    """
    width, height = board.size_mm
    found = rooms(board)
    return [
        rectangle(0, 0, width, height, fill=SHEET),
        _paper_grid(width, height),
        _frame(width, height),
        *_reserves(board, found),
        _base(found),
        *(_room(name, middle, _half(found)) for name, middle in found.items()),
        *_entrances(found),
        *_titles(board, found),
        *(_spot(board, place) for place in board.places),
    ]


def rooms(board: Board) -> Rooms:
    """Return the middle of every room of a board, by name."""
    areas = (spots for spots in board.areas.values() if spots[0].kind == "space")
    return {spots[0].area: _middle(spots) for spots in areas}


def _middle(spots: tuple[BoardPlace, ...]) -> Point:
    count = len(spots)
    return sum(spot.x_mm for spot in spots) / count, sum(spot.y_mm for spot in spots) / count


def _half(found: Rooms) -> float:
    """Return half the side of a room, its corridor left out."""
    across = sorted({x for x, _ in found.values()})
    pitch = min(b - a for a, b in itertools.pairwise(across))
    return (pitch - _CORRIDOR_MM) / 2


def _extent(found: Rooms) -> tuple[float, float, float, float]:
    """Return the outline of the base: left, top, right, bottom."""
    reach = _half(found) + _CORRIDOR_MM
    xs, ys = zip(*found.values(), strict=True)
    return min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach


# --- the sheet ------------------------------------------------------------------------------------


def _paper_grid(width: float, height: float) -> str:
    """Return squared paper: fine lines every 5 mm, stronger ones every 20 mm."""
    drawn = []
    for step, stroke, opacity in ((5, 0.1, 0.55), (20, 0.2, 0.8)):
        upright = (((x, 0.0), (x, height)) for x in _steps(width, step))
        level = (((0.0, y), (width, y)) for y in _steps(height, step))
        data = lines([*upright, *level])
        drawn.append(path(data, stroke=_GRID, stroke_width=stroke, stroke_opacity=opacity))
    return group(drawn, fill="none")


def _steps(length: float, step: float) -> Iterator[float]:
    """Yield places along a length, step by step from its middle outwards."""
    count = int(length / 2 / step)
    return (length / 2 + k * step for k in range(-count, count + 1))


def _frame(width: float, height: float) -> str:
    """Return the frame with a scale along it, outwards: one tick every 5 mm."""
    edge = _EDGE_MM
    outline = rectangle(edge, edge, width - 2 * edge, height - 2 * edge, stroke_width=0.5)
    inner = rectangle(
        edge + 1, edge + 1, width - 2 * edge - 2, height - 2 * edge - 2, stroke_width=0.15
    )
    ticks = []
    for along, across, upright in ((width, height, False), (height, width, True)):
        for at in _steps(along - 2 * edge, 5):
            long = 2.6 if round(at - along / 2) % 20 == 0 else 1.4
            for near, far in ((edge, edge - long), (across - edge, across - edge + long)):
                ends = ((at + edge, near), (at + edge, far))
                ticks.append(tuple((y, x) for x, y in ends) if upright else ends)
    scale = path(lines((a, b) for a, b in ticks), stroke_width=0.2)
    return group([outline, inner, scale], fill="none", stroke=LINE)


# --- the base -------------------------------------------------------------------------------------


def _base(found: Rooms) -> str:
    """Return the outer wall, the corridors with their guide lines, and where these cross."""
    left, top, right, bottom = _extent(found)
    box = (left, top, right - left, bottom - top)
    shade = rectangle(left + 1.2, top + 1.2, *box[2:], rx=3, fill=WALL, fill_opacity=0.18)
    floor = rectangle(*box, rx=3, fill=_CORRIDOR, stroke=WALL, stroke_width=_OUTER_MM)
    inset = _CORRIDOR_MM / 2
    xs = [*_between(found, 0), left + inset, right - inset]
    ys = [*_between(found, 1), top + inset, bottom - inset]
    guides = lines(
        [(((x, top + inset), (x, bottom - inset))) for x in xs]
        + [((left + inset, y), (right - inset, y)) for y in ys]
    )
    dashes = path(guides, stroke=WALL, stroke_width=0.25, stroke_dasharray="3 1.2 0.5 1.2")
    eyes = "".join(_camera(x, y) for x, y in itertools.product(xs[:-2], ys[:-2]))
    return shade + floor + group([dashes], stroke_opacity=0.55, fill="none") + eyes


def _between(found: Rooms, axis: int) -> list[float]:
    """Return where the inner corridors run."""
    middles = sorted({middle[axis] for middle in found.values()})
    return [(a + b) / 2 for a, b in itertools.pairwise(middles)]


def _camera(x: float, y: float) -> str:
    """Return a watching eye at a crossing, looking down all four corridors."""
    sight = "".join(
        polyline([(0, 0), around(0, 0, 15, b - 11), around(0, 0, 15, b + 11)], closed=True)
        for b in (0, 90, 180, 270)
    )
    drawn = [
        path(sight, fill="#ffffff", fill_opacity=0.5),
        circle(0, 0, 2.4, fill=WALL),
        circle(0, 0, 1.5, fill=SHEET),
        circle(0, 0, 0.8, fill=WALL),
    ]
    return group(drawn, transform=write_transform(x, y))


def _room(name: str, middle: Point, half: float) -> str:
    """Return a room: floor, walls with a door on each side, and twice its plate and furniture."""
    drawn = [
        rectangle(-half, -half, 2 * half, 2 * half, fill=FLOOR),
        _tiles(half),
        _walls(half),
        *(
            group(_corner(name, half), transform=write_transform(0, 0, degrees=turn))
            for turn in (0, 180)
        ),
    ]
    return group(drawn, transform=write_transform(*middle))


def _tiles(half: float) -> str:
    grid = [
        ((at, -half), (at, half)) if upright else ((-half, at), (half, at))
        for upright in (True, False)
        for at in _steps_about(half, half / 4)
    ]
    return path(lines(grid), fill="none", stroke=_GRID, stroke_width=0.15, stroke_opacity=0.7)


def _steps_about(half: float, step: float) -> list[float]:
    count = round(half / step)
    return [k * step for k in range(1 - count, count)]


def _walls(half: float) -> str:
    """Return four walls, each with a gap in its middle where two leaves stand ajar."""
    gap, leaf = _DOOR_MM / 2, _DOOR_MM / 2
    side = polyline([(-half, -half), (-gap, -half)]) + polyline([(gap, -half), (half, -half)])
    inside = -half + leaf
    leaves = f"M{-gap} {-half}V{inside}M{gap} {-half}V{inside}"
    swing = f"M{-gap} {inside}A{leaf} {leaf} 0 0 0 0 {-half}A{leaf} {leaf} 0 0 0 {gap} {inside}"
    sill = rectangle(-gap, -half - _WALL_MM / 2, 2 * gap, _WALL_MM, fill=FLOOR)
    wall: list[str] = []
    for turn in (0, 90, 180, 270):
        drawn = [
            sill,
            path(side, stroke=WALL, stroke_width=_WALL_MM, stroke_linecap="square"),
            path(leaves, stroke=WALL, stroke_width=0.5),
            path(swing, stroke=LINE, stroke_width=0.2),
        ]
        wall.append(group(drawn, fill="none", transform=write_transform(0, 0, degrees=turn)))
    return "".join(wall)


def _corner(name: str, half: float) -> list[str]:
    """Return what stands in a room's corner: the plate with its name, and furniture."""
    at = -half + _PLATE_MM / 2 + 1.8
    letters = Lettering(fonts.TITLE_BOLD, _PLATE_MM * 0.62)
    box = (-_PLATE_MM / 2, -_PLATE_MM / 2, _PLATE_MM, _PLATE_MM)
    plate = [
        rectangle(*box, rx=2, fill=WALL),
        rectangle(*(v * 0.88 for v in box), rx=1.4, fill="none", stroke=SHEET, stroke_width=0.25),
        path(text_path(name, letters, (0, letters.height_mm / 2)), fill="#ffffff"),
    ]
    piece = path(
        FURNITURE.get(name, ""),
        transform=write_transform(-half * 0.27, -half * 0.34, scale=0.92),
        fill="none",
        stroke=LINE,
        stroke_width=0.35,
        stroke_linejoin="round",
    )
    return [piece, group(plate, transform=write_transform(at, at))]


def _entrances(found: Rooms) -> Iterator[str]:
    """Yield a way in from either reserve: a gap in the outer wall, and steps that lead there."""
    left, top, right, bottom = _extent(found)
    y = (top + bottom) / 2
    for x, turn in ((left, 0), (right, 180)):
        gate = rectangle(-_OUTER_MM / 2 - 0.1, -8, _OUTER_MM + 0.2, 16, fill=_CORRIDOR)
        posts = "".join(rectangle(-2, s * 8 - 1.2, 4, 2.4, rx=0.6, fill=WALL) for s in (-1, 1))
        arrow = polyline([(-1.6, -2.2), (1.8, 0), (-1.6, 2.2)])
        sign = path(arrow, fill="none", stroke=WALL, stroke_width=0.9, stroke_linejoin="round")
        yield group([gate, posts, sign], transform=write_transform(x, y, degrees=turn))


# --- outside --------------------------------------------------------------------------------------


def _reserves(board: Board, found: Rooms) -> Iterator[str]:
    """Yield a landing stage in its colour under each player's nests, with the colour's symbol."""
    for spots in board.areas.values():
        if spots[0].kind != "nest":
            continue
        colour = spots[0].colour or ""
        ink = inks(board)[colour]
        box = _around(spots, 3.4)
        inner = _around(spots, 2.2)
        yield rectangle(*box, rx=17, fill=FLOOR, stroke=ink, stroke_width=1.1)
        yield rectangle(*inner, rx=16, fill=ink, fill_opacity=0.16, stroke=ink, stroke_width=0.2)
        yield _badge(colour, ink, _between_sizes(spots), turned=_middle(spots)[0] > _mid_x(found))


def _mid_x(found: Rooms) -> float:
    return sum(x for x, _ in found.values()) / len(found)


def _around(spots: tuple[BoardPlace, ...], air: float) -> tuple[float, float, float, float]:
    """Return the rectangle round places: left, top, width, height."""
    left = min(s.x_mm - s.radius_mm for s in spots) - air
    top = min(s.y_mm - s.radius_mm for s in spots) - air
    right = max(s.x_mm + s.radius_mm for s in spots) + air
    bottom = max(s.y_mm + s.radius_mm for s in spots) + air
    return left, top, right - left, bottom - top


def _between_sizes(spots: tuple[BoardPlace, ...]) -> Point:
    """Return the middle of the gap between the largest spot and the nearest other one above it."""
    large = max(spots, key=lambda spot: spot.radius_mm)
    others = [spot for spot in spots if spot is not large]
    near = min(others, key=lambda spot: abs(spot.y_mm - large.y_mm))
    way = 1 if near.y_mm > large.y_mm else -1
    ends = large.y_mm + way * large.radius_mm, near.y_mm - way * near.radius_mm
    return large.x_mm, sum(ends) / 2


def _badge(colour: str, ink: str, at: Point, *, turned: bool) -> str:
    size = 9.0
    mark = path(
        symbol(colour), fill=ink, transform=write_transform(-size / 2, -size / 2, scale=size)
    )
    bars = lines(((s * 7.5, 0.0), (s * 17.0, 0.0)) for s in (-1, 1))
    drawn = [mark, path(bars, stroke=ink, stroke_width=0.5)]
    return group(drawn, transform=write_transform(*at, degrees=180 if turned else 0))


def _spot(board: Board, place: BoardPlace) -> str:
    """Return plain paper, ringed: the ring is broken where a visitor stands."""
    radius = place.radius_mm
    ink = inks(board)[place.colour] if place.colour else WALL
    first = place.kind == "nest" or board.areas[place.area][0] is place
    dash = {} if first else {"stroke_dasharray": "4.2 2.1"}
    ring = circle(0, 0, radius - 0.35, fill="none", stroke=ink, stroke_width=0.7, **dash)
    return group(
        [circle(0, 0, radius, fill=SPOT), ring], transform=write_transform(place.x_mm, place.y_mm)
    )


def _titles(board: Board, found: Rooms) -> Iterator[str]:
    """Yield an architect's title block and a seal above it by each player's hand.

    Where a card is turned up there is room for the seal within its outline and for the name only.
    """
    left, _, _, bottom = _extent(found)
    width, height = board.size_mm
    across = left - 2 * _EDGE_MM - 6
    middle = (left + _EDGE_MM) / 2 + 2.8, bottom - 21.5
    for turn, at in ((0, middle), (180, (width - middle[0], height - middle[1]))):
        if board.discard is not None and abs(board.discard.x_mm - at[0]) < width / 2:
            yield _card_spot(board.discard)
            drawn = name_line(board.name, across)
        else:
            above = group([seal()], transform=write_transform(0, -50))
            drawn = title_block(board.name, across, 43.0) + above
        yield group([drawn], transform=write_transform(*at, degrees=turn))


def _card_spot(discard: DiscardPile) -> str:
    """Return the outline of a card, open between its corners, with the seal in its middle."""
    width, height = discard.card_mm
    drawn = []
    for x, y in itertools.product((-1, 1), repeat=2):
        right, low = x * width / 2, y * height / 2
        corner = [(right - x * 9, low), (right, low), (right, low - y * 9)]
        drawn.append(path(polyline(corner), fill="none", stroke=WALL, stroke_width=0.7))
    ground = rectangle(-width / 2, -height / 2, width, height, fill=FLOOR)
    sign = group([seal()], transform=write_transform(0, 0, scale=0.9))
    return group([ground, *drawn, sign], transform=write_transform(discard.x_mm, discard.y_mm))
