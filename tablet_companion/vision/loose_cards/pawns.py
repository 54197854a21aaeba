"""What colour a pawn has: by its top, by its body where a lamp is mirrored in the top."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from calibration.camera.lens import Floats
from hardware.board import PieceKind
from tablet_companion.games.core import EMPTY, Piece
from tablet_companion.vision.loose_cards.outline import Outline, outline_mask
from tablet_companion.vision.loose_cards.patch import Patch, to_lab
from tablet_companion.vision.loose_cards.spots import Colours, grid_of

Posterior = tuple[tuple[Piece, float], ...]


@dataclass(frozen=True, slots=True)
class Tuning:
    """What counts as a pawn's colour.

    Chosen by hand on simulated tables of Wink's cards; held by tests/vision/loose.
    """

    top_share: float = 0.7
    """Share of the top's radius whose colour is sampled."""
    top_seen_min: float = 0.4
    """Share of that disc that must be visible; otherwise the whole outline's colour is sampled."""
    lightness_weight: float = 0.5
    """Weight of brightness relative to hue: a top's shade varies, its hue does not."""
    neutral_chroma: float = 15.0
    """CIE chroma below which a pawn's colour is grey."""
    grey_hue_weight: float = 2.0
    """Factor by which hue counts for grey pawns: white and black have none, skin has some."""
    mirror_lightness: float = 70.0
    """CIE lightness from which a top without colour may mirror a lamp, if the rest of the pawn does
    not look alike."""
    body_chroma: float = 25.0
    """CIE chroma above which the rest of the pawn looks otherwise."""
    body_lightness: float = 30.0
    """CIE lightness below which the rest of the pawn looks otherwise."""
    lab_sigma: float = 10.0
    """Standard deviation of a top's colour (CIE L*a*b*)."""
    clipped_share: float = 0.99
    """Share of white paper from which a channel may be clipped, so that orange looks yellow."""
    clipped_sigma: float = 14.0
    """Standard deviation of a colour that may be clipped (CIE L*a*b*)."""
    lab_distance_max: float = 34.0
    """A colour farther than this from every pawn's is no pawn's."""
    certainty: float = 0.998
    """Highest probability that one look may give."""
    body_mm2_min: int = 30
    """Square millimetres (pixels of a patch) of a body from which its colour can be told."""


TUNING: Final = Tuning()

_SKIN: Final = np.array([(72.0, 14.0, 22.0), (55.0, 18.0, 25.0), (35.0, 14.0, 18.0)])
"""Colours of fingers (CIE L*a*b*): what is closer to one of these than to a pawn is no pawn."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A pawn: the probabilities of its colour, and its foot in the card's frame (mm).

    ``doubtful``: it may lie there rather than stand, or stand beside the card.
    """

    posterior: Posterior
    at_mm: tuple[float, float]
    doubtful: bool = False


class Pawns:
    """The looks of pawns; made once for a kind of piece."""

    def __init__(self, kind: PieceKind) -> None:
        """Take shape and nominal colours."""
        self.kind = kind
        self.colours = tuple(Piece(colour) for colour in kind.colours)
        rgb = np.array([kind.rgb(colour) for colour in kind.colours], dtype=np.float32)
        self.bgr: Colours = np.ascontiguousarray(rgb[:, ::-1] / 255)
        self._lab = to_lab(self.bgr)
        grey = np.hypot(self._lab[:, 1], self._lab[:, 2]) < TUNING.neutral_chroma
        hue = np.where(grey, TUNING.grey_hue_weight, 1.0)
        self._weight = np.column_stack([np.full(len(hue), TUNING.lightness_weight), hue, hue])

    @property
    def pale(self) -> tuple[Piece, ...]:
        """Return the colours of pawns that white paper, or a lit disc, may hide."""
        light = self._lab[:, 0] >= TUNING.mirror_lightness
        grey = np.hypot(*self._lab[:, 1:].T) < TUNING.neutral_chroma
        return tuple(itertools.compress(self.colours, light & grey))

    def is_dark(self, colour: Piece) -> bool:
        """Whether pawns of a colour are as dark as a shadow."""
        return bool(self._lab[self.colours.index(colour), 0] < TUNING.body_lightness)

    def posterior(self, colour: Colours) -> Posterior | None:
        """Return the probabilities of a top's colour (shares of white); None if it is no pawn's."""
        shares = self.shares(colour[None])[0]
        if not shares.any():
            return None
        likely = (shares * TUNING.certainty).tolist()
        return ((EMPTY, 1 - TUNING.certainty), *zip(self.colours, likely, strict=True))

    def shares(self, colours: Colours) -> Floats:
        """Return how likely colours (n × 3) are each pawn's; nothing where they are no pawn's."""
        lab = to_lab(colours)[:, None]
        distance = np.sqrt((((lab - self._lab) * self._weight) ** 2).sum(axis=2))
        skin = np.sqrt((((lab - _SKIN) * (TUNING.lightness_weight, 1.0, 1.0)) ** 2).sum(axis=2))
        least = distance.min(axis=1, keepdims=True)
        clipped = colours.max(axis=1, keepdims=True) > TUNING.clipped_share
        sigma = np.where(clipped, TUNING.clipped_sigma, TUNING.lab_sigma)
        likely = np.exp((least**2 - distance**2) / (2 * sigma**2))
        known = least <= np.minimum(TUNING.lab_distance_max, skin.min(axis=1, keepdims=True))
        return np.asarray(known * likely / likely.sum(axis=1, keepdims=True), np.float64)


