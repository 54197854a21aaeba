"""The empty board is guessed by turns with the pieces: each time one is known, so is the other.

At first only many places alike tell what an empty one looks like. What is then read as a piece is
left out, with all that it hides, and the next guess knows the light better, and places of which
there are few.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from calibration.light import Map
from calibration.silhouettes import Mask
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
    """Rounds; chosen: a third changes hardly a place and takes as long."""
    halo_mm: float = 2.0
    """Millimetres that a piece may spoil beside what it hides."""


TUNING: Final = Tuning()


def guess_by_turns(model: Model, sites: Sites, flat: Map, raw: Map, hands: Mask | None) -> Guess:
    """Guess the light and the empty board of one picture.

    ``flat`` is the board seen from above (1 px a mm), ``raw`` (3 × n) what the sites' sample points
    show; ``hands`` (at MAP_PX_PER_MM) is over what nothing is learnt from.
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
    """Read all places by what is guessed so far."""
    known, texture = made.at(sites.points)
    light = made.light
    reference = np.ascontiguousarray(known.T)
    seen = replace(normalise(raw, reference, texture, light, sites.points), guessed=True)
    return score_places(sites, seen, model.appearance, raw[0] >= 0, model.max_counts).places
