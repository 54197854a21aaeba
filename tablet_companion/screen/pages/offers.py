"""Which game: a key for each, with its board, its title, and how many can play it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from tablet_companion import games
from tablet_companion.games.core import Message
from tablet_companion.games.shared.options import list_players
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit import (
    bands,
    boardview,
    controls,
    framing,
    layout,
    parts,
    stages,
)
from tablet_companion.screen.toolkit.drawing import Box, Meaning, Page, Part, Role, join_parts
from tablet_companion.screen.toolkit.framing import Frame
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.look import Look, Offer
from tablet_companion.screen.toolkit.orders import PlayGame


def page(look: Look, back: Local) -> Page:
    """Return the page on which a game is chosen; left without, it leads ``back``."""
    stage = stages.shelf(look)
    return parts.page(
        look,
        # Without the key for questions: the rules would be those of the game chosen before.
        bands.headline(look.words.text(N_("Which game?")), stage.head, look),
        draw_keys(stage.body, look, PlayGame),
        controls.key(look.words.text(N_("Back")), stage.foot, look, back),
    )


def draw_keys(box: Box, look: Look, means: Callable[[str], Meaning], chosen: str = "") -> Part:
    """Return a key for each game with its board; what it ``means`` follows from its name."""
    keys = max(_arrangements(box, look), key=_least_board)
    return join_parts(*(_draw(one, look, means, chosen) for one in keys))


class _Key(NamedTuple):
    """A game's key: its rectangle, the frame of its board, and what it is called."""

    offer: Offer
    cell: Box
    frame: Frame | None
    told: Sequence[parts.Sentence]
    room: Box


def _arrangements(box: Box, look: Look) -> Iterator[Sequence[_Key]]:
    """Yield the keys in as many columns as may be, their titles below their boards or beside."""
    gap, told = look.theme.gap, [_tell(one, look) for one in look.games]
    _, least = layout.shape(len(told), box, look.theme.px(38), gap)
    wide = max(look.measure(one.text, one.role, one.size) for both in told for one in both)
    for down, beside in itertools.product(range(least, len(told) + 1), (False, True)):
        cells = layout.grid(box, -(-len(told) // down), down, gap)
        high = max(parts.column_height(both, cells[0].w - 2 * gap, look) for both in told)
        yield [
            _lay_out(one, cell, both, (wide, 0) if beside else (0, high), look)
            for one, cell, both in zip(look.games, cells, told, strict=False)
        ]


def _lay_out(
    one: Offer, cell: Box, told: Sequence[parts.Sentence], size_px: tuple[int, int], look: Look
) -> _Key:
    """Return a key with this width beside its board, or this height below, for what is told."""
    (wide, high), room = size_px, cell.inset(look.theme.gap * 2 // 3)
    if one.board is None:
        return _Key(one, cell, None, told, room)
    split = layout.columns(room, (0, wide), look.theme.gap) if wide else ()
    shown, words = split or layout.rows(room, (0, high), look.theme.gap // 2)
    words = layout.centre(words, words.w, parts.column_height(told, words.w, look))
    seen = replace(shown, w=max(1, shown.w), h=max(1, shown.h))  # another arrangement has more
    return _Key(one, cell, framing.frame_whole(one.board, seen), told, words)


def _least_board(keys: Sequence[_Key]) -> int:
    return min((one.frame.box.w * one.frame.box.h for one in keys if one.frame), default=0)


def _draw(one: _Key, look: Look, means: Callable[[str], Meaning], chosen: str) -> Part:
    shown, board = Part(), one.offer.board
    if board is not None and one.frame is not None:
        spots = boardview.fill_places(board, one.offer.standing)
        plain = replace(look, board=board, art=None)
        shown = boardview.board_part(one.frame, spots, (), plain)
    weight = Weight.MAIN if one.offer.name == chosen else Weight.PLAIN
    key = controls.key("", one.cell, look, means(one.offer.name), weight=weight)
    ink = look.colours.on_main if weight is Weight.MAIN else look.colours.text
    told = [replace(said, colour=ink) for said in one.told]
    return join_parts(key, shown, parts.column(told, one.room, look))


def _tell(one: Offer, look: Look) -> tuple[parts.Sentence, parts.Sentence]:
    """Return a game's title and how many people can play it."""
    numbers = list_players(games.load(one.name))
    text = N_("{count}\u00a0to\u00a0{count_two}\u00a0players")
    if len(numbers) == 1:
        text = N_("{count}\u00a0players")
    said = look.words.say(Message(text, (("count", numbers[0]), ("count_two", numbers[-1]))))
    title = parts.Sentence(one.title, look.theme.body, look.colours.text, Role.BOLD)
    return title, parts.Sentence(said, look.theme.body, look.colours.text)
