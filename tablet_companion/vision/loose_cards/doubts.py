"""Whether a pawn may not stand where it was found, and whether one may stand there unseen."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats
from calibration.camera.silhouettes import Mask
from hardware.board import PieceKind
from tablet_companion.vision.loose_cards.outline import Outline, outline_mask
from tablet_companion.vision.loose_cards.patch import Patch, count_solid, to_lab
from tablet_companion.vision.loose_cards.pawns import Pawns, Standing, likeliest
from tablet_companion.vision.loose_cards.spots import Colours, grid_of


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a pawn, or an empty card, is in doubt.

    Chosen by hand on 252 simulated tables of Wink with faults; held by tests/vision/loose.
    """

    lying_mm2: int = 32
    """Square millimetres beside a pawn's outline from which it may lie rather than stand: from 39
    where one has fallen over, at most 22 where one stands in even light."""
    own_colour: tuple[float, float, float] = (18.0, 12.0, 12.0)
    """Difference in CIE L*a*b* up to which print may be the lying part of a pawn."""
    own_hue_deg: float = 15.0
    """Degrees. Difference in hue up to which print may be the lying part of a pawn, if chroma and
    lightness allow it."""
    own_chroma: tuple[float, float] = (30.0, 0.5)
    """Least CIE chroma for that: absolutely, and in shares of the pawn's."""
    own_lightness: float = 35.0
    """Greatest difference in CIE lightness for that: a lying pawn's ends are in other light."""
    strip_mm: float = 30.0
    """Millimetres from a white pawn's foot, beyond its top, within which one that lies hides
    paper."""
    strip_level: float = 0.03
    """Share of the paper's brightness by which hidden paper differs at least."""
    strip_mm2: int = 25
    """Least square millimetres of hidden paper: from 48 where a pawn lies, none where one
    stands."""
    dark_level: float = 0.45
    """Share of the disc's brightness below which something dark may be a lying black pawn."""
    pale_seen_min: float = 0.55
    """Share of its outline in which a white pawn must be seen: from 0.57 where one stands, at most
    0.49 of dice and bands of light."""
    ring_mm2: int = 80
    """Least square millimetres of plain ground to be seen round a dark pawn."""
    ring_share_min: float = 0.5
    """Least share of plain ground in what is seen there: 0.9 and more in even light; in the shadow
    of bars at most 0.45."""
    disc_level_max: float = 0.8
    """Share of white paper's brightness above which a disc hides white pawns; in even light it has
    0.65 to 0.73."""
    shade_level: float = 0.75
    """Part of a disc is in shadow if it is darker than this share of the disc's bright part."""
    shade_share_max: float = 0.15
    """Share of a disc in shadow from which that could hide a white pawn; in even light none is."""
    sliver_mm2: int = 8
    """Square millimetres that are paler than the disc: the rest may be a white pawn on paper."""
    shadow_level: float = 0.92
    """Paper is in a shadow if it is darker than this share of its brightness."""
    shadow_mm2: tuple[int, int] = (40, 200)
    """Square millimetres of such a shadow, least and most: 49 to 117 beside a white pawn on paper,
    in even light none on 99 of 100 empty cards. More is the edge of another shadow."""
    top_levels: tuple[float, float] = (0.82, 0.98)
    """Least and greatest brightness of a white pawn's top, in shares of the paper's."""
    top_level: float = 0.97
    """Share of the paper's brightness below which most of a top is."""
    top_mm2: int = 30
    """Square millimetres of paper that must be so dark for a top to be looked for."""
    top_sigma: float = 0.03
    """Greatest standard deviation of a top's brightness."""
    top_edge: float = 0.025
    """Least difference by which the paper round a top is brighter, in shares of the paper's
    brightness."""
    top_edge_share: float = 0.55
    """Share of that paper that must be brighter by that: 0.55 to 0.86 round tops, at most 0.5 in
    the shadows of other pawns."""
    top_edge_mm: float = 1.9
    """Millimetres of a top's edge that are not even."""
    top_ring_mm: tuple[float, float] = (0.9, 2.3)
    """Least and greatest distance in millimetres from a top's edge at which paper is compared."""
    top_paper_share: float = 0.3
    """Share of the ring round a top in which paper must be seen."""
    edge_mm: float = 1.5
    """Millimetres by which a pawn may seem to reach over the edge of its card."""
    beside_mm: float = 1.0
    """Millimetres beside a pawn's wide outline from which its colour on the table is not that of
    one that stands there: one at the edge of its card is found a little too far in."""


TUNING: Final = Tuning()

_TOUCHING: Final = np.ones((3, 3), np.uint8)
_RING: Final = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9))
"""Four millimetres round a pawn and its halo."""


