"""Whether what covers cards is a hand, or only lies on them: a hand comes from beside the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from calibration.camera.silhouettes import Mask
from tablet_companion.vision.loose_cards.deck import Card
from tablet_companion.vision.loose_cards.memory import Memory
from tablet_companion.vision.loose_cards.patch import Patch, count_solid, level_and_hue
from tablet_companion.vision.loose_cards.spots import Colours, grid_of
from tablet_companion.vision.loose_cards.vacant import Fate, is_shaded, is_table_top


@dataclass(frozen=True, slots=True)
class Tuning:
    """When something on a card belongs to a hand.

    Chosen by hand on simulated tables of Wink's cards; held by tests/vision/loose.
    """

    coloured_mm2: int = 60
    """Square millimetres of another hue than paper's: shadows, bars of sun and gloss have none."""
    hue_min: float = 0.13
    """Least difference in hue between a hand and white paper."""
    level_limits: tuple[float, float] = (0.08, 0.9)
    """Brightness, in shares of white paper, within which a hue counts: what is darker has none that
    could be trusted, and what is brighter may be burnt out."""
    coloured_share: float = 0.3
    """Share of a place at which no card was seen that has such a hue, unlike the table."""
    sight_points: int = 24
    """Number of points looked at between what lies on a card and a point of the table beside it."""
    ground_share_max: float = 0.15
    """Share of those points that may be bare card if both ends belong to one hand."""
    rim_points_min: int = 4
    """Points beside a card, not of the table's colour, that are joined to what lies on it: 11 and
    more beside hands on simulated tables, at most 3 in noise and in coarse pictures."""
    strange_share_max: float = 0.7
    """Share of the points beside a card that may have another colour than the table."""
    large_mm2: int = 600
    """Square millimetres of a card. Nothing that lies on it is so large: a coin has 450."""
    rim_mm: float = 2.0
    """Millimetres. What comes this near to the disc's edge may go on over print."""


TUNING: Final = Tuning()


def find_hand(memory: Memory, cards: Mapping[str, Card], table_top: Colours) -> bool | None:
    """Return whether a hand is over the cards; None if it may be something that lies there.

    A card that was seen and is covered now is under a hand; at a place at which no card was ever
    seen, light upon the table may look like something that covers it.
    """
    found = [_is_hand(memory, name, card, table_top) for name, card in cards.items()]
    if any(found):
        return True
    return None if None in found else False


def _is_hand(memory: Memory, name: str, card: Card, table_top: Colours) -> bool | None:
    before = memory.cards.get(name)
    if card.fate is Fate.COVERED:
        return (before is not None and not before.gone) or _may_be_hand(card, table_top)
    if card.stage is None or card.stage.rest is None:
        return False
    rest = card.stage.rest
    odd = rest.other & (rest.disc | rest.paper) & _is_coloured(rest.colours)  # ink has a hue
    area = count_solid(odd)
    if area < TUNING.coloured_mm2:
        return False
    if area >= TUNING.large_mm2 or _comes_in(card, rest, odd, table_top):
        shaded = card.fate is Fate.GONE and is_shaded(rest.colours[odd], table_top)
        return None if shaded else True
    return None if card.stage.foreign and _leaves_disc(rest, odd) else False


def _may_be_hand(card: Card, table_top: Colours) -> bool | None:
    """Return None if what covers a place where no card was seen has a hue of its own, or False."""
    if card.over is None:
        return False
    odd = _is_coloured(card.over) & ~is_table_top(card.over, table_top)
    return None if odd.mean() > TUNING.coloured_share else False


def _is_coloured(colours: Colours) -> Mask:
    level, hue = level_and_hue(colours)
    low, high = TUNING.level_limits
    return np.asarray((hue > TUNING.hue_min) & (level > low) & (level < high))


def _comes_in(card: Card, rest: Patch, odd: Mask, table_top: Colours) -> bool:
    """Whether what is on a card is joined to something on the table beside it.

    No bare card lies between the two. Where hardly anything beside the card has the table's colour,
    the light is not understood.
    """
    if card.rim_mm is None or card.lying.around is None:
        return False
    strange = ~is_table_top(card.lying.around, table_top)
    if len(strange) == 0 or strange.mean() > TUNING.strange_share_max:
        return False
    middle = grid_of(odd.shape)[odd].mean(axis=0)
    share = (np.arange(TUNING.sight_points) + 0.5)[:, None, None] / TUNING.sight_points
    line = middle + (card.rim_mm[strange] - middle) * share
    rows, columns = odd.shape
    at = np.floor(line + np.array([columns, rows]) / 2).astype(int)
    within = ((at >= 0) & (at < [columns, rows])).all(axis=-1)
    at = np.where(within[..., None], at, 0)
    bare = rest.ground[at[..., 1], at[..., 0]] & within
    joined = int((bare.mean(axis=0) <= TUNING.ground_share_max).sum())
    return joined >= TUNING.rim_points_min


def _leaves_disc(rest: Patch, odd: Mask) -> bool:
    """Whether something reaches the edge of the disc, beyond which print may hide it."""
    side = 2 * round(TUNING.rim_mm) + 1
    inner = cv2.erode(rest.disc.astype(np.uint8), np.ones((side, side), np.uint8)) > 0
    return bool((odd & ~inner).any())
