"""From scores by place to probabilities, using the known number of pieces.

Every colour has as many pieces as its nest has spots, or as the board file says. So a seventeenth
pawn or a fifth yellow one is impossible. In most games none ever leaves the board, and a missing
one is rare: it is in a hand, in a lap, or beside a place. That settles what single places leave in
doubt. Where many are clearly missing, pieces do leave the game, and their number says nothing more.
Each kind of piece is counted separately.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.camera.silhouettes import Mask
from hardware.board import Board, PieceKind
from tablet_companion.games.core import EMPTY, HIDDEN, Piece, Place
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.reading import SURE, PlaceReading

SEEN_ENOUGH: Final = 0.5
"""A place with less than this share visible is covered."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """How certain a single look may be, and how much the number of pieces may count.

    Chosen by hand on the boxed board's photographs and the simulated table; the limits of certainty
    on reliability tables of left-out boards (make measure); held by tests/vision/test_belief.py.
    """

    missing_probability: float = 0.03
    """Probability that one more piece is missing from the places: in a hand, in a lap, under the
    table."""
    fewer_probability: float = 0.01
    """Probability that at least one colour does not play."""
    playing_places: int = 2
    """A colour surely seen at this many places does play: a single one may be another in a lamp's
    image."""
    leaving_probability: float = 0.01
    """Probability that pieces leave the game, as captured men do in chess; then any number of them
    is as probable as any other. Only if doubtful places were compared with labelled pieces: without
    that, too many are overlooked to tell."""
    doubtful_min: float = 0.01
    """Probability from which a place may be occupied, or empty, so that it is doubtful."""
    covered_probability: float = 0.5
    """The probability of a missing piece for each covered place and each piece seen beside the
    places."""
    look_nats_max: float = 12.0
    """Nats. No single look at a place counts more than this."""
    count_nats_max: float = 3.6
    """Nats. The known number of all pieces counts no more than this for a place. It decides between
    doubtful places; one bad score must not create confident ghosts elsewhere."""
    colour_nats_max: float = 6.0
    """Nats. As ``count_nats_max``, for the known number of one colour."""
    bare_lead_nats_max: float = 2.0
    """Nats. The number of pieces makes bare board no surer by more than this, nor surer than this
    (88 %) if the place itself shows a piece. Chosen on boards drawn for it: of 38 such places above
    90 % 23 held one."""
    score_nats_max: float = 30.0
    """Nats a score is clipped to before its exponential."""
    occupied_min: float = 1e-9
    """Probability. Places less likely to be occupied are not counted."""
    probability_min: float = 1e-30
    """Probability; keeps logarithms finite."""
    guess_unsure_max: float = 0.5
    """Share. If more places of a board that no picture showed are unsure, none is sure: where the
    guess of the board is wrong, it is wrong for others, too. Chosen: half; chess by a window has
    two thirds (half of its places wrong), felt with discs a third (1 % wrong)."""
    guess_probability_max: float = 0.88
    """Probability that none of them exceeds then: the referee asks below 90 %."""


TUNING: Final = Tuning()


Rows = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Stock:
    """The pieces of one kind: how they may look, and how many there are of each colour.

    ``each`` lacks colours of unknown number; ``total`` is None if it lacks any. ``fewer`` are the
    possible totals if not all colours play, but at least two.
    """

    pieces: frozenset[Piece]
    each: Mapping[Piece, int]
    total: int | None
    fewer: tuple[int, ...] = ()


def stocks(board: Board, *, more: bool = False) -> tuple[Stock, ...]:
    """Return the number of pieces of every kind, from the board's nests or else its file.

    ``more``: with those that an option of the game adds.
    """
    return tuple(_stock(board, kind, more=more) for kind in board.pieces.values())


def _stock(board: Board, kind: PieceKind, *, more: bool) -> Stock:
    each = {colour: _number(board, kind, colour, more=more) for colour in kind.colours}
    known = {Piece(colour): number for colour, number in each.items() if number}
    pieces = frozenset([*map(Piece, kind.colours), *([HIDDEN] if kind.hole_depth_mm > 0 else [])])
    if len(known) < len(each):
        return Stock(pieces, known, None)
    alike = len(set(known.values())) == 1
    fewer = tuple(
        number * count for number in set(known.values()) for count in range(2, len(known))
    )
    return Stock(pieces, known, sum(known.values()), fewer if alike else ())


def _number(board: Board, kind: PieceKind, colour: str, *, more: bool) -> int:
    """Return how many pieces of a colour there are; 0 if unknown.

    A nest belongs to a side, ``red``, and holds the pieces ``red`` and ``red.anything``. A nest
    that holds several kinds says nothing about their numbers.
    """
    if kind.each is not None:
        return kind.most if more and kind.most else kind.each
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
    compared = np.array([place.compared for place in found], dtype=np.bool_)
    for stock in supply:
        aside = sum(piece in stock.pieces for piece in beside)
        _count(stock, pieces, _Table(scores, covered, compared), aside)
    column = {piece: index for index, piece in enumerate(pieces)}
    return tuple(
        _read_place(place, [row[column[piece]] for piece in place.scores], out)
        for place, row, out in zip(found, scores.tolist(), covered.tolist(), strict=True)
    )


def doubt_together(seen: Sequence[PlaceReading]) -> tuple[PlaceReading, ...]:
    """Return the places of a board whose looks are guessed, none sure if many are unsure."""
    clear = [sight for sight in seen if not sight.covered]
    unsure = sum(sight.probability < SURE for sight in clear)
    if unsure <= TUNING.guess_unsure_max * len(clear):
        return tuple(seen)
    return tuple(_doubt(sight) for sight in seen)


def _doubt(sight: PlaceReading) -> PlaceReading:
    """Return a place whose likeliest content is no likelier than a doubt; the others gain."""
    most, best = TUNING.guess_probability_max, sight.probability
    if best <= most:
        return sight
    share = (best - most) / (len(sight.posterior) - 1)
    posterior = tuple(
        (piece, most if piece == sight.best else chance + share)
        for piece, chance in sight.posterior
    )
    return replace(sight, posterior=posterior)


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """The scores of places (row) and pieces, and which places are covered, and were compared."""

    scores: Rows
    covered: Mask
    compared: Mask


def _count(stock: Stock, pieces: Sequence[Piece], table: _Table, beside: int) -> None:
    """Adjust the scores of one kind's pieces by their known number, in place."""
    scores, covered = table.scores, table.covered
    for column, piece in enumerate(pieces):
        if piece in stock.each:
            _rule_out_more(scores, covered, column, stock.each[piece])
    if stock.total is None:
        return
    own = np.array([piece in stock.pieces for piece in pieces], dtype=np.bool_)
    able = np.isfinite(scores[:, own]).any(axis=1)
    away = beside + int(np.count_nonzero(able & covered))
    clear = able & ~covered
    shares = _shares(scores[clear])[:, own]
    occupied = shares.sum(axis=1)
    prior = _stock_prior(
        _drop_absent(stock, [pieces[column] for column in np.flatnonzero(own).tolist()], shares),
        away,
        leaving=_may_leave(occupied, table.compared[clear]),
    )
    scores[np.ix_(clear, own)] += _shifts(occupied, prior)[:, None]


