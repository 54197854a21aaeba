"""Whether a place shows the bare board's own fine details (grain, print, scratches), or new ones.

A piece of its square's own colour hides the board's details and has others: its edges, its shine. A
shadow or a reflection seldom has. The network's windows are too coarse for that, so places of which
it is not sure are looked at more closely. How well details are recognised, and how strong new ones
are in noise, depends on camera, light and board: both are measured in the same picture, at places
that are surely bare.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import take_median
from hardware.ports import Picture
from tablet_companion.vision.places.bands import draw_edges
from tablet_companion.vision.places.network_input import LOGARITHMS
from tablet_companion.vision.places.windows import SIDE, Bytes, Sampler, halve

Map = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Tuning:
    """What details are, and when they are recognised.

    Chosen on worlds of seeds 91000 to 91016 and 20000 to 20003 of ``tools/pictures/raster``, each
    left out of the choice that it was read with; held by tests/vision/places/test_details.py.
    """

    finer: int = 2
    """Samples across one sample of the network's windows."""
    noise_px: int = 3
    """Samples. Details smaller than this are taken for noise."""
    coarse_px: int = 9
    """Samples. Details larger than this are taken for light and shade."""
    margin_px: int = 7
    """Samples. The foot is shrunk by a square of this side: pieces are often smaller than stated,
    and stand beside the middle."""
    shifts: tuple[tuple[int, int], ...] = ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))
    """Samples by which the board may seem shifted."""
    samples_min: int = 25
    """With fewer samples, nothing can be recognised."""
    bare_share_min: float = 0.95
    """Share of the samples that a labelled picture must show bare."""
    contrast_grey_min: float = 1.0
    """Grey levels (standard deviation). Fainter details of the bare board are lost in rounding and
    noise: plain spots, holes."""
    burnt_grey: int = 250
    """Grey level from which a sample is burnt out."""
    burnt_share_max: float = 0.5
    """Share of burnt-out samples from which a place shows nothing."""
    correlation_max: float = 0.97
    """Greater correlations count as this one."""
    bare_nats: float = 4.0
    """Nats. A place that the network holds to be bare by more is surely bare."""
    bare_count_min: int = 4
    """Surely bare places that are needed to show how well details are recognised."""
    bare_count_max: int = 16
    """No more places than this are looked at for that."""
    usual_min: float = 1.5
    """If details of bare places are recognised worse (Fisher's z), nothing is concluded. Raised
    from 0.7 after the webcam's chess had become worse."""
    usual_max: float = 1.83
    """Details are never expected to be recognised better than this (Fisher's z)."""
    nats_max: float = 3.0
    """Nats. Limit of the evidence that details are hidden, or seen."""
    norm_min: float = 1e-6
    """Logarithms; keeps divisions finite."""
    contrast_max: float = 3.0
    """The board's own details may be this many times as strong as they were shown."""
    new_usual_grey: float = 0.3
    """Grey levels. New details of bare places are at least this strong: rounding."""
    new_times: float = 3.0
    """Details this many times as strong as at bare places speak for a piece: of 500 bare places on
    worlds of seeds 70000 to 70005 and 30008 one in forty had such ones."""
    new_slope: float = 5.0
    """Nats by which they speak for it, for each unit of the logarithm beyond that."""
    new_nats_max: float = 5.0
    """Nats by which they speak for it at most."""
    seen_half: float = 0.88
    """Fisher's z from which the board's own details are half of what is there: then nothing hides
    them, and new ones are the edges of a shadow or of a piece beside the place."""
    foreign_times: float = 8.0
    """New details this many times as strong as at bare places are foreign: an edge of light, or of
    a piece that nothing else shows."""


TUNING: Final = Tuning()
_FINE: Final = SIDE * TUNING.finer
_Box = tuple[slice, slice]
_Maps = tuple[NDArray[np.float32], NDArray[np.float32]]