def empty_posterior(pawns: Pawns, hidden: Collection[Piece]) -> Posterior:
    """Return the probabilities of a place that is seen empty.

    Colours in ``hidden`` may stand there unseen, each as likely as nothing.
    """
    rest = (1 - TUNING.certainty) / len(pawns.colours)
    share = TUNING.certainty / (1 + len(hidden))
    colours = {colour: share if colour in hidden else rest for colour in pawns.colours}
    return ((EMPTY, 1 - sum(colours.values())), *colours.items())


def likeliest(posterior: Mapping[Piece, float] | Posterior) -> Piece:
    """Return the likeliest piece."""
    return max(dict(posterior).items(), key=lambda pair: pair[1])[0]


def colour_posterior(
    pawns: Pawns, patch: Patch, outline: Outline, foot_mm: Floats
) -> Posterior | None:
    """Return the probabilities of a pawn's colour by its top; None if that is no pawn's.

    If too little of the top is seen, all that is seen of the pawn decides. So does the body of a
    pawn whose top is pale: a lamp or window may be mirrored there.
    """
    radius = pawns.kind.cap_diameter_mm / 2 * TUNING.top_share
    away = grid_of(patch.other.shape) - foot_mm - outline.lean_mm
    whole = outline_mask(outline.tight_hull, foot_mm, patch.other.shape) & patch.other
    top = ((away**2).sum(axis=-1) <= radius**2) & patch.other
    if top.sum() < TUNING.top_seen_min * np.pi * radius**2:
        return pawns.posterior(_median(patch.colours[whole]))
    colour, body = _median(patch.colours[top]), patch.colours[whole & ~top]
    if len(body) < TUNING.body_mm2_min:
        return pawns.posterior(colour)
    if _is_mirror(colour, _median(body)):
        return pawns.posterior(_median(body))
    return _weigh_gloss(pawns, colour, _median(body))


def _weigh_gloss(pawns: Pawns, top: Colours, body: Colours) -> Posterior | None:
    """Return the probabilities of a top's colour, in doubt if its body is more colourful.

    A lamp's image makes red look pink.
    """
    by_top, by_body = pawns.posterior(top), pawns.posterior(body)
    chroma = np.hypot(*to_lab(np.array([top, body]))[:, 1:].T)
    if by_top is None or by_body is None or chroma[0] > chroma[1]:
        return by_top
    if likeliest(by_top) == likeliest(by_body):
        return by_top
    either = zip(by_top, by_body, strict=True)
    return tuple((piece, (one + other) / 2) for (piece, one), (_, other) in either)


def _is_mirror(top: Colours, body: Colours) -> bool:
    """Whether a pale top belongs to a pawn that is coloured or black."""
    (top_light, *top_ab), (light, *ab) = to_lab(np.array([top, body])).tolist()
    if top_light < TUNING.mirror_lightness or np.hypot(*top_ab) > TUNING.neutral_chroma:
        return False
    return bool(np.hypot(*ab) > TUNING.body_chroma or light < TUNING.body_lightness)


def _median(colours: Colours) -> Colours:
    return np.asarray(np.median(colours, axis=0), np.float32)
