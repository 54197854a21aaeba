"""What the set-up's pages are made of: their keys, sentences and bars."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Weight
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

BACK: Final[Key] = (N_("Back"), Does("back"), Weight.PLAIN)
NO: Final[Key] = (N_("No"), Does("stay"), Weight.MAIN)
NO_GAME: Final[Key] = (N_("None of these"), Does("none"), Weight.PLAIN)
SKIP: Final[Key] = (N_("Not now"), Does("on"), Weight.PLAIN)
PLAY: Final[Key] = (N_("Play that game"), Does("play"), Weight.MAIN)
THERE: Final[Key] = (N_("Move them there"), Does("there"), Weight.MAIN)
LEAVE: Final[Key] = (N_("Leave them"), Does("keep"), Weight.PLAIN)
ON: Final[Key] = (N_("Continue"), Does("on"), Weight.MAIN)


def find_action(page: Page, x: float, y: float) -> Does | None:
    """Return what the key at a point of a page does, None if there is none."""
    touch = page.touch_at(x, y)
    return touch.meaning if touch is not None and isinstance(touch.meaning, Does) else None


def say_missed(missed_mm: float) -> Message:
    """Say how far beside the print a board's corners were touched."""
    text = N_("The corners lie up to {count} mm beside where the print has them.")
    return Message(text, (("count", round(missed_mm)),))


def list_choices(what: str, labels: Mapping[str, str], chosen: Collection[str]) -> list[Key]:
    """Return a key for each choice; what was chosen stands out."""
    return [
        (label, Does(what, name), Weight.MAIN if name in chosen else Weight.PLAIN)
        for name, label in labels.items()
    ]


def bar(share: float, box: Box, look: Look) -> Part:
    """Return a bar that is filled by a share, green once it is full."""
    colours, radius = look.colours, look.theme.px(1)
    full = Fill(box, colours.raised, radius, colours.line, 2)
    width = round((box.w - 4) * min(max(share, 0.02), 1.0))
    ink = colours.good if share >= 1 else colours.amber
    return Part((full, Fill(Box(box.x + 2, box.y + 2, width, box.h - 4), ink, radius)))
