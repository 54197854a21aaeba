"""Guess the empty board and the pieces in turn: each helps to find the other.

At first only large groups of equal places show what an empty one looks like. Then everything read
as a piece is left out, with what it hides, so that the next guess knows the light better, and also
knows places of small groups.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.camera.silhouettes import Mask
from calibration.surfaces.light import Map
from tablet_companion.vision.objects.foreground import enlarge, hidden_mask
from tablet_companion.vision.places.board_scores import score_places
from tablet_companion.vision.places.likelihood import normalise
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.places.sites import Sites
from tablet_companion.vision.scene import Model
from tablet_companion.vision.uncalibrated.guess import Guess, guess


@dataclass(frozen=True, slots=True)
class Tuning:
    """How often light and pieces are guessed in turn."""

    rounds: int = 2
    """Rounds; chosen: a third changes hardly any place and takes as long."""
    halo_mm: float = 2.0
    """Millimetres round what a piece hides that it may spoil, too."""


TUNING: Final = Tuning()


def guess_by_turns(model: Model, sites: Sites, flat: Map, raw: Map, hands: Mask | None) -> Guess:
    """Guess the light and the empty board of one picture.

    ``flat`` is the board seen from above (1 px/mm), ``raw`` (3 × n) the colours at the sites'
    sample points; nothing is learnt under ``hands`` (at MAP_PX_PER_MM).
    """
    covered = np.zeros(model.ignored.shape, dtype=np.bool_) if hands is None else hands
    made = guess(flat, model.board, enlarge(covered, flat))
    for _ in range(TUNING.rounds):
        found = _read(model, sites, raw, made)
        scores = {place.site.place.name: max(place.scores.values()) for place in found}
        pieces = (place for place in found if place.best is not None)
        hidden = covered | hidden_mask(pieces, sites, covered.shape, TUNING.halo_mm)
        made = guess(flat, model.board, enlarge(hidden, flat), scores)
    return made


def _read(model: Model, sites: Sites, raw: Map, made: Guess) -> Sequence[PlaceScores]:
    """Read all places with the guess so far."""
    known, texture = made.at(sites.points)
    light = made.light
    reference = np.ascontiguousarray(known.T)
    seen = replace(normalise(raw, reference, texture, light, sites.points), guessed=True)
    return score_places(sites, seen, model.appearance, raw[0] >= 0, model.max_counts).places
