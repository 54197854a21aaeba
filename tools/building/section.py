"""Sections through the board: a hole with its switch, a place with its light."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from hardware.board import Board, BoardPlace, PieceKind
from hardware.printing.svg import WHITE, Point, path, polyline, rectangle
from tools.building.sheet import FAINT, GREY, INK, OUTLINE, PALE, THICK, Sheet

FLOOR_MM: Final = 1.0
"""The sheet under the board on which a sunk pawn stands: thin, and letting light through."""
HOLLOW_MM: Final = 14.0
BASE_MM: Final = 4.0
SHAFT_MM: Final = 8.0
"""The diameter of the light shaft under the paper of a place without a hole."""
REED_MM: Final = (14.0, 2.2)
ASIDE_MM: Final = 8.0
"""How far the middle of a switch lies beside the hole's: one end of its glass is under the hole.

A magnet that stands upright right above the middle pulls both tongues alike, and closes nothing.
"""
_PIXEL_MM: Final = (5.0, 1.6)
_ROUND_MM: Final = 10.0

_SCALE: Final = 2.5
_LEFT: Final = 66.0
_BEGIN, _END = 26.0, 142.0
_WORDS: Final = 146.0


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut through a hole and another place: where both are, and what stands there."""

    hole: BoardPlace
    neighbour: BoardPlace
    pawn: PieceKind

    @property
    def apart_mm(self) -> float:
        """Return the distance of the two middles."""
        one, other = self.hole, self.neighbour
        return math.dist((one.x_mm, one.y_mm), (other.x_mm, other.y_mm))

    @property
    def wide_mm(self) -> float:
        """Return the diameter of the hole."""
        return self.pawn.hole_diameter_mm or self.pawn.diameter_mm

    @property
    def own_mm(self) -> tuple[float, float]:
        """Return how far its magnet is from the switch, aside and up, the pawn in the hole."""
        return ASIDE_MM, self.pawn.height_mm / 2 + FLOOR_MM + REED_MM[1] / 2

    @property
    def other_mm(self) -> tuple[float, float]:
        """Return the same of the magnet on the neighbour towards which the switch lies."""
        return self.apart_mm - ASIDE_MM, self.own_mm[1] + self.pawn.hole_depth_mm

    @property
    def times(self) -> float:
        """Return how many times as strongly its own magnet works along the switch as the other."""
        return _along(*self.own_mm) / _along(*self.other_mm)


def _along(aside_mm: float, up_mm: float) -> float:
    """Return the level part of an upright dipole's field, in a unit of no matter."""
    return 3 * aside_mm * up_mm / math.hypot(aside_mm, up_mm) ** 5


def cuts(board: Board) -> Iterator[Cut]:
    """Yield every hole of a board with every other place."""
    for hole in board.places:
        pawn = board.sinking(hole)
        if pawn:
            yield from (Cut(hole, other, pawn) for other in board.places if other is not hole)


def nearest(board: Board) -> Cut:
    """Return the hole with the nearest neighbour. Raises ValueError for a board without holes."""
    return min(cuts(board), key=lambda pair: pair.apart_mm)


def least_times(board: Board) -> float:
    """Return how many times as strongly a pawn works on its switch as any other on the board can.

    Raises ValueError for a board without holes.
    """
    return min(pair.times for pair in cuts(board))


@dataclass(frozen=True, slots=True)
class _Levels:
    """Where things are on the sheet: the second place's middle, the board's top, what is below."""

    right: float
    top: float
    floor: float
    reed: float
    base: float


def _levels(at: Cut, top: float) -> _Levels:
    floor = top + at.pawn.hole_depth_mm * _SCALE
    return _Levels(
        right=_LEFT + at.apart_mm * _SCALE,
        top=top,
        floor=floor,
        reed=floor + (FLOOR_MM + REED_MM[1] / 2) * _SCALE,
        base=floor + (FLOOR_MM + HOLLOW_MM) * _SCALE,
    )


