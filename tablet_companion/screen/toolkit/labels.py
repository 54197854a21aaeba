"""A page for people who hear it instead: what it tells, and its keys by their labels. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tablet_companion.games.core import Seat
from tablet_companion.referee.model.events import Choose
from tablet_companion.screen.toolkit.drawing import Box, Page, Pick, Text, Touch, texts
from tablet_companion.screen.words.wording import Words


@dataclass(frozen=True, slots=True)
class Labels:
    """The lines that stand on no key, and the keys, the upper ones first."""

    told: tuple[str, ...] = ()
    keys: tuple[tuple[Box, str], ...] = ()


NO_LABELS: Final = Labels()


def label_page(page: Page, words: Words) -> Labels:
    """Return the labels of a page; what is written on a board is part of its picture."""
    lines = (item for item in page.items if isinstance(item, Text))
    told = (one.text for one in lines if page.touch_at(*one.box.centre) is None)
    keys = (key for touch in page.touches for key in _label(touch, page, words))
    return Labels(tuple(told), tuple(sorted(keys, key=lambda key: (key[0].y, key[0].x))))


def _label(touch: Touch, page: Page, words: Words) -> Iterator[tuple[Box, str]]:
    """Yield a key with its label; of a board each space, by its name."""
    if isinstance(touch.meaning, Pick):
        spaces = {words.place(place): at for place, at in touch.meaning.places}
        for name, (x, y) in spaces.items():
            yield Box(int(x), int(y), 1, 1), name
        return
    written = [one.text for one in texts(page.items) if touch.box.holds(*one.box.centre)]
    if not written and isinstance(touch.meaning, Choose):  # a seat's sign says its colour
        written = [words.seat(Seat(name)) for name in str(touch.meaning.value).split()]
    if written:
        yield touch.box, " ".join(written)
