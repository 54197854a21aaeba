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

from calibration.silhouettes import Mask
from hardware.board import Board, PieceKind
from tablet_companion.games.core import EMPTY, HIDDEN, Piece, Place
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.reading import PlaceReading

SEEN_ENOUGH: Final = 0.5
"""A place of which less is visible is covered."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """How sure a single look may be, and what the number of pieces may say.

    Chosen by hand on the boxed board's photographs and the simulated table and, for how sure, on
    reliability tables of boards left out (make measure); held by tests/vision/test_belief.py.
    """

    missing_probability: float = 0.03
    """Probability that one piece more is missing from the places: in a hand, in a lap, under the
    table."""
    fewer_probability: float = 0.01
    """Probability that one colour or more does not play at all."""
    covered_probability: float = 0.5
    """The same as the first, for each place that is covered and each piece seen beside the
    places."""
    look_nats_max: float = 12.0
    """Nats. No single look at a place convinces more than this."""
    count_nats_max: float = 3.6
    """Nats. What is known of the number of all pieces says no more than this of one place,"""
    colour_nats_max: float = 6.0
    """nor the number of one colour more than this. It decides between places in doubt; one bad
    score must not make sure ghosts of others."""
    score_nats_max: float = 30.0
    """Nats a score is clipped to before its exponential."""
    occupied_min: float = 1e-9
    """Probability. A place less likely to be occupied need not be counted."""
    probability_min: float = 1e-30
    """Probability; keeps logarithms finite."""


TUNING: Final = Tuning()


Rows = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Stock:
    """The pieces of one kind: what may be seen of them, and how many there are of each colour.

    ``each`` lacks the colours of unknown number; ``total`` is None where it lacks any.
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
    """Return how many pieces of a colour there are; 0 if that is unknown.

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


def read_places(
    found: Sequence[PlaceScores], supply: Sequence[Stock], beside: Collection[Piece]
) -> tuple[PlaceReading, ...]:
    """Return what is seen at every place, as probabilities.

    ``beside`` are the pieces that were seen beside the places.
    """
    pieces = tuple(dict.fromkeys(piece for place in found for piece in place.scores))
    scores = np.array([_scores(place, pieces) for place in found]).reshape(-1, len(pieces))
    covered = np.array([place.visible_share < SEEN_ENOUGH for place in found], dtype=np.bool_)
    for stock in supply:
        _count(stock, pieces, scores, covered, sum(piece in stock.pieces for piece in beside))
    column = {piece: index for index, piece in enumerate(pieces)}
    return tuple(
        _read_place(place, row[[column[piece] for piece in place.scores]], out)
        for place, row, out in zip(found, scores, covered.tolist(), strict=True)
    )


def _count(stock: Stock, pieces: Sequence[Piece], scores: Rows, covered: Mask, beside: int) -> None:
    """Change the scores of one kind's pieces by what is known of their number."""
    for column, piece in enumerate(pieces):
        if piece in stock.each:
            _rule_out_more(scores, covered, column, stock.each[piece])
    if stock.total is None:
        return
    own = np.array([piece in stock.pieces for piece in pieces], dtype=np.bool_)
    able = np.isfinite(scores[:, own]).any(axis=1)
    away = beside + int(np.count_nonzero(able & covered))
    shifts = _shifts(_shares(scores[able & ~covered])[:, own].sum(axis=1), stock, away)
    scores[np.ix_(able & ~covered, own)] += shifts[:, None]


def _scores(place: PlaceScores, pieces: Sequence[Piece]) -> list[float]:
    """Return a place's log odds against its being empty; minus infinity for what cannot be."""
    return [place.scores.get(piece, -math.inf) for piece in pieces]


def _read_place(place: PlaceScores, odds: Rows, covered: bool) -> PlaceReading:
    """Return the probabilities of nothing and of each piece; they are alike where it is covered."""
    odds = np.append(0.0, odds)
    shares = np.exp(np.maximum(odds - odds.max(), -TUNING.look_nats_max))
    shares = np.ones(len(odds)) if covered else shares
    shares /= shares.sum()
    pieces = (EMPTY, *place.scores)
    name = Place(place.site.place.name)
    return PlaceReading(name, tuple(zip(pieces, shares.tolist(), strict=True)), covered=covered)


def _shares(scores: Rows) -> Rows:
    """Return the probabilities that each place (row) alone gives to the pieces."""
    odds = np.exp(np.minimum(scores, TUNING.score_nats_max))
    return np.asarray(odds / (1 + odds.sum(axis=1, keepdims=True)))


def _rule_out_more(scores: Rows, covered: Mask, column: int, most: int) -> None:
    """Take from every place's score of a colour what the same colour elsewhere leaves of it."""
    able = ~covered & np.isfinite(scores[:, column])
    before, after = _others(_shares(scores[able])[:, column], most)
    fewer = (before * np.cumsum(after, axis=1)[:, ::-1]).sum(axis=1)
    scores[able, column] += np.maximum(
        -TUNING.colour_nats_max, np.log(np.maximum(fewer, TUNING.probability_min))
    )


def _shifts(occupied: Rows, stock: Stock, away: int) -> Rows:
    """Return by how much the number of pieces speaks for each place's being occupied (nats).

    ``occupied`` are the probabilities that the places alone give to the stock's pieces; ``away`` is
    how many may well be missing. Exact under independence: forward and backward sums over how many
    places are occupied.
    """
    assert stock.total is not None
    prior = _number_prior(stock.total, away)
    for fewer in stock.fewer:
        prior[: fewer + 1] += TUNING.fewer_probability * _number_prior(fewer, away)
    before, after = _others(occupied, len(prior))
    number = np.add.outer(np.arange(len(prior)), np.arange(len(prior)))
    empty, one = (
        (before @ np.append(prior, 0)[np.minimum(number + here, len(prior))] * after).sum(axis=1)
        for here in (0, 1)
    )
    shifts = np.log(np.maximum(one, TUNING.probability_min)) - np.log(
        np.maximum(empty, TUNING.probability_min)
    )
    return np.asarray(np.clip(shifts, -TUNING.count_nats_max, TUNING.count_nats_max))


def _number_prior(pieces: int, away: int) -> Rows:
    """Return how likely each number of occupied places is, from 0 to all pieces."""
    missing = np.arange(max(0, pieces), -1, -1)
    easily = np.minimum(missing, away)
    return np.asarray(
        TUNING.covered_probability**easily * TUNING.missing_probability ** (missing - easily),
        dtype=np.float64,
    )


def _others(occupied: Rows, length: int) -> tuple[Rows, Rows]:
    """Return how many (below ``length``) of the places before each, and after it, are occupied."""
    return _running(occupied, length)[:-1], _running(occupied[::-1], length)[-2::-1]


def _running(occupied: Rows, length: int) -> Rows:
    """Return, before each place and after the last, the distribution of how many are occupied."""
    likely = occupied > TUNING.occupied_min
    rows = np.zeros((np.count_nonzero(likely) + 1, length))
    rows[0, :1] = 1.0
    for index, share in enumerate(occupied[likely].tolist()):
        rows[index + 1] = rows[index] * (1 - share)
        rows[index + 1, 1:] += rows[index, :-1] * share
    return np.asarray(rows[np.append(0, np.cumsum(likely))])
