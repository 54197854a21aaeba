"""A game under way: whose turn it is, what happened, what is still to do."""

from __future__ import annotations

import itertools
import math
from dataclasses import replace

from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import CardNote, PlayPanel
from tablet_companion.screen.toolkit import bands, controls, layout, parts, stages
from tablet_companion.screen.toolkit.cardface import ASPECT, card_face, least_width
from tablet_companion.screen.toolkit.drawing import (
    Box,
    Fill,
    Line,
    Page,
    Part,
    Polygon,
    Role,
    joined,
)
from tablet_companion.screen.toolkit.local import NOTHING, Local
from tablet_companion.screen.toolkit.look import Look

SOURCES = {
    "seen": N_("card seen"),
    "named": N_("card named"),
    "inferred": N_("card concluded from the move"),
}
"""How a card is known, in words; nothing is said of the other ways."""


def page(panel: PlayPanel, look: Look, local: Local = NOTHING) -> Page:
    """Return the page of a game under way, with pieces on their way if some are."""
    told, stage = _laid_out(panel, look)
    return parts.page(
        look,
        _head(panel, stage.head, look),
        parts.table(
            panel.view,
            stage.body,
            look,
            panel.marks,
            arrows=panel.arrows,
            seen=panel.seen,
            motion=local.motion,
        ),
        _side(told, stage, look),
        controls.buttons(panel.buttons, stage.foot, look),
    )


def _head(panel: PlayPanel, box: Box, look: Look) -> Part:
    """Return the main sentence in the colour of whose turn it is, or amber if a step is left."""
    text, colours = look.words.say(panel.say), look.colours
    if not panel.left:
        band = bands.turn_band(text, panel.view.turn, box, look)
        return joined(band, _countdown(panel.countdown, box, look))
    inks = colours.amber, colours.on_amber
    return bands.band(text, box, look, lambda room: _turning(room, look), inks)


def _countdown(twentieths: int, box: Box, look: Look) -> Part:
    """Return a thin line that shortens while people may still object."""
    if not twentieths:
        return Part()
    high = look.theme.px(0.8)
    line = Box(box.x, box.bottom - high, box.w * twentieths // 20, high)
    return Part((Fill(line, look.colours.text),))


def _turning(box: Box, look: Look) -> Part:
    """Return the sign of a step left to do: an arrow that goes round to its beginning."""
    (x, y), radius = box.centre, min(box.w, box.h) / 2
    ink = look.colours.on_amber
    angles = [math.radians(40 + 280 * n / 14) for n in range(15)]
    ring = [(x + 0.7 * radius * math.sin(a), y - 0.7 * radius * math.cos(a)) for a in angles]
    lines = (Line(one, other, ink, radius * 0.2) for one, other in itertools.pairwise(ring))
    (tx, ty), size = ring[0], radius * 0.42
    corners = (
        (tx - size, ty - size),
        (tx + size * 0.55, ty - size * 0.5),
        (tx - size * 0.3, ty + size),
    )
    return Part((*lines, Polygon(corners, ink)))


def _laid_out(panel: PlayPanel, look: Look) -> tuple[PlayPanel, stages.Stage]:
    """Return what is told, and the rooms: as large a board as leaves room for it.

    How it stands is left out first; then what happened and the card, which the board shows. Only
    for what is left to do the board gives way.
    """
    bare = replace(panel, facts=())
    brief = replace(bare, happened=()) if panel.todo else bare
    least = replace(brief, card=None)
    stage = stages.stage(look, panel.buttons)
    for told in (panel, bare, brief):
        if _fits(told, stage, look):
            return told, stage
    return least, stages.with_room(look, panel.buttons, lambda one: _fits(least, one, look))


def _fits(panel: PlayPanel, stage: stages.Stage, look: Look) -> bool:
    """Whether all of a panel can be told beside the board."""
    return parts.has_room(_sentences(panel, look), _rooms(panel, stage, look)[1], look)


def _rooms(panel: PlayPanel, stage: stages.Stage, look: Look) -> tuple[Box, Box, Box]:
    """Return where the card, the text and the seats have their rooms; no card needs none."""
    theme = look.theme
    text, foot = layout.rows(stage.told, (0, theme.px(8)), theme.gap // 2)
    if panel.card is None:
        return Box(text.x, text.y, text.w, 0), text, foot
    top, text = layout.rows(text, (min(theme.px(11), text.h // 3), 0), theme.gap // 2)
    return top, text, foot


def _sentences(panel: PlayPanel, look: Look) -> tuple[parts.Sentence, ...]:
    """Return what is to do, what happened, and how it stands."""
    theme, say = look.theme, look.words.say
    todo = (
        parts.Sentence(say(one), theme.told, look.colours.main, Role.BOLD) for one in panel.todo
    )
    done = (parts.Sentence(say(one), theme.told, look.colours.soft) for one in panel.happened)
    how = (parts.Sentence(say(one), theme.small, look.colours.soft) for one in panel.facts)
    return (*todo, *done, *how)


def _side(panel: PlayPanel, stage: stages.Stage, look: Look) -> Part:
    """Return the card, the text and the seats."""
    top, text, foot = _rooms(panel, stage, look)
    note = Part() if panel.card is None else card_note(panel.card, top, look)
    seats = parts.seats_row(panel.view.seats, panel.view.turn, foot, look)
    return joined(note, parts.column(_sentences(panel, look), text, look), seats)


def card_note(note: CardNote, box: Box, look: Look) -> Part:
    """Return the card of this turn, and how it is known."""
    wide = max(round(box.h * ASPECT), least_width(note.card, look))
    face, label = layout.columns(box, (min(wide, box.w // 2), 0), look.theme.gap)
    source = SOURCES.get(note.source)
    known = look.words.text(source) if source else ""
    text = parts.paragraph(known, label, look, colour=look.colours.soft, middle=True)
    return joined(card_face(note.card, face, look), text)
