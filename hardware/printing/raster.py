"""Prints as pictures: for the screen, for simulated tables, for looking at."""

from __future__ import annotations

import cv2
import numpy as np
import resvg_py

from hardware.board import Board
from hardware.errors import CompanionError
from hardware.ports import Picture
from hardware.printing.board import board_svg
from hardware.printing.svg import WHITE

_MM_AN_INCH = 25.4


def render_board(board: Board, px_per_mm: float, language: str = "en") -> Picture:
    """Return the board as it is printed, blue-green-red, ``px_per_mm`` pixels a millimetre."""
    picture = render(board_svg(board, language), px_per_mm)
    # The renderer rounds up half a pixel; everybody else rounds it to even.
    width, height = (round(side * px_per_mm) for side in board.size_mm)
    return picture[:height, :width]


class DrawingError(CompanionError):
    """A drawing that the renderer cannot make."""


def render_png(svg: str, px_per_mm: float) -> bytes:
    """Render an SVG whose size is in millimetres as a PNG file; raises DrawingError."""
    dpi = px_per_mm * _MM_AN_INCH
    try:
        return bytes(
            resvg_py.svg_to_bytes(svg_string=svg, dpi=dpi, background=WHITE, skip_system_fonts=True)
        )
    except BaseException as error:
        # A panic of the renderer is no Exception, and its class cannot be imported.
        if not isinstance(error, ValueError) and type(error).__name__ != "PanicException":
            raise
        raise DrawingError(
            f"The drawing cannot be made ({error}); check the sizes in the board file."
        ) from error


def render(svg: str, px_per_mm: float) -> Picture:
    """Render an SVG whose size is in millimetres as a picture."""
    picture = cv2.imdecode(np.frombuffer(render_png(svg, px_per_mm), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return picture.astype(np.uint8, copy=False)
