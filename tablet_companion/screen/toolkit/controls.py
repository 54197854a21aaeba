"""Keys: their labels, their look, and their places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from tablet_companion.games.core import Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Button, Weight
from tablet_companion.screen.toolkit import icons, layout, parts, slots
from tablet_companion.screen.toolkit.drawing import (
    Box,
    Fill,
    Meaning,
    Part,
    Rgb,
    Role,
    Touch,
    join_parts,
)
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.look import Look

Symbol = tuple[str, str]
"""What a key of ``SYMBOLS`` shows: an icon, and a word or two."""
LabelledKey = tuple[str, Meaning, Weight]
"""A key's text or a translation's key, its meaning, and its weight; such as ``Key``."""

MORE: Final = N_("More")
_RIM_MM: Final = 0.3
_MARGIN_MM: Final = 0.9
"""Between the edge of a key and its label: the rim and as much again."""
_SHORT_MM: Final = 16.0
_WIDE_KEY_MM: Final = 26.0
"""The width at which a key's word is as large as the text; all keys of a screen are as wide."""


class Key(NamedTuple):
    """A key: its text or a translation's key, its meaning, and its weight."""

    label: str
    meaning: Meaning
    weight: Weight = Weight.PLAIN


SYMBOLS: Final[dict[str, Symbol]] = {
    "Take back": ("undo", N_("Undo")),
    "Pause": ("pause", N_("Pause")),
    "Go on": ("go_on", N_("Go on")),
    "Cancel": ("no", N_("Cancel")),
    "Hide": ("hide", N_("Hide")),
    "Set up the board": ("go_on", N_("Begin")),
    "Begin anyway": ("go_on", N_("Begin")),
    "Name the card": ("card", N_("Card")),
    "Correct the last card": ("card", N_("Last card")),
    "Switch off": ("off", N_("Off")),
    "Correct the board": ("board", N_("Board")),
    "No card can be played": ("no_card", N_("No card")),
    "New game": ("again", N_("New")),
    "Again": ("again", N_("Again")),
    "Touch to look": ("look", N_("Look")),
    "Back": ("back", N_("Back")),
    "Hint": ("hint", N_("Hint")),
    "Screen": ("look", N_("Screen")),
    "Leave": ("no", N_("Leave")),
    "Lesson": ("hint", N_("Lesson")),
    "Next": ("go_on", N_("Next")),
    "Replay": ("go_on", N_("Replay")),
    "Stop": ("pause", N_("Stop")),
    "Earlier": ("earlier", N_("Earlier")),
    "Later": ("later", N_("Later")),
    "Rules": ("rules", N_("Rules")),
    "History": ("history", N_("History")),
    "Save": ("save", N_("Save")),
    "Nobody objects": ("yes", N_("Agreed")),
    "Have it taken back": ("no", N_("Veto")),
    "All agents are taken back": ("yes", N_("Done")),
    "Leave the power unused": ("no", N_("Skip")),
    "Keep a specialist": ("card", N_("Keep")),
    "Turn the card up": ("look", N_("Turn up")),
    "Enter your action": ("hint", N_("Action")),
    "Answer the question": ("hint", N_("Answer")),
    "My sheet is filled in": ("yes", N_("Sheet")),
    "Name a sum": ("coins", N_("Sum")),
    "No objection": ("yes", N_("Agreed")),
    "I object": ("no", N_("Objects")),
    "I can do nothing": ("no", N_("Nothing")),
    "I claim the victory": ("yes", N_("Victory")),
    "No claim": ("no", N_("No claim")),
    "Bribe": ("coins", N_("Bribe")),
    "Name the partner": ("look", N_("Partner")),
    "I cannot call any card": ("no_card", N_("No call")),
}
"""Icons and short words by a button's label."""
SEAT_WORDS: Final = {"{seat}, alone": N_("In secret"), "{seat} objects": N_("Objects")}
"""Short words by the label of a seat's key, shown under that seat's sign."""
_NAME: Final = "{seat}"
"""The label of a key that only names a player, also shown under that seat's sign."""


def word(label: str) -> str:
    """Return the short word for a label, as a translation's key."""
    return SEAT_WORDS.get(label) or (SYMBOLS[label][1] if label in SYMBOLS else label)