def _drop_absent(stock: Stock, pieces: Sequence[Piece], shares: Rows) -> Stock:
    """Return a stock without the totals of fewer colours than surely play.

    ``shares`` are the probabilities of its pieces (columns) at the places (rows).
    """
    playing = np.count_nonzero(shares > SURE, axis=0) >= TUNING.playing_places
    seen = [piece for piece, plays in zip(pieces, playing.tolist(), strict=True) if plays]
    least = sum(stock.each.get(piece, 0) for piece in seen)
    return replace(stock, fewer=tuple(total for total in stock.fewer if total >= least))


def _may_leave(occupied: Rows, compared: Mask) -> bool:
    """Whether most doubtful places were compared with labelled pieces."""
    doubtful = (occupied > TUNING.doubtful_min) & (occupied < 1 - TUNING.doubtful_min)
    return bool(compared[doubtful].mean() > 0.5) if doubtful.any() else False


def _scores(place: PlaceScores, pieces: Sequence[Piece]) -> list[float]:
    return [place.scores.get(piece, -math.inf) for piece in pieces]


def _read_place(place: PlaceScores, odds: Sequence[float], covered: bool) -> PlaceReading:
    """Return the probabilities of nothing and of each piece; uniform if the place is covered."""
    odds = _limit_lead(place, [0.0, *odds])
    best = math.inf if covered else max(odds)
    shares = [math.exp(max(nats - best, -TUNING.look_nats_max)) for nats in odds]
    total = sum(shares)
    pieces = (EMPTY, *place.scores)
    posterior = tuple((piece, share / total) for piece, share in zip(pieces, shares, strict=True))
    return PlaceReading(Place(place.site.place.name), posterior, covered=covered)


