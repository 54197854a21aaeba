"""From scores place by place to probabilities, with what is known of the pieces' number.

Every colour has as many pieces as its nest has spots; none is ever taken out of the game. So a
seventeenth pawn or a fifth yellow one is impossible, and a missing one is rare: it is in a hand, in
a lap, or beside a place. That tells apart what single places leave in doubt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hardware.board import Board
from tablet_companion.games.core import EMPTY, Piece, Place
from tablet_companion.vision.places import Found
from tablet_companion.vision.reading import Sight

_SEEN_ENOUGH: Final = 0.5
"""A place of which less is visible is covered."""
_MISSING: Final = 0.03
"""How likely one piece more is to be missing from the places."""
_COVERED_MISSING: Final = 0.5
"""The same, for each place that is covered and each piece that was seen beside the places."""
_SHARPEST: Final = 12.0
"""No single look at a place convinces more than this (nats)."""
_TEMPER: Final = 1.5
"""Scores sharpen a little too slowly: this factor makes their probabilities come true."""


Supply = Mapping[Piece, int]
"""How many pieces there are of each colour; empty where nobody knows."""


def supply(board: Board) -> Supply:
    """Return how many pieces of each colour the board's nests hold; none on a board without."""
    nests = (place.colour for place in board.places if place.kind == "nest")
    return Counter(Piece(colour) for colour in nests if colour)


def sights(found: Sequence[Found], pieces: Supply, beside: int) -> tuple[Sight, ...]:
    """Return what is seen at every place, as probabilities.

    ``pieces`` is the supply, ``beside`` how many were seen beside the places.
    """
    hidden = [place.visible < _SEEN_ENOUGH for place in found]
    scores = [_scores(place) for place in found]
    clear = [score for score, out in zip(scores, hidden, strict=True) if not out]
    for colour, most in pieces.items():
        _rule_out_more(clear, colour, most)
    shift = _shifts(clear, sum(pieces.values()) or None, beside, sum(hidden))
    answer = []
    moved = iter(shift)
    for place, score, out in zip(found, scores, hidden, strict=True):
        name = Place(place.site.place.name)
        answer.append(
            Sight(name, _flat(score), covered=True) if out else _sight(name, score, next(moved))
        )
    return tuple(answer)


def _scores(place: Found) -> dict[Piece, float]:
    """Return the log odds against an empty place."""
    return {piece: score * _TEMPER for piece, score in place.scores.items()}


def _flat(scores: Mapping[Piece, float]) -> tuple[tuple[Piece, float], ...]:
    pieces = (EMPTY, *scores)
    return tuple((piece, 1 / len(pieces)) for piece in pieces)


def _sight(name: Place, scores: Mapping[Piece, float], shift: float) -> Sight:
    odds = np.array([0.0, *(score + shift for score in scores.values())])
    shares = np.exp(np.maximum(odds - odds.max(), -_SHARPEST))
    shares /= shares.sum()
    return Sight(name, tuple(zip((EMPTY, *scores), shares.tolist(), strict=True)))


def _rule_out_more(scores: Sequence[dict[Piece, float]], colour: Piece, most: int) -> None:
    """Take from every place's score of a colour what the same colour elsewhere leaves of it."""
    shares = np.array([_share(score, colour) for score in scores])
    forward = _running(shares, most)
    backward = _running(shares[::-1], most)[::-1]
    for index, score in enumerate(scores):
        fewer = np.convolve(forward[index], backward[index + 1])[:most].sum()
        if colour in score:
            score[colour] += max(-_SHARPEST, float(np.log(max(fewer, 1e-30))))


def _share(scores: Mapping[Piece, float], colour: Piece) -> float:
    """Return the probability that a place alone gives to a colour."""
    odds = {piece: np.exp(min(score, 30.0)) for piece, score in scores.items()}
    return float(odds.get(colour, 0.0) / (1 + sum(odds.values())))


def _shifts(
    scores: Sequence[Mapping[Piece, float]], pieces: int | None, beside: int, covered: int
) -> NDArray[np.float64]:
    """Return by how much the number of pieces speaks for each place's being occupied (nats).

    Exact under independence: forward and backward sums over how many places are occupied.
    """
    if pieces is None or not scores:
        return np.zeros(len(scores))
    occupied = np.array([_occupied(score) for score in scores])
    prior = _number_prior(pieces, covered + beside)
    forward = _running(occupied, len(prior))
    backward = _running(occupied[::-1], len(prior))[::-1]
    shifts = []
    for index in range(len(occupied)):
        others = np.convolve(forward[index], backward[index + 1])[: len(prior)]
        empty = float((others * prior).sum())
        one = float((others[:-1] * prior[1:]).sum())
        shifts.append(np.log(max(one, 1e-30)) - np.log(max(empty, 1e-30)))
    return np.asarray(np.clip(np.array(shifts), -_SHARPEST, _SHARPEST), dtype=np.float64)


def _occupied(scores: Mapping[Piece, float]) -> float:
    """Return the probability that a place alone gives to being occupied."""
    total = float(np.exp(np.minimum(np.array(list(scores.values())), 30.0)).sum())
    return total / (1 + total)


def _number_prior(pieces: int, away: int) -> NDArray[np.float64]:
    """Return how likely each number of occupied places is, from 0 to all pieces."""
    missing = np.arange(max(0, pieces), -1, -1)
    easily = np.minimum(missing, away)
    return np.asarray(_COVERED_MISSING**easily * _MISSING ** (missing - easily), dtype=np.float64)


def _running(occupied: NDArray[np.float64], length: int) -> NDArray[np.float64]:
    """Return, before each place and after the last, the distribution of how many are occupied."""
    rows = np.zeros((len(occupied) + 1, length))
    rows[0, 0] = 1.0
    for index, share in enumerate(occupied):
        rows[index + 1] = rows[index] * (1 - share)
        rows[index + 1, 1:] += rows[index, :-1] * share
    return rows
