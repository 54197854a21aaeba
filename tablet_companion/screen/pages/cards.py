"""The card keys: every card that can have been laid."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tablet_companion.games.core import Card
from tablet_companion.games.text import N_
from tablet_companion.referee.model.events import Intent, NameCard, NoCard
from tablet_companion.referee.model.panels import CardKeysPanel
from tablet_companion.screen.toolkit import bands, controls, layout, parts, stages
from tablet_companion.screen.toolkit.cardview import ASPECT, card_face
from tablet_companion.screen.toolkit.drawing import Box, Page, Part, Touch, join_parts
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.look import Look


def page(panel: CardKeysPanel, look: Look) -> Page:
    """Return the page of the card keys."""
    stage = stages.stage(look, panel.buttons)
    more, body = parts.set_messages(panel.more, stage.room, look)
    none, body = _none(body, look) if panel.none else (Part(), body)
    return parts.page(
        look,
        bands.asking_band(look.words.say(panel.say), panel.view.turn, stage.head, look),
        more,
        none,
        keys(panel.cards, body, look, NameCard),
        controls.buttons(panel.buttons, stage.foot, look),
    )


def _none(box: Box, look: Look) -> tuple[Part, Box]:
    """Return a key for when no card was laid, below the others, and what is left of the box."""
    rest, room = layout.rows(box, (0, look.theme.finger), look.theme.gap)
    return controls.key(look.words.text(N_("Nothing was laid")), room, look, NoCard()), rest


def keys(
    cards: Sequence[Card], box: Box, look: Look, meaning: Callable[[Card], Intent | Local]
) -> Part:
    """Return a key with the face of every card, as large as the box allows."""
    if not cards:
        return Part()
    gap = look.theme.gap
    across = max(range(1, len(cards) + 1), key=lambda n: _side(n, len(cards), box, gap))
    if across == len(cards):  # a single card as wide as the page looks like no card
        widest = across * (round(box.h * ASPECT) + gap) - gap
        box = layout.centre(box, max(widest, look.theme.finger), box.h)
    cells = layout.grid(box, across, -(-len(cards) // across), gap)
    return join_parts(
        *(
            join_parts(card_face(card, cell, look), Part(touches=(Touch(cell, meaning(card)),)))
            for card, cell in zip(cards, cells, strict=False)
        )
    )


def _side(across: int, count: int, box: Box, gap: int) -> float:
    """Return the size of cards in this many columns."""
    down = -(-count // across)
    width = (box.w - gap * (across - 1)) / across
    height = (box.h - gap * (down - 1)) / down
    return min(width / ASPECT, height)
