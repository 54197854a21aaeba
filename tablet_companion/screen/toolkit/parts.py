"""The parts pages are made of: the main sentence, buttons, paragraphs, seats."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from tablet_companion.games.core import Card, Message, Piece, Placement, Seat, SeatView, View
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Arrow, Mark
from tablet_companion.screen.toolkit import boardview, framing, layout
from tablet_companion.screen.toolkit.drawing import (
    Align,
    Box,
    Fill,
    Page,
    Part,
    Rgb,
    Role,
    Text,
    join_parts,
)
from tablet_companion.screen.toolkit.framing import Frame
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.motion import Motion

_HELD: Final = N_("{seat}: {count} {count:card|cards}")
_OUT: Final = N_("{seat} is out of this round")
"""What is heard of a seat’s number: its sign, which says whose it is, is only seen."""

# --- text -----------------------------------------------------------------------------------------


def paragraph(  # noqa: PLR0913 - how a paragraph is set is many small choices, all named
    text: str,
    box: Box,
    look: Look,
    *,
    sizes: Sequence[int] = (),
    colour: Rgb | None = None,
    role: Role = Role.TEXT,
    align: Align = "left",
    middle: bool = False,
) -> Part:
    """Return a paragraph, from the top of a box or in its middle, in the largest size that fits.

    ``sizes`` are tried in turn; by default they are those of running text.
    """
    tried = sizes or layout.sizes_between(look.theme.body, look.theme.small)
    setting = layout.fit_text(text, (box.w, box.h), tried, role, look.measure)
    ink = colour or look.colours.text
    return Part(layout.place_lines(setting, box, ink, align=align, middle=middle))


def set_messages(messages: Sequence[Message], box: Box, look: Look) -> tuple[Part, Box]:
    """Return sentences at the top of a box, and what is left of it; all of it without any."""
    if not messages:
        return Part(), box
    said = [Sentence(look.words.say(one), look.theme.body, look.colours.text) for one in messages]
    settings = [_set(one, box.w, 100, look, look.theme.body) for one in said]
    wanted = sum(one.height + look.theme.gap // 2 for one in settings)
    top, rest = layout.rows(box, (min(wanted, box.h // 2), 0), look.theme.gap)
    return column(said, top, look), rest


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a column: how large at most, in which colour and typeface."""

    text: str
    size: int
    colour: Rgb
    role: Role = Role.TEXT


def cite(section: str, look: Look) -> Sentence:
    """Return where a rule stands in the booklet."""
    source = Message(N_("Booklet: {text}"), (("text", section),))
    return Sentence(look.words.say(source), look.theme.small, look.colours.soft)


_SHRINK: Final = layout.sizes_between(100, 45)
"""How far the sentences of a column may shrink, in percent."""


def column(sentences: Sequence[Sentence], box: Box, look: Look) -> Part:
    """Return sentences below each other; all shrink together until they fit into the box.

    They shrink to what is read from a metre, and farther only if there is no other way. Where
    even the smallest have no room, the last one that has ends in an ellipsis.
    """
    gap, theme = look.theme.gap // 2, look.theme
    for least, percent in itertools.product((theme.body, theme.small), _SHRINK):
        set_so = [_set(one, box.w, percent, look, least) for one in sentences]
        if _fit(set_so, box, look):
            break
    part, y = Part(), box.y
    for one, setting in zip(sentences, set_so, strict=True):
        room = Box(box.x, y, box.w, min(setting.height, box.bottom - y))
        if room.h < layout.line_height(setting.size):
            break
        fits = (setting.size,)
        drawn = paragraph(one.text, room, look, sizes=fits, colour=one.colour, role=one.role)
        part, y = join_parts(part, drawn), y + setting.height + gap
    return part


def has_room(
    sentences: Sequence[Sentence], box: Box, look: Look, least_px: int | None = None
) -> bool:
    """Whether a column of these sentences fits into a box, all read from a metre.

    ``least_px`` is the least size of letters where they are read from nearer.
    """
    least = least_px or look.theme.body
    return _fit([_set(one, box.w, _SHRINK[-1], look, least) for one in sentences], box, look)


def column_height(sentences: Sequence[Sentence], width: int, look: Look) -> int:
    """Return the height of a column of this width, read from a metre."""
    least = look.theme.body
    return _height([_set(one, width, _SHRINK[-1], look, least) for one in sentences], look)


def _fit(settings: Sequence[layout.Setting], box: Box, look: Look) -> bool:
    """Whether paragraphs have room below each other, with no word broken."""
    return all(one.whole_words for one in settings) and _height(settings, look) <= box.h


def _height(settings: Sequence[layout.Setting], look: Look) -> int:
    gap = look.theme.gap // 2
    return sum(one.height + gap for one in settings) - gap


