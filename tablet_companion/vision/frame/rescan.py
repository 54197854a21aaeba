"""Read again only what changed since the table was last read.

A move changes a few places. All others keep their reading, in the light as it was, if no small part
of them differs by more than noise. That is decided by the very points at which places are read, so
nothing is overlooked that a whole scan would see. Doubtful places are read again if they changed
at all. If much has changed, if a change is doubtful or beside an object, or if there seems to be a
hand or a new object, the result is None and the whole picture has to be scanned.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import MAD_TO_SIGMA, SATURATED, Map, take_strongest
from hardware.ports import Picture
from tablet_companion.vision.frame.scan import (
    Scan,
    add_things,
    find_hand,
    pile_window,
    search_board,
    shrink_to_map,
)
from tablet_companion.vision.frame.scoring import add_network_scores, infer_places
from tablet_companion.vision.places.belief import SEEN_ENOUGH
from tablet_companion.vision.places.board_scores import BoardScores, rescore_places
from tablet_companion.vision.places.likelihood import normalise
from tablet_companion.vision.places.network import NetworkOutput
from tablet_companion.vision.places.sites import Sites
from tablet_companion.vision.scene import Model, Sampled, Scene
from tablet_companion.vision.taught_views import TaughtViews


@dataclass(frozen=True, slots=True)
class Tuning:
    """What counts as changed since the last reading, and how much is too much.

    Chosen by hand on the simulated table's faults and on labelled photographs; held by
    tests/vision/test_rescan.py, which compares every partial reading with a whole one. When in
    doubt the whole picture is scanned: that costs 20 ms, an overlooked change costs a wrong
    verdict.
    """

    gain_change_max: float = 0.01
    """Share. The overall light may change by this much; the picture is scaled accordingly."""
    noise_ratio: float = 6.0
    """A cell or a spot that differs by more than this many times the usual difference has
    changed."""
    cell_grey_min: float = 0.2
    """Grey levels a cell must differ by on average before it counts as changed."""
    site_sigma: float = 4.0
    """Standard deviations by which a site's mean difference exceeds the others' if it has changed,
    even if each cell alone may be noise: a black piece in a black hole by candlelight."""
    doubtful_sigma: float = 2.0
    """As ``site_sigma``, for a doubtful site. Noise exceeds it at one in twenty; in the darkest and
    noisiest simulated light a black piece that left a black hole has 18."""
    spot_grey_min: float = 2.0
    """Grey levels by which a spot of the whole board must differ."""
    spot_px: int = 3
    """Side of a spot, in points of the map."""
    sampled_every: int = 3
    """The usual difference is estimated from every n-th point of the map: a median over all would
    take too long."""
    stale_sites_max: float = 0.2
    """Share of the sites. If more changed, the whole picture is scanned."""
    pushed_sites_max: float = 0.5
    """As ``stale_sites_max``, after a push, which changes a third of them on printed boards: they
    are sampled elsewhere. Reading half of them again takes half the time of a whole scan."""
    changed_board_max: float = 0.15
    """Share of the board. If more changed, it may be a hand or another light: the whole picture
    is scanned."""
    doubtful_nats: float = 5.0
    """Nats. A place whose likeliest answer leads by less is read again if it may have changed."""
    alike_nats: float = 1.0
    """Nats. If the lead changes by less, it is noise; it was 0.1 on DOG's print."""


TUNING: Final = Tuning()

_MIN_SIGMA: Final = 1e-9
"""Smallest standard deviation; keeps divisions finite."""


@dataclass(frozen=True, slots=True, eq=False)
class ScanCache:
    """A previous reading, with the data for detecting changes.

    ``sums`` (3 × cells) are the colours of the sites' cells, ``coarse`` is the whole board from
    above, ``doubtful`` marks the sites whose content is unclear.
    """

    scan: Scan
    sums: NDArray[np.float64]
    coarse: Picture
    doubtful: Mask


def make_cache(scanned: Scan, coarse: Picture) -> ScanCache:
    """Return what has to be remembered of a picture for comparison with the next one."""
    board_scores = scanned.board_scores
    return ScanCache(
        scanned, _sums(board_scores.sites, board_scores.seen.raw), coarse, _doubtful(board_scores)
    )


