"""How each kind of place is drawn. Every drawing lies within the place's own circle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from hardware.board import Board, BoardPlace
from hardware.printing.svg import INK, circle, group, hex_colour, symbol, write_transform

_GROUND: Final = "#fcf8ee"
_HOLE: Final = "#333238"
_INK_SHARE: Final = 0.14
_RIM: Final = "#8b8577"


def place_svg(place: BoardPlace, ink: str) -> str:
    """Return a place at its place; ``ink`` is the print colour of the colour that owns it."""
    drawing = _DRAWINGS[place.kind](place, place.radius_mm, ink)
    return group(drawing, transform=write_transform(place.x_mm, place.y_mm))


def inks(board: Board) -> Mapping[str, str]:
    """Return the print colour of every colour of the board's pieces: a little muted, as on maps."""
    kinds = board.pieces.values()
    return {colour: mute_colour(kind.rgb(colour)) for kind in kinds for colour in kind.colours}


def mute_colour(rgb: tuple[int, int, int]) -> str:
    """Return a colour with a little of the ink's in it, as ``#rrggbb``."""
    ink = (int(INK[k : k + 2], 16) for k in (1, 3, 5))
    return hex_colour(c + (i - c) * _INK_SHARE for c, i in zip(rgb, ink, strict=True))


def _ring(radius: float, stroke: str, width: float) -> str:
    """Return a ring whose outer edge has this radius."""
    return circle(0, 0, radius - width / 2, fill="none", stroke=stroke, stroke_width=width)


def _emblem(colour: str | None, size: float, **style: str | float) -> str:
    return "" if colour is None else symbol(colour, 0, 0, size, **style)


def _space(_place: BoardPlace, r: float, _ink: str) -> list[str]:
    return [circle(0, 0, r, fill=_GROUND), _ring(r, INK, 0.5), _ring(r * 0.84, INK, 0.14)]


def _start(place: BoardPlace, r: float, ink: str) -> list[str]:
    return [
        circle(0, 0, r, fill=_GROUND),
        _ring(r, INK, 0.5),
        _ring(r - 0.5, ink, r * 0.24),
        _ring(r * 0.66, ink, 0.18),
        _emblem(place.colour, r * 0.86, fill=ink, fill_opacity=0.16, stroke=ink, stroke_width=0.06),
    ]


def _finish(place: BoardPlace, r: float, ink: str) -> list[str]:
    return [
        circle(0, 0, r, fill=_GROUND),
        _ring(r, ink, r * 0.13),
        _ring(r * 0.8, ink, 0.14),
        _emblem(place.colour, r * 0.5, fill=ink),
    ]


def _nest(place: BoardPlace, r: float, ink: str) -> list[str]:
    return [
        circle(0, 0, r, fill=_GROUND),
        _ring(r, ink, 0.5),
        _ring(r * 0.87, ink, 0.14),
        _emblem(place.colour, r * 0.36, fill=ink),
    ]


def _hole(_place: BoardPlace, r: float, _ink: str) -> list[str]:
    return [
        circle(0, 0, r, fill=_RIM),
        circle(0, 0, r * 0.93, fill=_HOLE),
        _ring(r, INK, 0.35),
        _ring(r * 0.8, _RIM, 0.14),
    ]


def _meeting(_place: BoardPlace, r: float, _ink: str) -> list[str]:
    """Return a double ring, and two small rings that meet."""
    small = r * 0.3
    pair = [
        circle(side * small * 0.55, 0, small, fill="none", stroke=INK, stroke_width=0.45)
        for side in (-1, 1)
    ]
    return [
        circle(0, 0, r, fill=_GROUND),
        _ring(r, INK, r * 0.1),
        _ring(r * 0.79, INK, r * 0.08),
        *pair,
    ]


def _point(_place: BoardPlace, r: float, _ink: str) -> list[str]:
    return [_ring(r, INK, 0.14), circle(0, 0, r * 0.16, fill=INK)]


_DRAWINGS: Final[Mapping[str, Callable[[BoardPlace, float, str], list[str]]]] = {
    "space": _space,
    "start": _start,
    "finish": _finish,
    "nest": _nest,
    "hole": _hole,
    "meeting": _meeting,
    "point": _point,
}
