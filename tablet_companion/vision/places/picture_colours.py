"""Which colour each piece of a picture has, by the other pieces in it.

Pieces of one colour look more alike in one picture than in two: each is compared with the others
that seem to have its colour, not only with what was taught. One that is unlike all may have any
colour that a lamp's image would make so pale: a mirror only adds light. Where the board around a
piece is brighter than elsewhere, a lamp may light both, or mirror in the board alone.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tablet_companion.vision.places.network import Nats, opponent_colours


@dataclass(frozen=True, slots=True)
class Tuning:
    """How far apart the colours of pieces lie.

    Squares are variances, in standard deviations of the colours of one kind of pieces, as the
    network was fitted to them. Chosen by hand on nine drawn boards; half or double of each changes
    little. Held by tests/vision/places/test_picture_colours.py.
    """

    outlier_squared: float = 9.0
    """A colour this far from all known ones says nothing about which it is."""
    taught_squared: float = 0.5
    """How far all pieces of a colour may be from where it was taught, or the file states it."""
    alike_squared: float = 0.05
    """How far pieces of a colour are from one another in one picture."""
    alone_share: float = 0.03
    """Share of pieces that are not like the others of their colour."""
    mirror_share: float = 0.02
    """Share of pieces in which a lamp or window mirrors."""
    mirror_squared: float = 0.125
    """How far the light of that lamp or window is from white."""
    rounds: int = 2
    """How often pieces and colours are matched."""


TUNING: Final = Tuning()

_TO_LOGS: Final = np.linalg.inv(opponent_colours(np.eye(3))).astype(np.float32)
"""From the network's colours to logarithms of blue, green and red."""
_IMPOSSIBLE: Final = -50.0
"""Nats."""


class SeenColours(NamedTuple):
    """Windows' colours (n × 3): in the light beside each, and in the board's usual light.

    They differ only where the board is brighter than usual.
    """

    beside: Nats
    usual: Nats


def match_colours(
    hues: SeenColours, means: Nats, weight: Nats
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return windows' log probabilities of colours (n × m), and how far the two lights disagree.

    ``means`` are the known colours, ``weight`` the windows' probabilities of showing a piece at
    all. A disagreement is the probability of two different answers.
    """
    taught = square_apart(hues.beside, means)
    known = weight[:, None] * (taught < TUNING.outlier_squared)
    shares = log_shares(taught)
    for _ in range(TUNING.rounds):
        others = _centre_others(np.exp(shares) * known, hues.beside, means)
        shares = _fit(hues.beside, means, *others)
    other = _fit(hues.usual, means, *others)
    either = np.logaddexp(shares, other) - math.log(2)
    return either, 1 - np.exp(shares + other).sum(axis=1)


def _centre_others(
    share: NDArray[np.float64], hues: Nats, means: Nats
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return where each window's piece should lie if it has a colour (n × m × 3).

    That is the mean of the other pieces of that colour, and of the known one: the fewer they are,
    the more that counts. Also return the others' share in it (n × m).
    """
    few = TUNING.alike_squared / TUNING.taught_squared
    count = share.sum(axis=0) - share + few
    total = share.T @ hues + few * means
    centres = (total - share[..., None] * hues[:, None]) / count[..., None]
    return centres, np.maximum(1 - few / count, 0)


def _fit(
    hues: Nats, means: Nats, centres: NDArray[np.float64], by_others: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return windows' log probabilities of colours (n × m), given where each should lie.

    The others of a colour say no more than whether a piece is one of them: where all have one
    colour, that is for the known colours to tell.
    """
    apart = by_others * ((hues[:, None] - centres) ** 2).sum(axis=-1) / (2 * TUNING.alike_squared)
    alike = np.log(TUNING.alone_share + (1 - TUNING.alone_share) * np.exp(-apart))
    fit = np.logaddexp(
        alike - _without_outliers(square_apart(hues, means)) + math.log(1 - TUNING.mirror_share),
        _fit_mirrors(hues, centres) + math.log(TUNING.mirror_share),
    )
    return np.asarray(fit - np.logaddexp.reduce(fit, axis=1, keepdims=True))


def _fit_mirrors(hues: Nats, centres: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return how well colours fit with as much white light added as makes them as bright (nats)."""
    logs = centres @ _TO_LOGS
    added = np.exp((hues @ _TO_LOGS).mean(axis=-1))[:, None] - np.exp(logs.mean(axis=-1))
    pale = opponent_colours(np.log(np.exp(logs) + np.maximum(added, 0)[..., None]))
    apart = ((hues[:, None, 1:] - pale[..., 1:]) ** 2).sum(axis=-1)
    return np.where(added > 0, apart / (-2 * TUNING.mirror_squared), _IMPOSSIBLE)


def square_apart(hues: Nats, means: Nats) -> Nats:
    """Return the squares of distances (… × n × m) between colours and means."""
    apart = hues[..., :, None, :] - means[..., None, :, :]
    return np.asarray(np.einsum("...c,...c->...", apart, apart))


def log_shares(apart: Nats) -> NDArray[np.float64]:
    """Return the log probabilities of means at these squares of distances (… × n × m)."""
    apart = _without_outliers(apart)
    return np.asarray(-apart - np.logaddexp.reduce(-apart, axis=-1, keepdims=True))


def _without_outliers(apart: Nats) -> Nats:
    """Return squares of distances (… × n × m) that differ less, the farther all means are.

    Beyond the range of known colours, the growing differences between the distances mean nothing.
    """
    nearest = np.maximum(apart.min(axis=-1, keepdims=True), TUNING.outlier_squared)
    return np.asarray(apart * np.sqrt(TUNING.outlier_squared / nearest))
