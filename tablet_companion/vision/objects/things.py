"""Find what lies on the board and stands on no place: a die, a coin, a fallen piece.

A thing is looked for where the board is odd over some area, where its art is gone, or where it is
black; never while a hand is there, and never where light or shade would do as an explanation: a
thing that is missed is a smaller evil than one that is not there. Works on the board seen from
above, like ``foreign``; the colour of a fallen piece is told from the finer picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np

from calibration.appearance import Appearance
from calibration.light import Light, Map, strongest
from calibration.silhouettes import Mask
from hardware.board import Board, BoardPlace
from tablet_companion.games.core import HIDDEN, Piece, Place
from tablet_companion.vision.objects.fallen import Spot, fallen_piece
from tablet_companion.vision.objects.foreground import BoardView, art_correlation, explained_mask
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.places.sites import MAP_PX_PER_MM, Sites
from tablet_companion.vision.reading import Stray, Thing

_ODD: Final = 1.5
"""So odd on average a spot of ``_SPOT_PX`` is looked into."""
_SPOT_PX: Final = 5
_VERY_ODD: Final = 3.0
_BLACK: Final = 75.0
_BRIGHT: Final = 110.0
"""Where the empty board is brighter than this, what is darker than ``_BLACK`` is in its way."""
_HALO_MM: Final = 3.0
_LEAST_MM2: Final = 60.0
_MOST_MM2: Final = 900.0
"""What is larger is as much in the way as a hand."""
_LONGEST_MM: Final = 52.0
_LONGEST_THING_MM: Final = 39.0
_HOLE_MM: Final = 22.0
_OVERLAID: Final = 0.6
"""A hole is judged like the board where so much of so wide a square round its middle is odd."""
_COMPACT: Final = 0.8
"""So much of its hull a thing fills."""
_ART_REMAINS: Final = 0.5
_BURNT: Final = 245.0
_MOSTLY_BURNT: Final = 0.3
_SHARPER: Final = 0.65
"""Right beside a thing the board is less odd than this share of the thing."""
_BESIDE: Final = 1.6
"""... or at most this odd."""
_SHADED: Final = 0.6
"""Where there is less than this share of the board's usual light, nothing small is judged."""
_UNSETTLED: Final = 2.0
"""Where one point in ten of a board is odder than this, its light is not understood."""
_ROUND_MM: Final = (_HALO_MM, 7.0)
_MUCH_ROUND: Final = 0.24
_SOME_ROUND: Final = 0.12
"""A piece may be part of a thing that takes up so much of what is round it; the less suffices
where anything speaks against the piece."""
_AGAINST: Final = 0.01
_FIRM: Final = 20.0
"""An upright piece in a hole is believed from so much (nats) on; a hidden one always."""
_EDGE_MM: Final = 9.0
"""What comes so near to the board's edge is the hand's affair."""


@dataclass(frozen=True, slots=True, eq=False)
class ThingSearch:
    """What lies there: the things, the points that they hide, and the strays that are none of them.

    ``mask`` is None where nothing lies.
    """

    things: tuple[Thing, ...]
    mask: Mask | None
    strays: tuple[Stray, ...]


