"""Prints for learning a game: its rulebook, and a reference card for every player."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import cv2

from hardware.board import Board
from hardware.printing import booklet, booklet_pdf
from hardware.printing.raster import render_board
from tablet_companion.kit import File, rulebook

RULEBOOK: Final = "rulebook"
REFERENCE: Final = "reference"
_PX_PER_MM: Final = 4.0
"""Resolution of the board's picture; diagrams show parts of it at some two fifths of its size."""
_QUALITY: Final = 85


def book_files(game: str, board: Board, language: str, *, fold: bool) -> Iterator[File]:
    """Return the rulebook as pages of A5 and, to be folded, two on a side of A4.

    Raises NothingTaughtError, WordsError at once.
    """
    return _book_files(rulebook.make(game, board, language), fold=fold)


def _book_files(maker: rulebook.Maker, *, fold: bool) -> Iterator[File]:
    pages = booklet.lay_out(rulebook.build_book(maker))
    name, size = maker.game.name, maker.board.size_mm
    ground = ground_of(maker.board, maker.words.language)
    yield f"{name}-{RULEBOOK}.pdf", booklet_pdf.pages_pdf(pages, size, ground)
    if fold:
        yield f"{name}-{RULEBOOK}-fold.pdf", booklet_pdf.folded_pdf(pages, size, ground)


def reference_files(game: str, board: Board, language: str) -> Iterator[File]:
    """Return reference cards, four on a sheet; raises NothingTaughtError, WordsError at once."""
    made = rulebook.build_reference(rulebook.make(game, board, language))
    content = booklet_pdf.cards_pdf(booklet.lay_out_card(made))
    return iter([(f"{game}-{REFERENCE}.pdf", content)])


def ground_of(board: Board, language: str) -> bytes | None:
    """Return the board's picture as JPEG; None if loose cards lie on a bare table."""
    if board.cards is not None:
        return None
    quality = [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]
    _, content = cv2.imencode(".jpg", render_board(board, _PX_PER_MM, language), quality)
    return content.tobytes()
