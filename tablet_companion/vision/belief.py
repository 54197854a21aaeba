"""From scores place by place to probabilities, with what is known of the pieces' number.

Every colour has as many pieces as its nest has spots, or as the board file says; none is ever taken
out of the game. So a seventeenth pawn or a fifth yellow one is impossible, and a missing one is
rare: it is in a hand, in a lap, or beside a place. That tells apart what single places leave in
doubt. Each kind of pieces is counted by itself.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hardware.board import Board, PieceKind
from tablet_companion.games.core import EMPTY, HIDDEN, Piece, Place
from tablet_companion.vision.reading import Sight
from tablet_companion.vision.scores import Found

_SEEN_ENOUGH: Final = 0.5
"""A place of which less is visible is covered."""
_MISSING: Final = 0.03
"""How likely one piece more is to be missing from the places."""
_FEWER: Final = 0.01
"""How likely it is that one colour or more does not play at all."""
_COVERED_MISSING: Final = 0.5
"""The same, for each place that is covered and each piece that was seen beside the places."""
_SHARPEST: Final = 12.0
"""No single look at a place convinces more than this (nats)."""
_STRANGE: Final = 2.0
"""Beside a place this strange (nats) or more, what is seen convinces less and less."""
_UNLIKE: Final = 5.0
"""An empty place may differ from the bare board by so much (nats), by its print and by noise."""
_TEMPER: Final = 1.5
"""Scores sharpen a little too slowly: this factor makes their probabilities come true."""


@dataclass(frozen=True, slots=True)
class Stock:
    """The pieces of one kind: what may be seen of them, and how many there are of each colour.

    ``each`` lacks the colours of which nobody knows; ``total`` is None where it lacks any.
    ``fewer`` is how many there are where not all the colours play, but two at least.
    """

    pieces: frozenset[Piece]
    each: Mapping[Piece, int]
    total: int | None
    fewer: tuple[int, ...] = ()


def stocks(board: Board) -> tuple[Stock, ...]:
    """Return what the board's nests, or else its file, tell of every kind's number."""
    return tuple(_stock(board, kind) for kind in board.pieces.values())


def _stock(board: Board, kind: PieceKind) -> Stock:
    each = {colour: _number(board, kind, colour) for colour in kind.colours}
    known = {Piece(colour): number for colour, number in each.items() if number}
    pieces = frozenset([*map(Piece, kind.colours), *([HIDDEN] if kind.hole_depth_mm > 0 else [])])
    if len(known) < len(each):
        return Stock(pieces, known, None)
    alike = len(set(known.values())) == 1
    fewer = tuple(
        number * count for number in set(known.values()) for count in range(2, len(known))
    )
    return Stock(pieces, known, sum(known.values()), fewer if alike else ())


def _number(board: Board, kind: PieceKind, colour: str) -> int:
    """Return how many pieces of a colour there are; 0 where nobody knows.

    A nest belongs to a side, ``red``; so do the pieces ``red`` and ``red.anything``. A nest that
    holds several kinds tells nothing of them.
    """
    if kind.each is not None:
        return kind.each
    return sum(
        place.kind == "nest"
        and place.colour == colour.partition(".")[0]
        and list(board.kinds_at(place).values()) == [kind]
        for place in board.places
    )


def sights(
    found: Sequence[Found], supply: Sequence[Stock], beside: Collection[Piece]
) -> tuple[Sight, ...]:
    """Return what is seen at every place, as probabilities.

    ``beside`` are the pieces that were seen beside the places.
    """
    hidden = [place.visible < _SEEN_ENOUGH for place in found]
    scores = [_scores(place) for place in found]
    clear = [score for score, out in zip(scores, hidden, strict=True) if not out]
    covered = [score for score, out in zip(scores, hidden, strict=True) if out]
    for stock in supply:
        _count(stock, clear, covered, sum(piece in stock.pieces for piece in beside))
    return tuple(
        Sight(name, _flat(score), covered=True) if out else _sight(name, score)
        for name, score, out in zip(
            (Place(place.site.place.name) for place in found), scores, hidden, strict=True
        )
    )


def _count(
    stock: Stock,
    clear: Sequence[dict[Piece, float]],
    covered: Sequence[dict[Piece, float]],
    beside: int,
) -> None:
    """Change the scores of one kind's pieces by what is known of their number."""
    for colour, most in stock.each.items():
        _rule_out_more([score for score in clear if colour in score], colour, most)
    if stock.total is None:
        return
    able = [score for score in clear if not stock.pieces.isdisjoint(score)]
    away = beside + sum(not stock.pieces.isdisjoint(score) for score in covered)
    for score, shift in zip(able, _shifts(able, stock, away), strict=True):
        for piece in stock.pieces & score.keys():
            score[piece] += shift


def _scores(place: Found) -> dict[Piece, float]:
    """Return the log odds against an empty place, weaker where the light is not understood."""
    doubt = max(place.strange / _STRANGE, place.unlike / _UNLIKE, 1.0)
    most = _SHARPEST / doubt**2
    return {
        piece: float(np.clip(score * _TEMPER, -most, most)) if doubt > 1 else score * _TEMPER
        for piece, score in place.scores.items()
    }


def _flat(scores: Mapping[Piece, float]) -> tuple[tuple[Piece, float], ...]:
    pieces = (EMPTY, *scores)
    return tuple((piece, 1 / len(pieces)) for piece in pieces)


def _sight(name: Place, scores: Mapping[Piece, float]) -> Sight:
    odds = np.array([0.0, *scores.values()])
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
        score[colour] += max(-_SHARPEST, float(np.log(max(fewer, 1e-30))))


def _share(scores: Mapping[Piece, float], colour: Piece) -> float:
    """Return the probability that a place alone gives to a colour."""
    odds = {piece: math.exp(min(score, 30.0)) for piece, score in scores.items()}
    return odds[colour] / (1 + sum(odds.values()))


def _shifts(
    scores: Sequence[Mapping[Piece, float]], stock: Stock, away: int
) -> NDArray[np.float64]:
    """Return by how much the number of pieces speaks for each place's being occupied (nats).

    ``away`` is how many may well be missing. Exact under independence: forward and backward sums
    over how many places are occupied.
    """
    assert stock.total is not None
    occupied = np.array([_occupied(score, stock) for score in scores])
    prior = _number_prior(stock.total, away)
    for fewer in stock.fewer:
        prior[: fewer + 1] += _FEWER * _number_prior(fewer, away)
    forward = _running(occupied, len(prior))
    backward = _running(occupied[::-1], len(prior))[::-1]
    shifts = []
    for index in range(len(occupied)):
        others = np.convolve(forward[index], backward[index + 1])[: len(prior)]
        empty = float((others * prior).sum())
        one = float((others[:-1] * prior[1:]).sum())
        shifts.append(np.log(max(one, 1e-30)) - np.log(max(empty, 1e-30)))
    return np.asarray(np.clip(np.array(shifts), -_SHARPEST, _SHARPEST), dtype=np.float64)


def _occupied(scores: Mapping[Piece, float], stock: Stock) -> float:
    """Return the probability that a place alone gives to a kind of pieces."""
    odds = {piece: math.exp(min(score, 30.0)) for piece, score in scores.items()}
    own = sum(odds[piece] for piece in stock.pieces & odds.keys())
    return own / (1 + sum(odds.values()))


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
