"""Read again only what changed since the table was last read.

A move changes a few places. The others are left as they were read, with the light as it was, where
no small part of them differs by more than noise does. That is told from the very points by which
they are read, so nothing is overlooked that a reading anew would see. What was doubtful is read
again with every picture; and where much changed, where what changed is doubtful, or where a hand or
a thing seems to lie, this decides nothing: then the whole picture is to be scanned.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.light import SATURATED, Map
from calibration.sampling import look_up
from calibration.silhouettes import Mask
from hardware.ports import Picture
from tablet_companion.vision.likelihood import normalise
from tablet_companion.vision.places import Placed, read_again
from tablet_companion.vision.scan import (
    Scan,
    overview,
    pile_window,
    surveyed,
    with_things,
)
from tablet_companion.vision.scene import Model, Scene
from tablet_companion.vision.sites import Sites

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
_MOST_SITES: Final = 0.2
_MOST_BOARD: Final = 0.15
_DOUBTFUL: Final = 5.0
"""A place whose likeliest answer leads by less than this (nats) is read with every picture."""
_SEEN: Final = 0.5


def rescan(model: Model, scene: Scene, picture: Picture, before: Scan) -> Scan | None:
    """Return the scan of a picture in which little changed since the scan ``before``, or None.

    Both are seen by the same scene. What changed nowhere is the same object as it was before.
    """
    if model.guessing or before.hands is not None or before.things:
        return None
    placed, known = before.placed, before.placed.seen.raw
    raw = look_up(picture, scene.points_px).T
    gain = _gain(placed.sites, known, raw)
    if abs(gain - 1) > _GAIN:
        return None
    raw /= gain
    stale = _changed(placed.sites, known, raw)
    flat = scene.flat.floats(picture) / np.float32(gain)
    small = overview(model, flat)
    moved = _moved(before.view.flat, small)
    if stale.mean() > _MOST_SITES or moved.mean() > _MOST_BOARD:
        return None
    doubtful = _doubtful(placed)
    if (stale | doubtful).any():
        placed = _renewed(model, before, np.ascontiguousarray(raw), stale | doubtful)
    if (stale & _doubtful(placed)).any():
        return None
    if not moved.any() and _bests(placed) == _bests(before.placed):
        return replace(before, found=placed.found, placed=placed)
    looked = surveyed(model, before.bare, placed, small, pile_window(scene, picture))
    if looked.hands is not None or with_things(model, looked, flat).things:
        return None
    return looked


def _gain(sites: Sites, known: Map, raw: Map) -> float:
    """Return by how much all is brighter than it was: most cells of the sites say so."""
    was, now = (np.bincount(sites.cells, part.sum(axis=0)) for part in (known, raw))
    most = 3 * SATURATED * np.bincount(sites.cells)
    fair = (was > 0) & (now > 0) & (was < most) & (now < most)
    return float(np.median(now[fair] / was[fair])) if fair.any() else 1.0


def _changed(sites: Sites, known: Map, raw: Map) -> Mask:
    """Return which sites differ by more than noise (3 × n colours at their points).

    Either one small cell of a site differs much, or many differ a little: a black piece in a black
    hole by candlelight.
    """
    count = np.sqrt(np.bincount(sites.cells))
    apart = np.stack([np.bincount(sites.cells, row) for row in raw - known]) / count
    odd = np.abs(apart).max(axis=0)
    odd = np.where(odd / count > _LEAST, odd, 0) / max(float(np.median(odd)), _LEAST)
    cells = np.bincount(sites.cell_sites)
    usual, most = (np.bincount(sites.cell_sites, part) / cells for part in (odd**2, odd > _NOISE))
    spread = 1.48 * np.median(np.abs(usual - np.median(usual)))
    return np.asarray((most > 0) | (usual > np.median(usual) + _MORE * spread))


def _moved(before: Map, now: Map) -> Mask:
    """Return where two overviews of the board differ by more than noise."""
    spot = (_SPOT_PX, _SPOT_PX)
    apart = (cv2.blur(now[..., channel] - before[..., channel], spot) for channel in range(3))
    odd = np.max([np.abs(part) for part in apart], axis=0)
    differs = (odd > max(_LEAST_SPOT, _NOISE * float(np.median(odd)))).astype(np.uint8)
    return cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)) > 0


def _doubtful(placed: Placed) -> Mask:
    """Return at which places it is not clear what is there, though they are seen."""
    doubts = (here.lead < _DOUBTFUL and here.visible > _SEEN for here in placed.found)
    return np.fromiter(doubts, dtype=np.bool_, count=len(placed.found))


def _bests(placed: Placed) -> list[object]:
    return [place.best for place in placed.found]


def _renewed(model: Model, before: Scan, raw: Map, stale: Mask) -> Placed:
    """Read the stale sites again in the light as it was, and what depends on them."""
    sites, bare = before.placed.sites, before.bare
    at: NDArray[np.intp] = np.flatnonzero(stale[sites.cell_sites[sites.cells]])
    known, texture = bare.known[:, at], bare.texture[at]
    part = normalise(raw[:, at], known, texture, bare.light, sites.points[at])
    return read_again(before.placed, part, at, model.appearance, model.most)
