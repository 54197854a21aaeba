"""Find objects on the board that are no standing pieces: a die, a coin, a fallen piece.

The search covers points that are foreign over some area, where the art is gone, or where the board
is black; never near a hand, and never where light or shade explains the points: a missed object is
better than an invented one. Works on the board seen from above, like ``foreground``; the colour of
a fallen piece is taken from the finer picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import take_strongest
from hardware.board import Board, BoardPlace
from tablet_companion.games.core import HIDDEN, Piece, Place
from tablet_companion.vision.objects.board_view import BoardView
from tablet_companion.vision.objects.bodies import BoardSearch
from tablet_companion.vision.objects.fallen import Spot, fallen_piece, make_spot
from tablet_companion.vision.objects.foreground import art_correlation, explained_mask
from tablet_companion.vision.objects.overlaid import cover_overlaid
from tablet_companion.vision.objects.toppled import find_lain, is_like_labelled
from tablet_companion.vision.objects.tops import shows_cap
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.places.sites import MAP_PX_PER_MM, Sites
from tablet_companion.vision.reading import Stray, Thing


@dataclass(frozen=True, slots=True)
class Tuning:
    """What is reported as a thing, and when nothing is.

    Chosen by hand on simulated dice, coins and fallen pieces in all simulated lights; held by
    tests/vision/test_things.py. A missed thing is better than an invented one, which would cover
    places that people can see.
    """

    spot_z: float = 1.5
    """Standard deviations, averaged over a spot, from which the spot is examined."""
    spot_px: int = 5
    """Side of that spot, in points of the map."""
    point_z: float = 3.0
    """Standard deviations from which a single point is examined."""
    halo_mm: float = 3.0
    """Millimetres round a known piece in which nothing is searched for."""
    area_min_mm2: float = 60.0
    """Square millimetres; a smaller spot is a speck of dirt."""
    area_max_mm2: float = 900.0
    """Square millimetres. Anything larger is treated like a hand."""
    length_max_mm: float = 52.0
    """Millimetres. No fallen piece is longer."""
    thing_length_max_mm: float = 39.0
    """Millimetres. Any other thing longer than this is a shadow."""
    hole_mm: float = 22.0
    """Millimetres: side of the square round a hole's middle that is examined."""
    overlaid_share: float = 0.6
    """A hole is judged like the board if this share of that square is foreign; else holes are
    never judged."""
    hull_share_min: float = 0.8
    """Share of its hull that a thing fills; shadows are ragged."""
    art_correlation_max: float = 0.5
    """Correlation. If the art shows through better than this, it is gloss or shade."""
    saturated_grey: float = 245.0
    """Grey levels from which a point may be burnt out."""
    saturated_share_max: float = 0.3
    """Share of burnt-out points from which a spot is a lamp's image."""
    edge_z_ratio: float = 0.65
    """Right beside a thing the board's z-score is at most this share of the thing's: things have
    sharp edges, light does not."""
    edge_z: float = 1.6
    """Standard deviations. An edge is sharp, too, if the z-score beside it is at most this."""
    light_share_min: float = 0.6
    """Share of the board's usual light. In deeper shade no small thing is reported."""
    unsettled_z: float = 2.0
    """Standard deviations. If one point in ten of the board exceeds this, the light is not
    understood and nothing is reported."""
    ring_mm: tuple[float, float] = (3.0, 7.0)
    """Millimetres: inner and outer halo of the ring round a piece that a thing may have caused."""
    ring_share: float = 0.24
    """A piece may be part of a thing that covers more than this share of that ring."""
    contrary_ring_share: float = 0.12
    """As ``ring_share``, for a piece that is face down or contradicted by some evidence."""
    contrary_share_min: float = 0.01
    """A piece is contradicted by some evidence if that is more than this share of all."""
    within_share: float = 0.5
    """A piece of which a thing covers more than this share is a part of the thing."""
    firm_nats: float = 20.0
    """Nats. An upright piece in a hole is believed from here on; a face-down one always."""
    cast_contact: float = 0.3
    """Share of its border from which what is black may be the shadow of the pieces it touches."""
    edge_mm: float = 9.0
    """Millimetres. Anything but a fallen piece is left to the search for hands this near to the
    board's edge."""
    rim_mm: float = 2.0
    """Millimetres. Anything at all is left to that search this near to the edge."""
    guessed_share_max: float = 0.5
    """Share of a spot in which the bare board is only guessed from lookalikes, which may differ."""
    stray_mm: int = 12
    """Millimetres beyond half a thing's length within which a stray piece is the same thing."""
    clearly_foreign: tuple[float, float] = (1.7, 0.3)
    """A spot is a thing with at least this z-score and this share of its art missing."""
    strongly_foreign: tuple[float, float] = (2.5, 0.05)
    """As ``clearly_foreign``, with a higher z-score and less art missing."""
    art_hidden: tuple[float, float, float] = (130, 0.6, 1.0)
    """As ``clearly_foreign``, from this area (mm²), with this share of the art missing and this
    z-score."""
    large_and_dark: tuple[float, float, float] = (150, 2.0, 0.4)
    """As ``clearly_foreign``, from this area (mm²), with this z-score or share of black points.
    The four were drawn round the simulated things and away from the simulated lights."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class ThingSearch:
    """The things found, the points that they hide, and the strays that are not part of them.

    ``mask`` is None if there are none; ``unnamed`` is what those hide that are no fallen pieces.
    """

    things: tuple[Thing, ...]
    mask: Mask | None
    strays: tuple[Stray, ...]
    unnamed: Mask | None = None


def find_things(
    search: BoardSearch, found: tuple[PlaceScores, ...], strays: tuple[Stray, ...], guessed: Mask
) -> ThingSearch:
    """Return the things on a board without a hand over it.

    ``guessed`` is where nobody saw the board bare: what is unlike a guess may be its print.
    """
    view, sites, board = search.view, search.sites, search.sites.board
    mask = _foreground_mask(view)
    lain, found = find_lain(search, found)
    found = cover_overlaid(search, found)
    known = explained_mask(view, sites, found, TUNING.halo_mm) & ~_overlaid_holes(mask, found)
    if lain and not _is_settled(view, ~known):
        lain = []
    bare = np.where(known[..., None], np.float32(-1), view.reference)
    for spot, _ in lain:
        known |= spot.mask
    lying = ThingSearch((), None, strays)
    spots = (
        spot
        for spot in _find_spots(view, mask, known)
        if guessed[spot.mask].mean() <= TUNING.guessed_share_max
    )
    for spot, named in (*lain, *((spot, None) for spot in spots)):
        fallen = named or fallen_piece(
            board, search.appearance, spot, search.flat, search.light, bare
        )
        thing = _thing(board, spot, fallen, _measure_mm(view, spot))
        lying = _add_spot(lying, spot, thing, lies=(spot, named) in lain)
    return lying


def _find_spots(view: BoardView, mask: Mask, known: Mask) -> list[Spot]:
    """Return the spots of a mask that are things; none in a light that is not understood.

    In such light, shadows look like things, and a missed thing is better than an invented one.
    """
    spots, free = list(_label_spots(mask, known)), ~known
    if not spots or not _is_settled(view, free):
        return []
    usual = _relative_brightness(view, free)
    return [spot for spot in spots if _is_thing(view, free, usual, spot)]


def _is_settled(view: BoardView, free: Mask) -> bool:
    """Whether the light on most of the free board is understood."""
    return bool(free.any()) and float(np.percentile(view.z_score[free], 90)) <= TUNING.unsettled_z


def _add_spot(lying: ThingSearch, spot: Spot, thing: Thing, *, lies: bool) -> ThingSearch:
    """Return the search result with one more thing, unless something else explains the spot.

    No stray explains what ``lies``, but it has to have a piece's colours.
    """
    fallen, reach_mm = thing.piece, spot.length_mm / 2 + TUNING.stray_mm
    away = ((stray, spot.middle - (stray.x_mm, stray.y_mm)) for stray in lying.strays)
    near = [stray for stray, apart in away if np.hypot(*apart) < reach_mm]
    if lies:  # a piece of another colour beside it stands there, too
        near = [stray for stray in near if stray.piece == fallen]
    # A standing piece of another colour explains any other spot: nothing has fallen there.
    if any(stray.piece != fallen for stray in near):
        return lying
    # Only a fallen piece is this long; anything else is probably a shadow. At the edge, a hand is.
    # What was read as standing and has no piece's colours is one of another shape than the file's.
    unlike = spot.length_mm > TUNING.thing_length_max_mm or _is_at_edge(spot)
    if fallen is None and (lies or unlike):
        return lying
    hull = cv2.fillConvexPoly(np.zeros(spot.mask.shape, dtype=np.uint8), spot.hull, 1) > 0
    unnamed = _add(lying.unnamed, hull) if fallen is None else lying.unnamed
    strays = tuple(stray for stray in lying.strays if stray not in near)
    return ThingSearch((*lying.things, thing), _add(lying.mask, hull), strays, unnamed)


def _add(mask: Mask | None, hull: Mask) -> Mask:
    return hull if mask is None else mask | hull


def _is_at_edge(spot: Spot) -> bool:
    """Whether a spot is so near to the board's edge that a hand may cause it."""
    (x, y), size = spot.hull.reshape(-1, 2).T, spot.mask.shape[::-1]
    gap = min(x.min(), y.min(), size[0] - 1 - x.max(), size[1] - 1 - y.max())
    return bool(gap < int(TUNING.edge_mm * MAP_PX_PER_MM))


