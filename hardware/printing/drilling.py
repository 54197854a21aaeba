"""The drilling plan of a board: its outline, and the centre and diameter of every hole."""

from __future__ import annotations

from typing import Final

from hardware import fonts
from hardware.board import Board, BoardPlace
from hardware.printing.outlines import Lettering, text_path
from hardware.printing.svg import INK, WHITE, circle, document, lines, path, rectangle

SHAFT_MM: Final = 6.0
"""The diameter of the shaft that lets a light through the wood under a place without a hole."""
_ARM_MM: Final = 3.0
_NOTE: Final = Lettering(fonts.TEXT, 2.2)


def drilling_svg(board: Board) -> str:
    """Return the drawing: a circle with a cross for every place, in millimetres.

    Holes are as wide as their pieces need. All other places get a shaft for a light, with a dashed
    circle, which a table without lights leaves out.
    """
    places = {(place.x_mm, place.y_mm): place for place in board.places}.values()
    crosses = (_cross(place) for place in places)
    content = [
        rectangle(0, 0, *board.size_mm, fill=WHITE, stroke=INK, stroke_width=0.3),
        path(lines(end for ends in crosses for end in ends), stroke=INK, stroke_width=0.2),
        *(part for place in places for part in _bore(board, place)),
        *_legend(board),
    ]
    return document(*board.size_mm, content, title=f"{board.name}: where to drill")


def _legend(board: Board) -> tuple[str, ...]:
    """Return the board's name and the diameter of a dashed circle, for the lower corner."""
    y = board.size_mm[1] - 8.0
    texts = ((board.name, 10.0), (f"Ø {SHAFT_MM:g}", 52.0))
    drawn = (path(text_path(text, _NOTE, (x, y), anchor=0), fill=INK) for text, x in texts)
    return (*drawn, path(f"M40 {y - 1.1}h10", stroke=INK, stroke_width=0.2, stroke_dasharray="1 1"))


def _cross(place: BoardPlace) -> tuple[tuple[tuple[float, float], tuple[float, float]], ...]:
    x, y = place.x_mm, place.y_mm
    return ((x - _ARM_MM, y), (x + _ARM_MM, y)), ((x, y - _ARM_MM), (x, y + _ARM_MM))


def bore_mm(board: Board, place: BoardPlace) -> float:
    """Return the diameter to drill at a place."""
    if place.kind != "hole":
        return SHAFT_MM
    kinds = (board.pieces[name] for name in (place.holds or board.pieces))
    wide = [kind.hole_diameter_mm for kind in kinds if kind.hole_diameter_mm is not None]
    return max(wide, default=2 * place.radius_mm)


def _bore(board: Board, place: BoardPlace) -> tuple[str, ...]:
    wide, dashes = bore_mm(board, place), "1 1" if place.kind != "hole" else "none"
    ring = circle(
        place.x_mm, place.y_mm, wide / 2, fill="none", stroke=INK, stroke_width=0.2,
        stroke_dasharray=dashes,
    )  # fmt: skip
    if place.kind != "hole":
        return (ring,)
    at = place.x_mm, place.y_mm + wide / 2 + 3
    return ring, path(text_path(f"Ø {wide:g}", _NOTE, at, anchor=0.5), fill=INK)