def find_things(  # noqa: PLR0913, PLR0917 - what was seen, coarse and fine, and what is known of it
    board: Board,
    appearance: Appearance,
    sites: Sites,
    view: BoardView,
    found: tuple[PlaceScores, ...],
    strays: tuple[Stray, ...],
    flat: Map,
    light: Light,
) -> ThingSearch:
    """Return what lies on a board over which there is no hand.

    ``flat`` is the board from above, finer than ``view``, and ``light`` the light on it.
    """
    mask = _foreground_mask(view)
    known = explained_mask(view, sites, found, _HALO_MM) & ~_overlaid_holes(mask, found)
    spots = list(_label_spots(mask, known))
    free = ~known
    if not spots or not free.any() or float(np.percentile(view.z_score[free], 90)) > _UNSETTLED:
        return ThingSearch((), None, strays)
    usual = _relative_brightness(view, free)
    spots = [spot for spot in spots if _is_thing(view, free, usual, spot)]
    if not spots:
        return ThingSearch((), None, strays)
    gain, offset = light.without_gloss()
    things: list[Thing] = []
    hidden = np.zeros(known.shape, dtype=np.uint8)
    bare = np.where(known[..., None], np.float32(-1), view.reference)
    for spot in spots:
        fallen = fallen_piece(board, appearance, spot, flat, (gain, offset), bare)
        near = [stray for stray in strays if _distance_to_mm(stray, spot) < spot.length_mm / 2 + 12]
        if any(stray.piece != fallen for stray in near):
            continue  # what is odd there is that piece
        if fallen is None and spot.length_mm > _LONGEST_THING_MM:
            continue  # or a shadow
        strays = tuple(stray for stray in strays if stray not in near)
        cv2.fillConvexPoly(hidden, spot.hull, 1)
        things.append(_thing(board, spot, fallen))
    if not things:
        return ThingSearch((), None, strays)
    return ThingSearch(tuple(things), hidden > 0, strays)


def cover_beside(
    found: Sequence[PlaceScores], sites: Sites, hidden: Mask
) -> tuple[PlaceScores, ...]:
    """Return the places; what stands close to a thing may be its image, so it counts as unseen."""
    return tuple(
        replace(place, best=None, visible_share=0.0) if _is_beside(place, sites, hidden) else place
        for place in found
    )


def _is_beside(place: PlaceScores, sites: Sites, hidden: Mask) -> bool:
    if place.best is None:
        return False
    (window, inner), (_, outer) = (sites.outline(place.standing, halo) for halo in _ROUND_MM)
    ring = outer & ~inner
    enough = _SOME_ROUND if place.contrary_share > _AGAINST else _MUCH_ROUND
    return bool(ring.any()) and float(hidden[window][ring].mean()) > enough


# --- where something lies -------------------------------------------------------------------------


def _foreground_mask(view: BoardView) -> Mask:
    """Return where the board is odd over some area, is black, or where its art is gone."""
    z_score = cv2.blur(view.z_score, (_SPOT_PX, _SPOT_PX)) > _ODD
    black = (strongest(view.plain) < _BLACK) & (strongest(view.reference) > _BRIGHT)
    z_score |= (view.z_score > _VERY_ODD) | black | view.art_missing
    return np.asarray(z_score, dtype=np.bool_)


