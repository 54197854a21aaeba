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
    add_network_scores,
    add_things,
    find_hand,
    pile_window,
    search_board,
    shrink_to_map,
)
from tablet_companion.vision.places.belief import SEEN_ENOUGH
from tablet_companion.vision.places.board_scores import BoardScores, rescore_places
from tablet_companion.vision.places.likelihood import normalise
from tablet_companion.vision.places.network import NetworkOutput
from tablet_companion.vision.places.sites import Sites
from tablet_companion.vision.scene import Model, Scene
from tablet_companion.vision.taught_views import TaughtViews

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
class ScanCache:
    """What was read, and what tells whether it has changed.

    ``sums`` (3 × cells) are the colours of the sites' cells, ``coarse`` is the whole board from
    above, ``doubtful`` are the sites at which it is not clear what is there.
    """

    scan: Scan
    sums: NDArray[np.float64]
    coarse: Picture
    doubtful: Mask


def make_cache(scene: Scene, picture: Picture, scanned: Scan) -> ScanCache:
    """Return what is to be known of a picture once the next one comes."""
    return _make_cache(scanned, scene.coarse.sample(picture))


def _make_cache(scanned: Scan, coarse: Picture) -> ScanCache:
    board_scores = scanned.board_scores
    return ScanCache(
        scanned, _sums(board_scores.sites, board_scores.seen.raw), coarse, _doubtful(board_scores)
    )


def rescan(model: Model, scene: Scene, picture: Picture, before: ScanCache) -> ScanCache | None:
    """Return what is seen in a picture in which little changed since ``before``, or None.

    Both are seen by the same scene. Where nothing changed, what is kept is the same object.
    """
    scanned = before.scan
    if scanned.hands is not None or scanned.things:
        return None
    raw, coarse = scene.points.sample(picture), scene.coarse.sample(picture)
    sums = _sums(scene.sites, raw)
    gain = _gain(scene.sites, before.sums, sums)
    if abs(gain - 1) > _GAIN:
        return None
    stale = _changed_sites(scene.sites, before.sums, sums / gain)
    moved = _changed_map(before.coarse, coarse, gain)
    if stale.mean() > _MOST_SITES or moved.mean() > _MOST_BOARD:
        return None
    board_scores, again = scanned.board_scores, stale | before.doubtful
    if not (again.any() or moved.any()):
        return before
    network, lessons = scanned.network, scanned.background.lessons or scene.lessons
    if again.any():
        names = {scene.sites.sites[number].place.name for number in np.flatnonzero(again)}
        network = _infer_again(model, lessons, picture, network, names)
        board_scores = _rescore(model, scanned, raw / np.float32(gain), again)
        board_scores = add_network_scores(model, board_scores, lessons, network)
    if (stale & _doubtful(board_scores)).any():
        return None
    if not moved.any() and _best_pieces(board_scores) == _best_pieces(scanned.board_scores):
        scanned = replace(
            scanned, places=board_scores.places, board_scores=board_scores, network=network
        )
        return _make_cache(scanned, before.coarse)
    flat = scene.flat.floats(picture) / np.float32(gain)
    window = pile_window(scene, picture)
    scanned = search_board(
        model, scanned.background, board_scores, network, shrink_to_map(model, flat), window
    )
    if find_hand(model, lessons, picture, scanned) is not None:
        return None
    scanned = add_things(model, lessons, scanned, flat)
    return None if scanned.things else _make_cache(scanned, coarse)


def _infer_again(
    model: Model, lessons: TaughtViews, picture: Picture, network: NetworkOutput, names: Set[str]
) -> NetworkOutput:
    """Return what the network tells, of the places named as the picture shows them now."""
    rows = np.array(
        [
            number
            for number, row in enumerate(lessons.windows.rows)
            if model.board.places[row.place].name in names
        ],
        dtype=np.intp,
    )
    part = model.places_network.infer(lessons.place_input(picture, rows))
    nats, hues = network.nats.copy(), network.hues.copy()
    nats[rows], hues[rows] = part.nats, part.hues
    return NetworkOutput(nats, hues)


def _sums(sites: Sites, raw: Map) -> NDArray[np.float64]:
    """Return the colours at the sites' points (3 × n), added up cell by cell."""
    return np.stack([np.bincount(sites.cells.of_point, row) for row in raw])


def _gain(sites: Sites, before: Map, now: Map) -> float:
    """Return by how much all is brighter than it was: most cells of the sites say so."""
    was, now, most = before.sum(axis=0), now.sum(axis=0), 3 * SATURATED * sites.cells.size
    fair = (was > 0) & (now > 0) & (was < most) & (now < most)
    return float(np.median(now[fair] / was[fair])) if fair.any() else 1.0


def _changed_sites(sites: Sites, before: Map, now: Map) -> Mask:
    """Return which sites differ by more than noise, by the sums of their cells.

    Either one small cell of a site differs much, or many differ a little: a black piece in a black
    hole by candlelight.
    """
    apart, site = np.abs(now - before).max(axis=0), sites.cells.site
    z_score = apart / np.sqrt(sites.cells.size)
    z_score = np.where(apart / sites.cells.size > _LEAST, z_score, 0) / max(
        float(np.median(z_score)), _LEAST
    )
    cells = np.bincount(site)
    usual, most = (np.bincount(site, part) / cells for part in (z_score**2, z_score > _NOISE))
    sigma = 1.48 * np.median(np.abs(usual - np.median(usual)))
    return np.asarray((most > 0) | (usual > np.median(usual) + _MORE * sigma))


def _changed_map(before: Picture, now: Picture, gain: float) -> Mask:
    """Return where two pictures of the board from above differ by more than noise."""
    apart = cv2.addWeighted(now, 1 / gain, before, -1, 0, dtype=cv2.CV_32F)
    z_score = strongest(np.abs(cv2.blur(apart, (_SPOT_PX, _SPOT_PX))))
    usual = float(np.median(z_score[::_EVERY, ::_EVERY]))
    differs = (z_score > max(_LEAST_SPOT, _NOISE * usual)).astype(np.uint8)
    return cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)) > 0


def _doubtful(board_scores: BoardScores) -> Mask:
    """Return at which places it is not clear what is there, though they are seen."""
    doubts = (
        here.margin_nats < _DOUBTFUL and here.visible_share >= SEEN_ENOUGH
        for here in board_scores.places
    )
    return np.fromiter(doubts, dtype=np.bool_, count=len(board_scores.places))


def _best_pieces(board_scores: BoardScores) -> list[object]:
    return [place.best for place in board_scores.places]


def _rescore(model: Model, before: Scan, raw: Map, stale: Mask) -> BoardScores:
    """Read the stale sites again in the light as it was, and what depends on them."""
    sites, background = before.board_scores.sites, before.background
    at: NDArray[np.intp] = np.flatnonzero(stale[sites.cells.site[sites.cells.of_point]])
    known, texture = background.known[:, at], background.texture[at]
    part = normalise(raw[:, at], known, texture, background.light, sites.points[at])
    return rescore_places(before.board_scores, part, at, model.appearance, model.max_counts)