@dataclass(frozen=True, slots=True, eq=False)
class _Close:
    """One window from close by: where to look, what to divide by, and the bare board's details.

    ``box`` is the part of the window that holds the core, and all that is looked at: a tenth of it.
    ``core``, ``fine`` and ``coarse`` are as large. ``bare`` (m × samples) are the details of each
    picture that shows it bare, in each shift, of the core's samples, with a norm of 1; ``norms``
    (m) are what they had, ``strong`` (m) whether they can be recognised. ``edges`` (k × samples)
    are the details of straight edges of light, with a norm of 1.
    """

    box: _Box
    core: Map
    fine: Map
    coarse: Map
    edges: Map
    bare: Map
    norms: Map
    strong: Mask


Look = tuple[str, str | None]
"""What places that look alike share: their kind, and their colour if they have one."""


class Seen(NamedTuple):
    """What a window shows from close by.

    ``known`` is how well the bare board's details are recognised (Fisher's z), None if that cannot
    be told. ``new`` is the strength (grey levels) of what neither a picture of the bare board
    nor a straight edge of light explains; ``all`` that of all details.
    """

    known: float | None
    new: float | None
    all: float


class Usual(NamedTuple):
    """What is usual at surely bare places of a picture; None if that cannot be told.

    ``all`` is by the look of places: which details a place has that no picture shows bare is
    unknown.
    """

    known: float | None
    new: float | None
    all: Mapping[Look, float | None]
    compared: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class BareDetails:
    """The bare board's details in windows; worked out when a window is first asked for.

    ``own`` are the outlines of pieces, ``near`` samples the ``taught`` pictures of the board from
    above, each with a mask of where it is bare (255), both already shrunk for it (``shrink``).
    """

    own: Bytes
    near: Sampler
    taught: tuple[tuple[Picture, Picture], ...]
    _close: dict[int, _Close | None] = field(default_factory=dict)

    def look(self, picture: Picture, sampler: Sampler, rows: Sequence[int]) -> dict[int, Seen]:
        """Return what windows show from close by, where they show anything.

        ``sampler`` samples the windows from the camera's picture.
        """
        closes = {row: close for row in rows if (close := self._at(row)) is not None}
        small = shrink(picture, sampler) if closes else picture
        found: dict[int, Seen] = {}
        for row, close in closes.items():
            maps, within = _enlarge(sampler, row, close.box)
            grey, core = _sample(small, maps), close.core > 0
            burnt = (grey[core] >= TUNING.burnt_grey).mean()
            if within[core].all() and burnt < TUNING.burnt_share_max:
                usual = take_median(grey[core].astype(np.float32))
                found[row] = _compare(close, LOGARITHMS[grey], float(usual))
        return found

    def is_shown(self, row: int) -> bool:
        """Whether a picture shows the board wholly bare beneath a window's piece."""
        close = self._at(row)
        return close is not None and len(close.bare) > 0

    def _at(self, row: int) -> _Close | None:
        if row not in self._close:
            self._close[row] = self._look_closely(row)
        return self._close[row]

    def _look_closely(self, row: int) -> _Close | None:
        whole = _core(self.own[row])
        count = np.count_nonzero(whole)
        if count < TUNING.samples_min:
            return None
        box = _find_box(whole)
        weight = (core := whole[box]).astype(np.float32)
        fine, coarse = (
            np.asarray(np.maximum(_blur(weight, side), 1e-3))
            for side in (TUNING.noise_px, TUNING.coarse_px)
        )
        none = np.zeros(0, np.float32)
        edges = _list_edges(core, box, fine, coarse)
        close = _Close(box, weight, fine, coarse, edges, none.reshape(0, count), none, none > 0)
        bare, norms, strong = self._list_bare(row, close, core)
        return replace(
            close,
            bare=np.array(bare, np.float32).reshape(-1, count),
            norms=np.array(norms, np.float32),
            strong=np.array(strong, np.bool_),
        )

    def _list_bare(
        self, row: int, close: _Close, core: Mask
    ) -> tuple[list[NDArray[np.float32]], list[float], list[bool]]:
        """Return a place's details in each taught picture that shows it bare, shifted a little.

        With them their norms, and whether they are strong enough to be recognised.
        """
        down, across = np.nonzero(core)
        by = np.array(TUNING.shifts)[..., None]
        shifted = (down - by[:, 0]) % core.shape[0], (across - by[:, 1]) % core.shape[1]
        maps, inside = _enlarge(self.near, row, close.box)
        bare: list[NDArray[np.float32]] = []
        norms: list[float] = []
        strong: list[bool] = []
        for flat, clear in self.taught:
            known = (inside & (_sample(clear, maps) > 0))[core]
            if known.sum() < TUNING.bare_share_min * len(down):
                continue
            shown = _sample(flat, maps)
            details = _details(close, LOGARITHMS[shown])
            grey = take_median(shown[core].astype(np.float32))
            norm = max(float(np.linalg.norm(details)), TUNING.norm_min)
            clearly = norm * grey >= TUNING.contrast_grey_min * np.sqrt(len(down))
            bare.extend(details[shifted] / norm)
            norms += [norm] * len(by)
            strong += [bool(clearly)] * len(by)
        return bare, norms, strong


