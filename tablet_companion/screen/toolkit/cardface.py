"""A card's face, at any size."""

from __future__ import annotations

from tablet_companion.games.core import UNKNOWN_CARD, Card
from tablet_companion.screen.toolkit import layout
from tablet_companion.screen.toolkit.drawing import Box, Fill, Part, Role
from tablet_companion.screen.toolkit.look import Look

ASPECT = 0.65
"""Width over height of a playing card: 59 by 91 mm."""


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