def hole(board: Board) -> Sheet:
    """Return a pawn turned over in its hole above a switch, and an upright one beside it."""
    sheet = Sheet("A hole with its pawn and its switch, cut through (2.5 : 1)", 180, 178)
    at = nearest(board)
    y = _levels(at, 106.0)
    _board(sheet, at, y)
    switch = (_LEFT + ASIDE_MM * _SCALE, y.reed)
    _pawn(sheet, (_LEFT, y.floor), at.pawn, over=True)
    _pawn(sheet, (y.right, y.top), at.pawn, over=False)
    _reed(sheet, *switch)
    middle = at.pawn.height_mm / 2 * _SCALE
    own, other = (_LEFT, y.floor - middle), (y.right, y.top - middle)
    for magnet in (own, other):
        sheet.line(magnet, switch, colour=WHITE, width=1.2)
        sheet.line(magnet, switch, width=THICK, dash="2 1")
        corner = (magnet[0] - 6, magnet[1] - 3)
        sheet.draw(rectangle(*corner, 12, 6, fill=INK, stroke=WHITE, stroke_width=THICK))
    _hole_words(sheet, at, y, other)
    _distances(sheet, at, y, least_times(board))
    return sheet


def _hole_words(sheet: Sheet, at: Cut, y: _Levels, magnet: Point) -> None:
    """Name the parts at the drawing's right, and measure hole and distance above it."""
    sheet.pointer(
        (_WORDS, magnet[1] + 1), (y.right + 6, magnet[1]), "disc magnet in\nthe middle, flat"
    )
    sheet.pointer(
        (_WORDS, y.top + 9), (_END - 1, y.top + 8), f"board, {at.pawn.hole_depth_mm:g} mm"
    )
    sheet.pointer((_WORDS, y.floor + 3), (_END - 1, y.floor + 1.5), f"floor, {FLOOR_MM:g} mm")
    end = _LEFT + (ASIDE_MM + REED_MM[0] / 2 - 1) * _SCALE
    sheet.pointer((_WORDS, y.floor + 14), (end, y.reed + 1.5), "reed switch,\nlying flat")
    half = at.wide_mm * _SCALE / 2
    above = y.top - 50
    sheet.measure((_LEFT - half, above), (_LEFT + half, above), f"hole {at.wide_mm:g} mm")
    sheet.measure((_LEFT, 24), (y.right, 24), f"{at.apart_mm:.1f} mm to the next place")
    sheet.line((_LEFT, 24), (_LEFT, above - 4), colour=GREY, dash="1 1")
    sheet.line((y.right, 24), (y.right, 35), colour=GREY, dash="1 1")


def _distances(sheet: Sheet, at: Cut, y: _Levels, times: float) -> None:
    """Say how far the magnets are from the switch, and how it is laid."""
    own, other = (math.hypot(*way) for way in (at.own_mm, at.other_mm))
    sheet.say(
        8,
        y.floor + 14,
        f"dashed: {own:.0f} mm to its own pawn’s magnet,\n{other:.0f} mm to the next pawn’s",
    )
    sheet.say(
        8,
        160,
        "One end of the switch lies under the hole’s middle: right under the magnet\n"
        f"its middle would stay open. So laid, the pawn’s own magnet pulls {times:.1f} times\n"
        "as strongly along it as any other (computed, not measured).",
    )


def _board(sheet: Sheet, at: Cut, y: _Levels) -> None:
    """Draw the board with its hole, and the floor under it."""
    wide, deep = at.wide_mm * _SCALE, y.floor - y.top
    sheet.draw(
        rectangle(_BEGIN, y.top, _END - _BEGIN, deep, fill=PALE, **OUTLINE),
        rectangle(_LEFT - wide / 2, y.top - 0.4, wide, deep + 0.4, fill=WHITE),
    )
    for x in (_LEFT - wide / 2, _LEFT + wide / 2):
        sheet.line((x, y.top), (x, y.floor), width=THICK)
    sheet.draw(
        rectangle(_BEGIN, y.floor, _END - _BEGIN, FLOOR_MM * _SCALE, fill=WHITE, **OUTLINE),
    )


def _pawn(sheet: Sheet, foot: Point, kind: PieceKind, *, over: bool) -> None:
    """Draw a pawn on its foot or on its head; the coloured cap is white."""
    high, wide = kind.height_mm * _SCALE, kind.diameter_mm * _SCALE / 2
    cap, side = kind.cap_diameter_mm * _SCALE / 2, kind.marker_side_mm * _SCALE
    half = (
        (wide, 0.0),
        (wide, high * 0.12),
        (wide * 0.5, high * 0.55),
        (cap, high - 1.8 * side),
        (cap, high),
    )

    def at(aside: float, up: float) -> Point:
        return foot[0] + aside, foot[1] - (high - up if over else up)

    outline = [*half, *((-aside, up) for aside, up in reversed(half))]
    corners = ((-cap, high), (cap, high), (cap, high - side), (-cap, high - side))
    for points, fill in ((outline, GREY), (corners, WHITE)):
        data = polyline((at(*point) for point in points), closed=True)
        sheet.draw(path(data, fill=fill, stroke=INK, stroke_width=THICK))