def may_hide_white(patch: Patch) -> bool:
    """Whether a white pawn might stand there unseen: on paper, or on a disc as bright as it is.

    On paper its shadow shows. A disc hides it where it is nearly as bright as paper, half in
    shadow, or pale at its edge.
    """
    on_disc, paper = patch.level[patch.ground & patch.disc], patch.ground & patch.paper
    if len(on_disc) == 0:
        return True
    tenth = len(on_disc) // 10
    bright = float(np.partition(on_disc, -1 - tenth)[-1 - tenth])
    if (
        bright * patch.disc_level > TUNING.disc_level_max
        or float((on_disc < TUNING.shade_level * bright).mean()) > TUNING.shade_share_max
        or count_solid(patch.other & patch.paler & patch.disc) >= TUNING.sliver_mm2
    ):
        return True
    if not paper.any():
        return False
    shadow = paper & (patch.level < TUNING.shadow_level * patch.level[paper].mean())
    least, most = TUNING.shadow_mm2
    return least <= count_solid(shadow) <= most


def shows_pale_top(kind: PieceKind, patch: Patch, hidden: Mask) -> bool:
    """Whether a white pawn's top seems to show before paper: round, even and barely darker.

    Its body may be hidden behind another pawn; ``hidden`` are the pixels of pawns that were found.
    """
    paper = patch.paper & patch.ground & ~hidden
    if (paper & (patch.level < TUNING.top_level)).sum() < TUNING.top_mm2:
        return False
    level = patch.colours.mean(axis=2) / np.median(patch.colours[paper].mean(axis=1))
    top, ring = _top_kernels(kind.diameter_mm)
    mean, square, covered = (_add_up(one, top) for one in (level, level**2, hidden))
    darkest, palest = TUNING.top_levels
    perhaps = (mean > darkest) & (mean < palest) & (square - mean**2 < TUNING.top_sigma**2)
    perhaps &= covered == 0
    if not perhaps.any():
        return False
    around = _add_up(paper, ring)
    perhaps &= around > TUNING.top_paper_share
    if not perhaps.any():
        return False
    contrast = np.where(perhaps, _add_up(level * paper, ring) / np.maximum(around, 0.01) - mean, -1)
    row, column = np.unravel_index(int(contrast.argmax()), contrast.shape)
    away = grid_of(level.shape) - grid_of(level.shape)[row, column]
    edge = paper & _is_beside(np.hypot(*np.moveaxis(away, -1, 0)), kind.diameter_mm)
    return float((level[edge] > mean[row, column] + TUNING.top_edge).mean()) > TUNING.top_edge_share


@functools.cache
def _top_kernels(diameter_mm: float) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return kernels that average over a top, without its edge, and over a ring round it."""
    inner, outer = diameter_mm / 2 - TUNING.top_edge_mm, diameter_mm / 2 + TUNING.top_ring_mm[1]
    top = (_distances(inner) <= inner).astype(np.float32)
    ring = _is_beside(_distances(outer), diameter_mm).astype(np.float32)
    return top / top.sum(), ring / ring.sum()


def _distances(reach_mm: float) -> Floats:
    reach = int(np.ceil(reach_mm))
    return np.asarray(np.hypot(*np.mgrid[-reach : reach + 1, -reach : reach + 1]), np.float64)


def _is_beside(away_mm: Floats, diameter_mm: float) -> Mask:
    """Return which distances from a top's middle are those of the ring round it."""
    least, most = TUNING.top_ring_mm
    return (away_mm >= diameter_mm / 2 + least) & (away_mm <= diameter_mm / 2 + most)


