"""Read again only what changed since the table was last read.

A move changes a few places. The others are left as they were read, with the light as it was, where
no small part of them differs by more than noise does. That is told from the very points by which
they are read, so nothing is overlooked that a reading anew would see. What was doubtful is read
again with every picture; and where much changed, where what changed is doubtful, or where a hand or
a thing seems to lie, this decides nothing: then the whole picture is to be scanned.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.light import SATURATED, Map, strongest
from calibration.silhouettes import Mask
from hardware.ports import Picture
from tablet_companion.vision.frame.scan import (
    Scan,
    overview,
    pile_window,
    reaching,
    surveyed,
    weighed,
    with_things,
)
from tablet_companion.vision.lessons import Lessons
from tablet_companion.vision.places.belief import SEEN_ENOUGH
from tablet_companion.vision.places.likelihood import normalise
from tablet_companion.vision.places.network import Told
from tablet_companion.vision.places.places import Placed, read_again
from tablet_companion.vision.places.sites import Sites
from tablet_companion.vision.scene import Model, Scene

_GAIN: Final = 0.01
"""All the light together may change by this share; the picture is scaled by it."""
_NOISE: Final = 6.0
"""What differs by more than so many times what is usual in a picture is no noise."""
_LEAST: Final = 0.2
"""... if it differs by so much (grey levels) on average."""
_MORE: Final = 4.0
"""... nor is what differs a little, but all over a place, by so many standard deviations."""
_LEAST_SPOT: Final = 2.0
_SPOT_PX: Final = 3
_EVERY: Final = 3
_MOST_SITES: Final = 0.2
_MOST_BOARD: Final = 0.15
_DOUBTFUL: Final = 5.0
"""A place whose likeliest answer leads by less than this (nats) is read with every picture."""


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """What was read, and what tells whether it has changed.

    ``sums`` (3 × cells) are the colours of the sites' cells, ``coarse`` is the whole board from
    above, ``doubtful`` are the sites at which it is not clear what is there.
    """

    scan: Scan
    sums: NDArray[np.float64]
    coarse: Picture
    doubtful: Mask


def keep(scene: Scene, picture: Picture, looked: Scan) -> Kept:
    """Return what is to be known of a picture once the next one comes."""
    return _kept(looked, scene.coarse.of(picture))


def _kept(looked: Scan, coarse: Picture) -> Kept:
    placed = looked.placed
    return Kept(looked, _sums(placed.sites, placed.seen.raw), coarse, _doubtful(placed))


def rescan(model: Model, scene: Scene, picture: Picture, before: Kept) -> Kept | None:
    """Return what is seen in a picture in which little changed since ``before``, or None.

    Both are seen by the same scene. Where nothing changed, what is kept is the same object.
    """
    looked = before.scan
    if looked.hands is not None or looked.things:
        return None
    raw, coarse = scene.points.of(picture), scene.coarse.of(picture)
    sums = _sums(scene.sites, raw)
    gain = _gain(scene.sites, before.sums, sums)
    if abs(gain - 1) > _GAIN:
        return None
    stale = _changed(scene.sites, before.sums, sums / gain)
    moved = _moved(before.coarse, coarse, gain)
    if stale.mean() > _MOST_SITES or moved.mean() > _MOST_BOARD:
        return None
    placed, again = looked.placed, stale | before.doubtful
    if not (again.any() or moved.any()):
        return before
    told, lessons = looked.told, looked.bare.lessons or scene.lessons
    if again.any():
        names = {scene.sites.sites[number].place.name for number in np.flatnonzero(again)}
        told = _told_again(model, lessons, picture, told, names)
        placed = _renewed(model, looked, raw / np.float32(gain), again)
        placed = weighed(model, placed, lessons, told)
    if (stale & _doubtful(placed)).any():
        return None
    if not moved.any() and _bests(placed) == _bests(looked.placed):
        looked = replace(looked, found=placed.found, placed=placed, told=told)
        return _kept(looked, before.coarse)
    if reaching(model, lessons, picture) is not None:
        return None
    flat = scene.flat.floats(picture) / np.float32(gain)
    window = pile_window(scene, picture)
    looked = surveyed(model, looked.bare, placed, told, overview(model, flat), window)
    looked = with_things(model, lessons, looked, flat)
    return None if looked.things else _kept(looked, coarse)


def _told_again(
    model: Model, lessons: Lessons, picture: Picture, told: Told, names: Set[str]
) -> Told:
    """Return what the network tells, of the places named as the picture shows them now."""
    rows = np.array(
        [
            number
            for number, row in enumerate(lessons.windows.rows)
            if model.board.places[row.place].name in names
        ],
        dtype=np.intp,
    )
    part = model.places_network.tell(lessons.shown(picture, rows))
    nats, hues = told.nats.copy(), told.hues.copy()
    nats[rows], hues[rows] = part.nats, part.hues
    return Told(nats, hues)


def _sums(sites: Sites, raw: Map) -> NDArray[np.float64]:
    """Return the colours at the sites' points (3 × n), added up cell by cell."""
    return np.stack([np.bincount(sites.cells.of_point, row) for row in raw])


