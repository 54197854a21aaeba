"""The number of pieces tells apart what single places leave in doubt."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from tablet_companion.games.core import EMPTY, Piece
from tablet_companion.vision.places.belief import Stock, doubt_together, read_places, stocks
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.reading import SURE as BET
from tests.conftest import Prints

SURE, CLEAR = 9.0, -9.0


def _found(scores: list[float], visible: float = 1.0) -> list[PlaceScores]:
    return [
        PlaceScores(
            _site(f"P{number}"),
            {Piece("red"): score, Piece("blue"): score - 8},
            None,
            None,  # type: ignore[arg-type]  # belief looks at scores and names only
            visible,
        )
        for number, score in enumerate(scores)
    ]


def _site(name: str) -> Any:
    return SimpleNamespace(place=SimpleNamespace(name=name))


PIECES = frozenset({Piece("red"), Piece("blue")})


def _supply(pieces: int | None) -> tuple[Stock]:
    """Return a supply of this many pieces that leaves every colour free."""
    return (Stock(PIECES, {}, pieces),)


def _best(scores: list[float], pieces: int | None, beside: tuple[Piece, ...] = ()) -> list[bool]:
    seen = read_places(_found(scores), _supply(pieces), beside)
    return [sight.best != EMPTY for sight in seen]


def test_one_bad_score_makes_no_sure_ghosts() -> None:
    """Five places that plainly look red with four red pieces: none is called empty for sure."""
    supply = (Stock(PIECES, {Piece("red"): 4}, None),)
    for sight in read_places(_found([12.0, SURE, SURE, SURE, SURE]), supply, ()):
        assert dict(sight.posterior)[EMPTY] < 0.5, sight.place


def test_bare_board_that_nobody_knows_is_not_believed() -> None:
    """Where no picture shows a place bare, the referee asks rather than calls it empty.

    A piece that is seen there counts as anywhere, and so does an impossible one.
    """
    found = [replace(place, bare_nats_max=2.0) for place in _found([CLEAR, -1.0, SURE, -np.inf])]
    clear, doubtful, plain, impossible = read_places(found, _supply(None), ())
    assert clear.best == EMPTY
    assert 0.8 < clear.probability < BET
    (usual,) = read_places(_found([-1.0]), _supply(None), ())
    assert doubtful.posterior == usual.posterior
    assert plain.best == "red"
    assert plain.probability > 0.99
    assert impossible.best == EMPTY


def test_one_piece_too_many_is_not_believed() -> None:
    """Of three places that look occupied with two pieces in all, the weakest is empty."""
    assert _best([SURE, SURE, 1.0, CLEAR], 2) == [True, True, False, False]


def test_one_piece_too_many_of_a_colour_is_not_believed() -> None:
    """Of three places that look red with two red pieces, the weakest is not red."""
    supply = (Stock(PIECES, {Piece("red"): 2, Piece("blue"): 2}, 4),)
    seen = read_places(_found([SURE, SURE, 1.0, CLEAR]), supply, ())
    assert [sight.best for sight in seen] == ["red", "red", EMPTY, EMPTY]
    assert [sight.best for sight in read_places(_found([SURE, 1.0]), supply, ())] == ["red", "red"]


def test_a_missing_piece_is_where_it_may_be() -> None:
    """With one piece missing, the place that may hide it is believed; not so without a count."""
    scores = [SURE, SURE, -1.0, CLEAR]
    assert _best(scores, 3) == [True, True, True, False]
    assert _best(scores, None) == [True, True, False, False]


@pytest.mark.parametrize(("compared", "seen"), [(False, True), (True, False)])
def test_where_many_are_missing_the_number_says_nothing(*, compared: bool, seen: bool) -> None:
    """With ten of sixteen captured, as in chess, a place that looks slightly empty is empty."""
    found = [replace(p, compared=compared) for p in _found([SURE] * 6 + [CLEAR] * 30 + [-1.0])]
    *_, doubtful = read_places(found, _supply(16), ())
    assert (doubtful.best != EMPTY) == seen


def test_a_missing_piece_is_where_it_may_be_even_if_men_leave_the_board() -> None:
    """With one of sixteen missing, the place that looks slightly empty is taken for it."""
    found = [replace(p, compared=True) for p in _found([SURE] * 15 + [CLEAR] * 30 + [-1.0])]
    *_, doubtful = read_places(found, _supply(16), ())
    assert doubtful.best != EMPTY


def test_a_piece_beside_the_places_is_not_missed() -> None:
    """A piece seen beside the places need not stand on one."""
    assert _best([SURE, SURE, -1.0, CLEAR], 3, beside=(Piece("red"),)) == [True, True, False, False]


def test_pieces_of_colours_that_do_not_play_are_not_missed() -> None:
    """With as many pieces as three colours have, no thirteenth is made up of a doubtful place."""
    scores = [SURE] * 12 + [-1.5, CLEAR, CLEAR, CLEAR]
    for fewer, believed in (((8, 12), False), ((), True)):
        seen = read_places(_found(scores), (Stock(PIECES, {}, 16, fewer),), ())
        assert [sight.best != EMPTY for sight in seen] == [True] * 12 + [believed] + [False] * 3


@pytest.mark.parametrize("colours", [1, 2])
def test_colours_that_are_plainly_seen_do_play(colours: int) -> None:
    """More pieces than one colour has are none too many if a second colour is on the board."""
    red, blue = Piece("red"), Piece("blue")
    found = _found([SURE] * 6 + [1.0] * 4 + [CLEAR] * 4)
    if colours > 1:
        found[:3] = [replace(place, scores={red: 1.0, blue: SURE}) for place in found[:3]]
    seen = read_places(found, (Stock(PIECES, {red: 8, blue: 8}, 16, (8,)),), ())
    assert all(sight.best != EMPTY for sight in seen[6:10]) == (colours > 1)


def test_a_piece_too_many_does_not_vanish_for_certain() -> None:
    """A place that shows a piece is asked about, not empty, however many others are seen."""
    for score in (0.5, 3.0):
        doubtful = read_places(_found([SURE] * 12 + [score, CLEAR]), _supply(12), ())[12]
        assert 0.5 < dict(doubtful.posterior)[EMPTY] < BET
    missing = read_places(_found([SURE] * 12 + [-0.5, CLEAR]), _supply(13), ())[12]
    assert missing.best == "red"
    assert missing.probability > BET


def test_probabilities_are_exact() -> None:
    """The sums over numbers agree with counting every combination."""
    scores = [0.4, -0.3, 1.1]
    seen = read_places(_found(scores), _supply(2), ())
    weight = {}
    for number in range(8):
        bits = [number >> place & 1 for place in range(3)]
        if sum(bits) > 2:
            continue
        odds = [np.exp(s) * (1 + np.exp(-8)) for s in scores]
        factor = np.prod([odd for odd, bit in zip(odds, bits, strict=True) if bit])
        weight[number] = factor * 0.03 ** (2 - sum(bits))
    for place in range(3):
        wanted = sum(w for n, w in weight.items() if n >> place & 1) / sum(weight.values())
        empty = dict(seen[place].posterior)[EMPTY]
        assert 1 - empty == pytest.approx(wanted, abs=1e-4)


def test_covered_places_say_nothing() -> None:
    """A covered place has flat odds and says so."""
    (sight,) = read_places(_found([SURE], visible=0.2), _supply(1), ())
    assert sight.covered
    assert len({odds for _, odds in sight.posterior}) == 1
    (other,) = read_places(_found([SURE], visible=0.49), _supply(1), ())
    assert other.covered


def test_a_piece_out_of_the_box_is_not_one_too_many(prints: Prints) -> None:
    """A second specialist of one side breaks a rule of Pocket Ops, and can be seen to do so.

    One stands in the base by right; counted as the only one there is, another was read as nothing.
    """
    counted = {piece for stock in stocks(prints("pocket_ops").board) for piece in stock.each}
    assert counted == {"red", "blue"}


def test_a_guess_that_leaves_much_in_doubt_is_sure_of_nothing() -> None:
    """Chess by a window, of which nothing was shown, had nine sure mistakes among many doubts."""
    seen = doubt_together(read_places(_found([SURE, 0.1, -0.1, 0.2, CLEAR]), _supply(None), ()))
    assert max(sight.probability for sight in seen) < 0.9
    for sight in seen:
        assert sum(share for _, share in sight.posterior) == pytest.approx(1)
    plain = read_places(_found([SURE, CLEAR, CLEAR, CLEAR, 0.1]), _supply(None), ())
    assert doubt_together(plain) == plain
