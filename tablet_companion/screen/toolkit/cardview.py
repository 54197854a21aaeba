"""Cards on a table without a board: face up with their numbers, face down, or gone."""

from __future__ import annotations

from tablet_companion.games.core import HIDDEN, Piece
from tablet_companion.screen.toolkit.drawing import Box, Fill, Item, Point, Role, Text
from tablet_companion.screen.toolkit.layout import line_height
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.theme import Palette

KIND = "card"
"""The kind of piece that a spot for a card holds."""


def outline(size_mm: tuple[float, float], centre: Point, px_per_mm: float) -> Box:
    """Return the outline of a card of this size about a point."""
    w, h = (round(side * px_per_mm) for side in size_mm)
    return Box(round(centre[0]) - w // 2, round(centre[1]) - h // 2, w, h)


def gone(box: Box, colours: Palette) -> tuple[Item, ...]:
    """Return the outline of a missing card."""
    return (Fill(box, colours.board, box.h // 8, colours.board_track, 1),)


def lying(piece: Piece, box: Box, colours: Palette) -> tuple[Item, ...]:
    """Return a card with its number in the corner, or its back."""
    if piece == HIDDEN:
        inner = box.inset(max(2, box.h // 8))
        return (
            Fill(box, colours.board_hole, box.h // 8, colours.board_line, 1),
            Fill(inner, colours.board_line, box.h // 10),
        )
    card = Fill(box, colours.card, box.h // 8, colours.board_line, 1)
    return card, _number(piece, box, colours)


def _number(piece: Piece, box: Box, colours: Palette) -> Text:
    size = max(9, box.h // 3)  # not hidden by a pawn in the middle
    corner = Box(box.x + box.h // 10, box.y + 1, box.w - box.h // 5, line_height(size))
    return Text(corner, piece, size, colours.ink, "left", Role.BOLD)


def number_over(piece: Piece, box: Box, look: Look) -> tuple[Item, ...]:
    """Return a card's number on a strip of the card, to be read where a mark crosses it."""
    text = _number(piece, box, look.colours)
    wide = look.measure(piece, text.role, text.size) + 2
    air = (text.box.h - text.size) // 2  # digits have neither accents nor descenders
    strip = Box(text.box.x - 1, text.box.y + air, wide, text.size)
    return Fill(strip, look.colours.card), text