def rescan(
    model: Model, scene: Scene, sampled: Sampled, before: ScanCache, *, pushed: bool = False
) -> ScanCache | None:
    """Return the reading of a picture that differs little from ``before``, or None.

    Both must belong to the same scene, or, if the board was ``pushed`` since, to scenes of the same
    sites; it is searched for a hand then, whatever has changed. Unchanged parts keep their objects.
    """
    scanned, picture = before.scan, sampled.picture
    if scanned.hands is not None:
        return None
    raw, coarse = scene.points.sample(picture), scene.coarse.sample(picture)
    if ((raw[0] < 0) != (scanned.board_scores.seen.raw[0] < 0)).any():
        return None  # the picture cuts off another part of the board
    sums = _sums(scene.sites, raw)
    gain = _gain(scene.sites, before.sums, sums)
    if abs(gain - 1) > TUNING.gain_change_max:
        return None
    sigmas = _site_sigmas(scene.sites, before.sums, sums / gain)
    stale = sigmas > TUNING.site_sigma
    moved = _changed_map(before.coarse, coarse, gain)
    most = TUNING.pushed_sites_max if pushed else TUNING.stale_sites_max
    if stale.mean() > most or moved.mean() > TUNING.changed_board_max:
        return None
    again = stale | (before.doubtful & (sigmas > TUNING.doubtful_sigma))
    search = pushed or moved.any()
    if not (again.any() or search):
        return before
    if scanned.things:
        return None
    found = _read_places(model, scene, picture, scanned, raw / np.float32(gain), again)
    unsure = stale & _doubtful(found.board_scores)
    if (unsure & ~_are_alike(scanned.board_scores, found.board_scores)).any():
        return None
    if not search and _best_pieces(found.board_scores) == _best_pieces(scanned.board_scores):
        return make_cache(found, before.coarse)
    return _search_again(model, scene, sampled, found, gain, coarse)


def _read_places(  # noqa: PLR0913, PLR0917 - a scan, the picture after it, and what has changed
    model: Model, scene: Scene, picture: Picture, scanned: Scan, raw: Map, again: Mask
) -> Scan:
    """Return a scan with these sites read again; ``raw`` are the points' colours in its light."""
    if not again.any():
        return scanned
    lessons = scanned.background.lessons or scene.lessons
    names = {scene.sites.sites[number].place.name for number in np.flatnonzero(again)}
    network = _infer_again(model, lessons, picture, scanned.network, names)
    scores = add_network_scores(model, _rescore(model, scanned, raw, again), lessons, network)
    return replace(scanned, places=scores.places, board_scores=scores, network=network)


def _search_again(  # noqa: PLR0913, PLR0917 - a scan, the picture after it, and its light
    model: Model, scene: Scene, sampled: Sampled, found: Scan, gain: float, coarse: Picture
) -> ScanCache | None:
    """Search the board for all but its places; None if there is a hand or a thing."""
    lessons = found.background.lessons or scene.lessons
    flat = scene.flat.floats(sampled.picture) / np.float32(gain)
    scanned = search_board(
        model,
        found.background,
        found.board_scores,
        found.network,
        shrink_to_map(model, flat),
        pile_window(scene, sampled.picture),
    )
    if find_hand(model, lessons, sampled.square, scanned) is not None:
        return None
    scanned = add_things(model, lessons, scanned, flat)
    return None if scanned.things else make_cache(scanned, coarse)


def _infer_again(
    model: Model, lessons: TaughtViews, picture: Picture, network: NetworkOutput, names: Set[str]
) -> NetworkOutput:
    """Return the network's output with the named places evaluated again."""
    rows = np.flatnonzero(
        [model.board.places[row.place].name in names for row in lessons.windows.rows]
    )
    part = infer_places(model, lessons, picture, rows, network)
    nats, hues, light = network.nats.copy(), network.hues.copy(), network.light
    nats[rows], hues[rows] = part.nats, part.hues
    if light is not None and part.light is not None:
        light = light.copy()
        light[rows] = part.light
    gains = dict(enumerate(network.gains)) | dict(zip(rows.tolist(), part.gains, strict=True))
    by_row = {
        name: {row: seen for row, seen in getattr(network, name).items() if row not in rows}
        | getattr(part, name)
        for name in ("details", "excess", "alike", "relief")
    }
    return NetworkOutput(nats, hues, tuple(gains.values()), light=light, **by_row)


