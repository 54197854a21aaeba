"""A game under way: whose turn it is, what happened, what is still to do."""

from __future__ import annotations

from tablet_companion.marking import N_
from tablet_companion.referee.panels import CardNote, PlayPanel
from tablet_companion.screen import layout, parts
from tablet_companion.screen.cardface import ASPECT, card_face
from tablet_companion.screen.drawing import Box, Page, Part, Role, joined
from tablet_companion.screen.look import Look

SOURCES = {
    "seen": N_("card seen"),
    "named": N_("card named"),
    "inferred": N_("card concluded from the move"),
}
"""How a card is known, in words; nothing is said of the other ways."""


def page(panel: PlayPanel, look: Look) -> Page:
    """Return the page of a game under way."""
    stage = parts.stage(look, len(panel.buttons))
    board, side = parts.beside(stage.body, look, (11, 9))
    return parts.page(
        look,
        parts.headline(look.words.say(panel.say), stage.head, look),
        parts.table(panel.view, board, look, panel.marks),
        _side(panel, side, look),
        parts.buttons(panel.buttons, stage.foot, look),
    )


def _side(panel: PlayPanel, box: Box, look: Look) -> Part:
    """Return what is to do, what happened, the card and the seats."""
    theme, say = look.theme, look.words.say
    text, foot = layout.rows(box, (0, theme.px(9)), theme.gap)
    note = Part()
    if panel.card is not None:
        top, text = layout.rows(text, (min(theme.px(17), text.h // 3), 0), theme.gap)
        note = card_note(panel.card, top, look)
    todo = (
        parts.Sentence(say(one), theme.body * 5 // 4, look.colours.main, Role.BOLD)
        for one in panel.todo
    )
    done = (parts.Sentence(say(one), theme.body, look.colours.soft) for one in panel.happened)
    how = (parts.Sentence(say(one), theme.small, look.colours.soft) for one in panel.facts)
    seats = parts.seats_row(panel.view.seats, panel.view.turn, foot, look)
    return joined(note, parts.column((*todo, *done, *how), text, look), seats)


def card_note(note: CardNote, box: Box, look: Look) -> Part:
    """Return the card of this turn, and how it is known."""
    face, label = layout.columns(box, (round(box.h * ASPECT), 0), look.theme.gap)
    source = SOURCES.get(note.source)
    known = look.words.text(source) if source else ""
    text = parts.paragraph(known, label, look, colour=look.colours.soft, middle=True)
    return joined(card_face(note.card, face, look), text)
