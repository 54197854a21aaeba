"""What became of a card whose markers are no longer seen: still there, taken away, or covered.

Taken away only where the table itself is seen in its place, in plain light: what looks like nothing
known may be a hand, and is called covered.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tablet_companion.vision.cards.loose.spots import Colours
from tablet_companion.vision.cards.loose.stage import level_and_hue

_ALIKE: Final = 0.14
_MOSTLY: Final = 0.8
_BARE: Final = 0.85
_BENEATH: Final = 0.3
"""A card of whose place other cards lie on so much may lie beneath them."""
_LIT: Final = (0.68, 1.4)
_TINTED: Final = 0.16
_DARKEST: Final = 0.04
"""Below this share of white all is black."""
_PALETTE: Final = 48
_EACH: Final = 15
_WITNESSES: Final = 2
_WITNESS_SHARE: Final = 0.5
"""So many colours of the table tell it well enough."""


class Fate(Enum):
    """What became of a card."""

    THERE = "there"
    GONE = "gone"
    COVERED = "covered"
    BENEATH = "beneath"


def decide_fate(
    over: Colours, before: Colours | None, beneath: NDArray[np.bool_], table: Colours
) -> Fate:
    """Return what became of a card.

    ``over`` are the colours over its place now, ``before`` when it was last seen; ``beneath``
    says which of the points other cards lie on; ``table`` are the table's colours.
    """
    if beneath.mean() > _BENEATH:
        return Fate.BENEATH
    free = over[~beneath]
    if before is not None and is_same_colour(free, before[~beneath]).mean() > _MOSTLY:
        return Fate.THERE
    return Fate.GONE if is_table_top(free, table).mean() > _BARE else Fate.COVERED


def is_same_colour(now: Colours, before: Colours) -> NDArray[np.bool_]:
    """Say at which points a colour is what it was."""
    return np.asarray(np.abs(now - before).max(axis=-1) < _ALIKE)


def palette(around: list[Colours]) -> Colours:
    """Return the table's colours, of what was seen round each of several cards.

    A colour counts that is seen round half of them: a hand is seen round fewer.
    """
    around = [colours for colours in around if len(colours)]
    if not around:
        return np.zeros((0, 3), np.float32)
    every = np.concatenate(around)
    some = every[:: max(1, len(every) // _PALETTE)]
    few = [colours[:: max(1, len(colours) // _EACH)] for colours in around]
    begins = np.cumsum([0, *(len(colours) for colours in few[:-1])])
    seen = np.maximum.reduceat(_match_colours(np.concatenate(few), some), begins, axis=0)
    witnessed = seen.sum(axis=0) >= max(_WITNESSES, _WITNESS_SHARE * len(around))
    return np.asarray(some[witnessed], np.float32)


def is_table_top(colours: Colours, table: Colours) -> NDArray[np.bool_]:
    """Say which colours (… × 3) are the table's, in light like that round the cards."""
    if len(table) == 0:
        return np.zeros(colours.shape[:-1], dtype=bool)
    return np.asarray(_match_colours(colours, table).any(axis=-1))


def _match_colours(colours: Colours, table: Colours) -> NDArray[np.bool_]:
    """Say which of the colours (… × 3) are which of the table's (n × 3), more or less lit."""
    share = np.maximum(colours, _DARKEST)[..., None, :] / np.maximum(table, _DARKEST)
    level, hue = level_and_hue(np.asarray(share, np.float32))
    low, high = _LIT
    return np.asarray((hue < _TINTED) & (level > low) & (level < high))
