"""The board's appearance, drawn while the first page is already shown."""

from __future__ import annotations

import threading
from collections.abc import Callable

from calibration.model import REFERENCE_PX_PER_MM, Calibration
from hardware.board import Board
from hardware.printing.raster import render_board
from tablet_companion.screen.toolkit.look import Art


def draw_art(board: Board, given: Calibration | None = None) -> Art | None:
    """Return a board's appearance: as it was learnt, or else as it is printed.

    None for a bare table, on which only cards lie.
    """
    if board.cards is not None:
        return None
    return Art.of(given.reference if given else render_board(board, REFERENCE_PX_PER_MM))


class ArtThread:
    """Draws the board's art once, beside the loop: on a Pi a large drawing takes seconds."""

    def __init__(self, draw: Callable[[], Art | None]) -> None:
        """Draw nothing yet; ``draw`` is called on the thread and returns None if there is none."""
        self._draw = draw
        self._drawn: Art | None = None
        self._thread = threading.Thread(target=self._run, name="art", daemon=True)

    def start(self) -> None:
        """Begin to draw."""
        self._thread.start()

    def take(self) -> Art | None:
        """Return the art once it is there, and None before and afterwards."""
        drawn, self._drawn = self._drawn, None
        return drawn

    def _run(self) -> None:
        self._drawn = self._draw()
