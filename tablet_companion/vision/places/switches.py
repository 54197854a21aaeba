"""Combines the switches in the holes with the camera: two witnesses for one hole. Pure.

A switch knows whether a pawn stands in its hole, never which one. If both agree, the reading
becomes certain; if the camera is unsure, the switch decides; if the camera is sure of the contrary,
the hole is disputed and counts as doubtful, so that nobody is accused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from tablet_companion.games.core import EMPTY, Piece, Place
from tablet_companion.vision.reading import SURE, PlaceReading, Reading


@dataclass(frozen=True, slots=True)
class Tuning:
    """How far a switch under a hole is trusted.

    Chosen: magnets fall out and reeds stick, but rarely; held by tests/vision/test_switches.py.
    """

    reliability: float = 0.99
    """Probability that a switch is right."""
    camera_doubt: float = 0.005
    """Probability. Lower limit of the camera's doubt beside a switch, as any witness may be
    wrong."""


TUNING: Final = Tuning()


def join_switches(reading: Reading, closed: Mapping[Place, bool]) -> Reading:
    """Return a reading combined with the switches of some places; the others are unchanged.

    Disputed places are listed in ``disputed``. A covered place whose switch is open is known to be
    empty; if the switch is closed, what stands there remains unknown.
    """
    places, disputed = [], []
    for sight in reading.places:
        state = closed.get(sight.place)
        if state is None:
            places.append(sight)
            continue
        places.append(_beneath(sight, state) if sight.covered else _both(sight, state))
        if not sight.covered and _contradicted(sight, state):
            disputed.append(sight.place)
    return replace(reading, places=tuple(places), disputed=tuple(disputed))


def _contradicted(sight: PlaceReading, closed: bool) -> bool:
    """Whether the camera is sure of what the switch denies."""
    empty = dict(sight.posterior).get(EMPTY, 0.0)
    return (empty if closed else 1 - empty) >= SURE


def _both(sight: PlaceReading, closed: bool) -> PlaceReading:
    """Combine camera and switch (Bayes); colours keep their relative probabilities."""
    empty = min(
        max(dict(sight.posterior).get(EMPTY, 0.0), TUNING.camera_doubt), 1 - TUNING.camera_doubt
    )
    for_empty = empty * (1 - TUNING.reliability if closed else TUNING.reliability)
    for_pawn = (1 - empty) * (TUNING.reliability if closed else 1 - TUNING.reliability)
    return _shared(sight, for_empty / (for_empty + for_pawn))


def _beneath(sight: PlaceReading, closed: bool) -> PlaceReading:
    """Return what is known of a place that the camera cannot see."""
    return sight if closed else replace(_shared(sight, TUNING.reliability), covered=False)


def _shared(sight: PlaceReading, empty: float) -> PlaceReading:
    """Give EMPTY this probability, and scale the others to match."""
    pieces: dict[Piece, float] = {p: posterior for p, posterior in sight.posterior if p != EMPTY}
    total = sum(pieces.values())
    shares = {
        piece: (posterior / total if total > 0 else 1 / len(pieces))
        for piece, posterior in pieces.items()
    }
    return replace(
        sight,
        posterior=tuple(
            (piece, empty if piece == EMPTY else (1 - empty) * shares[piece])
            for piece, _ in sight.posterior
        ),
    )
