"""What stands on a card: the pawn's outline on a plain ground, and the colour of its top.

The ground is the plain disc printed in the middle of a card, or the bare table where a card was.
The caller says which pixels are ground; a pawn is the outline of its foot and its top, which the
camera sees beside each other, that best explains the pixels that are not.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Floats, Pose
from hardware.board import PieceKind
from tablet_companion.games.core import EMPTY, Piece
from tablet_companion.vision.loose_cards.plane import rotate
from tablet_companion.vision.loose_cards.spots import PATCH_MM, Colours

Mask = NDArray[np.bool_]
Posterior = tuple[tuple[Piece, float], ...]


@dataclass(frozen=True, slots=True)
class Tuning:
    """What counts as a pawn on a card, and what as something else.

    Chosen by hand on simulated tables of Wink's cards; held by tests/vision/loose. Anything that no
    pawn explains is foreign, and then nothing on the card is certain: a finger must not be read as
    a pawn.
    """

    speck_mm2: int = 30
    """Square millimetres. Less on a card is dirt or the edge of a shadow."""
    foreign_mm2: int = 60
    """Square millimetres. More than this without a pawn to explain it is something else: a finger,
    a card, a cup."""
    filled_share_min: float = 0.6
    """Share of a pawn's outline that must not be ground."""
    in_sight_share_min: float = 0.35
    """Least share of the outline over the stage, wherever a pawn stands on it."""
    reach_mm: float = 17.0
    """Millimetres. A pawn whose foot is farther from the middle does not stand on the card's
    stage."""
    pawns_max: int = 3
    """Most pawns to look for on one card."""
    halo_mm: float = 2.5
    """Millimetres round a pawn that belong to it: shadow and blur."""
    top_share: float = 0.7
    """Share of the top's radius whose colour is sampled."""
    top_seen_min: float = 0.4
    """Share of that disc that must be visible; otherwise the whole outline's colour is sampled."""
    ground_cost: float = 0.7
    """Points of ground within an outline count against it by this factor."""
    ground_levels: tuple[float, float, float] = (0.30, 0.58, 1.2)
    """Brightness of ground in shares of plain light: below the first number it is not ground,
    between the first and the second it may be, above the third it is not."""
    ground_hue_max: float = 0.13
    """Greatest difference in hue from the ground's."""
    lightness_weight: float = 0.5
    """Weight of brightness relative to hue: a top's shade varies, its hue does not."""
    neutral_chroma: float = 15.0
    """CIE chroma below which a pawn's colour is grey,"""
    grey_hue_weight: float = 2.0
    """and hue counts by this factor: white and black have none, skin has some."""
    lab_sigma: float = 10.0
    """Standard deviation of a top's colour (CIE L*a*b*)."""
    lab_distance_max: float = 34.0
    """A colour farther than this from every pawn's is no pawn's."""
    certainty: float = 0.998
    """Highest probability that one look may give."""


TUNING: Final = Tuning()

_SKIN: Final = np.array([(72.0, 14.0, 22.0), (55.0, 18.0, 25.0), (35.0, 14.0, 18.0)])
"""Colours of fingers (CIE L*a*b*): what is closer to one of these than to a pawn is no pawn."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A pawn: the probabilities of its colour, and its foot in the card's frame (mm)."""

    posterior: Posterior
    at_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Stage:
    """What stands on a card. ``foreign``: something else is there, too, and nothing is certain."""

    pawns: tuple[Standing, ...]
    foreign: bool