def _core(own: Bytes) -> Mask:
    """Return the samples beneath a piece's foot, which it hides however high it is.

    A window's middle is halfway between foot and top, so turned round the top lies on the foot.
    """
    outline = ((own > 0) & (own[::-1, ::-1] == 255)).astype(np.uint8)
    outline = outline.repeat(TUNING.finer, 0).repeat(TUNING.finer, 1)
    square = np.ones((TUNING.margin_px, TUNING.margin_px), np.uint8)
    return np.asarray(cv2.erode(outline, square) > 0)


def _find_box(core: Mask) -> _Box:
    """Return the part of a window that holds its core, with room for the greatest shift."""
    left, top, width, height = cv2.boundingRect(core.astype(np.uint8))
    room = int(np.max(TUNING.shifts))
    rows = slice(max(0, top - room), top + height + room)
    return rows, slice(max(0, left - room), left + width + room)


def shrink(picture: Picture, sampler: Sampler) -> Picture:
    """Return a picture's grey levels at the size from which windows are sampled."""
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(halve(grey, max(0, sampler.halvings - 1)), dtype=np.uint8)


def _enlarge(sampler: Sampler, row: int, box: _Box) -> tuple[_Maps, Mask]:
    """Return where samples of a window lie in a picture shrunk for them, and which lie in it."""
    # With one halving less the same points have these coordinates.
    scale, shift = (2.0, 0.5) if sampler.halvings else (1.0, 0.0)
    x, y = (
        cv2.resize(part[row], (_FINE, _FINE))[box] * np.float32(scale) + np.float32(shift)
        for part in sampler.maps
    )
    return (x, y), sampler.inside[row].repeat(TUNING.finer, 0).repeat(TUNING.finer, 1)[box]


def _sample(small: Picture, maps: _Maps) -> Bytes:
    """Return the grey levels of a window's samples."""
    seen = cv2.remap(small, *maps, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.uint8)


def _blur(values: Map, side: int) -> Map:
    return np.asarray(cv2.blur(values, (side, side), borderType=cv2.BORDER_CONSTANT))


def _details(close: _Close, logs: Map) -> Map:
    """Return what is larger than noise and smaller than light and shade, within the core."""
    inside = logs * close.core
    fine = _blur(inside, TUNING.noise_px) / close.fine
    return np.asarray((fine - _blur(inside, TUNING.coarse_px) / close.coarse) * close.core)


def _list_edges(core: Mask, box: _Box, fine: Map, coarse: Map) -> Map:
    """Return the details of straight edges of light within a core, with a norm of 1."""
    drawn = draw_edges(_FINE)[:, *box]
    drawn = drawn[np.ptp(drawn[:, core], axis=1) > 0]  # the others lie beside the core
    # Beside one another, with gaps, all are smoothed at once: few long rows, which is fastest.
    inside = np.pad((drawn * core).swapaxes(0, 1), ((0, 0), (0, 0), (0, TUNING.coarse_px)))
    smooth, light = (
        _blur(inside.reshape(len(core), -1), side).reshape(inside.shape)[:, :, : -TUNING.coarse_px]
        for side in (TUNING.noise_px, TUNING.coarse_px)
    )
    edges = (smooth / fine[:, None] - light / coarse[:, None]).swapaxes(0, 1)[:, core]
    norms = np.linalg.norm(edges, axis=1, keepdims=True)
    # Hardly within the core, there is nothing to see of an edge.
    return np.asarray((edges / norms.clip(TUNING.norm_min))[norms[:, 0] > norms.max(initial=0) / 5])


