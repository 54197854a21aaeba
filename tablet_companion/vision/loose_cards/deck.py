"""The deck of loose cards prepared for reading, and what is known of each card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Fit, Floats
from hardware.board import Board
from hardware.loose_cards import LooseCards
from tablet_companion.games.core import Place
from tablet_companion.vision.loose_cards.detect import CardDetector, Side
from tablet_companion.vision.loose_cards.memory import CardPosition
from tablet_companion.vision.loose_cards.patch import (
    Patch,
    count_plain,
    disc_mask,
    level_and_hue,
    stage_ground,
)
from tablet_companion.vision.loose_cards.pawns import Pawns
from tablet_companion.vision.loose_cards.plane import rotate
from tablet_companion.vision.loose_cards.printed import Printed, glance, read_print
from tablet_companion.vision.loose_cards.spots import Colours, View, make_spots, shape_of
from tablet_companion.vision.loose_cards.stage import CardContents
from tablet_companion.vision.loose_cards.vacant import Fate


@dataclass(frozen=True, slots=True)
class Tuning:
    """How far a stage's colour may differ from the print.

    Chosen by hand on simulated tables of Wink's cards; held by tests/vision/loose.
    """

    stage_edge_mm: float = 1.4
    """Millimetres of a stage's edge to ignore: lamps are printed there."""
    tint_limits: tuple[float, float] = (0.65, 1.4)
    """A printer may make the stage's grey this much darker or lighter; beyond that, the stage is
    not visible at all."""
    local_limits: tuple[float, float] = (0.75, 1.4)
    """Factors by which a card's stage may be darker or lighter than its rim, for its own brightness
    to count: light and shadow vary over a card."""
    local_hue_max: float = 0.08
    """Greatest difference in hue from the rim for a stage's own brightness to count."""
    same_hue_max: float = 0.04
    """Greatest difference in hue from the rim for a stage's own hue to count, too: in the dark,
    that of the rim is not exact."""
    turn_every: int = 4
    """Points of the paper between those that tell which way round a card lies."""
    speck_mm2: int = 8
    """Square millimetres hidden on disc and paper from which the print is looked at, too."""
    lit_cards_min: int = 6
    """Visible cards needed to fit a slope of the light."""
    black_share: float = 0.04
    """Share of white. No print is darker."""
    white_grey: float = 200.0
    """Grey levels of white paper if none is in sight."""


TUNING: Final = Tuning()

_WHITE: Final = np.ones(3, np.float32)


class CardTable:
    """A deck of loose cards and the pawns on it, prepared for reading.

    What is printed on each side of a card is worked out once, when the side is first seen.
    """

    def __init__(self, board: Board) -> None:
        """Take a board file with loose cards."""
        assert board.cards is not None, "this reads boards of loose cards"
        self.board = board
        self.cards: LooseCards = board.cards
        self.detector = CardDetector(self.cards)
        self.spots = make_spots(self.cards)
        self.pawns = Pawns(board.pawn)
        self.disc = disc_mask(shape_of(self.cards), self.cards.stage_mm - TUNING.stage_edge_mm)
        self.disc_points = np.flatnonzero(self.disc)
        shade = self.cards.stage
        rgb = [int(shade[k : k + 2], 16) / 255 for k in (1, 3, 5)]
        self.tint = np.maximum(np.array(rgb[::-1], np.float32), np.float32(TUNING.black_share))
        self.names = tuple(self.cards.faces)
        self._prints: dict[Side, tuple[Printed, Printed]] = {}
        self.spot_of = {
            (place.area, kind): Place(place.name) for place in board.places for kind in place.holds
        }

    def find_print(self, side: Side, patch: Colours) -> Printed:
        """Return what is printed at which points of a patch, whichever way round the card lies."""
        if side not in self._prints:
            found = read_print(self.cards, side.name, self.pawns.bgr, up=side.up)
            self._prints[side] = found, found.turned(len(patch))
        return max(
            self._prints[side],
            key=lambda one: count_plain(patch[one.paper[:: TUNING.turn_every]]),
        )


@dataclass(frozen=True, slots=True)
class Card:
    """One card: where it lies, how that is known, and what stands on it.

    ``stage`` is None if it cannot be seen. ``rim_mm`` are the points on the table beside it, in its
    own frame, at which ``lying.around`` was seen, ``beyond`` are some farther out, and the colours
    there; ``over`` are the colours of what covers it.
    """

    lying: CardPosition
    fate: Fate
    aruco_seen: bool = False
    stage: CardContents | None = None
    rim_mm: Floats | None = None
    beyond: tuple[Floats, Colours] | None = None
    over: Colours | None = None


