"""A game under way: whose turn it is, what happened, what is still to do."""

from __future__ import annotations

from tablet_companion.games.core import View
from tablet_companion.marking import N_
from tablet_companion.referee.panels import CardNote, PlayPanel
from tablet_companion.screen import boardview, layout, parts
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
    board_box, side = parts.beside(stage.body, look, (11, 9))
    frame = boardview.whole(look.board, board_box, look.turns)
    spots = boardview.physical(look.board, panel.view.placement)
    part = joined(
        parts.headline(parts.said(panel.say, look), stage.head, look),
        boardview.board_part(frame, spots, panel.marks, look),
        _side(panel, side, look),
        parts.buttons(panel.buttons, stage.foot, look),
    )
    return Page(look.theme.size, part.items, part.touches)


def _side(panel: PlayPanel, box: Box, look: Look) -> Part:
    """Return what is to do, what happened, the card and the seats."""
    theme = look.theme
    text, foot = layout.rows(box, (0, theme.px(9)), theme.gap)
    sentences = [
        *(
            parts.Sentence(parts.said(m, look), theme.body * 5 // 4, look.colours.main, Role.BOLD)
            for m in panel.todo
        ),
        *(
            parts.Sentence(parts.said(m, look), theme.body, look.colours.soft)
            for m in panel.happened
        ),
    ]
    top = Part()
    if panel.card is not None:
        top_box, text = layout.rows(text, (min(theme.px(17), text.h // 2), 0), theme.gap)
        top = card_note(panel.card, top_box, look)
    return joined(top, parts.column(sentences, text, look), seats(panel.view, foot, look))


def seats(view: View, box: Box, look: Look) -> Part:
    """Return the seats with their cards, as everybody may know them."""
    return parts.seats_row(view.seats, view.turn, box, look)


def card_note(note: CardNote, box: Box, look: Look) -> Part:
    """Return the card of this turn, and how it is known."""
    face, label = layout.columns(box, (box.h * 2 // 3, 0), look.theme.gap)
    source = SOURCES.get(note.source)
    known = look.words.text(source) if source else ""
    text, _ = parts.paragraph(known, label, look, colour=look.colours.soft, middle=True)
    return joined(parts.card_face(note.card, face, look), text)
