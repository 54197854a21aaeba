"""The board's appearance, drawn while the first page is already shown."""

from __future__ import annotations

import threading
from collections.abc import Callable

from calibration.model import REFERENCE_PX_PER_MM, Calibration
from hardware.board import Board
from hardware.printing.raster import render_board
from tablet_companion.screen.toolkit.look import Art


def draw_art(board: Board, given: Calibration | None = None, language: str = "en") -> Art | None:
    """Return a board's appearance: as it was learnt, or else as it is printed in a language.

    None for a bare table, on which only cards lie.
    """
    if board.cards is not None:
        return None
    drawn = given.reference if given else render_board(board, REFERENCE_PX_PER_MM, language)
    return Art.of(drawn)


class ArtThread:
    """Draws the board's art beside the loop: on a Pi a large drawing takes seconds."""

    def __init__(self, draw: Callable[[str], Art | None]) -> None:
        """Draw nothing yet; ``draw`` gets the language, on a thread, and may return None."""
        self._draw = draw
        self._language: str | None = None
        self._drawn: dict[str, Art | None] = {}

    def take(self, language: str) -> Art | None:
        """Return the art in a language once it is there, and None before and afterwards.

        What is asked for in another language than before is drawn again.
        """
        if language != self._language:
            self._language = language
            threading.Thread(target=self._run, args=(language,), name="art", daemon=True).start()
        return self._drawn.pop(language, None)

    def _run(self, language: str) -> None:
        self._drawn[language] = self._draw(language)