def _reed(sheet: Sheet, x: float, y: float) -> None:
    """Draw a reed switch about its middle."""
    half, high = REED_MM[0] / 2 * _SCALE, REED_MM[1] * _SCALE
    sheet.line((x - half - 8, y), (x + half + 8, y), width=THICK)
    sheet.draw(
        rectangle(x - half, y - high / 2, 2 * half, high, rx=high / 2, fill=WHITE, **OUTLINE)
    )
    sheet.line((x - half, y), (x + 5, y - 0.8), width=THICK)
    sheet.line((x + half, y), (x - 5, y + 0.8), width=THICK)


def led(board: Board) -> Sheet:
    """Return the lights under a place and under a hole, with their light shafts."""
    sheet = Sheet("Lights under a hole and under a place, cut through (2.5 : 1)", 180, 122)
    at = nearest(board)
    y = _levels(at, 30.0)
    _board(sheet, at, y)
    _shaft(sheet, at, y)
    sheet.draw(rectangle(_BEGIN, y.base, _END - _BEGIN, BASE_MM * _SCALE, fill=PALE, **OUTLINE))
    _pixel(sheet, _LEFT, y.base, y.floor)
    _pixel(sheet, y.right, y.base, y.top)
    switch = (_LEFT - ASIDE_MM * _SCALE, y.reed)
    _reed(sheet, *switch)
    sheet.pointer((22, y.base - 12), (switch[0] - 12, switch[1] + 2), "reed\nswitch", anchor=1.0)
    _led_words(sheet, y)
    return sheet


def _shaft(sheet: Sheet, at: Cut, y: _Levels) -> None:
    """Draw the light shaft under a place without a hole, and the paper above it."""
    half = SHAFT_MM / 2 * _SCALE
    sheet.draw(rectangle(y.right - half, y.top, 2 * half, y.floor - y.top, fill=WHITE))
    for x in (y.right - half, y.right + half):
        sheet.line((x, y.top), (x, y.floor), width=THICK)
    edge = at.wide_mm * _SCALE / 2
    sheet.line((_BEGIN, y.top), (_LEFT - edge, y.top), width=1.2)
    sheet.line((_LEFT + edge, y.top), (_END, y.top), width=1.2)


def _led_words(sheet: Sheet, y: _Levels) -> None:
    """Name the parts at the drawing's right."""
    shaft = y.right + SHAFT_MM / 2 * _SCALE
    for up, end, text in (
        (y.top + 1, (_END - 2, y.top), "printed paper,\nglued on"),
        (y.top + 14, (shaft, y.top + 13), f"light shaft,\n{SHAFT_MM:g} mm drill"),
        (y.floor + 3, (_END - 2, y.floor + 1.5), "white floor,\nlets light through"),
        (y.base - 14, (y.right + 4, y.base - 4), "WS2812,\nfacing up"),
        (y.base + 7, (_END - 2, y.base + 6), "base"),
    ):
        sheet.pointer((_WORDS, up), end, text)
    x = _LEFT + 18
    sheet.measure((x, y.floor + FLOOR_MM * _SCALE), (x, y.base), f"{HOLLOW_MM:g} mm")
    sheet.say(_LEFT, y.top - 4, "hole", anchor=0.5)
    sheet.say(y.right, y.top - 4, "any other place", anchor=0.5)
    sheet.say(8, 116, "Under a hole the switch lies right under the floor, beside the light.")


def _pixel(sheet: Sheet, x: float, base: float, up_to: float) -> None:
    """Draw a light on its little round board, and how its light spreads."""
    wide, high = (side * _SCALE for side in _PIXEL_MM)
    round_mm, spread = _ROUND_MM * _SCALE, SHAFT_MM / 2 * _SCALE
    for share in (-1.0, -0.4, 0.4, 1.0):
        start, end = (x + share * wide / 2, base - high - 2), (x + share * spread, up_to + 2)
        sheet.line(start, end, colour=GREY, dash="1.4 1.2")
    sheet.draw(
        rectangle(x - round_mm / 2, base - 2.4, round_mm, 2.4, fill=FAINT, **OUTLINE),
        rectangle(x - wide / 2, base - 2.4 - high, wide, high, fill=WHITE, **OUTLINE),
    )