def _add_up(values: NDArray[Any], kernel: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the average of values under a kernel at every pixel, with nothing beside the patch."""
    summed = cv2.filter2D(values.astype(np.float32), -1, kernel, borderType=cv2.BORDER_CONSTANT)
    return np.asarray(summed, np.float32)


def is_doubtful(pawns: Pawns, patch: Patch, outline: Outline, pawn: Standing) -> bool:
    """Whether a pawn may not stand where it was found: it may lie, or be light or shadow."""
    at, half = np.array(pawn.at_mm), np.array(patch.other.shape[::-1]) / 2
    if (np.abs(at) + pawns.kind.diameter_mm / 2 > half + TUNING.edge_mm).any():
        return True
    white = likeliest(pawn.posterior) in pawns.pale
    if white and _goes_on_over_paper(pawns.kind, patch, outline, pawn):
        return True
    if is_pale(patch, outline, pawn):
        hull = outline_mask(outline.tight_hull, at, patch.other.shape)
        seen = int((hull & patch.other).sum())
        if seen < TUNING.pale_seen_min * float(outline.tight.sum()):
            return True
    elif pawns.is_dark(likeliest(pawn.posterior)) and not _stands_on_ground(patch, outline, pawn):
        return True
    return _reaches_out(pawns.kind, patch, outline, pawn)


def goes_over_edge(
    pawns: Pawns, outline: Outline, pawn: Standing, rim_mm: Floats, rim: Colours
) -> bool:
    """Whether a pawn's colour is seen beside its card, too, where a standing one hides nothing.

    It lies over the edge then: what is seen on the card alone may look as one that stands.
    ``rim`` are the colours of the points ``rim_mm`` beside the card that are not the table's.
    """
    away = rim_mm - np.array(pawn.at_mm)
    hull = outline.wide_hull.astype(np.float32)
    near = np.hypot(*(away - outline.lean_mm / 2).T) < pawns.kind.height_mm
    colour = likeliest(pawn.posterior)
    for at, seen in zip(away[near].tolist(), rim[near], strict=True):
        if cv2.pointPolygonTest(hull, at, measureDist=True) < -TUNING.beside_mm:
            posterior = pawns.posterior(seen)
            if posterior is not None and likeliest(posterior) == colour:
                return True
    return False


def _reaches_out(kind: PieceKind, patch: Patch, outline: Outline, pawn: Standing) -> bool:
    """Whether something goes on beside a pawn's outline, as one does that lies there.

    Something dark or coloured; over print, something of its own colour that is joined to it.
    """
    at, shape = np.array(pawn.at_mm), patch.other.shape
    wide = outline_mask(outline.wide_hull, at, shape)
    away = grid_of(shape) - at - outline.lean_mm / 2
    near = (away[..., 0] ** 2 + away[..., 1] ** 2 < kind.height_mm**2) & ~wide
    dark = patch.disc & ~patch.ground & (patch.level < TUNING.dark_level)
    own = outline_mask(outline.tight_hull, at, shape) & patch.other
    odd = patch.other | dark | _find_joined(patch, own, near & ~patch.ground)
    return count_solid(odd & near) >= TUNING.lying_mm2


def _goes_on_over_paper(kind: PieceKind, patch: Patch, outline: Outline, pawn: Standing) -> bool:
    """Whether paper looks otherwise beyond a white pawn's top, as where one lies."""
    paper, lean_mm = patch.paper & patch.ground, float(np.hypot(*outline.lean_mm))
    if not paper.any() or lean_mm == 0:
        return False
    along, across = (
        (grid_of(patch.other.shape) - np.array(pawn.at_mm)) @ axis
        for axis in (
            outline.lean_mm / lean_mm,
            np.array([-outline.lean_mm[1], outline.lean_mm[0]]) / lean_mm,
        )
    )
    half_mm = kind.diameter_mm / 2
    beyond = (along > lean_mm + half_mm + 1) & (along < TUNING.strip_mm) & patch.paper
    beyond &= patch.ground | patch.other  # what other pawns hide is neither
    level = patch.colours.mean(axis=2)
    usual = float(np.median(level[paper]))
    other = np.abs(level - usual) > TUNING.strip_level * usual
    return int((beyond & (np.abs(across) < half_mm) & other).sum()) >= TUNING.strip_mm2


def _find_joined(patch: Patch, own: Mask, near: Mask) -> Mask:
    """Return the pixels of a pawn's colour that are joined to its own ones, over print, too."""
    if not own.any():
        return own
    lab, ours = to_lab(patch.colours[near]), to_lab(np.median(patch.colours[own], axis=0)[None])
    alike = own.astype(np.uint8)
    alike[near] |= (np.abs(lab - ours) < TUNING.own_colour).all(axis=-1) | _has_hue(lab, ours)
    _, labels = cv2.connectedComponents(cv2.dilate(alike, _TOUCHING))
    joined = np.zeros(labels.max() + 1, dtype=bool)
    joined[labels[own]] = True
    return np.asarray(joined[labels] & (alike > 0))


def _has_hue(lab: NDArray[np.float32], own: NDArray[np.float32]) -> Mask:
    """Return which colours (n × 3, CIE L*a*b*) have a pawn's hue (1 × 3) in other light."""
    (chroma, mine), (least, share) = (
        (np.hypot(*one[:, 1:].T) for one in (lab, own)),
        TUNING.own_chroma,
    )
    if mine[0] < least:
        return np.zeros(len(lab), dtype=np.bool_)
    along = lab[:, 1:] @ own[0, 1:] / np.maximum(chroma * mine[0], 1e-3)
    alike = along > np.cos(np.radians(TUNING.own_hue_deg))
    lit = np.abs(lab[:, 0] - own[0, 0]) < TUNING.own_lightness
    return np.asarray(alike & lit & (chroma > share * mine[0]))


def _stands_on_ground(patch: Patch, outline: Outline, pawn: Standing) -> bool:
    """Whether most of what is seen round a dark pawn is ground in plain light, not in shadow."""
    at, shape = np.array(pawn.at_mm), patch.other.shape
    wide = outline_mask(outline.wide_hull, at, shape)
    ring = (cv2.dilate(wide.astype(np.uint8), _RING) > 0) & ~wide
    ring &= patch.disc | patch.ground | patch.other
    ground = int((ring & patch.ground).sum())
    return ground >= max(TUNING.ring_mm2, TUNING.ring_share_min * float(ring.sum()))


def is_pale(patch: Patch, outline: Outline, pawn: Standing) -> bool:
    """Whether most of what is seen of a pawn may be ground in brighter light."""
    hull = outline_mask(outline.tight_hull, np.array(pawn.at_mm), patch.other.shape) & patch.other
    return bool(2 * (hull & patch.paler).sum() > hull.sum())