def _sums(sites: Sites, raw: Map) -> NDArray[np.float64]:
    """Return the colours at the sites' points (3 × n), added up cell by cell."""
    return np.stack([np.bincount(sites.cells.of_point, row) for row in raw])


def _gain(sites: Sites, before: Map, now: Map) -> float:
    """Return the factor by which the light changed: the median over the sites' cells."""
    was, now, most = before.sum(axis=0), now.sum(axis=0), 3 * SATURATED * sites.cells.size
    fair = (was > 0) & (now > 0) & (was < most) & (now < most)
    return float(np.median(now[fair] / was[fair])) if fair.any() else 1.0


def _site_sigmas(sites: Sites, before: Map, now: Map) -> NDArray[np.float64]:
    """Return by how many standard deviations sites differ more than others do.

    Judged by the sums of their cells: either one small cell differs much (infinity), or many differ
    a little, such as those of a black piece in a black hole by candlelight.
    """
    apart, site = np.abs(now - before).max(axis=0), sites.cells.site
    noise_ratio = apart / np.sqrt(sites.cells.size)
    noise_ratio = np.where(apart / sites.cells.size > TUNING.cell_grey_min, noise_ratio, 0) / max(
        float(np.median(noise_ratio)), TUNING.cell_grey_min
    )
    cells = np.bincount(site)
    usual, most = (
        np.bincount(site, part) / cells
        for part in (noise_ratio**2, noise_ratio > TUNING.noise_ratio)
    )
    excess = usual - np.median(usual)
    sigma = MAD_TO_SIGMA * np.median(np.abs(excess))
    return np.where(most > 0, np.inf, excess / max(sigma, _MIN_SIGMA))


def _changed_map(before: Picture, now: Picture, gain: float) -> Mask:
    """Return where two pictures of the board from above differ by more than noise."""
    apart = cv2.addWeighted(now, 1 / gain, before, -1, 0, dtype=cv2.CV_32F)
    apart_grey = take_strongest(np.abs(cv2.blur(apart, (TUNING.spot_px, TUNING.spot_px))))
    usual = float(np.median(apart_grey[:: TUNING.sampled_every, :: TUNING.sampled_every]))
    differs = (apart_grey > max(TUNING.spot_grey_min, TUNING.noise_ratio * usual)).astype(np.uint8)
    return cv2.morphologyEx(differs, cv2.MORPH_OPEN, np.ones((2, 2), np.uint8)) > 0


def _doubtful(board_scores: BoardScores) -> Mask:
    doubts = (
        here.margin_nats < TUNING.doubtful_nats and here.visible_share >= SEEN_ENOUGH
        for here in board_scores.places
    )
    return np.fromiter(doubts, dtype=np.bool_, count=len(board_scores.places))


def _are_alike(before: BoardScores, now: BoardScores) -> Mask:
    """Return the places whose answer is what it was, about as surely: nothing came or went there.

    A doubtful place on which noise alone differs is as doubtful after a scan of everything.
    """
    both = zip(before.places, now.places, strict=True)
    return np.array(
        [
            was.best == here.best and abs(was.margin_nats - here.margin_nats) < TUNING.alike_nats
            for was, here in both
        ]
    )


def _best_pieces(board_scores: BoardScores) -> list[object]:
    return [place.best for place in board_scores.places]


def _rescore(model: Model, before: Scan, raw: Map, stale: Mask) -> BoardScores:
    """Read the stale sites again in the previous light, and the sites that depend on them."""
    sites, background = before.board_scores.sites, before.background
    at: NDArray[np.intp] = np.flatnonzero(stale[sites.cells.site[sites.cells.of_point]])
    known, texture = background.known[:, at], background.texture[at]
    part = normalise(raw[:, at], known, texture, background.light, sites.points[at])
    return rescore_places(before.board_scores, part, at, model.appearance, model.max_counts)
