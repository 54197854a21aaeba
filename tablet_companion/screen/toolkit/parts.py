"""The parts pages are made of: the main sentence, buttons, paragraphs, seats."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tablet_companion.games.core import Piece, Placement, Seat, SeatView, View
from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.referee.model.panels import Arrow, Button, Mark, Message, Weight
from tablet_companion.screen.toolkit import boardview, layout, slots
from tablet_companion.screen.toolkit.drawing import (
    Align,
    Box,
    Fill,
    Meaning,
    Page,
    Part,
    Rgb,
    Role,
    Touch,
    joined,
)
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.look import Look


@dataclass(frozen=True, slots=True)
class Stage:
    """Where a page's three rooms are: the main sentence, what it is about, the buttons."""

    head: Box
    body: Box
    foot: Box


def stage(look: Look, buttons: Sequence[Button] | int) -> Stage:
    """Split the screen; the foot is as high as the buttons need, or so many keys in a row."""
    theme = look.theme
    page = Box(0, 0, *theme.size).inset(theme.gap)
    if isinstance(buttons, int):
        _, down = _key_shape(look, buttons, page)
    else:
        down = slots.height(buttons, _across(look))
    foot = down * theme.key + max(0, down - 1) * theme.gap
    head = theme.size[1] * (16 if theme.portrait else 22) // 100
    heights = (head, 0, foot) if buttons else (head, 0)
    boxes = layout.rows(page, heights, theme.gap)
    return Stage(boxes[0], boxes[1], boxes[2] if buttons else Box(page.x, page.bottom, page.w, 0))