def _limit_lead(place: PlaceScores, odds: list[float]) -> list[float]:
    """Return log odds whose likeliest answer leads by no more than it may.

    A missing piece is where it may be. But where there seem to be too many, one that is misread in
    a strange light would make another, which is seen, vanish for certain.
    """
    first = odds.index(max(odds))
    lead = odds[first] - max(odds[:first] + odds[first + 1 :])
    most = place.nats_max
    if first == 0:
        own_lead = max(-max(place.scores.values()), 0.0)
        most = min(own_lead + TUNING.bare_lead_nats_max, place.bare_nats_max)
    if most < lead < math.inf:
        odds[first] -= lead - most
    return odds


def _shares(scores: Rows) -> Rows:
    """Return the probabilities of the pieces at each place (row), independent of other places."""
    odds = np.exp(np.minimum(scores, TUNING.score_nats_max))
    return np.asarray(odds / (1 + odds.sum(axis=1, keepdims=True)))


def _rule_out_more(scores: Rows, covered: Mask, column: int, most: int) -> None:
    """Reduce every place's score of a colour by what that colour's other places use up."""
    able = ~covered & np.isfinite(scores[:, column])
    before, after = _others(_shares(scores[able])[:, column], most)
    fewer = (before * np.cumsum(after, axis=1)[:, ::-1]).sum(axis=1)
    scores[able, column] += np.maximum(
        -TUNING.colour_nats_max, np.log(np.maximum(fewer, TUNING.probability_min))
    )


def _shifts(occupied: Rows, prior: Rows) -> Rows:
    """Return how much the number of pieces supports each place's being occupied (nats).

    ``occupied`` are the probabilities of the stock's pieces at each place alone, ``prior`` those of
    each number of occupied places. Exact under independence: forward and backward sums over the
    number of occupied places.
    """
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


def _stock_prior(stock: Stock, away: int, *, leaving: bool) -> Rows:
    """Return the probability of each number of places occupied by a stock's pieces.

    ``away`` is how many may well be missing, ``leaving`` whether any number may be.
    """
    assert stock.total is not None
    prior = _number_prior(stock.total, away)
    for fewer in stock.fewer:
        prior[: fewer + 1] += TUNING.fewer_probability * _number_prior(fewer, away)
    return prior + TUNING.leaving_probability / len(prior) if leaving else prior


def _number_prior(pieces: int, away: int) -> Rows:
    """Return the probability of each number of occupied places, from 0 to all pieces."""
    missing = np.arange(max(0, pieces), -1, -1)
    easily = np.minimum(missing, away)
    return np.asarray(
        TUNING.covered_probability**easily * TUNING.missing_probability ** (missing - easily),
        dtype=np.float64,
    )


def _others(occupied: Rows, length: int) -> tuple[Rows, Rows]:
    """Return the distributions of occupied places before and after each (below ``length``)."""
    likely = occupied > TUNING.occupied_min
    shares = np.stack([occupied[likely], occupied[likely][::-1]], axis=1)[..., None]
    others = 1 - shares
    rows = np.zeros((len(shares) + 1, 2, length))
    rows[0, :, :1] = 1.0
    for here, following, share, other in zip(rows[:-1], rows[1:], shares, others, strict=True):
        np.multiply(here, other, out=following)
        following[:, 1:] += here[:, :-1] * share
    before = np.append(0, np.cumsum(likely))
    return rows[before[:-1], 0], rows[before[-1] - before[1:], 1]