def _set(one: Sentence, width: int, percent: int, look: Look, least: int) -> layout.Setting:
    size = max(least, one.size * percent // 100)
    return layout.set_paragraph(one.text, width, one.role, size, look.measure)


# --- seats ------------------------------------------------------------------------------


def seat_sign(seat: Seat, box: Box, look: Look) -> Part:
    """Return a seat's pawn with its symbol, as large as the box allows."""
    return Part(boardview.pawn(look.board, Piece(seat), box.centre, min(box.w, box.h) / 2))


def seats_row(seats: Sequence[SeatView], turn: Seat | None, box: Box, look: Look) -> Part:
    """Return every seat's sign and how many cards it holds; the one on turn stands out.

    Where many sit round the table there is room for the signs only, and who holds no card has no
    number.
    """
    cells = layout.columns(box, [0] * len(seats), look.theme.gap)
    return join_parts(
        *(
            _seat(one, cell, look, on_turn=one.seat == turn)
            for one, cell in zip(seats, cells, strict=True)
        )
    )


def _seat(one: SeatView, box: Box, look: Look, *, on_turn: bool) -> Part:
    colours = look.colours
    rim = colours.main if on_turn else colours.raised
    body = Fill(box, colours.raised, look.theme.px(1.5), rim, max(2, look.theme.px(0.5)))
    room = box.inset(look.theme.px(0.8))
    sign, count = layout.columns(room, (min(box.h - look.theme.px(1), room.w * 3 // 5), 0), 2)
    if count.w < look.theme.small or not (one.cards or one.out):
        return join_parts(Part((body,)), seat_sign(one.seat, room, look))
    ink = colours.soft if one.out else colours.text
    label = "–" if one.out else str(one.cards)
    text = paragraph(label, count, look, colour=ink, role=Role.BOLD, align="centre", middle=True)
    details = ("seat", one.seat), ("count", one.cards)
    told = look.words.say(Message(_OUT if one.out else _HELD, details))
    heard = (replace(item, heard=told) for item in text.items if isinstance(item, Text))
    cards = Part() if one.out else _stack(label, count, look)
    return join_parts(Part((body,)), seat_sign(one.seat, sign, look), cards, Part(tuple(heard)))


def _stack(label: str, box: Box, look: Look) -> Part:
    """Return the outlines of two cards around a number, which counts the cards of a hand.

    Where they would run through the number there is only one card, or none.
    """
    shift, width = look.theme.px(0.6), max(1, look.theme.px(0.25))
    wide = look.measure(label, Role.BOLD, look.theme.body) + 4 * shift
    front = layout.centre(box, wide, box.h - 2 * shift)
    behind = replace(front, x=front.x + shift, y=front.y - shift)
    cards = (behind, front) if wide + 2 * shift <= box.w else (front,) if wide <= box.w else ()
    return Part(
        tuple(
            Fill(card, look.colours.raised, look.theme.px(0.8), look.colours.soft, width)
            for card in cards
        )
    )


def page(look: Look, *given: Part) -> Page:
    """Return the parts as a page, the first at the back."""
    part = join_parts(*given)
    return Page(look.theme.size, part.items, part.touches)


def table(  # noqa: PLR0913 - what a board shows besides the record is named
    view: View,
    box: Box,
    look: Look,
    marks: Sequence[Mark] = (),
    *,
    arrows: Sequence[Arrow] = (),
    seen: Placement | None = None,
    laid: Card | None = None,
    motion: Motion | None = None,
    frame: Frame | None = None,
) -> Part:
    """Return the board with top card and pieces as a view has them, or as ``seen`` and ``laid``."""
    frame = frame or framing.frame_whole(look.board, box, look.turns)
    spots = boardview.fill_places(look.board, seen or view.placement)
    return boardview.board_part(
        frame, spots, marks, look, laid or view.top_card, arrows=arrows, motion=motion
    )


def above_board(part: Part, view: View, box: Box, look: Look) -> Part:
    """Return keys or words, and the board below them if there is room for it."""
    room = find_room_below(part, box, look)
    return part if room is None else join_parts(part, table(view, room, look))


def find_room_below(part: Part, box: Box, look: Look) -> Box | None:
    """Return what keys or words leave of a box below them; None if a board would be too small.

    That is below a third of a lying page, or a quarter of an upright one: it is wider than high.
    """
    words = (one.box.bottom for one in part.items if isinstance(one, Text))
    top = max((*words, *(one.box.bottom for one in part.touches)), default=box.bottom)
    top += look.theme.gap
    high = box.bottom - top
    least = look.theme.size[1] // (4 if look.theme.portrait else 3)
    return Box(box.x, top, box.w, high) if high > least else None
