"""When what is foreign at the rim is a hand: fitted to squares of worlds left out."""

from __future__ import annotations

import numpy as np

from tablet_companion.vision.objects.hands import HandEvidence
from tablet_companion.vision.objects.survey import CHANNELS, SIDE
from tools.fit.hand_rule import Told, count, cross_validate, fit_weights, foreign_at_edge
from tools.fit.strains import BOARD, Floats

_RIM = 10


def _pictures(apart: float) -> list[Told]:
    """Return what six worlds tell, with hands and without, so far apart."""
    rng = np.random.default_rng(3)
    return [
        Told(
            f"{n % 6}",
            n % 2 == 0,
            HandEvidence(*(rng.normal(0, 1, 3) + apart * (1 - n % 2)).tolist()),
        )
        for n in range(240)
    ]


def test_clear_evidence_is_weighed_without_a_mistake() -> None:
    """Worlds that had no part in the fit are told as well as those that had."""
    pictures = _pictures(9.0)
    assert count(pictures, fit_weights(pictures)) == cross_validate(pictures) == (0, 0)


def test_in_doubt_a_hand_is_rather_invented_than_missed() -> None:
    """To wait for nothing costs seconds, to judge from under a hand a verdict."""
    missed, invented = cross_validate(_pictures(0.8))
    assert missed < invented / 2


def _square(rows: slice, columns: slice) -> Floats:
    """Return a known board on which something is foreign."""
    seen = np.zeros((CHANNELS, SIDE, SIDE), np.float32)
    seen[BOARD, _RIM:-_RIM, _RIM:-_RIM] = seen[7, _RIM:-_RIM, _RIM:-_RIM] = 1
    seen[3:6, rows, columns] = 0.5
    return seen


def test_only_what_reaches_the_rim_is_foreign_at_the_edge() -> None:
    """A spot in the middle, a speck at the rim, and what lies where pieces stand are not."""
    tip = _square(slice(_RIM, _RIM + 6), slice(40, 44))
    foreign = foreign_at_edge(tip)
    assert foreign is not None
    assert foreign.sum() == 6 * 4
    assert foreign_at_edge(_square(slice(60, 70), slice(40, 44))) is None
    assert foreign_at_edge(_square(slice(_RIM, _RIM + 2), slice(40, 42))) is None
    tip[8] = 1
    assert foreign_at_edge(tip) is None
