"""What stands on a card: the pawn's outline on a plain ground, and the colour of its top.

The ground is the plain disc printed in the middle of a card and the white paper about it, or the
bare table where a card was. The caller says which pixels are ground; a pawn is the outline of its
foot and its top, which the camera sees beside each other, that best explains the pixels that are
not.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.lens import Floats, Pose
from hardware.board import PieceKind
from tablet_companion.games.core import EMPTY, Piece
from tablet_companion.vision.loose_cards.plane import rotate
from tablet_companion.vision.loose_cards.spots import Colours, grid_of

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
    doubtful_mm2: int = 40
    """Square millimetres of paper that are hidden: a pawn may stand there, mostly over print."""
    filled_share_min: float = 0.6
    """Share of a pawn's outline that must not be ground."""
    in_sight_share_min: float = 0.35
    """Least share of the outline over the stage, wherever a pawn stands on it."""
    disc_reach_mm: float = 17.0
    """Millimetres. A pawn whose foot is farther from the middle is looked for on the white paper,
    too, and must leave nothing beside it: a hand over a card's edge is no pawn."""
    pawns_max: int = 3
    """Most pawns to look for on one card."""
    halo_mm: float = 2.5
    """Millimetres round a pawn that belong to it: shadow and blur."""
    halo_pale_max: float = 0.1
    """Share of that halo that may be paler than the ground round a white pawn: up to 0.04 where
    one stands on simulated tables, from 0.16 where a band of sun was taken for one."""
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
    mirror_lightness: float = 70.0
    """CIE lightness from which a top without colour may mirror a lamp,"""
    body_chroma: float = 25.0
    """if the rest of the pawn has more CIE chroma than this,"""
    body_lightness: float = 30.0
    """or less lightness."""
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
    """What stands on a card.

    ``foreign``: something else is on the disc, too, and nothing is certain. ``doubtful``: something
    that cannot be named is on the paper about it.
    """

    pawns: tuple[Standing, ...]
    foreign: bool = False
    doubtful: bool = False


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


def stage_ground(patch: Colours, tint: Colours) -> tuple[Mask, Mask, Mask]:
    """Return which pixels of a patch (in shares of white) are ground, are not, and are paler.

    The rest may be a deep shadow or something dark. What is paler may be ground in brighter light.
    """
    level, hue = level_and_hue(np.asarray(patch / tint, np.float32))
    dark, shaded, bright = TUNING.ground_levels
    plain = hue < TUNING.ground_hue_max
    ground = plain & (level > shaded) & (level < bright)
    other = ~ground & ~(plain & (level > dark) & (level <= shaded))
    return ground, other, plain & (level >= bright)


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


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A card as it is seen: colours in shares of white, and what is known of its pixels.

    ``ground`` and ``other`` are the pixels that certainly are ground and certainly are not; the
    rest is ignored. Of the others ``paler`` may be ground in brighter light. ``disc`` are those of
    the plain disc in the middle.
    """

    colours: Colours
    ground: Mask
    other: Mask
    paler: Mask
    disc: Mask

    def on_disc(self) -> Patch:
        """Return the patch with nothing known beside its disc."""
        return replace(self, ground=self.ground & self.disc, other=self.other & self.disc)

    def without_paler(self) -> Patch:
        """Return the patch with what is paler than the ground left out."""
        return replace(self, other=self.other & ~self.paler)

    def without(self, outline: _Outline, pawns: Iterable[Standing]) -> Patch:
        """Return the patch with what these pawns do not explain."""
        other = self.other.copy()
        for pawn in pawns:
            other &= ~_outline_mask(outline.wide_hull, np.array(pawn.at_mm), other.shape)
        return replace(self, other=other)


def read_stage(pawns: Pawns, patch: Patch, lean_mm: Floats) -> Stage:
    """Return what stands on a card; ``lean_mm`` is the apparent offset of a top from its foot."""
    if patch.other.sum() < TUNING.speck_mm2:
        return Stage(())
    outline = _outline(pawns.kind, lean_mm)
    upon = _find_pawns(pawns, patch.on_disc(), outline, TUNING.disc_reach_mm)
    lit = _is_lit(patch, outline, upon)
    if lit:
        upon = [pawn for pawn in upon if not _is_pale(patch, outline, pawn)]
    rest = patch.without(outline, upon).without_paler()
    beside = _find_pawns(pawns, rest, outline, np.inf)
    after = rest.without(outline, beside)
    if after.other.sum() >= TUNING.foreign_mm2:
        beside, after = [], rest
    upon_disc = int((after.other & patch.disc).sum())
    unknown = int(after.other.sum()) - upon_disc
    return Stage(
        (*upon, *beside),
        foreign=upon_disc >= TUNING.foreign_mm2,
        doubtful=lit or unknown >= TUNING.doubtful_mm2,
    )


def _is_lit(patch: Patch, outline: _Outline, upon: list[Standing]) -> bool:
    """Whether what is paler than the disc is light upon it rather than a white pawn.

    Light has no pawn's outline: much of it is left, or it goes on round the outline.
    """
    left = patch.on_disc().without(outline, upon)
    pale = [pawn for pawn in upon if _is_pale(patch, outline, pawn)]
    return int((left.other & left.paler).sum()) >= TUNING.doubtful_mm2 or any(
        _halo_share(patch, outline, pawn) > TUNING.halo_pale_max for pawn in pale
    )


def _halo_share(patch: Patch, outline: _Outline, pawn: Standing) -> float:
    """Return the share of what is seen close round a pawn that is paler than the ground."""
    wide, tight = (
        _outline_mask(hull, np.array(pawn.at_mm), patch.other.shape)
        for hull in (outline.wide_hull, outline.tight_hull)
    )
    halo = wide & ~tight & (patch.other | patch.ground)
    return float((halo & patch.paler).sum()) / max(1.0, float(halo.sum()))


def _is_pale(patch: Patch, outline: _Outline, pawn: Standing) -> bool:
    """Whether most of what is seen of a pawn may be ground in brighter light."""
    hull = _outline_mask(outline.tight_hull, np.array(pawn.at_mm), patch.other.shape) & patch.other
    return bool(2 * (hull & patch.paler).sum() > hull.sum())


def _find_pawns(pawns: Pawns, patch: Patch, outline: _Outline, reach_mm: float) -> list[Standing]:
    """Return the pawns that explain what is not ground, the clearest one first.

    Their feet are within ``reach_mm`` of the card's middle.
    """
    found: list[Standing] = []
    left = patch
    while left.other.sum() >= TUNING.speck_mm2 and len(found) < TUNING.pawns_max:
        foot = _best_foot(outline, left, reach_mm)
        if foot is None:
            break
        posterior = _colour_posterior(pawns, patch, outline, foot)
        if posterior is None:
            break
        found.append(Standing(posterior, (float(foot[0]), float(foot[1]))))
        left = left.without(outline, found[-1:])
    return found


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
    kernel = _draw(tight + reach, (2 * reach + 1,) * 2).astype(np.float32)
    return _Outline(lean_mm, kernel, (reach, reach), tight, wide)


def _hull(radius: float, lean_mm: Floats) -> Floats:
    """Return the hull of foot and top, relative to the foot."""
    angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
    ring = np.column_stack([np.cos(angle), np.sin(angle)]) * radius
    points = np.concatenate([ring, ring + lean_mm]).astype(np.float32)
    return np.asarray(cv2.convexHull(points)[:, 0], np.float64)


def _draw(hull: Floats, shape: tuple[int, int]) -> NDArray[np.uint8]:
    """Return a filled outline, its points in pixels, as a picture of rows × columns."""
    sheet = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(sheet, np.round(hull * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    return sheet


def _best_foot(outline: _Outline, patch: Patch, reach_mm: float) -> Floats | None:
    """Return the foot, in the card's frame, that explains most of what is not ground."""
    shape = patch.other.shape
    wanted = patch.other.astype(np.float32) - TUNING.ground_cost * patch.ground.astype(np.float32)
    score = cv2.filter2D(
        wanted, -1, outline.tight, anchor=outline.anchor, borderType=cv2.BORDER_CONSTANT
    )
    _, _, _, at = cv2.minMaxLoc(score, disc_mask(shape, reach_mm).astype(np.uint8))
    foot = np.asarray(grid_of(shape)[at[1], at[0]])
    taken = _outline_mask(outline.tight_hull, foot, shape)
    seen, bare = float((taken & patch.other).sum()), float((taken & patch.ground).sum())
    least = TUNING.filled_share_min * max(
        seen + bare, TUNING.in_sight_share_min * float(outline.tight.sum())
    )
    return foot if seen >= least else None


