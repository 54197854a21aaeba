"""The main sentence of a page, on a band that shows whom it is for or how serious it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tablet_companion.games.core import TABLE, Message, Piece, Seat, View
from tablet_companion.referee.model.events import AskHelp
from tablet_companion.screen.toolkit import boardview, controls, icons, layout, motion, parts
from tablet_companion.screen.toolkit.drawing import Box, Fill, Meaning, Part, Rgb, Role, join_parts
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import OpenRules
from tablet_companion.screen.toolkit.theme import VISIBLE, contrast

ASK: Final = AskHelp()
_HELP_MM: Final = 18
"""The limit on the size of the key for questions; on a narrow band it is smaller."""


def headline(text: str, box: Box, look: Look, colour: Rgb | None = None) -> Part:
    """Return the main sentence, as large as its room allows, up to legibility from a metre."""
    theme = look.theme
    sizes = (
        *layout.sizes_between(theme.main, theme.body),
        *layout.sizes_between(theme.body, theme.small)[1:],
    )
    setting = layout.fit_text(text, (box.w, box.h), sizes, Role.BOLD, look.measure)
    return Part(layout.place_lines(setting, box, colour or look.colours.text, middle=True))


def asking_headline(text: str, box: Box, look: Look, colour: Rgb | None = None) -> Part:
    """Return the main sentence of a page before a game, and the key to the rules."""
    ask, head = help_key(box, look, OpenRules())
    return join_parts(headline(text, head, look, colour), ask)


def has_room(text: str, box: Box, look: Look, size: int = 0) -> bool:
    """Whether a sentence on a band is legible from a metre, or has room at another size."""
    width = box.w - 2 * look.theme.gap
    size = size or look.theme.body
    setting = layout.set_paragraph(text, width, Role.BOLD, size, look.measure)
    return setting.whole_words and setting.height <= box.h


def band(
    text: str, box: Box, look: Look, sign: Callable[[Box], Part], colours: tuple[Rgb, Rgb]
) -> Part:
    """Return the main sentence on a coloured band, after a sign with the same meaning."""
    ground, ink = colours
    body = Fill(box, ground, look.theme.px(1.5))
    place, room = split_band(box, look)
    return join_parts(Part((body,)), sign(place), headline(text, room, look, ink))


def split_band(box: Box, look: Look) -> tuple[Box, Box]:
    """Return the rooms of the sign and the main sentence, two lines high, on a coloured band."""
    wide = min(box.h - look.theme.gap, box.w // 6)
    place, room = layout.columns(box.inset(look.theme.gap // 2), (wide, 0), look.theme.gap)
    return place, replace(room, y=box.y, h=box.h)


def find_seat(say: Message, view: View) -> Seat | None:
    """Return whose colour a page has: who is named, who reads it alone, or whose turn it is."""
    named = dict(say.details).get("seat")
    if named:
        return Seat(str(named))
    return view.turn if view.viewer == TABLE else Seat(view.viewer)


def turn_band(text: str, turn: Seat | None, box: Box, look: Look) -> Part:
    """Return the main sentence beside the sign of the player on turn, in that player's colour.

    Only a block and a stripe have the colour: an entirely red band is an objection.
    """
    colours = look.colours
    if turn is None:
        return plain_band(text, box, look, (colours.raised, colours.text))
    colour = ground(boardview.piece_rgb(look.board, Piece(turn)), look)
    stripe = look.theme.stripe
    block, rest = layout.columns(box, (_block(box), 0), 0)
    line = Box(block.right - stripe, box.bottom - stripe, rest.w + stripe, stripe)
    radius = look.theme.px(1.5)
    fills = (Fill(box, colours.raised, radius), Fill(block, colour, radius), Fill(line, colour))
    sign = parts.seat_sign(turn, block.inset(look.theme.gap // 2), look)
    return join_parts(Part(fills), sign, headline(text, room_of_turn(box, look), look))


def room_of_turn(box: Box, look: Look) -> Box:
    """Return the room of the main sentence on the band of a player's turn."""
    stripe, gap = look.theme.stripe, look.theme.gap
    _, rest = layout.columns(box, (_block(box), 0), 0)
    return Box(rest.x + gap, rest.y, rest.w - 2 * gap, rest.h - stripe)


def _block(box: Box) -> int:
    """Return the width of the turn's sign; on a narrow band it is left to the sentence."""
    return min(box.h * 5 // 4, box.w // 5)


def asking_band(text: str, turn: Seat | None, box: Box, look: Look) -> Part:
    """Return the band of a player's turn, with the key for questions at its right end."""
    ask, head = help_key(box, look)
    return join_parts(turn_band(text, turn, head, look), ask)


def sweep(turn: Seat, done: float, box: Box, look: Look) -> Part:
    """Return a sweep of the colour of the player on turn, which shrinks to that player's block."""
    colour = ground(boardview.piece_rgb(look.board, Piece(turn)), look)
    block = _block(box)
    left = block + round((box.w - block) * (1 - motion.ease(done)))
    flood = Fill(Box(box.x, box.y, left, box.h), colour, look.theme.px(1.5))
    sign = parts.seat_sign(turn, Box(box.x, box.y, block, box.h).inset(look.theme.gap // 2), look)
    return join_parts(Part((flood,)), sign)


def plain_band(text: str, box: Box, look: Look, colours: tuple[Rgb, Rgb]) -> Part:
    """Return the main sentence on a band for everybody."""
    ground, ink = colours
    room = Box(box.x + look.theme.gap, box.y, box.w - 2 * look.theme.gap, box.h)
    return join_parts(
        Part((Fill(box, ground, look.theme.px(1.5)),)), headline(text, room, look, ink)
    )


def help_key(box: Box, look: Look, meaning: Meaning = ASK, sign: str = "ask") -> tuple[Part, Box]:
    """Return the key for questions at the right end of a head, and the room that is left.

    Before a game there is only the list of rules to ask, and lessons have another ``sign`` there.
    """
    if not look.taught:
        return Part(), box
    wide = max(look.theme.finger, min(box.h, look.theme.px(_HELP_MM), box.w // 9))
    head, room = layout.columns(box, (0, wide), look.theme.gap // 2)
    room = replace(room, h=min(room.h, wide))
    body = controls.key("", room, look, meaning)
    drawn = Part(icons.icon(sign, room.inset(look.theme.gap), look.colours.text))
    return join_parts(body, drawn), head


def ground(colour: Rgb, look: Look) -> Rgb:
    """Return a colour adapted to the page's background: lighter on dark, darker on light."""
    page = look.colours.raised
    step = 12 if sum(page) < 3 * 128 else -12
    while contrast(colour, page) < VISIBLE:
        red, green, blue = (min(255, max(0, channel + step)) for channel in colour)
        colour = red, green, blue
    return colour