def take_compared(
    alone: Sequence[PlaceScores], joined: Sequence[PlaceScores]
) -> tuple[PlaceScores, ...]:
    """Return places as the likelihoods ``alone`` read them, or as they were compared with pieces.

    The network takes a coin for a piece rather than for nothing, so it is not asked; but what
    resembles this board's own labelled pieces is one, whatever its colour there.
    """
    named = {here.site.place.name: here for here in joined}
    pairs = ((here, named[here.site.place.name]) for here in alone)
    return tuple(compared if is_like_labelled(compared) else here for here, compared in pairs)


def cover_beside(
    search: BoardSearch, found: Sequence[PlaceScores], hidden: Mask
) -> tuple[PlaceScores, ...]:
    """Return the places; pieces close to a thing may be its image, so their places are covered.

    A piece of which the whole cap is seen is none.
    """
    return tuple(
        replace(place, best=None, visible_share=0.0)
        if _is_beside(place, search.sites, hidden) and not shows_cap(search, place)
        else place
        for place in found
    )


def _is_beside(place: PlaceScores, sites: Sites, hidden: Mask) -> bool:
    if place.best is None:
        return False
    (window, inner), (_, outer) = (sites.outline(place.standing, halo) for halo in TUNING.ring_mm)
    if float(hidden[window][inner].mean()) > TUNING.within_share:
        return True  # what is left of the thing, seen round its outline
    ring = outer & ~inner
    # In a hole, a black body that lies over its rim looks as a face-down piece does.
    doubted = place.best == HIDDEN or place.contrary_share > TUNING.contrary_share_min
    enough = TUNING.contrary_ring_share if doubted else TUNING.ring_share
    return bool(ring.any()) and float(hidden[window][ring].mean()) > enough


