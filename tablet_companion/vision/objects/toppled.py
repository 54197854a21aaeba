"""Find pieces that are read as standing but lie: what is seen of them fits no standing piece.

A piece that falls over its own place still covers it, so its place is read as occupied. But it
reaches farther than a standing one may, in a direction in which no piece leans, and it is as long
and as wide as the piece. Where pieces of the file's size do not fit in general, nothing is said.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats
from calibration.camera.silhouettes import Mask, Silhouette
from hardware.board import PieceKind
from tablet_companion.games.core import Piece
from tablet_companion.vision.objects.board_view import BoardView
from tablet_companion.vision.objects.bodies import BoardSearch, find_bodies
from tablet_companion.vision.objects.capped import find_capped
from tablet_companion.vision.objects.fallen import Spot, enclose, make_spot
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.places.sites import MAP_PX_PER_MM, Sites


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a piece that is read as standing lies.

    Chosen by hand on simulated tables of DOG and Agent DOG (tests/vision/felled.py), where no
    standing piece leaves more than 12 mm² unexplained; held by tests/vision/test_toppled.py.
    """

    foreign_z: float = 3.0
    """Standard deviations from which a point belongs to a piece; black ones do, too."""
    known_nats: float = 1.0
    """Nats. A piece with less hides nothing."""
    outline_mm: float = 0.5
    """Millimetres round a standing piece that still belong to its image."""
    halo_mm: float = 3.0
    """Millimetres that a standing piece may reach beyond its outline."""
    beyond_mm2: float = 16.0
    """Square millimetres beyond that from which it may be no standing piece."""
    lengths: tuple[float, float] = (0.85, 1.45)
    """Length limits of a lying piece's image, relative to the piece."""
    widths: tuple[float, float] = (0.65, 1.5)
    """Width limits of a lying piece's image, relative to the piece."""
    fill_min: float = 0.55
    """Share of the rectangle round it that it fills."""
    standing_max: float = 0.77
    """Overlap (intersection over union) with a standing piece from which it stands."""
    shifts_mm: tuple[float, ...] = (-6.0, -3.0, 0.0, 3.0, 6.0)
    """Millimetres by which a standing piece may be elsewhere than it was fitted."""
    heights: tuple[float, ...] = (0.7, 1.0, 1.4)
    """Factors by which a standing piece may be higher than the file says."""
    diameters: tuple[float, ...] = (0.85, 1.1, 1.3)
    """Factors by which a standing piece may be wider than the file says."""
    tapers: tuple[float, ...] = (0.3, 1.0)
    """Factors by which a standing piece may be narrower at its top than the file says."""
    common: tuple[int, float] = (2, 0.5)
    """If more of a kind's pieces than this, and more than this share, reach beyond their outlines,
    the kind's size is wrong."""
    like_labelled_nats: float = 3.0
    """Nats. A piece that was compared with labelled ones is believed from here on."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class Toppled:
    """A piece that lies: the place on which it was read as standing, and its spot."""

    place: PlaceScores
    spot: Spot


def find_lain(
    search: BoardSearch, found: tuple[PlaceScores, ...]
) -> tuple[list[tuple[Spot, Piece | None]], tuple[PlaceScores, ...]]:
    """Return the spots of pieces that lie, those of one colour named, and the other places."""
    found = _lay_lone_discs(found)
    bodies = (*find_bodies(search, found), *find_capped(search, found))
    lie = [place for body in bodies for place in body.places]
    stand = [place.standing.kind for place in found if place.best is not None and place not in lie]
    lying = Counter(body.kind for body in bodies)
    bodies = tuple(
        body
        for body in bodies
        if not _is_common(lying[body.kind], lying[body.kind] + stand.count(body.kind))
        and not any(map(is_like_labelled, body.places))
    )
    lie = [place for body in bodies for place in body.places]
    found = tuple(place for place in found if place not in lie)
    masks = [body.spot.mask for body in bodies]
    seen = find_toppled(search.view, search.sites, found, masks)
    toppled = [one for one in seen if not is_like_labelled(one.place)]
    lie = [one.place for one in toppled]
    left = tuple(place for place in found if place not in lie)
    lain = [(body.spot, body.piece) for body in bodies]
    apart = [
        one.spot
        for one in toppled
        if not any((one.spot.mask & spot.mask).any() for spot, _ in lain)
    ]
    return [*lain, *((spot, None) for spot in apart)], left


def is_like_labelled(place: PlaceScores) -> bool:
    """Whether labelled pieces say that a piece stands: it need not have the file's shape."""
    return (
        place.compared
        and place.best is not None
        and place.scores[place.best] > TUNING.like_labelled_nats
    )


def _lay_lone_discs(found: Sequence[PlaceScores]) -> tuple[PlaceScores, ...]:
    """Return the places, with any disc that is seen nowhere under all pieces that may stand on it.

    A disc a little beside its spot looks as if somebody missing stood on it: that nobody is sure
    of, but the disc explains what is seen there.
    """
    believed = {place.best for place in found}
    return tuple(
        replace(place, best=min(place.scores), scores=dict.fromkeys(place.scores, math.inf))
        if place.is_underneath and place.scores and believed.isdisjoint(place.scores)
        else place
        for place in found
    )