class Pawns:
    """The looks of pawns; made once for a kind of piece."""

    def __init__(self, kind: PieceKind) -> None:
        """Take shape and nominal colours."""
        self.kind = kind
        self.colours = tuple(Piece(colour) for colour in kind.colours)
        rgb = np.array([kind.rgb(colour) for colour in kind.colours], dtype=np.float32)
        self._lab = _lab(rgb[:, ::-1] / 255)
        grey = np.hypot(self._lab[:, 1], self._lab[:, 2]) < TUNING.neutral_chroma
        hue = np.where(grey, TUNING.grey_hue_weight, 1.0)
        self._weight = np.column_stack([np.full(len(hue), TUNING.lightness_weight), hue, hue])

    def posterior(self, colour: Colours) -> Posterior | None:
        """Return the probabilities of a top's colour (shares of white); None if it is no pawn's."""
        lab = _lab(colour[None])
        distance = np.sqrt((((lab - self._lab) * self._weight) ** 2).sum(axis=1))
        skin = np.sqrt((((lab - _SKIN) * (TUNING.lightness_weight, 1.0, 1.0)) ** 2).sum(axis=1))
        if distance.min() > min(TUNING.lab_distance_max, float(skin.min())):
            return None
        likely = np.exp((distance.min() ** 2 - distance**2) / (2 * TUNING.lab_sigma**2))
        shares = (likely / likely.sum() * TUNING.certainty).tolist()
        return ((EMPTY, 1 - TUNING.certainty), *zip(self.colours, shares, strict=True))


def empty_posterior(pawns: Pawns, probability: float = TUNING.certainty) -> Posterior:
    """Return the probabilities of a place that is seen empty."""
    rest = (1 - probability) / len(pawns.colours)
    return ((EMPTY, probability), *((colour, rest) for colour in pawns.colours))


def stage_ground(patch: Colours, tint: Colours) -> tuple[Mask, Mask]:
    """Return which pixels of a patch (in shares of white) are ground, and which are not.

    The rest may be a deep shadow or something dark.
    """
    level, hue = level_and_hue(np.asarray(patch / tint, np.float32))
    dark, shaded, bright = TUNING.ground_levels
    plain = hue < TUNING.ground_hue_max
    ground = plain & (level > shaded) & (level < bright)
    return ground, ~ground & ~(plain & (level > dark) & (level <= shaded))


def level_and_hue(share: Colours) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the brightness of colours, and their difference in hue, relative to a reference.

    Channel by channel: numpy is slow at summing three numbers a hundred thousand times.
    """
    blue, green, red = share[..., 0], share[..., 1], share[..., 2]
    level = (blue + green + red) * np.float32(1 / 3)
    most = np.maximum(np.maximum(blue, green), red)
    least = np.minimum(np.minimum(blue, green), red)
    apart = np.maximum(most - level, level - least)
    return level, np.asarray(apart / np.maximum(level, 1e-3), np.float32)


def read_stage(pawns: Pawns, patch: Colours, ground: Mask, other: Mask, lean_mm: Floats) -> Stage:
    """Return what stands on a patch.

    ``ground`` and ``other`` are its pixels that certainly are ground and certainly are not; the
    rest is ignored. ``lean_mm`` is the apparent offset of a pawn's top from its foot.
    """
    found: list[Standing] = []
    left = other.copy()
    outline = None
    while left.sum() >= TUNING.speck_mm2 and len(found) < TUNING.pawns_max:
        outline = outline or _outline(pawns.kind, lean_mm)
        foot = _best_foot(outline, left, ground)
        if foot is None:
            break
        posterior = _colour_posterior(pawns, patch, other, outline, foot)
        if posterior is None:
            break
        found.append(Standing(posterior, (float(foot[0]), float(foot[1]))))
        left &= ~_outline_mask(outline.wide_hull, foot)
    return Stage(tuple(found), foreign=bool(left.sum() >= TUNING.foreign_mm2))


def top_lean(kind: PieceKind, pose: Pose, centres: Floats, turns: Floats) -> Floats:
    """Return the apparent offset of a pawn's top from its foot, in each card's frame (mm)."""
    share = kind.height_mm / (pose.height_mm - kind.height_mm)
    return rotate((centres - pose.nadir_mm) * share, -turns)


def likeliest(posterior: Mapping[Piece, float] | Posterior) -> Piece:
    """Return the likeliest piece."""
    return max(dict(posterior).items(), key=lambda pair: pair[1])[0]


# --- the outline --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class _Outline:
    """A pawn's outline relative to its foot: a kernel with its anchor pixel, and hulls (mm)."""

    lean_mm: Floats
    tight: NDArray[np.float32]
    anchor: tuple[int, int]
    tight_hull: Floats
    wide_hull: Floats