def buttons(given: Sequence[Button], box: Box, look: Look) -> Part:
    """Return the panel's buttons, each in its place, which is the same on every page."""
    found = slots.place_keys(given)
    return join_parts(*(_button(one, _cell(slot, box, look), look) for slot, one in found.items()))


def order_keys(given: Mapping[slots.Slot, LabelledKey], box: Box, look: Look) -> Part:
    """Return the table's own keys at fixed places; their labels are of ``SYMBOLS``."""
    drawn = (
        symbol_key(SYMBOLS[label], _cell(slot, box, look), look, meaning, weight)
        for slot, (label, meaning, weight) in given.items()
    )
    return join_parts(*drawn)


def _button(one: Button, cell: Box, look: Look) -> Part:
    """Return a key with its icon above a short word, or with its label if it has no icon."""
    name, ink = one.label.text, inks(one.weight, look)[1]
    signed = name == _NAME or name in SEAT_WORDS
    if name not in SYMBOLS and not signed:
        return key(look.words.say(one.label), cell, look, one.intent, weight=one.weight)
    short = look.words.say(replace(one.label, text=word(name)))
    body, above, text = _worded(short, cell, look, one.intent, one.weight)
    if signed:
        return join_parts(
            body, parts.seat_sign(Seat(str(dict(one.label.details)["seat"])), above, look), text
        )
    return join_parts(body, Part(icons.icon(SYMBOLS[name][0], above, ink)), text)


def symbol_key(symbol: Symbol, cell: Box, look: Look, meaning: Meaning, weight: Weight) -> Part:
    """Return a key with an icon above a short word."""
    body, above, text = _worded(look.words.text(symbol[1]), cell, look, meaning, weight)
    return join_parts(body, Part(icons.icon(symbol[0], above, inks(weight, look)[1])), text)


def _worded(
    short: str, cell: Box, look: Look, meaning: Meaning, weight: Weight
) -> tuple[Part, Box, Part]:
    size = look.theme.body if cell.w >= look.theme.px(_WIDE_KEY_MM) else look.theme.small
    room = cell.inset(look.theme.px(_RIM_MM))
    above, below = layout.rows(room, (0, layout.line_height(size)), 0)
    below = replace(below, x=cell.x + 1, w=cell.w - 2)  # a pixel decided about “Continu…”
    text = parts.paragraph(
        short, below, look, sizes=(size, look.theme.small), role=Role.BOLD,
        colour=inks(weight, look)[1], align="centre", middle=True,
    )  # fmt: skip
    return key("", cell, look, meaning, weight=weight), above, text


def _cell(slot: slots.Slot, box: Box, look: Look) -> Box:
    """Return the rectangle of a place, counted from the lower right corner of the page."""
    across = slots.count_across(look.theme)
    gap, high = look.theme.key_gap, look.theme.key
    up, left = slots.position(slot, across)
    cell = layout.columns(box, [0] * across, gap)[left]
    return Box(cell.x, box.bottom - high - up * (high + gap), cell.w, high)


def key_row(texts: Sequence[LabelledKey], box: Box, look: Look) -> Part:
    """Return keys of the table's own pages in one row; their texts are translations' keys."""
    return keys_in(layout.columns(box, [0] * len(texts), look.theme.gap), texts, look)


def keys_in(cells: Sequence[Box], texts: Sequence[LabelledKey], look: Look) -> Part:
    """Return keys in these boxes, their labels in one size; their texts are translations' keys."""
    keys = [(look.words.text(text), meaning, weight) for text, meaning, weight in texts]
    return keys_alike(cells, keys, look)


def least_height(labels: Sequence[str], box: Box, look: Look, size: int) -> int | None:
    """Return the height that keys as wide as a box need; None if a word would be broken."""
    width = _label_room(box, look).w
    set_so = [layout.set_paragraph(one, width, Role.BOLD, size, look.measure) for one in labels]
    if not all(one.whole_words for one in set_so):
        return None
    return max((look.theme.finger, *(one.height + 2 for one in set_so)))


def keys_alike(
    cells: Sequence[Box], keys: Sequence[LabelledKey], look: Look, largest: int | None = None
) -> Part:
    """Return keys in these boxes, their labels in one size, at most the ``largest``."""
    if not keys:
        return Part()
    size = common_size([label for label, _, _ in keys], cells, look, largest)
    return draw_keys(cells, keys, look, size)