def beside(box: Box, look: Look, share: tuple[int, int] = (1, 1)) -> tuple[Box, Box]:
    """Split a body in two, side by side, or one above the other on an upright screen."""
    whole, gap = sum(share), look.theme.gap
    if look.theme.portrait:
        first, second = layout.rows(box, (box.h * share[0] // whole, 0), gap)
    else:
        first, second = layout.columns(box, (box.w * share[0] // whole, 0), gap)
    return first, second


# --- text -----------------------------------------------------------------------------------------


def headline(text: str, box: Box, look: Look, colour: Rgb | None = None) -> Part:
    """Return the main sentence, as large as its room allows up to what a metre asks for."""
    sizes = layout.sizes_between(look.theme.main, look.theme.small)
    setting = layout.fitted(text, (box.w, box.h), sizes, Role.BOLD, look.measure)
    return Part(layout.placed(setting, box, colour or look.colours.text, middle=True))


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
    setting = layout.fitted(text, (box.w, box.h), tried, role, look.measure)
    ink = colour or look.colours.text
    return Part(layout.placed(setting, box, ink, align=align, middle=middle))


def told(messages: Sequence[Message], box: Box, look: Look) -> tuple[Part, Box]:
    """Return sentences at the top of a box, and what is left of it; all of it without any."""
    if not messages:
        return Part(), box
    said = [Sentence(look.words.say(one), look.theme.body, look.colours.text) for one in messages]
    settings = [_set(one, box.w, 100, look) for one in said]
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


_SHRINK: Final = layout.sizes_between(100, 45)
"""How far the sentences of a column may shrink, in percent."""


def column(sentences: Sequence[Sentence], box: Box, look: Look) -> Part:
    """Return sentences below each other; all shrink together until they fit into the box.

    Where even the smallest do not, the last one with room ends in an ellipsis.
    """
    gap = look.theme.gap // 2
    for percent in _SHRINK:
        set_so = [_set(one, box.w, percent, look) for one in sentences]
        if sum(s.height + gap for s in set_so) - gap <= box.h:
            break
    part, y = Part(), box.y
    for one, setting in zip(sentences, set_so, strict=True):
        room = Box(box.x, y, box.w, min(setting.height, box.bottom - y))
        if room.h < layout.line_height(setting.size):
            break
        fits = (setting.size,)
        drawn = paragraph(one.text, room, look, sizes=fits, colour=one.colour, role=one.role)
        part, y = joined(part, drawn), y + setting.height + gap
    return part


def has_room(sentences: Sequence[Sentence], box: Box, look: Look) -> bool:
    """Return whether a column of these sentences fits into a box without being cut short."""
    gap = look.theme.gap // 2
    least = [_set(one, box.w, _SHRINK[-1], look) for one in sentences]
    return sum(one.height + gap for one in least) - gap <= box.h


def _set(one: Sentence, width: int, percent: int, look: Look) -> layout.Setting:
    size = max(look.theme.small, one.size * percent // 100)
    return layout.Setting(
        layout.wrapped(one.text, width, one.role, size, look.measure), size, one.role
    )


# --- buttons --------------------------------------------------------------------------------------


def _key_shape(look: Look, count: int, box: Box) -> tuple[int, int]:
    return layout.shape(count, box, look.theme.px(25), look.theme.gap)


def buttons(given: Sequence[Button], box: Box, look: Look) -> Part:
    """Return the panel's buttons, each in its place, which is the same on every page."""
    found = slots.placed(given)
    cells = {slot: _cell(slot, box, look) for slot in found}
    keys = [(look.words.say(one.label), one.intent, one.weight) for one in found.values()]
    return _keys(keys, list(cells.values()), look) if keys else Part()


def _across(look: Look) -> int:
    """Return how many of a row of places stand side by side: half of them on an upright screen."""
    return -(-slots.ACROSS // 2) if look.theme.portrait else slots.ACROSS


def _cell(slot: slots.Slot, box: Box, look: Look) -> Box:
    """Return a place's rectangle, counted from the lower edge of the foot."""
    across, gap, high = _across(look), look.theme.gap, look.theme.key
    up, left = slots.position(slot, across)
    cell = layout.columns(box, [0] * across, gap)[left]
    return Box(cell.x, box.bottom - high - up * (high + gap), cell.w, high)


def key_row(texts: Sequence[tuple[str, Meaning, Weight]], box: Box, look: Look) -> Part:
    """Return keys of the table's own pages in one row; their texts are translations' keys."""
    keys = [(look.words.text(text), meaning, weight) for text, meaning, weight in texts]
    return _keys(keys, layout.columns(box, [0] * len(keys), look.theme.gap), look)


def _keys(keys: Sequence[tuple[str, Meaning, Weight]], cells: Sequence[Box], look: Look) -> Part:
    """Return keys with labels in one size."""
    size = common_size([label for label, _, _ in keys], cells, look)
    return joined(
        *(
            key(label, cell, look, meaning, weight=weight, largest=size)
            for (label, meaning, weight), cell in zip(keys, cells, strict=True)
        )
    )


def common_size(labels: Sequence[str], boxes: Sequence[Box], look: Look) -> int:
    """Return the largest size in which every label fits into the button of its box."""
    sizes = layout.sizes_between(look.theme.body, look.theme.small)
    rooms = (box.inset(_margin(look)) for box in boxes)
    return min(
        layout.fitted(label, (room.w, room.h), sizes, Role.BOLD, look.measure).size
        for label, room in zip(labels, rooms, strict=True)
    )


def _margin(look: Look) -> int:
    return look.theme.px(0.7)


def key(  # noqa: PLR0913 - what a button is and how it looks, all named
    label: str,
    box: Box,
    look: Look,
    meaning: Meaning,
    *,
    weight: Weight = Weight.PLAIN,
    largest: int | None = None,
) -> Part:
    """Return one button; ``largest`` bounds the size of its label."""
    colours, edge = look.colours, max(2, look.theme.px(0.4))
    ground, ink, rim = {
        Weight.MAIN: (colours.main, colours.on_main, colours.main),
        Weight.PLAIN: (colours.raised, colours.text, colours.line),
        Weight.QUIET: (colours.ground, colours.soft, colours.raised),
    }[weight]
    body = Fill(box, ground, look.theme.px(2), rim, edge)
    role = Role.TEXT if weight is Weight.QUIET else Role.BOLD
    room = box.inset(_margin(look))
    sizes = layout.sizes_between(largest or look.theme.body, look.theme.small)
    text = paragraph(
        label, room, look, sizes=sizes, colour=ink, role=role, align="centre", middle=True
    )
    return joined(Part((body,), (Touch(box, meaning),)), text)


def sheets(count: int, room: int, sheet: int) -> tuple[range, Local | None]:
    """Return which of so many things a sheet with room for some shows, and what turns it.

    The sheet after the last is the first. Where all have room nothing turns; else one thing's
    room goes to the key that does.
    """
    if count <= room:
        return range(count), None
    held = max(1, room - 1)
    last = -(-count // held)
    first = (sheet % last) * held
    return range(first, min(first + held, count)), Local(sheet=(sheet + 1) % last)


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
    return joined(
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
        return joined(Part((body,)), seat_sign(one.seat, room, look))
    ink = colours.line if one.out else colours.text
    label = "–" if one.out else str(one.cards)
    text = paragraph(label, count, look, colour=ink, role=Role.BOLD, align="centre", middle=True)
    return joined(Part((body,)), seat_sign(one.seat, sign, look), text)


def page(look: Look, *given: Part) -> Page:
    """Return the parts as a page, the first at the back."""
    part = joined(*given)
    return Page(look.theme.size, part.items, part.touches)


def table(  # noqa: PLR0913 - what a board shows besides the record is named
    view: View,
    box: Box,
    look: Look,
    marks: Sequence[Mark] = (),
    *,
    arrows: Sequence[Arrow] = (),
    seen: Placement | None = None,
) -> Part:
    """Return the whole board with top card and pieces as a view has them, or as ``seen``."""
    frame = boardview.whole(look.board, box, look.turns)
    spots = boardview.physical(look.board, by_area(seen or view.placement))
    return boardview.board_part(frame, spots, marks, look, view.top_card, arrows=arrows)


def band(
    text: str, box: Box, look: Look, sign: Callable[[Box], Part], colours: tuple[Rgb, Rgb]
) -> Part:
    """Return the main sentence on a coloured band, after a sign that says the same without it."""
    ground, ink = colours
    body = Fill(box, ground, look.theme.px(2))
    place, room = layout.columns(box.inset(look.theme.gap), (box.h * 3 // 4, 0), look.theme.gap)
    return joined(Part((body,)), sign(place), headline(text, room, look, ink))