def _compare(close: _Close, logs: Map, grey: float) -> Seen:
    """Return what a window shows; ``grey`` is its usual level.

    Recognised is what is like the board's, or like its negative: lit from elsewhere, the dark lines
    of a veneer may shine and the pale ones not. New is what they do not explain in any contrast,
    and no edge of light that lies straight across: a piece's outline is bent, and has a far side.
    """
    details = _details(close, logs)
    norm = max(float(np.linalg.norm(details)), TUNING.norm_min)
    scale = grey / float(np.sqrt(close.bare.shape[1]))
    if not len(close.bare):
        return Seen(None, None, scale * norm)
    inside = details[close.core > 0]
    alike = close.bare @ inside
    own = np.clip(alike, -close.norms, TUNING.contrast_max * close.norms)
    at = int((own * (own - 2 * alike)).argmin())
    new = inside - own[at] * close.bare[at]
    left = float(np.sqrt((new @ new - ((close.edges @ new) ** 2).max(initial=0)).clip(0)))
    known = None
    if close.strong.any():
        most = TUNING.correlation_max
        best = float(np.abs(alike[close.strong]).max()) / norm
        known = float(np.arctanh(np.clip(best, -most, most)))
    return Seen(known, scale * left, scale * norm)


def usual(bare: Sequence[tuple[Look, Seen]], *, compared: bool) -> Usual:
    """Return what is usual at places that are surely bare, each with its look.

    New details speak for pieces only if places were ``compared`` with labelled ones. Otherwise the
    number of pieces decides every doubt, and made pieces of the edges of sun and lamps' images.
    """
    known = _middle([seen.known for _, seen in bare if seen.known is not None])
    expected = min(known, TUNING.usual_max) if known and known > TUNING.usual_min else None
    looks: defaultdict[Look, list[float]] = defaultdict(list)
    for look, seen in bare:
        looks[look].append(seen.all)
    every = {look: _middle(strengths) for look, strengths in looks.items()}
    new = _middle([seen.new for _, seen in bare if seen.new is not None])
    return Usual(expected, new, every, compared)


def _middle(values: Sequence[float]) -> float | None:
    """Return the median; None if there are too few."""
    return float(np.median(values)) if len(values) >= TUNING.bare_count_min else None


def piece_nats(look: Look, seen: Seen, expected: Usual) -> float:
    """Return the evidence (nats) that a place's details are hidden, or new ones are there."""
    hidden = 0.0
    if seen.known is not None and expected.known is not None:
        hidden = hidden_nats(seen.known, expected.known)
    if not expected.compared or _recognised(seen):
        return hidden
    if seen.new is not None:
        return hidden + new_nats(seen.new, expected.new)
    return hidden + new_nats(seen.all, expected.all.get(look))


def foreign(seen: Seen, expected: Usual) -> bool:
    """Whether a place shows far more than the bare board, which is not recognised, does."""
    if seen.new is None or expected.new is None or _recognised(seen):
        return False
    return seen.new > TUNING.foreign_times * max(expected.new, TUNING.new_usual_grey)


def _recognised(seen: Seen) -> bool:
    return seen.known is not None and seen.known > TUNING.seen_half


def new_nats(strength: float, expected: float | None) -> float:
    """Return the evidence (nats) that details of this strength are not the bare board's."""
    if expected is None:
        return 0.0
    beyond = strength / max(expected, TUNING.new_usual_grey) / TUNING.new_times
    return float(min(TUNING.new_slope * np.log(max(beyond, 1.0)), TUNING.new_nats_max))


def hidden_nats(recognised: float, expected: float) -> float:
    """Return the evidence (nats) that something hides a place's details.

    ``expected`` is how well they would be recognised. Details in a piece's own surface are as
    likely to be like the board's as unlike.
    """
    nats = expected * (expected / 2 - recognised)
    return float(TUNING.nats_max * np.tanh(nats / TUNING.nats_max))
