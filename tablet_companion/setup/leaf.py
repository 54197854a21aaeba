"""A page of the set-up as a value: its drawing, and the meaning of touches."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tablet_companion.games.core import Message
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit import bands, controls, layout, parts, stages
from tablet_companion.screen.toolkit.drawing import Box, Fill, Item, Page
from tablet_companion.screen.toolkit.local import NOTHING
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.setup.frame import Frame


@dataclass(frozen=True, slots=True)
class Does:
    """The action of a key: its name, and its argument."""

    what: str
    value: str | float = ""


Key = tuple[str, Does, Weight]
"""A key: its label, a translation's key; what it does; how it looks."""


@dataclass(frozen=True)
class Drawn:
    """A drawing, and the keys in it."""

    items: tuple[Item, ...] = ()
    keys: tuple[tuple[Box, Does], ...] = ()

    def __add__(self, other: Drawn) -> Drawn:
        return Drawn(self.items + other.items, self.keys + other.keys)


@dataclass(frozen=True)
class Leaf:
    """A page with its keys; ``frame`` is where on it the camera's picture can be touched."""

    page: Page
    keys: tuple[tuple[Box, Does], ...]
    frame: Frame | None = None

    def find_action(self, x: float, y: float) -> Does | None:
        """Return what the key at a point does, None if there is none."""
        return next((does for box, does in self.keys if box.holds(x, y)), None)


def body(look: Look) -> Box:
    """Return the room between the headline and the keys."""
    return stages.shelf(look).body


def leaf(
    look: Look, say: Message, foot: Sequence[Key], drawn: Drawn, frame: Frame | None = None
) -> Leaf:
    """Return a page: what to do, what is drawn, and one row of keys."""
    stage = stages.shelf(look)
    head = bands.headline(look.words.say(say), stage.head, look)
    whole = Drawn(head.items) + drawn + row(foot, stage.foot, look)
    return Leaf(Page(look.theme.size, whole.items), whole.keys, frame)


def row(keys: Sequence[Key], box: Box, look: Look) -> Drawn:
    """Return keys side by side, with labels of one size."""
    if not keys:
        return Drawn()
    return _keys(keys, layout.columns(box, [0] * len(keys), look.theme.gap), look)


def grid(keys: Sequence[Key], box: Box, look: Look, least_mm: float = 30.0) -> Drawn:
    """Return keys in as few lines as their least width allows, no higher than they need be."""
    gap = look.theme.gap
    across, down = layout.shape(len(keys), box, look.theme.px(least_mm), gap)
    high = min(box.h, down * look.theme.px(17) + (down - 1) * gap)
    return _keys(keys, layout.grid(Box(box.x, box.y, box.w, high), across, down, gap), look)


def _keys(keys: Sequence[Key], cells: Sequence[Box], look: Look) -> Drawn:
    labels = [look.words.text(label) for label, _, _ in keys]
    cells = cells[: len(keys)]
    size = controls.common_size(labels, cells, look)
    found = Drawn()
    for (_, does, weight), label, cell in zip(keys, labels, cells, strict=True):
        part = controls.key(label, cell, look, NOTHING, weight=weight, largest=size)
        found += Drawn(part.items, ((cell, does),))
    return found


def set_messages(messages: Iterable[Message], box: Box, look: Look) -> Drawn:
    """Return sentences below each other."""
    size, ink = look.theme.body, look.colours.text
    said = tuple(parts.Sentence(look.words.say(one), size, ink) for one in messages)
    return Drawn(parts.column(said, box, look).items)


def bar(share: float, box: Box, look: Look) -> Drawn:
    """Return a bar that is filled by a share, green once it is full."""
    colours, radius = look.colours, look.theme.px(1)
    full = Fill(box, colours.raised, radius, colours.line, 2)
    width = round((box.w - 4) * min(max(share, 0.02), 1.0))
    ink = colours.good if share >= 1 else colours.amber
    return Drawn((full, Fill(Box(box.x + 2, box.y + 2, width, box.h - 4), ink, radius)))