def _gain(sites: Sites, before: Map, now: Map) -> float:
    """Return by how much all is brighter than it was: most cells of the sites say so."""
    was, now, most = before.sum(axis=0), now.sum(axis=0), 3 * SATURATED * sites.cells.size
    fair = (was > 0) & (now > 0) & (was < most) & (now < most)
    return float(np.median(now[fair] / was[fair])) if fair.any() else 1.0


def _changed(sites: Sites, before: Map, now: Map) -> Mask:
    """Return which sites differ by more than noise, by the sums of their cells.

    Either one small cell of a site differs much, or many differ a little: a black piece in a black
    hole by candlelight.
    """
    apart, site = np.abs(now - before).max(axis=0), sites.cells.site
    odd = apart / np.sqrt(sites.cells.size)
    odd = np.where(apart / sites.cells.size > _LEAST, odd, 0) / max(float(np.median(odd)), _LEAST)
    cells = np.bincount(site)
    usual, most = (np.bincount(site, part) / cells for part in (odd**2, odd > _NOISE))
    spread = 1.48 * np.median(np.abs(usual - np.median(usual)))
    return np.asarray((most > 0) | (usual > np.median(usual) + _MORE * spread))


def _moved(before: Picture, now: Picture, gain: float) -> Mask:
    """Return where two pictures of the board from above differ by more than noise."""
    apart = cv2.addWeighted(now, 1 / gain, before, -1, 0, dtype=cv2.CV_32F)
    odd = strongest(np.abs(cv2.blur(apart, (_SPOT_PX, _SPOT_PX))))
    usual = float(np.median(odd[::_EVERY, ::_EVERY]))
    differs = (odd > max(_LEAST_SPOT, _NOISE * usual)).astype(np.uint8)
    return cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)) > 0


def _doubtful(placed: Placed) -> Mask:
    """Return at which places it is not clear what is there, though they are seen."""
    doubts = (here.lead < _DOUBTFUL and here.visible >= SEEN_ENOUGH for here in placed.found)
    return np.fromiter(doubts, dtype=np.bool_, count=len(placed.found))


def _bests(placed: Placed) -> list[object]:
    return [place.best for place in placed.found]


def _renewed(model: Model, before: Scan, raw: Map, stale: Mask) -> Placed:
    """Read the stale sites again in the light as it was, and what depends on them."""
    sites, bare = before.placed.sites, before.bare
    at: NDArray[np.intp] = np.flatnonzero(stale[sites.cells.site[sites.cells.of_point]])
    known, texture = bare.known[:, at], bare.texture[at]
    part = normalise(raw[:, at], known, texture, bare.light, sites.points[at])
    return read_again(before.placed, part, at, model.appearance, model.most)