def _outline(kind: PieceKind, lean_mm: Floats) -> _Outline:
    reach = int(np.ceil(np.abs(lean_mm).max() + kind.diameter_mm / 2)) + 1
    tight, wide = (_hull(kind.diameter_mm / 2 + more, lean_mm) for more in (0.0, TUNING.halo_mm))
    kernel = _draw(tight + reach, 2 * reach + 1).astype(np.float32)
    return _Outline(lean_mm, kernel, (reach, reach), tight, wide)


def _hull(radius: float, lean_mm: Floats) -> Floats:
    """Return the hull of foot and top, relative to the foot."""
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = np.column_stack([np.cos(angle), np.sin(angle)]) * radius
    points = np.concatenate([ring, ring + lean_mm]).astype(np.float32)
    return np.asarray(cv2.convexHull(points)[:, 0], np.float64)


def _draw(hull: Floats, side: int) -> NDArray[np.uint8]:
    """Return a filled outline, its points in pixels, as a square picture."""
    sheet = np.zeros((side, side), np.uint8)
    cv2.fillConvexPoly(sheet, np.round(hull * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return sheet


def _best_foot(outline: _Outline, other: Mask, ground: Mask) -> Floats | None:
    """Return the foot, in the card's frame, that explains most of what is not ground."""
    wanted = other.astype(np.float32) - TUNING.ground_cost * ground.astype(np.float32)
    score = cv2.filter2D(
        wanted, -1, outline.tight, anchor=outline.anchor, borderType=cv2.BORDER_CONSTANT
    )
    _, _, _, (column, row) = cv2.minMaxLoc(score, _reachable().astype(np.uint8))
    foot = np.array([column, row]) + 0.5 - PATCH_MM / 2
    taken = _outline_mask(outline.tight_hull, foot)
    seen, bare = float((taken & other).sum()), float((taken & ground).sum())
    least = TUNING.filled_share_min * max(
        seen + bare, TUNING.in_sight_share_min * float(outline.tight.sum())
    )
    return foot if seen >= least else None


def _outline_mask(hull: Floats, foot_mm: Floats) -> Mask:
    """Return the pixels of a patch inside an outline with its foot here."""
    return _draw(hull + foot_mm + PATCH_MM / 2 - 0.5, PATCH_MM) > 0


def _colour_posterior(
    pawns: Pawns, patch: Colours, other: Mask, outline: _Outline, foot_mm: Floats
) -> Posterior | None:
    """Return the probabilities of a pawn's colour by its top; None if that is no pawn's.

    A top that appears beside the stage lies over print: then the visible part on the stage must
    have a pawn's colour, too, and decides.
    """
    radius = pawns.kind.cap_diameter_mm / 2 * TUNING.top_share
    top = ((_points() - foot_mm - outline.lean_mm) ** 2).sum(axis=-1) <= radius**2
    upon = top & other
    if upon.sum() < TUNING.top_seen_min * np.pi * radius**2:
        upon = _outline_mask(outline.tight_hull, foot_mm) & other
    return pawns.posterior(np.asarray(np.median(patch[upon], axis=0), np.float32))


@functools.cache
def _points() -> Floats:
    """Return the pixels of a patch in the card's frame, rows × columns × 2."""
    middle = (np.arange(PATCH_MM) + 0.5) - PATCH_MM / 2
    return np.stack(np.meshgrid(middle, middle), axis=-1)


@functools.cache
def _reachable() -> Mask:
    return np.asarray((_points() ** 2).sum(axis=-1) <= TUNING.reach_mm**2)


def disc_mask(radius_mm: float) -> Mask:
    """Return which pixels of a patch are within a distance of its middle."""
    return np.asarray((_points() ** 2).sum(axis=-1) <= radius_mm**2)


def _lab(colours: Any) -> NDArray[np.float32]:
    """Return colours (n × 3, in shares of white) in CIE L*a*b*."""
    row = np.clip(np.asarray(colours, np.float32), 0, 1)[None]
    return np.asarray(cv2.cvtColor(row, cv2.COLOR_BGR2LAB)[0], np.float32)
