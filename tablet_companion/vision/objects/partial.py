"""Places that show only a part of the piece read there, while more of its colour lies beside it.

A piece of one colour that lies across a place covers a part of what a standing one would show, and
lies on beyond that. If it is not recognised as lying, nobody may be sure that a piece stands there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import Map
from tablet_companion.vision.objects.bodies import BoardSearch
from tablet_companion.vision.objects.fallen import same_hue
from tablet_companion.vision.objects.foreground import enlarge, hidden_mask
from tablet_companion.vision.objects.toppled import is_like_labelled
from tablet_companion.vision.places.belief import SEEN_ENOUGH
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.places.sites import MAP_PX_PER_MM


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a piece that is read as standing may be a part of one that lies.

    Chosen by hand on simulated tables of DOG; held by tests/vision/test_partial.py.
    """

    shown_min: float = 0.92
    """Share of its outline that shows a standing piece's colour, relative to the upper quartile of
    all that seem to stand: with more it explains itself, and what is beside it lies there alone."""
    hardly_shown: float = 0.78
    """As ``shown_min``: with less it may even be a part of what its neighbours explain, as they
    hide most of what lies behind them."""
    beyond_mm2: float = 16.0
    """Square millimetres of its colour beyond all outlines that a piece may at least be a part of:
    half hidden by a shadow or a lamp's image, it still ends where it should."""
    overlap_max: float = 0.7
    """Overlap (intersection over union) of its outline with its colour up to which a piece may be a
    part: what lay had 0.32 to 0.65. One that stands on a printed ring of its colour has 0.69 and
    more, but shows enough of itself."""
    halo_mm: float = 2.5
    """Millimetres round an outline that still belong to a standing piece."""
    foreign_z: float = 1.5
    """Standard deviations from which a point on print of a piece's colour may be the piece's."""
    common: tuple[int, float] = (3, 0.25)
    """If more pieces than this, and more than this share, go on beyond their outlines, the picture
    is smeared or out of focus."""
    nats_min: float = -4.0
    """Nats. The number of missing pieces makes no piece of one that is less likely than this."""
    nats_max: float = 2.0
    """Nats. No such piece is likelier than this (88 %): the referee asks below 90 %."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class _Piece:
    """What may stand on a place, and its colour.

    ``shown`` is the share of a standing piece's outline that has it, print or not.
    """

    place: PlaceScores
    top: Map
    shown: float


def doubt_partial(
    search: BoardSearch, found: Sequence[PlaceScores], hidden: Mask | None
) -> tuple[PlaceScores, ...]:
    """Return the places; pieces of which a part is seen, and more of it beyond, become doubtful.

    What ``hidden`` says that things hide is explained by those.
    """
    pieces = [piece for place in found if (piece := _see_piece(search, place)) is not None]
    stand = [piece.shown for piece in pieces if piece.place.best is not None]
    usual = float(np.percentile(stand or [0.0], 75))
    parts = [piece for piece in pieces if piece.shown < TUNING.shown_min * usual]
    if not parts:
        return tuple(found)
    partial = [piece.place for piece in parts]
    explained = _explain(search, [place for place in found if place not in partial])
    if hidden is not None:
        explained |= hidden
    doubted = [
        piece.place
        for piece in parts
        if _goes_on(search, piece, explained & (piece.shown > TUNING.hardly_shown * usual))
    ]
    many = sum(place.best is not None for place in doubted)
    number, share = TUNING.common
    if many > max(number, share * len(stand)):
        return tuple(found)
    return tuple(
        replace(place, nats_max=min(place.nats_max, TUNING.nats_max)) if place in doubted else place
        for place in found
    )


def _see_piece(search: BoardSearch, place: PlaceScores) -> _Piece | None:
    """Return the piece that may stand there, if it shows its colour from top to foot."""
    likeliest = max(place.scores, key=lambda piece: place.scores[piece], default=None)
    kind, tops = search.sites.silhouettes[place.standing.kind].kind, search.appearance.tops
    if (
        likeliest not in tops
        or not (kind.coloured_all_over and kind.slender)
        or place.scores[likeliest] < TUNING.nats_min
        or place.visible_share < SEEN_ENOUGH
        or is_like_labelled(place)
    ):
        return None
    top = np.array(tops[likeliest], dtype=np.float32)
    if not same_hue(top[None], top)[0]:
        return None
    window, outline = search.sites.outline(place.standing, 0.0)
    colours, (gain, offset) = _see(search, window), search.light
    inside = (colours[enlarge(outline, colours)] - offset) / gain
    return _Piece(place, top, float(same_hue(inside, top).mean()))


def _see(search: BoardSearch, window: tuple[slice, slice]) -> Map:
    """Return a window of the map in the finer picture, in its own light."""
    scale = search.flat.shape[1] // search.view.z_score.shape[1]
    rows, columns = (slice(part.start * scale, part.stop * scale) for part in window)
    return search.flat[rows, columns]


def _explain(search: BoardSearch, found: Sequence[PlaceScores]) -> Mask:
    """Return what pieces that stand and can be seen hide."""
    seen = (p for p in found if p.best is not None and p.visible_share >= SEEN_ENOUGH)
    return hidden_mask(seen, search.sites, search.view.z_score.shape, TUNING.halo_mm)


def _goes_on(search: BoardSearch, piece: _Piece, explained: Mask) -> bool:
    """Whether a piece's colour goes on beyond all outlines, so that it fits its own one badly."""
    window, outline = search.sites.outline(piece.place.standing, 0.0)
    _, halo = search.sites.outline(piece.place.standing, TUNING.halo_mm)
    colours, (gain, offset) = _see(search, window), search.light
    seen = same_hue((colours - offset) / gain, piece.top)
    printed = same_hue(search.view.reference[window], piece.top)
    alien = (search.view.z_score[window] > TUNING.foreign_z) | ~printed
    own, near, fair = (
        enlarge(part, seen) for part in (outline, halo, alien & (outline | ~explained[window]))
    )
    _, labels = cv2.connectedComponents((seen & fair).astype(np.uint8))
    touched = np.unique(labels[own])
    beyond = int(np.count_nonzero(np.isin(labels, touched[touched > 0]) & ~near))
    px_per_mm = MAP_PX_PER_MM * own.shape[1] / halo.shape[1]
    fits = piece.shown >= TUNING.overlap_max * (1 + beyond / np.count_nonzero(own))
    return not fits and beyond > TUNING.beyond_mm2 * px_per_mm**2
