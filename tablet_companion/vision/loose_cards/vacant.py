"""What became of a card whose markers are no longer seen: still there, removed, or covered.

It counts as removed only if the table itself is seen in its place, in plain light: anything unknown
may be a hand, and counts as covered.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tablet_companion.vision.loose_cards.patch import level_and_hue
from tablet_companion.vision.loose_cards.spots import Colours


@dataclass(frozen=True, slots=True)
class Tuning:
    """How the fate of a card without visible markers is decided.

    Chosen by hand on simulated tables of Wink's cards; held by tests/vision/loose. When in doubt a
    card is covered, not gone: calling it gone would accuse the player who moved last. Colours are
    in shares of white paper.
    """

    same_colour: float = 0.14
    """Greatest difference of a channel between two looks at one card."""
    same_share_min: float = 0.8
    """Share of the card that must look as before for it to be still there."""
    bare_share_min: float = 0.85
    """Share of its place that must be the table for the card to be gone."""
    beneath_share_min: float = 0.3
    """A card may lie beneath others if they cover this share of its place."""
    light_limits: tuple[float, float] = (0.68, 1.4)
    """The table may be this much darker or lighter than round the cards."""
    hue_max: float = 0.16
    """Greatest difference in hue."""
    shaded_share_min: float = 0.8
    """Share of what seems to be a hand, where a card was taken, from which it may be a shadow on
    the table that is deeper than that: all of one; of hands on simulated tables nothing."""
    black_share: float = 0.04
    """Everything below this is black."""
    palette_colours: int = 48
    """Colours from which the table's palette is chosen."""
    card_colours: int = 15
    """Colours sampled round each card as evidence."""
    witnesses_min: int = 2
    """Cards round which a colour must be seen."""
    witness_share_min: float = 0.5
    """Share of the cards round which a colour must be seen: a hand is seen round fewer."""


TUNING: Final = Tuning()


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

    ``over`` are the colours over its place now, ``before`` when it was last seen; ``beneath`` marks
    the points that other cards cover; ``table`` are the table's colours.
    """
    if beneath.mean() > TUNING.beneath_share_min:
        return Fate.BENEATH
    free = over[~beneath]
    if before is not None and is_same_colour(free, before[~beneath]).mean() > TUNING.same_share_min:
        return Fate.THERE
    return Fate.GONE if is_table_top(free, table).mean() > TUNING.bare_share_min else Fate.COVERED


def is_same_colour(now: Colours, before: Colours) -> NDArray[np.bool_]:
    """Return at which points a colour is unchanged."""
    return np.asarray(np.abs(now - before).max(axis=-1) < TUNING.same_colour)


def palette(around: list[Colours]) -> Colours:
    """Return the table's colours, from those seen round several cards.

    A colour counts if it is seen round half of them: a hand is seen round fewer.
    """
    around = [colours for colours in around if len(colours)]
    if not around:
        return np.zeros((0, 3), np.float32)
    every = np.concatenate(around)
    some = every[:: max(1, len(every) // TUNING.palette_colours)]
    few = [colours[:: max(1, len(colours) // TUNING.card_colours)] for colours in around]
    begins = np.cumsum([0, *(len(colours) for colours in few[:-1])])
    seen = np.maximum.reduceat(_match_colours(np.concatenate(few), some), begins, axis=0)
    witnessed = seen.sum(axis=0) >= max(
        TUNING.witnesses_min, TUNING.witness_share_min * len(around)
    )
    return np.asarray(some[witnessed], np.float32)


def is_table_top(colours: Colours, table: Colours) -> NDArray[np.bool_]:
    """Return which colours (… × 3) are the table's, in light like that round the cards."""
    if len(table) == 0:
        return np.zeros(colours.shape[:-1], dtype=bool)
    return np.asarray(_match_colours(colours, table).any(axis=-1))


def is_shaded(colours: Colours, table: Colours) -> bool:
    """Whether most of some colours (n × 3) are the table's in a shadow that is none of the cards'.

    Beside white paper a table has a hue, as skin has.
    """
    level, hue = _compare_colours(colours, table)
    shaded = (hue < TUNING.hue_max) & (level <= TUNING.light_limits[0])
    return bool(shaded.any(axis=-1).mean() > TUNING.shaded_share_min)


def _compare_colours(colours: Colours, table: Colours) -> tuple[Colours, Colours]:
    """Return how much lighter colours (… × 3) are than each of the table's, and how unlike."""
    share = np.maximum(colours, TUNING.black_share)[..., None, :] / np.maximum(
        table, TUNING.black_share
    )
    return level_and_hue(np.asarray(share, np.float32))


def _match_colours(colours: Colours, table: Colours) -> NDArray[np.bool_]:
    """Return which of the colours (… × 3) match which of the table's (n × 3), up to brightness."""
    level, hue = _compare_colours(colours, table)
    low, high = TUNING.light_limits
    return np.asarray((hue < TUNING.hue_max) & (level > low) & (level < high))
