"""The look of the simulated table's window: the table, the tray, and keys for mishaps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import cv2
import numpy as np

from hardware.ports import Picture
from hardware.simulated.scene import LaidCard, Pawn
from tablet_companion.games.core import Piece
from tablet_companion.games.text import N_
from tablet_companion.screen.toolkit import boardview, layout
from tablet_companion.screen.toolkit.drawing import Box, Circle, Fill, Image, Item, Page, Role, Text
from tablet_companion.screen.toolkit.paint import measure, render
from tablet_companion.screen.toolkit.theme import Palette
from tablet_companion.screen.words.wording import Words
from tablet_companion.simulator.desk import Desk
from tablet_companion.simulator.mishaps import WORDS, Mishap
from tablet_companion.simulator.tray import Stack

TITLE: Final = N_("The simulated table")
WAITING: Final = N_("The table is being set up; this takes a few seconds.")
_USE: Final = N_(
    "Drag pieces and cards, also to and from the strip below. Right-click "
    "to turn over, stand up, or take a card off the pile."
)
_COLOURS: Final = Palette()
_TEXT_PX: Final = 17
_SMALL_PX: Final = 12
_LARGE_PX: Final = 30
_SIGN_PX: Final = 22
"""Radius of a piece's sign in the tray, and of the one beside the mouse."""
_HELD_CARD_PX: Final = 80


@dataclass(frozen=True, slots=True)
class _Below:
    """Everything that determines the look of the window below the table's picture."""

    stacks: tuple[Stack, ...]
    lit: frozenset[Mishap]
    hint: str
    labels: tuple[str, ...]


class DeskView:
    """Draws a desk."""

    def __init__(self, desk: Desk, faces: Mapping[str, Picture]) -> None:
        """Draw this desk; ``faces`` are the pictures of the cards."""
        self._desk = desk
        self._faces = faces
        self._drawn: tuple[_Below, Picture] | None = None
        self._framed: tuple[Picture, object, Picture] | None = None

    def framed(self, picture: Picture, words: Words, news: str | None = None) -> Picture:
        """Return the table's picture with everything below it, and with what the mouse holds.

        ``news`` (a translation's key) replaces the usual hint. While nothing changes, it is the
        same picture, which must not be drawn into.
        """
        below, grip = self._below(words, news), self._desk.grip
        state = below, grip and (grip.held, self._desk.pointer)
        if self._framed is None or self._framed[0] is not picture or self._framed[1] != state:
            self._framed = picture, state, self._frame(picture, below)
        return self._framed[2]

    def _frame(self, picture: Picture, below: _Below) -> Picture:
        if self._drawn is None or self._drawn[0] != below:
            drawn = render(self._page(below), _COLOURS.ground)
            self._drawn = below, drawn[self._desk.hint_box.y :]
        shown = np.vstack([picture, self._drawn[1]])
        if self._desk.grip is not None:
            self._carry(shown, self._desk.grip.held)
        return shown

    def _below(self, words: Words, news: str | None = None) -> _Below:
        desk = self._desk
        return _Below(
            desk.stacks,
            desk.mishaps.lit,
            words.text(desk.mishaps.hint or news or _USE),
            tuple(words.text(WORDS[key]) for key in desk.keys),
        )

    def _page(self, below: _Below) -> Page:
        desk = self._desk
        keys = zip(desk.keys.items(), below.labels, strict=True)
        items = (
            *_line(below.hint, desk.hint_box.inset(2), _TEXT_PX),
            *(item for stack in below.stacks for item in self._stack(stack)),
            *(item for (key, box), label in keys for item in _key(label, box, key in below.lit)),
        )
        return Page(desk.size, items)

    def _stack(self, stack: Stack) -> Iterator[Item]:
        if stack.is_card:
            yield self._card(stack)
            return
        x, y = stack.box.centre
        if stack.left == 0:
            yield Circle((x, y), _SIGN_PX, None, _COLOURS.line, 1.5)
            return
        yield from boardview.pawn(self._desk.table.board, Piece(stack.name), (x, y - 8), _SIGN_PX)
        if stack.left is not None:
            below = Box(stack.box.x, stack.box.bottom - 28, stack.box.w, 22)
            yield Text(below, f"× {stack.left}", _TEXT_PX, _COLOURS.soft, "centre")

    def _card(self, stack: Stack) -> Item:
        face = self._faces[stack.name]
        room = stack.box.inset(3)
        scale = min(room.w / face.shape[1], room.h / face.shape[0])
        box = layout.centre(room, round(face.shape[1] * scale), round(face.shape[0] * scale))
        small = _resized(face, box.w, box.h)
        return Image(box, (box.w, box.h), small.tobytes())

    def _carry(self, shown: Picture, held: object) -> None:
        """Draw the held thing at the mouse: people see it there, the camera does not."""
        x, y = round(self._desk.pointer[0]), round(self._desk.pointer[1])
        if isinstance(held, Pawn):
            red, green, blue = boardview.piece_rgb(self._desk.table.board, held.colour)
            cv2.circle(shown, (x, y), _SIGN_PX // 2, (blue, green, red), -1, cv2.LINE_AA)
            cv2.circle(shown, (x, y), _SIGN_PX // 2, (255, 255, 255), 2, cv2.LINE_AA)
        elif isinstance(held, LaidCard):
            face = self._faces[held.face]
            scale = _HELD_CARD_PX / max(face.shape[:2])
            small = _resized(face, round(face.shape[1] * scale), round(face.shape[0] * scale))
            _paste(shown, small, x - small.shape[1] // 2, y - small.shape[0] // 2)


@lru_cache(maxsize=1)
def draw_waiting(size: tuple[int, int], text: str) -> Picture:
    """Return the picture that is shown until the table exists."""
    items = _line(text, Box(0, 0, *size).inset(40), _LARGE_PX)
    return render(Page(size, items), _COLOURS.ground)


def _line(text: str, box: Box, largest: int) -> tuple[Text, ...]:
    sizes = layout.sizes_between(largest, _SMALL_PX)
    setting = layout.fit_text(text, (box.w, box.h), sizes, Role.TEXT, measure)
    return layout.place_lines(setting, box, _COLOURS.text, align="centre", middle=True)


def _key(label: str, box: Box, lit: bool) -> Iterator[Item]:
    ground = _COLOURS.main if lit else _COLOURS.raised
    ink = _COLOURS.on_main if lit else _COLOURS.text
    yield Fill(box, ground, 8, _COLOURS.line, 1)
    room = box.inset(5)
    sizes = layout.sizes_between(_TEXT_PX, _SMALL_PX)
    setting = layout.fit_text(label, (room.w, room.h), sizes, Role.BOLD, measure)
    yield from layout.place_lines(setting, room, ink, align="centre", middle=True)


def _resized(face: Picture, width: int, height: int) -> Picture:
    small = cv2.resize(face, (width, height), interpolation=cv2.INTER_AREA)
    return np.ascontiguousarray(small, np.uint8)


def _paste(shown: Picture, small: Picture, left: int, top: int) -> None:
    """Lay a small picture into a larger one, as much of it as lies inside."""
    height, width = shown.shape[:2]
    first_y, first_x = max(0, top), max(0, left)
    last_y, last_x = min(height, top + small.shape[0]), min(width, left + small.shape[1])
    if first_y < last_y and first_x < last_x:
        part = small[first_y - top : last_y - top, first_x - left : last_x - left]
        shown[first_y:last_y, first_x:last_x] = part
