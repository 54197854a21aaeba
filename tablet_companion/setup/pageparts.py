"""What the set-up's pages are made of: their keys, sentences and bars."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tablet_companion.games.core import Message
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit import bands, controls, layout, parts, stages
from tablet_companion.screen.toolkit.drawing import Box, Fill, Page, Part
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.orders import OwnMeaning


@dataclass(frozen=True, slots=True)
class Does(OwnMeaning):
    """The action of a key: its name, and its argument."""

    what: str
    value: str | float = ""


Key = tuple[str, Does, Weight]
"""A key: its label, a translation's key; what it does; how it looks."""


def find_action(page: Page, x: float, y: float) -> Does | None:
    """Return what the key at a point of a page does, None if there is none."""
    touch = page.touch_at(x, y)
    return touch.meaning if touch is not None and isinstance(touch.meaning, Does) else None


def body(look: Look) -> Box:
    """Return the room between the headline and the keys."""
    return stages.shelf(look).body


def lay_page(look: Look, say: Message, foot: Sequence[Key], *drawn: Part) -> Page:
    """Return a page: what to do, what is drawn, and one row of keys."""
    stage = stages.shelf(look)
    head = bands.headline(look.words.say(say), stage.head, look)
    return parts.page(look, head, *drawn, controls.key_row(foot, stage.foot, look))


def grid(keys: Sequence[Key], box: Box, look: Look, least_mm: float = 30.0) -> Part:
    """Return keys in as few lines as their least width allows, no higher than they need be."""
    gap = look.theme.gap
    across, down = layout.shape(len(keys), box, look.theme.px(least_mm), gap)
    high = min(box.h, down * look.theme.px(17) + (down - 1) * gap)
    cells = layout.grid(Box(box.x, box.y, box.w, high), across, down, gap)
    return controls.keys_in(cells[: len(keys)], keys, look)


def list_choices(what: str, labels: Mapping[str, str], chosen: Collection[str]) -> list[Key]:
    """Return a key for each choice; what was chosen stands out."""
    return [
        (label, Does(what, name), Weight.MAIN if name in chosen else Weight.PLAIN)
        for name, label in labels.items()
    ]


def set_messages(messages: Iterable[Message], box: Box, look: Look) -> Part:
    """Return sentences below each other."""
    size, ink = look.theme.body, look.colours.text
    said = tuple(parts.Sentence(look.words.say(one), size, ink) for one in messages)
    return parts.column(said, box, look)


def blank(box: Box, look: Look) -> Part:
    """Return the empty field that is shown until there is a picture."""
    return Part((Fill(box, look.colours.raised, look.theme.px(2)),))


def bar(share: float, box: Box, look: Look) -> Part:
    """Return a bar that is filled by a share, green once it is full."""
    colours, radius = look.colours, look.theme.px(1)
    full = Fill(box, colours.raised, radius, colours.line, 2)
    width = round((box.w - 4) * min(max(share, 0.02), 1.0))
    ink = colours.good if share >= 1 else colours.amber
    return Part((full, Fill(Box(box.x + 2, box.y + 2, width, box.h - 4), ink, radius)))