def make_patches(table: CardTable, sides: Sequence[Side], patches: Colours) -> list[Patch]:
    """Return how each of some cards is seen, of which these sides are up.

    Print is compared where the disc, the paper or a glance at it says that something may stand.
    """
    if len(patches) == 0:
        return []
    tints = _tints(table, patches)
    prints = [table.find_print(side, patch) for side, patch in zip(sides, patches, strict=True)]
    ink, odd = glance(prints, patches)
    made = []
    for printed, patch, tint, unclear in zip(prints, patches, tints, odd, strict=True):
        seen = _make_patch(table, printed, patch, tint)
        clear = not unclear and seen.other.sum() < TUNING.speck_mm2
        made.append(seen if clear else seen.with_print(printed.inked, ink))
    return made


def _make_patch(table: CardTable, printed: Printed, patch: Colours, tint: Colours) -> Patch:
    """Return disc and paper of a card; ``tint`` is the disc's colour, in shares of white."""
    ground, other, paler, white = np.zeros((4, len(patch)), dtype=bool)
    level = np.ones(len(patch), np.float32)
    white[printed.paper] = True
    for points, colour in ((table.disc_points, tint), (printed.paper, _WHITE)):
        found = stage_ground(patch[points], colour)
        ground[points], other[points], paler[points], level[points] = found
    shape = table.disc.shape
    return Patch(
        colours=patch.reshape(*shape, 3),
        ground=ground.reshape(shape),
        other=other.reshape(shape),
        paler=paler.reshape(shape),
        disc=table.disc,
        paper=white.reshape(shape),
        level=level.reshape(shape),
        disc_level=float(tint.mean()),
    )


def _tints(table: CardTable, patches: Colours) -> Colours:
    """Return the colour of each card's stage: as printed, in the local light.

    A stage whose middle cannot have a stage's colour is assumed to look like the others.
    """
    each = np.median(patches[:, table.disc_points], axis=1)
    tint = np.asarray(np.median(each, axis=0), np.float32)
    low, high = TUNING.tint_limits
    share = tint / table.tint
    if not (low < float(share.min()) and float(share.max()) < high):
        tint = table.tint
    level, hue = level_and_hue(np.asarray(each / tint, np.float32))
    darkest, brightest = TUNING.local_limits
    own = (hue < TUNING.local_hue_max) & (level > darkest) & (level < brightest)
    alike = np.where(own, level, 1.0)[:, None] * tint
    same = (own & (hue < TUNING.same_hue_max))[:, None]
    return np.asarray(np.where(same, each, alike), np.float32)


def positions_of(lying: Sequence[CardPosition]) -> tuple[Floats, Floats]:
    """Return the centres and the rotations of cards."""
    centres = np.array([card.centre for card in lying]).reshape(-1, 2)
    return centres, np.array([card.turn for card in lying])


def to_table(centres: Floats, turns: Floats, points: Floats) -> Floats:
    """Return points of each card on the table's plane: cards × points × 2."""
    return rotate(points[None], turns[:, None]) + centres[:, None]


def under_other_cards(
    table: CardTable, points: Floats, centres: Floats, turns: Floats
) -> NDArray[np.bool_]:
    """Return which points (n × m × 2) other cards cover; a card's own lie outside it."""
    covered = np.zeros(points.shape[:2], dtype=bool)
    half = np.array(table.cards.size_mm) / 2
    reach = float(np.linalg.norm(half)) * 2 + 2 * half.max()
    middles = points.mean(axis=1)
    for centre, turn in zip(centres, turns, strict=True):
        near = np.flatnonzero(np.linalg.norm(middles - centre, axis=1) < reach)
        inside = np.abs(rotate(points[near] - centre, np.array(-turn))) < half
        covered[near] |= inside.all(axis=-1)
    return covered


@dataclass(frozen=True, slots=True, eq=False)
class Shot:
    """A picture being read: reduced in size, with its pose and its light.

    ``white`` (n × 3) is the colour of white paper at points of the table (n × 2).
    """

    view: View
    fit: Fit
    points: Floats
    white: Colours

    def light_at(self, points: Floats) -> Colours:
        """Return the colour that white paper has, or would have, at points of the table.

        The light is assumed to vary linearly, within the range of the brightest and the darkest
        paper in sight.
        """
        if len(self.white) < TUNING.lit_cards_min:
            middle = (
                np.median(self.white, axis=0) if len(self.white) else np.full(3, TUNING.white_grey)
            )
            return np.repeat(middle[None].astype(np.float32), len(points), axis=0)
        known = np.column_stack([self.points, np.ones(len(self.points))])
        slopes, _, _, _ = np.linalg.lstsq(known, self.white, rcond=None)
        wanted = np.column_stack([points, np.ones(len(points))]) @ slopes
        return np.asarray(
            np.clip(wanted, self.white.min(axis=0), self.white.max(axis=0)), np.float32
        )