def draw_keys(
    cells: Sequence[Box], keys: Sequence[LabelledKey], look: Look, largest: int | None = None
) -> Part:
    """Return keys in the first of these boxes, each label as large as it can be."""
    return join_parts(
        *(
            key(label, cell, look, meaning, weight=weight, largest=largest)
            for (label, meaning, weight), cell in zip(keys, cells, strict=False)
        )
    )


def common_size(
    labels: Sequence[str], boxes: Sequence[Box], look: Look, largest: int | None = None
) -> int:
    """Return the largest size in which every label fits into the button of its box."""
    sizes = layout.sizes_between(largest or look.theme.body, look.theme.small)
    rooms = (_label_room(box, look) for box in boxes)
    return min(
        layout.fit_text(label, (room.w, room.h), sizes, Role.BOLD, look.measure).size
        for label, room in zip(labels, rooms, strict=True)
    )


def least_width(label: str, look: Look) -> int:
    """Return the width that a key needs for a finger, and for a short label in one line.

    A long label is broken: its longest word decides.
    """
    theme, whole = look.theme, look.measure(label, Role.BOLD, look.theme.small)
    longest = max((look.measure(word, Role.BOLD, theme.small) for word in label.split()), default=0)
    wanted = whole if whole <= theme.px(_SHORT_MM) else longest
    return max(theme.finger, wanted + 2 * find_margin(look))


def find_margin(look: Look) -> int:
    """Return the pixels between the edge of a key and its label."""
    return look.theme.px(_MARGIN_MM)


def _is_whole(label: str, room: Box, role: Role, look: Look) -> bool:
    """Whether a label fits into a room in the smallest letters."""
    found = layout.set_paragraph(label, room.w, role, look.theme.small, look.measure)
    return found.whole_words and found.height <= room.h


def _label_room(box: Box, look: Look, margin_mm: float = _MARGIN_MM) -> Box:
    """Return the room for a key's label: three lines of the smallest size."""
    margin = look.theme.px(margin_mm)
    return Box(box.x + margin, box.y + 1, max(0, box.w - 2 * margin), max(0, box.h - 2))


def key(  # noqa: PLR0913 - what a button is and how it looks, all named
    label: str,
    box: Box,
    look: Look,
    meaning: Meaning,
    *,
    weight: Weight = Weight.PLAIN,
    largest: int | None = None,
) -> Part:
    """Return a key; its label is at most as large as ``largest``."""
    edge = max(2, look.theme.px(0.4))
    ground, ink, rim = inks(weight, look)
    body = Fill(box, ground, look.theme.px(2), rim, edge)
    role = Role.TEXT if weight is Weight.QUIET else Role.BOLD
    sizes = layout.sizes_between(largest or look.theme.body, look.theme.small)
    room = _label_room(box, look)
    if not _is_whole(label, room, role, look):  # better close to the rim than cut
        room = _label_room(box, look, _RIM_MM)
    text = parts.paragraph(
        label, room, look, sizes=sizes, colour=ink, role=role, align="centre", middle=True
    )
    touches = () if weight is Weight.LATER else (Touch(box, meaning),)
    return join_parts(Part((body,), touches), text)


def dim_if(at_end: bool) -> Weight:
    """Return the weight of a key that steps on, and is dim where it leads no further."""
    return Weight.LATER if at_end else Weight.PLAIN


def inks(weight: Weight, look: Look) -> tuple[Rgb, Rgb, Rgb]:
    """Return the colours of a key: its ground, its ink and its rim."""
    colours = look.colours
    return {
        Weight.MAIN: (colours.main, colours.on_main, colours.main),
        Weight.PLAIN: (colours.raised, colours.text, colours.line),
        Weight.QUIET: (colours.ground, colours.text, colours.line),
        Weight.LATER: (colours.ground, colours.soft, colours.raised),
    }[weight]


def sheets(count: int, room: int, sheet: int) -> tuple[range, Local | None]:
    """Return which of this many things a sheet with room for some shows, and what turns it.

    The sheet after the last is the first. Where all have room nothing turns; else one thing's
    room goes to the key that does.
    """
    if count <= room:
        return range(count), None
    held = max(1, room - 1)
    last = -(-count // held)
    first = (sheet % last) * held
    return range(first, min(first + held, count)), Local(sheet=(sheet + 1) % last)
