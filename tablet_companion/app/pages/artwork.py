"""The board's appearance, drawn while the first page is already shown."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from calibration.taught.model import Calibration, draw_reference
from hardware.background import run_in_background
from hardware.board import Board
from tablet_companion.screen.toolkit.look import Art


def draw_art(board: Board, given: Calibration | None = None, language: str = "en") -> Art | None:
    """Return a board's appearance: as it was learnt, or else as it is printed in a language.

    None for a bare table, on which only cards lie.
    """
    if board.cards is not None:
        return None
    return Art.of(given.reference if given else draw_reference(board, language))


class ArtThread:
    """Draws the board's art beside the loop: on a Pi a large drawing takes seconds."""

    def __init__(self, draw: Callable[[str], Art | None]) -> None:
        """Draw nothing yet; ``draw`` gets the language, on a thread, and may return None."""
        self._draw = draw
        self._language: str | None = None
        self._drawn: Future[Art | None] | None = None

    def take(self, language: str) -> Art | None:
        """Return the art in a language once it is there, and None before and afterwards.

        What is asked for in another language than before is drawn again. Raises the error with
        which drawing failed.
        """
        if language != self._language:  # nobody takes what is still being drawn
            self._language = language
            self._drawn = run_in_background(lambda: self._draw(language), "art")
        if self._drawn is None or not self._drawn.done():
            return None
        drawn, self._drawn = self._drawn, None
        return drawn.result()
