"""Private to one seat: the cards of a hand are entered and checked."""

from __future__ import annotations

from tablet_companion.games.core import Card
from tablet_companion.games.text import N_
from tablet_companion.referee.model.events import ShowHand
from tablet_companion.referee.model.panels import HandPanel, Weight
from tablet_companion.screen.pages.cards import keys
from tablet_companion.screen.toolkit import bands, controls, layout, parts, stages
from tablet_companion.screen.toolkit.cardview import card_face
from tablet_companion.screen.toolkit.drawing import Box, Fill, Page, Part, Touch, join_parts
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.look import Look


def page(panel: HandPanel, look: Look, local: Local) -> Page:
    """Return the page on which a hand is entered, or its verdict read."""
    stage = stages.stage(look, panel.buttons)
    share = 20 if look.theme.portrait else 36
    slots, board = layout.rows(stage.room, (stage.room.h * share // 100, 0), look.theme.gap)
    chosen = local.cards[: panel.size]
    return parts.page(
        look,
        bands.asking_band(look.words.say(panel.verdict or panel.say), panel.seat, stage.head, look),
        _chosen(chosen, panel.size, slots, look),
        _keyboard(panel, chosen, board, look),
        controls.buttons(panel.buttons, stage.foot, look),
    )


def _keyboard(panel: HandPanel, chosen: tuple[Card, ...], box: Box, look: Look) -> Part:
    """Return the keys to choose from, or once the hand is whole, the one that has it checked."""
    if len(chosen) < panel.size:
        return keys(panel.cards, box, look, lambda card: Local(cards=(*chosen, card)))
    room = layout.centre(box, look.theme.px(70), look.theme.key * 3 // 2)
    label = look.words.text(N_("Check these cards"))
    weight = Weight.MAIN if panel.verdict is None else Weight.PLAIN
    return controls.key(label, room, look, ShowHand(chosen), weight=weight)


def _chosen(cards: tuple[Card, ...], size: int, box: Box, look: Look) -> Part:
    """Return the cards entered so far, each put back by a touch, and the empty slots."""
    found = Part()
    cells = layout.columns(box, [0] * size, look.theme.gap)
    for number, cell in enumerate(cells):
        if number < len(cards):
            rest = Local(cards=(*cards[:number], *cards[number + 1 :]))
            face = card_face(cards[number], cell, look, chosen=True)
            found = join_parts(found, face, Part(touches=(Touch(cell, rest),)))
        else:
            colours, edge = look.colours, max(2, look.theme.px(0.4))
            slot = Fill(cell, colours.ground, look.theme.px(2), colours.line, edge)
            found = join_parts(found, Part((slot,)))
    return found