def _overlaid_holes(mask: Mask, found: Sequence[PlaceScores]) -> Mask:
    """Return the holes over which something lies, though elsewhere no hole is ever judged."""
    side = round(_HOLE_MM * MAP_PX_PER_MM) | 1
    share = cv2.blur(mask.astype(np.float32), (side, side))
    over = np.zeros(mask.shape, dtype=np.uint8)
    for hole in found:
        place = hole.site.place
        firm = hole.best is not None and hole.scores[hole.best] > _FIRM
        if hole.site.turned is None or firm or hole.best == HIDDEN:
            continue
        x, y = (round(mm * MAP_PX_PER_MM - 0.5) for mm in (place.x_mm, place.y_mm))
        if share[y, x] > _OVERLAID:
            cv2.circle(over, (x, y), side // 2, 1, -1)
    return over > 0


def _label_spots(mask: Mask, known: Mask) -> Iterator[Spot]:
    """Yield what hangs together and no piece explains, off the board's edge."""
    mask = mask & ~known
    rim = int(_EDGE_MM * MAP_PX_PER_MM)
    rows, columns = mask.shape
    whole = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(whole)
    least, most = (mm2 * MAP_PX_PER_MM**2 for mm2 in (_LEAST_MM2, _MOST_MM2))
    for number in range(1, count):
        left, top, width, height, area = (int(value) for value in stats[number])
        edge = min(left, top, columns - left - width, rows - top - height)
        if edge < rim or max(width, height) > _LONGEST_MM * MAP_PX_PER_MM:
            continue
        if least <= area <= most:
            window = np.s_[top : top + height, left : left + width]
            yield _make_spot(labels, number, window, (left, top))


def _make_spot(labels: Any, number: int, window: Any, corner: tuple[int, int]) -> Spot:
    here = (labels[window] == number).astype(np.uint8)
    outline, _ = cv2.findContours(here, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE, offset=corner)
    hull = cv2.convexHull(np.vstack(outline))
    _, sides, _ = cv2.minAreaRect(hull)
    middle = (hull.reshape(-1, 2).astype(float).min(axis=0) + hull.reshape(-1, 2).max(axis=0)) / 2
    mask = labels == number
    length_mm = (max(sides) + 1) / MAP_PX_PER_MM
    return Spot(mask, np.asarray(hull, np.int32), (middle + 0.5) / MAP_PX_PER_MM, length_mm)


def _is_thing(view: BoardView, free: Mask, usual: float, spot: Spot) -> bool:
    """Say whether a spot is a thing, and neither light, shade nor the edge of a piece."""
    here = spot.mask
    grown = cv2.dilate(here.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    beside = grown & ~here & free
    area = int(np.count_nonzero(here))
    around = cv2.contourArea(spot.hull) + len(spot.hull) / 2 + 1
    if (
        not beside.any()
        or area < _COMPACT * around
        or _relative_brightness(view, beside) < _SHADED * usual
    ):
        return False
    burnt = strongest(view.flat[here]) > _BURNT
    z_score, edge = float(view.z_score[here].mean()), float(view.z_score[beside].mean())
    if burnt.mean() > _MOSTLY_BURNT or edge > max(_BESIDE, _SHARPER * z_score):
        return False
    return art_correlation(view, here) < _ART_REMAINS and _is_conspicuous(view, here, z_score)


def _is_conspicuous(view: BoardView, here: Mask, z_score: float) -> bool:
    """Say whether a spot is odd enough, hides enough of the art, or is black enough."""
    mm2 = float(np.count_nonzero(here)) / MAP_PX_PER_MM**2
    art_missing = float(view.art_missing[here].mean())
    dark = strongest(view.plain[here]) < _BLACK
    black = float((dark & (strongest(view.reference[here]) > _BRIGHT)).mean())
    return (
        (z_score >= 1.7 and art_missing > 0.3)
        or (z_score >= 2.5 and art_missing > 0.05)
        or (mm2 >= 130 and art_missing > 0.6 and z_score > 1.0)
        or (mm2 > 150 and (z_score > 2.0 or black > 0.4))
    )


def _relative_brightness(view: BoardView, here: Mask) -> float:
    """Return how light the points are, for how light they are on the empty board."""
    seen, known = (np.maximum(part[here], 1).mean(axis=-1) for part in (view.flat, view.reference))
    return float(np.median(seen / known))


# --- what lies there ------------------------------------------------------------------------------


def _thing(board: Board, spot: Spot, fallen: Piece | None) -> Thing:
    x_mm, y_mm = (float(value) for value in spot.middle)
    nearest = min(board.places, key=lambda place: _distance_mm(place, spot))
    touched = fallen is not None or _distance_mm(nearest, spot) < 0
    near = Place(nearest.name) if touched else None
    return Thing(x_mm, y_mm, spot.length_mm, near, fallen)


def _distance_mm(place: BoardPlace, spot: Spot) -> float:
    """Return how far a spot's outline is from a place's disc; negative where they overlap."""
    at = ((place.x_mm * MAP_PX_PER_MM) - 0.5, (place.y_mm * MAP_PX_PER_MM) - 0.5)
    inside = cv2.pointPolygonTest(spot.hull.astype(np.float32), at, measureDist=True)
    return -inside / MAP_PX_PER_MM - place.radius_mm


def _distance_to_mm(stray: Stray, spot: Spot) -> float:
    return float(np.hypot(*(spot.middle - (stray.x_mm, stray.y_mm))))