def find_toppled(
    view: BoardView, sites: Sites, found: Sequence[PlaceScores], lain: Sequence[Mask] = ()
) -> tuple[Toppled, ...]:
    """Return the pieces among ``found`` that lie rather than stand.

    What is ``lain`` already is no part of them.
    """
    known = [
        place
        for place in found
        if place.best is not None and place.scores[place.best] > TUNING.known_nats
    ]
    pieces = [place for place in known if sites.silhouettes[place.standing.kind].kind.slender]
    foreign = (view.z_score > TUNING.foreign_z) | view.black
    hiding = np.zeros(foreign.shape, np.uint8)
    for place in known:
        window, outline = sites.outline(place.standing, _halo_mm(sites, place))
        hiding[window] += outline
    for mask in lain:
        hiding += mask
    beyond = [
        (place, spot) for place in pieces if (spot := _reach(view, sites, foreign, hiding, place))
    ]
    alike, far = (
        [place.standing.kind for place in some] for some in (pieces, [place for place, _ in beyond])
    )
    return tuple(
        Toppled(place, spot)
        for place, spot in beyond
        if not _is_common(far.count(place.standing.kind), alike.count(place.standing.kind))
        and _lies(view, sites, place, spot)
    )


def _halo_mm(sites: Sites, place: PlaceScores) -> float:
    """Return how far round a piece its neighbour is not looked for.

    A flat piece cannot be a part of one that lies, so it is left out with all that it may hide.
    """
    return TUNING.halo_mm if sites.silhouettes[place.standing.kind].kind.flat else TUNING.outline_mm


def _reach(
    view: BoardView, sites: Sites, foreign: Mask, hiding: NDArray[np.uint8], place: PlaceScores
) -> Spot | None:
    """Return all that is connected with a piece, if it reaches beyond a standing piece's outline.

    What other pieces hide is left out. A hole is crossed where the piece hides it.
    """
    window, own = sites.outline(place.standing, TUNING.outline_mm)
    others = hiding[window] > own
    ignored = view.ignored[window]
    part = (foreign[window] & ~ignored | ignored & own) & ~others
    _, wide = sites.outline(place.standing, TUNING.halo_mm)
    if np.count_nonzero(part & ~wide) < TUNING.beyond_mm2 * MAP_PX_PER_MM**2:
        return None
    _, labels = cv2.connectedComponents(part.astype(np.uint8))
    touched = np.unique(labels[own & part])
    whole = np.isin(labels, touched[touched > 0]) & part
    if np.count_nonzero(whole & ~wide) < TUNING.beyond_mm2 * MAP_PX_PER_MM**2:
        return None
    mask = np.zeros(foreign.shape, dtype=np.bool_)
    mask[window] = whole
    return make_spot(mask)


def _is_common(many: int, alike: int) -> bool:
    """Whether too many of a kind's pieces seem to lie: its size is wrong."""
    number, share = TUNING.common
    return many > max(number, share * alike)


def _lies(view: BoardView, sites: Sites, place: PlaceScores, spot: Spot) -> bool:
    """Whether a spot is as long and as wide as a lying piece, and no standing piece fits it."""
    shape = sites.silhouettes[place.standing.kind]
    window, own = sites.outline(place.standing, TUNING.outline_mm)
    rows, columns = (
        np.arange(part.start, part.start + size)
        for part, size in zip(window, own.shape, strict=True)
    )
    points = (np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2) + 0.5) / MAP_PX_PER_MM
    seen, judged = spot.mask[window].ravel(), ~view.ignored[window].ravel()
    return _is_long(shape.kind, seen, judged, points) and all(
        _overlap(seen, hidden, judged) < TUNING.standing_max
        for hidden in _stand_about(shape, place, points)
    )


def _is_long(kind: PieceKind, seen: Mask, judged: Mask, points: Floats) -> bool:
    """Whether a spot fills a rectangle of a lying piece's length and width."""
    box = enclose(points[seen], 1 / MAP_PX_PER_MM)
    along, across = box.place(points)
    inside = (np.abs(along) <= box.length / 2) & (np.abs(across) <= box.width / 2)
    filled = int(np.count_nonzero(seen & judged)) / max(1, int(np.count_nonzero(inside & judged)))
    return (
        TUNING.lengths[0] < box.length / kind.height_mm < TUNING.lengths[1]
        and TUNING.widths[0] < box.width / kind.diameter_mm < TUNING.widths[1]
        and filled > TUNING.fill_min
    )


def _stand_about(shape: Silhouette, place: PlaceScores, points: Floats) -> Iterator[Mask]:
    """Yield what pieces hide that stand about where one was fitted and have about its size."""
    kind = shape.kind
    feet = place.standing.foot + np.array(list(product(TUNING.shifts_mm, repeat=2)))
    for height, diameter, taper in product(TUNING.heights, TUNING.diameters, TUNING.tapers):
        radii = kind.diameter_mm / 2 * diameter, kind.cap_diameter_mm / 2 * diameter * taper
        yield from shape.hull(points, feet, kind.height_mm * height, radii)


def _overlap(seen: Mask, hidden: Mask, judged: Mask) -> float:
    both = int(np.count_nonzero(seen & hidden & judged))
    return both / max(1, int(np.count_nonzero((seen | hidden) & judged)))
