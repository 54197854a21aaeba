"""Cards: a face at any size, and those that lie on a table without a board, face down or gone."""

from __future__ import annotations

from tablet_companion.games.core import HIDDEN, UNKNOWN_CARD, Card, Piece
from tablet_companion.screen.toolkit import layout
from tablet_companion.screen.toolkit.drawing import Box, Fill, Item, Part, Point, Role, Text
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.theme import Palette

ASPECT = 0.65
"""Width over height of a playing card: 59 by 91 mm."""
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
    corner = Box(box.x + box.h // 10, box.y + 1, box.w - box.h // 5, layout.line_height(size))
    return Text(corner, piece, size, colours.ink, "left", Role.BOLD)


def number_over(piece: Piece, box: Box, look: Look) -> tuple[Item, ...]:
    """Return a card's number on a strip of the card, to be read where a mark crosses it."""
    text = _number(piece, box, look.colours)
    wide = look.measure(piece, text.role, text.size) + 2
    air = (text.box.h - text.size) // 2  # digits have neither accents nor descenders
    strip = Box(text.box.x - 1, text.box.y + air, wide, text.size)
    return Fill(strip, look.colours.card), text


def least_width(card: Card, look: Look) -> int:
    """Return the width that a card's name needs in one line, in the smallest size."""
    name, least = _label(card, look), look.theme.fine * 2 // 3
    return look.measure(name, Role.TITLE_BOLD, least) * 10 // 9 + 2 * look.theme.px(0.8)


def _label(card: Card, look: Look) -> str:
    return "?" if card == UNKNOWN_CARD else look.words.card(card)


def card_face(card: Card, box: Box, look: Look, *, chosen: bool = False) -> Part:
    """Return a card's face as large as a box allows; a chosen one has a thick rim.

    In a wide box the card is wide, too, so that its name is legible.
    """
    colours = look.colours
    rim = colours.main if chosen else colours.board_line
    edge = max(2, box.h // 14) if chosen else max(1, box.h // 50)
    body = Fill(box, colours.card, max(3, min(box.w, box.h) // 10), rim, edge)
    label = _label(card, look)
    room = box.inset(edge + max(1, box.w // 20))
    largest = max(look.theme.fine, box.h * 2 // 5)
    sizes = layout.sizes_between(largest, min(largest, look.theme.fine // 3))
    setting = layout.fit_text(label, (room.w, room.h), sizes, Role.TITLE_BOLD, look.measure)
    widest = max(look.measure(word, Role.TITLE_BOLD, setting.size) for word in label.split())
    if widest > room.w:  # no name is better than half of one
        return Part((body,))
    text = layout.place_lines(setting, room, colours.ink, align="centre", middle=True)
    return Part((body, *text))