def _outline_mask(hull: Floats, foot_mm: Floats, shape: tuple[int, ...]) -> Mask:
    """Return the pixels of a patch inside an outline with its foot here."""
    rows, columns = shape
    return _draw(hull + foot_mm + np.array([columns, rows]) / 2 - 0.5, (rows, columns)) > 0


def _colour_posterior(
    pawns: Pawns, patch: Patch, outline: _Outline, foot_mm: Floats
) -> Posterior | None:
    """Return the probabilities of a pawn's colour by its top; None if that is no pawn's.

    A top that appears beside the ground lies over print: then the visible part upon the ground
    must have a pawn's colour, too, and decides. So does the body of a pawn whose top is pale: a
    lamp or window may be mirrored there.
    """
    radius = pawns.kind.cap_diameter_mm / 2 * TUNING.top_share
    away = grid_of(patch.other.shape) - foot_mm - outline.lean_mm
    whole = _outline_mask(outline.tight_hull, foot_mm, patch.other.shape) & patch.other
    top = ((away**2).sum(axis=-1) <= radius**2) & patch.other
    if top.sum() < TUNING.top_seen_min * np.pi * radius**2:
        return pawns.posterior(_median(patch.colours[whole]))
    colour, body = _median(patch.colours[top]), patch.colours[whole & ~top]
    if len(body) >= TUNING.speck_mm2 and _is_mirror(colour, _median(body)):
        colour = _median(body)
    return pawns.posterior(colour)


def _is_mirror(top: Colours, body: Colours) -> bool:
    """Whether a pale top belongs to a pawn that is coloured or black."""
    (top_light, *top_ab), (light, *ab) = _lab(np.array([top, body])).tolist()
    if top_light < TUNING.mirror_lightness or np.hypot(*top_ab) > TUNING.neutral_chroma:
        return False
    return bool(np.hypot(*ab) > TUNING.body_chroma or light < TUNING.body_lightness)


def _median(colours: Colours) -> Colours:
    return np.asarray(np.median(colours, axis=0), np.float32)


@functools.cache
def disc_mask(shape: tuple[int, ...], radius_mm: float) -> Mask:
    """Return which pixels of a patch are within a distance of its middle."""
    return np.asarray((grid_of(shape) ** 2).sum(axis=-1) <= radius_mm**2)


def _lab(colours: Any) -> NDArray[np.float32]:
    """Return colours (n × 3, in shares of white) in CIE L*a*b*."""
    row = np.clip(np.asarray(colours, np.float32), 0, 1)[None]
    return np.asarray(cv2.cvtColor(row, cv2.COLOR_BGR2LAB)[0], np.float32)
