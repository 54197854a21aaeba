"""One answer from two readers: the likelihoods of single points, and the network of whole windows.

The likelihoods know what was taught of this very board; the network knows what boards, pieces and
lights are like. Neither is right alone: how they are weighed was fitted on boards of which neither
had seen anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from tablet_companion.games.core import HIDDEN, Piece
from tablet_companion.vision.places.opinion import Opinion
from tablet_companion.vision.places.scores import Found


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each reader counts, per nat of what it says.

    ``likelihood_nats`` is what the likelihoods may say at most; ``bias`` is added to every piece's
    log odds, ``turned`` to those of a piece that was turned over.
    """

    network: float = 1.0
    likelihood: float = 0.25
    likelihood_nats: float = 8.0
    hue: float = 1.0
    bias: float = 0.0
    turned: float = 0.0


WEIGHTS: Final = Weights()
_COVERED: Final = 0.5


def joined(
    found: Sequence[Found], opinions: Mapping[str, Opinion], weights: Weights = WEIGHTS
) -> tuple[Found, ...]:
    """Return places with both readers' word for each piece; what lies under a piece stays."""
    return tuple(
        here if here.under else _join(here, opinions[here.site.place.name], weights)
        for here in found
    )


def _join(here: Found, opinion: Opinion, weights: Weights) -> Found:
    scores = {piece: _score(piece, score, opinion, weights) for piece, score in here.scores.items()}
    likeliest = max(scores, key=lambda piece: scores[piece])
    best = likeliest if scores[likeliest] > 0 else None
    visible = here.visible if opinion.covered < _COVERED else 0.0
    return replace(here, scores=scores, best=best, visible=visible, strange=0.0, unlike=0.0)


def _score(piece: Piece, score: float, opinion: Opinion, weights: Weights) -> float:
    """Return the log odds of one piece against the bare board."""
    if piece not in opinion.scores:
        return score
    most = weights.likelihood_nats
    bias = weights.bias + (weights.turned if piece == HIDDEN else 0.0)
    own = most * float(np.tanh(score / most))
    return weights.network * opinion.scores[piece] + weights.likelihood * own + bias
