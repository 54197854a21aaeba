"""What confirmed looks at the table teach about the light during play.

A new light is learnt as one more picture of the bare board, in addition to the taught ones: where
pieces stand, and wherever the taught board does not explain the picture, the taught board in this
light is substituted. So what is learnt never differs from it by more than the reader takes for
noise: an overlooked piece or hand teaches nothing. Whether it helps is tested by reading the
picture again; a learnt light that proves worse than the taught ones is dropped.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from calibration.camera.sampling import make_axes
from calibration.camera.silhouettes import Mask
from calibration.surfaces.exposures import Exposure, find_hidden, pack, relight
from calibration.taught.lookalikes import find_shown
from calibration.taught.model import choose_scale
from hardware.board import BoardPlace
from hardware.ports import Picture
from tablet_companion.games.core import EMPTY, Place
from tablet_companion.vision.frame.clarity import Clarity
from tablet_companion.vision.frame.scan import Observation, Scan, make_reading, scan
from tablet_companion.vision.places.network_input import LOGARITHMS
from tablet_companion.vision.places.network_input import TUNING as NETWORK
from tablet_companion.vision.reading import Reading
from tablet_companion.vision.scene import Model, relay_scene
from tablet_companion.vision.warp import lay_warp


@dataclass(frozen=True, slots=True)
class Tuning:
    """Which looks teach, what they teach, and when it is believed.

    Chosen by hand on the printed boards at the simulated table in nine lights; held by
    tests/vision/test_experience.py.
    """

    residual_px_max: float = 1.5
    """Pixels. A board located less exactly teaches nothing."""
    sure_min: float = 0.95
    """Probability from which a place counts as clearly seen."""
    doubtful_share_max: float = 0.15
    """The largest share of places that may be less clearly seen."""
    new_light_z: float = 0.5
    """Standard deviations. A light in which three quarters of the board are explained this well is
    known already: in a taught light the value is 0.3, by candlelight 1.7 to 2.7."""
    new_light_rank: float = 0.75
    """Share of the board that must be explained so well (three quarters)."""
    explained_z: float = 3.0
    """Standard deviations up to which the taught board explains a point: only such points teach."""
    halo_mm: float = 2.0
    """Millimetres round unexplained points that do not teach either."""
    stray_mm: float = 15.0
    """Millimetres round the foot of a piece that stands beside its place: its top may lean."""
    place_share: float = 1.2
    """An empty place shows the board this far round it, in radii."""
    new_share_min: float = 0.2
    """Least share of such a disc of board that has to be new; otherwise a piece hardly moved."""
    unlike_guess_max: float = 0.2
    """Logarithm by which most of it may differ from the guess. On a printed board bare places
    differ by up to 0.07, pieces by at least 0.48."""
    bare_share_min: float = 0.2
    """Least share of the board that has to teach."""
    better_z: float = 0.9
    """A learnt light has to explain the board better than the others by this factor."""
    worse_nats: float = 0.5
    """Nats. A learnt light must not make the board more doubtful by more than this: places flicker
    by less."""
    given_up_nats: float = 2.0
    """Nats. A learnt light is dropped if a confirmed look is less doubtful by more than this
    without it."""


TUNING: Final = Tuning()


def teaches(model: Model, look: Observation) -> bool:
    """Whether a confirmed look is clear enough to learn from, and its light is new."""
    return (
        not model.guessing
        and _is_plain(look)
        and 1 - len(_clear(look.reading)) / len(look.reading.places) <= TUNING.doubtful_share_max
        and _unexplained(look.scan) > TUNING.new_light_z
    )


def _is_plain(look: Observation) -> bool:
    """Whether nothing but pieces on their places is seen, and that well."""
    scanned = look.scan
    return (
        _is_exact(look)
        and look.scene.lying is None
        and scanned.hands is None
        and not (scanned.things or scanned.strays)
    )


def _is_exact(look: Observation) -> bool:
    """Whether the board is seen well, and nobody disputes what stands on it."""
    return (
        look.fit.residual_px <= TUNING.residual_px_max
        and look.scan.clarity is Clarity.CLEAR
        and not look.reading.disputed
    )


def _clear(seen: Reading) -> frozenset[Place]:
    return frozenset(
        sight.place
        for sight in seen.places
        if not sight.covered and sight.probability >= TUNING.sure_min
    )


def _unexplained(scanned: Scan) -> float:
    """Return how far the board is from the best known light (standard deviations)."""
    judged = scanned.view.z_score[~scanned.view.ignored]
    return float(np.quantile(judged, TUNING.new_light_rank)) if judged.size else 0.0


def read_as_taught(taught: Model, look: Observation) -> Observation | None:
    """Return a look as read with the taught lights alone; None if that contradicts it."""
    again = _read_again(taught, look)
    if again is None or _contradicts(look.reading, again[1]):
        return None
    return replace(look, scan=again[0])


def learn_light(taught: Model, look: Observation) -> Exposure | None:
    """Return the bare board in the light of a look; None if too little of it is bare.

    Only taught lights are used: what was learnt since must not widen the range of the next light.
    """
    axes = make_axes(taught.board.size_mm, choose_scale(taught.board.size_mm))
    seen = lay_warp(look.fit.pose, *axes).floats(look.restored)
    bare = (seen[..., 0] >= 0) & ~_hidden(taught, look)
    if bare.mean() < TUNING.bare_share_min:
        return None
    reference = taught.calibration.reference
    gain, offset = look.scan.background.light.over((bare.shape[1], bare.shape[0]))
    relit = np.clip(reference * gain + offset, 0, 255)
    floor = NETWORK.log_floor_grey
    # As bright as it was taught: the networks were fitted to boards in fair light.
    brighter = float(np.median((reference[bare] + floor) / (relit[bare] + floor)))
    flat = np.where(bare[..., None], seen, relit) * brighter
    return pack(flat.clip(0, 255).astype(np.uint8), np.ones_like(bare))


def _hidden(model: Model, look: Observation) -> Mask:
    """Return what may not be bare board: under pieces, and unexplained."""
    hidden = _under_pieces(model, look)
    view = look.scan.view
    foreign = ((view.z_score > TUNING.explained_z) | view.art_missing).astype(np.uint8)
    wide = cv2.resize(foreign, hidden.shape[::-1], interpolation=cv2.INTER_NEAREST)
    side = 2 * round(TUNING.halo_mm * choose_scale(model.board.size_mm)) + 1
    return hidden | (cv2.dilate(wide, np.ones((side, side), np.uint8)) > 0)


def _under_pieces(model: Model, look: Observation) -> Mask:
    """Return what pieces hide, taking any doubtful place for one."""
    board, clear = model.board, _clear(look.reading)
    pieces = {}
    for sight in look.reading.places:
        if sight.place not in clear or sight.best != EMPTY:
            kind = next(iter(board.kinds_at(board.by_name[sight.place]).values()))
            anything = next(iter(kind.colours))
            pieces[str(sight.place)] = str(sight.best) if sight.best != EMPTY else anything
    scale = choose_scale(board.size_mm)
    return find_hidden(board, look.fit.pose, pieces, card=True, px_per_mm=scale)


def _under_things(look: Observation, shape: tuple[int, ...], scale: float) -> Mask:
    """Return what things, pieces beside their places, or what may be a hand, may hide.

    ``scale`` is in pixels a millimetre.
    """
    hidden = np.zeros(shape, dtype=np.uint8)
    for mask in (look.scan.hands, look.scene.lying):
        if mask is not None:
            wide = cv2.resize(mask.astype(np.uint8), shape[::-1], interpolation=cv2.INTER_NEAREST)
            hidden[np.asarray(wide) > 0] = 1
    lying = [(thing.x_mm, thing.y_mm, thing.size_mm / 2) for thing in look.scan.things]
    beside = [(stray.x_mm, stray.y_mm, TUNING.stray_mm) for stray in look.scan.strays]
    for place in (*lying, *beside):
        x, y, radius = (round(length * scale) for length in place)
        cv2.circle(hidden, (x, y), radius, 1, -1)
    side = 2 * round(TUNING.halo_mm * scale) + 1
    return np.asarray(cv2.dilate(hidden, np.ones((side, side), np.uint8)) > 0)


def learn_bare(taught: Model, known: Exposure | None, look: Observation) -> Exposure | None:
    """Return what is known with more of the bare board; None if a look shows no more of it.

    Only places that are clearly empty teach, only where no labelled picture shows the board, and
    nothing that is unlike the guess there: it may be an overlooked piece. Where the bare board is
    only guessed, things are seen that are none, and what may be a hand: they teach nothing.
    """
    shown = find_shown(taught.calibration)
    if shown.all() or not _is_exact(look) or look.scan.hand:
        return None
    reference = taught.calibration.reference
    before = np.zeros_like(shown) if known is None else known.bare > 0
    scale = choose_scale(taught.board.size_mm)
    axes = make_axes(taught.board.size_mm, scale)
    seen = lay_warp(look.fit.pose, *axes).floats(look.restored)
    bare = (seen[..., 0] >= 0) & ~_under_pieces(taught, look)
    bare &= ~_under_things(look, shown.shape, scale)
    flat = relight(seen.clip(0, 255).astype(np.uint8), reference, bare & shown)
    more = np.zeros_like(shown)
    for place in _empty_places(taught, look):
        disc = _disc(shown, place, scale)
        here = disc & bare & ~shown & ~before
        enough = here.sum() >= TUNING.new_share_min * disc.sum()
        if enough and _is_like_guess(taught, flat, here):
            more |= here
    if not more.any():
        return None
    base = reference if known is None else known.flat
    return pack(np.where(more[..., None], flat, base), before | more)


def _empty_places(model: Model, look: Observation) -> list[BoardPlace]:
    clear = _clear(look.reading)
    places = [sight.place for sight in look.reading.places if sight.best == EMPTY]
    return [model.board.by_name[place] for place in places if place in clear]


def _disc(like: Mask, place: BoardPlace, scale: float) -> Mask:
    """Return the points on and near a place; ``scale`` is in pixels a millimetre."""
    drawn = np.zeros(like.shape, dtype=np.uint8)
    x, y, radius = (
        round(length * scale)
        for length in (place.x_mm, place.y_mm, TUNING.place_share * place.radius_mm)
    )
    return np.asarray(cv2.circle(drawn, (x, y), radius, 1, -1) > 0)


def _is_like_guess(model: Model, flat: Picture, here: Mask) -> bool:
    """Whether points of a board from above look as was guessed, or nothing was."""
    guess = model.exposures[0]
    both = here & (guess.bare > 0)
    if not both.any():
        return True
    apart = np.abs(LOGARITHMS[flat[both]] - LOGARITHMS[guess.flat[both]]).mean(axis=1)
    return float(np.median(apart)) <= TUNING.unlike_guess_max


def helps(candidate: Model, look: Observation) -> bool:
    """Whether a learnt light explains a confirmed look better and reads it no worse."""
    again = _read_again(candidate, look)
    if again is None or not _reads_as_well(again[1], look):
        return False
    return _unexplained(again[0]) <= TUNING.better_z * _unexplained(look.scan)


def does_no_harm(candidate: Model, look: Observation) -> bool:
    """Whether a model that saw more of the bare board reads a confirmed look no worse."""
    again = _read_again(candidate, look)
    return again is not None and _reads_as_well(again[1], look)


def _reads_as_well(seen: Reading, look: Observation) -> bool:
    same = not _contradicts(look.reading, seen)
    return same and _doubt(seen) - _doubt(look.reading) <= TUNING.worse_nats


def is_worse_than_taught(taught: Model, look: Observation) -> bool:
    """Whether the taught lights alone read a confirmed look the same and more surely."""
    again = _read_again(taught, look)
    if again is None or _contradicts(look.reading, again[1]):
        return False
    return _doubt(look.reading) - _doubt(again[1]) > TUNING.given_up_nats


def _read_again(model: Model, look: Observation) -> tuple[Scan, Reading] | None:
    """Return another model's reading of a look; None if it sees a hand, and the look did not."""
    scene = relay_scene(model, look.scene)
    scanned = scan(model, scene, scene.sample(look.picture))
    if scanned.hands is not None and look.scan.hands is None:
        return None
    return scanned, make_reading(model, scanned, look.reading.card)


def _contradicts(confirmed: Reading, other: Reading) -> bool:
    """Whether another reading differs at a place that was clearly seen."""
    clear = _clear(confirmed)
    return any(
        other.by_place[sight.place].best != sight.best
        for sight in confirmed.places
        if sight.place in clear
    )


def _doubt(seen: Reading) -> float:
    """Return the total doubt of a reading (nats); a covered place counts as one half."""
    return -sum(math.log(0.5 if s.covered else s.probability) for s in seen.places)