# --- where something lies -------------------------------------------------------------------------


def _foreground_mask(view: BoardView) -> Mask:
    """Return where the board is foreign over some area, black, or without its art."""
    foreign = cv2.blur(view.z_score, (TUNING.spot_px, TUNING.spot_px)) > TUNING.spot_z
    foreign |= (view.z_score > TUNING.point_z) | view.art_missing
    return np.asarray(foreign | view.black, dtype=np.bool_)


def _overlaid_holes(mask: Mask, found: Sequence[PlaceScores]) -> Mask:
    """Return the holes that something covers, although holes are otherwise ignored."""
    side = round(TUNING.hole_mm * MAP_PX_PER_MM) | 1
    share = cv2.blur(mask.astype(np.float32), (side, side))
    over = np.zeros(mask.shape, dtype=np.uint8)
    for hole in found:
        place = hole.site.place
        firm = hole.best is not None and hole.scores[hole.best] > TUNING.firm_nats
        if hole.site.turned is None or firm or hole.best == HIDDEN:
            continue
        x, y = (round(mm * MAP_PX_PER_MM - 0.5) for mm in (place.x_mm, place.y_mm))
        if share[y, x] > TUNING.overlaid_share:
            cv2.circle(over, (x, y), side // 2, 1, -1)
    return over > 0


def _label_spots(mask: Mask, known: Mask) -> Iterator[Spot]:
    """Yield the connected regions clear of the board's edge that no piece explains."""
    mask = mask & ~known
    rim = int(TUNING.rim_mm * MAP_PX_PER_MM)
    rows, columns = mask.shape
    whole = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(whole)
    least, most = (mm2 * MAP_PX_PER_MM**2 for mm2 in (TUNING.area_min_mm2, TUNING.area_max_mm2))
    for number in range(1, count):
        left, top, width, height, area = (int(value) for value in stats[number])
        edge = min(left, top, columns - left - width, rows - top - height)
        if edge < rim or max(width, height) > TUNING.length_max_mm * MAP_PX_PER_MM:
            continue
        if least <= area <= most:
            yield make_spot(labels == number)


def _is_thing(view: BoardView, free: Mask, usual: float, spot: Spot) -> bool:
    """Whether a spot is a thing, not light, shade or the edge of a piece."""
    here = spot.mask
    grown = cv2.dilate(here.astype(np.uint8), np.ones((5, 5), np.uint8)) > 0
    beside = grown & ~here & free
    area = int(np.count_nonzero(here))
    around = cv2.contourArea(spot.hull) + len(spot.hull) / 2 + 1
    if (
        not beside.any()
        or area < TUNING.hull_share_min * around
        or _relative_brightness(view, beside) < TUNING.light_share_min * usual
    ):
        return False
    burnt = take_strongest(view.flat[here]) > TUNING.saturated_grey
    z_score, edge = float(view.z_score[here].mean()), float(view.z_score[beside].mean())
    if burnt.mean() > TUNING.saturated_share_max or edge > max(
        TUNING.edge_z, TUNING.edge_z_ratio * z_score
    ):
        return False
    cast = np.count_nonzero(beside) < (1 - TUNING.cast_contact) * np.count_nonzero(grown & ~here)
    return art_correlation(view, here) < TUNING.art_correlation_max and _is_conspicuous(
        view, here, z_score, cast=bool(cast)
    )


def _is_conspicuous(view: BoardView, here: Mask, z_score: float, *, cast: bool) -> bool:
    """Whether a spot is foreign enough, hides enough of the art, or is black enough.

    Black spots at the feet of pieces may be ``cast`` by them.
    """
    mm2 = float(np.count_nonzero(here)) / MAP_PX_PER_MM**2
    art_missing = float(view.art_missing[here].mean())
    black = float(view.black[here].mean())
    return (
        _exceeds((z_score, art_missing), TUNING.clearly_foreign)
        or _exceeds((z_score, art_missing), TUNING.strongly_foreign)
        or _hides_art(mm2, art_missing, z_score)
        or (not cast and _is_large_and_dark(mm2, z_score, black))
    )


def _exceeds(measured: tuple[float, float], least: tuple[float, float]) -> bool:
    """Whether the z-score reaches the first limit and the missing art exceeds the second."""
    return measured[0] >= least[0] and measured[1] > least[1]


def _hides_art(mm2: float, art_missing: float, z_score: float) -> bool:
    area_min, missing_min, z_min = TUNING.art_hidden
    return mm2 >= area_min and art_missing > missing_min and z_score > z_min


def _is_large_and_dark(mm2: float, z_score: float, black: float) -> bool:
    area_min, z_min, black_min = TUNING.large_and_dark
    return mm2 > area_min and (z_score > z_min or black > black_min)


def _relative_brightness(view: BoardView, here: Mask) -> float:
    """Return how bright the points are relative to the empty board."""
    seen, known = (np.maximum(part[here], 1).mean(axis=-1) for part in (view.flat, view.reference))
    return float(np.median(seen / known))


# --- identifying things ---------------------------------------------------------------------------


def _measure_mm(view: BoardView, spot: Spot) -> float:
    """Return the length of what is foreign itself: a spot is wider by the blur that finds it."""
    foreign = (view.z_score > TUNING.spot_z) | view.black
    foreign &= spot.mask
    return make_spot(foreign).length_mm if foreign.any() else spot.length_mm


def _thing(board: Board, spot: Spot, fallen: Piece | None, size_mm: float) -> Thing:
    x_mm, y_mm = (float(value) for value in spot.middle)
    nearest = min(board.places, key=lambda place: _distance_mm(place, spot))
    touched = fallen is not None or _distance_mm(nearest, spot) < 0
    near = Place(nearest.name) if touched else None
    return Thing(x_mm, y_mm, size_mm, near, fallen)


def _distance_mm(place: BoardPlace, spot: Spot) -> float:
    """Return the distance (mm) of a spot's outline from a place's disc; negative if inside."""
    at = ((place.x_mm * MAP_PX_PER_MM) - 0.5, (place.y_mm * MAP_PX_PER_MM) - 0.5)
    inside = cv2.pointPolygonTest(spot.hull.astype(np.float32), at, measureDist=True)
    return -inside / MAP_PX_PER_MM - place.radius_mm
