"""Two readers, one answer: neither convinces where it does not understand what it sees."""

from __future__ import annotations

import math
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from tablet_companion.games.core import HIDDEN, Piece
from tablet_companion.vision.places.joint import TURNING, Weights, contributions, join_scores
from tablet_companion.vision.places.network_scores import NetworkScores
from tablet_companion.vision.places.scores import PlaceScores

_WEIGHTS = Weights(1.0, 0.5, 8.0, understood=9.0, bias=0.0, turned=0.0)
_RED = Piece("red")


def _found(
    score: float, surroundings_misfit: float = 0.0, *, is_underneath: bool = False
) -> PlaceScores:
    site: Any = SimpleNamespace(place=SimpleNamespace(name="P"), above=None)
    nowhere: Any = None
    return PlaceScores(
        site,
        {_RED: score},
        None,
        nowhere,
        1.0,
        surroundings_misfit=surroundings_misfit,
        is_underneath=is_underneath,
    )


def _joined(
    score: float, opinion: float, *, covered: float = 0.0, surroundings_misfit: float = 0.0
) -> PlaceScores:
    opinions = {"P": NetworkScores({_RED: opinion}, covered)}
    (here,) = join_scores([_found(score, surroundings_misfit)], opinions, _WEIGHTS)
    return here


def test_where_both_agree_they_are_surer_than_either() -> None:
    """What the likelihoods say adds to what the network says."""
    assert _joined(5.0, 3.0).scores[_RED] > 3.0
    assert _joined(-5.0, -3.0).scores[_RED] < -3.0


@pytest.mark.parametrize("absurd", [40.0, -40.0])
def test_an_absurd_likelihood_does_not_decide(absurd: float) -> None:
    """However much better the less absurd of two explanations is, it says only so much."""
    assert abs(_joined(absurd, 0.0).scores[_RED]) <= 4.0
    assert (_joined(absurd, -5.0 if absurd > 0 else 5.0).scores[_RED] > 0) == (absurd < 0)


@pytest.mark.parametrize(("taught", "contrary"), [(True, 0.1), (False, 0.1), (True, 0.3)])
def test_two_colours_that_are_both_far_from_bare_board_stay_apart(
    *, taught: bool, contrary: float
) -> None:
    """Of pieces that show little of their colour the network says none; the points still do.

    Unless the colour was never shown, or many points speak against a piece of the stated shape.
    """
    blue = Piece("blue")
    here = replace(_found(0.0), scores={_RED: 140.0, blue: 60.0}, contrary_share=contrary)
    opinions = {_RED: 5.0, blue: 5.2}
    shown = frozenset(opinions) if taught else frozenset()
    (joined,) = join_scores([here], {"P": NetworkScores(opinions, 0.0, taught=shown)}, _WEIGHTS)
    told = taught and contrary < 0.2
    assert joined.best == (_RED if told else blue)
    assert (joined.scores[_RED] - joined.scores[blue] > 3.5) == told
    assert joined.scores[_RED] == pytest.approx(9.0)


def test_labelled_pieces_tell_colours_that_the_network_cannot() -> None:
    """They say which piece it is, not whether there is one."""
    blue = Piece("blue")
    here = replace(_found(0.0), scores={_RED: 0.0, blue: 0.0})
    opinion = NetworkScores({_RED: 6.0, blue: 6.2}, 0.0, alike={_RED: -0.2, blue: -0.9})
    (joined,) = join_scores([here], {"P": opinion}, _WEIGHTS)
    assert joined.scores[_RED] == 6.0
    assert joined.scores[blue] < 4.5
    assert not joined.compared
    assert contributions(joined, opinion, _WEIGHTS)[blue].examples == pytest.approx(
        joined.scores[blue] - 6.2
    )


def test_of_two_absurd_explanations_the_less_absurd_is_no_better() -> None:
    """A tall glossy man fits no colour; that it fits black worst makes it not white."""
    blue = Piece("blue")
    here = replace(_found(0.0), scores={_RED: -20.0, blue: -70.0})
    opinions = {_RED: 0.5, blue: 4.5}
    taught = NetworkScores(opinions, 0.0, taught=frozenset(opinions))
    (joined,) = join_scores([here], {"P": taught}, _WEIGHTS)
    (untaught,) = join_scores([here], {"P": NetworkScores(opinions, 0.0)}, _WEIGHTS)
    assert joined.best == blue
    assert joined.scores == untaught.scores


def test_in_a_light_that_is_not_understood_likelihoods_count_less() -> None:
    """The worse the bare board beside a place is explained, the less they convince."""
    told = [
        _joined(8.0, 0.0, surroundings_misfit=surroundings_misfit).scores[_RED]
        for surroundings_misfit in (0.3, 4.0, 9.0)
    ]
    assert told[0] > 3 * told[1] > 3 * told[2] > 0


@pytest.mark.parametrize("opinion", [9.0, -9.0])
def test_where_even_the_ground_is_inexplicable_nothing_is_sure(opinion: float) -> None:
    """In a lamp's image neither bare board nor a piece is believed to more than 88 %."""
    usual, strange = (_joined(opinion, opinion, surroundings_misfit=nats) for nats in (3.0, 12.0))
    assert usual.nats_max == usual.bare_nats_max == math.inf
    assert strange.nats_max == strange.bare_nats_max == 2.0


@pytest.mark.parametrize(("opinion", "most"), [(0.0, 2.0), (5.0, math.inf)])
def test_a_piece_that_nothing_explains_has_to_be_plain(opinion: float, most: float) -> None:
    """A brown disc in a lamp's image is grey: no colour's, though white in shade is the nearest."""
    found = replace(_found(1.0), best=_RED, misfit=6.0)
    (here,) = join_scores([found], {"P": NetworkScores({_RED: opinion}, 0.0)}, _WEIGHTS)
    assert (here.nats_max, here.bare_nats_max) == (most, math.inf)


def test_foreign_details_forbid_certainty_that_nothing_stands_there() -> None:
    """A pale pawn on a pale square may seem bare to every reader, but shows edges and shine."""
    opinions = {"P": NetworkScores({_RED: -5.0}, 0.0, foreign=True)}
    (here,) = join_scores([_found(-9.0)], opinions, _WEIGHTS)
    assert (here.nats_max, here.bare_nats_max) == (math.inf, 2.0)


def test_what_is_covered_is_not_seen() -> None:
    """A place that something lies over counts as unseen."""
    assert _joined(5.0, 5.0, covered=0.9).visible_share == 0.0
    assert _joined(5.0, 5.0, covered=0.1).visible_share == 1.0


@pytest.mark.parametrize(
    ("found", "opinion", "seen"),
    [
        ({}, 2.0, True),
        ({"scores": {_RED: 12.0}}, 2.0, False),
        ({"misfit": 9.5}, 2.0, False),
        ({"surroundings_misfit": 3.0}, 2.0, False),
        ({"contrary_share": 0.3}, 2.0, False),
        ({}, -90.0, False),
    ],
)
def test_nothing_covers_what_a_piece_explains_wholly(
    found: dict[str, Any], opinion: float, *, seen: bool
) -> None:
    """Where the points show a piece and bare board round it, no cover is believed in."""
    here = replace(_found(30.0), **({"best": _RED} | found))
    said = {"P": NetworkScores({_RED: opinion}, 0.9)}
    (joined,) = join_scores([here], said, _WEIGHTS)
    assert joined.visible_share == float(seen)


@pytest.mark.parametrize("score", [9.0, -3.0])
def test_what_each_reader_says_is_what_was_joined(score: float) -> None:
    """The parts that explain a place add up to its score; a colour's part is told apart."""
    opinion = NetworkScores({_RED: 2.5}, 0.0, {_RED: -1.5})
    (here,) = join_scores([_found(score)], {"P": opinion}, _WEIGHTS)
    said = contributions(here, opinion, _WEIGHTS)[_RED]
    assert said.likelihoods * score > 0
    assert (said.network, said.hues) == (4.0, -1.5)
    assert here.scores[_RED] == pytest.approx(sum(said))


@pytest.mark.parametrize(("gain", "right"), [(0.8, True), (-0.6, False)])
def test_a_labelled_piece_decides_what_both_doubt(gain: float, *, right: bool) -> None:
    """If the place looks like a labelled piece, or like bare board, doubtful readers give way."""
    opinion = NetworkScores({_RED: -1.0}, 0.0, {_RED: -0.2}, {_RED: gain})
    (here,) = join_scores([_found(1.0)], {"P": opinion}, _WEIGHTS)
    assert (here.scores[_RED] > 1) == right
    assert (here.scores[_RED] < -1) != right
    said = contributions(here, opinion, _WEIGHTS)[_RED]
    assert (said.examples > 0) == right
    assert here.scores[_RED] == pytest.approx(sum(said))


def test_what_lies_under_a_piece_is_left_to_the_likelihoods() -> None:
    """A window shows what is on top."""
    beneath = _found(2.0, is_underneath=True)
    assert join_scores([beneath], {"P": NetworkScores({_RED: -9.0}, 0.0)}, _WEIGHTS) == (beneath,)


def test_where_pieces_turn_over_a_turned_one_is_weighed_like_the_others() -> None:
    """An example of an upright piece tells against a bare place, and not against a turned one."""
    found = replace(_found(0.0), scores={_RED: 0.0, HIDDEN: 0.0})
    scores = {_RED: 0.0, HIDDEN: 0.0}
    same = NetworkScores(scores, 0.0, gains={_RED: 0.0})
    (level,) = join_scores([found], {"P": same})
    assert level.scores[HIDDEN] - level.scores[_RED] == pytest.approx(TURNING.turned)
    (fits,) = join_scores([found], {"P": replace(same, gains={_RED: 1.0})})
    assert fits.scores[_RED] - level.scores[_RED] == pytest.approx(TURNING.example)
    assert fits.scores[HIDDEN] == level.scores[HIDDEN]


def test_new_details_raise_a_doubt_and_leave_which_piece_it_is_to_others() -> None:
    """Whatever has edges hides the board: the colours stay as far apart as they were."""
    blue = Piece("blue")
    here = replace(_found(0.0), scores={_RED: 0.0, blue: 0.0})
    opinions = {_RED: -3.0, blue: -6.0}
    sure = NetworkScores(opinions, 0.0, hidden=dict.fromkeys(opinions, 5.0))
    (joined,) = join_scores([here], {"P": sure}, _WEIGHTS)
    assert joined.scores[_RED] == pytest.approx(_WEIGHTS.details_up_to)
    assert joined.scores[_RED] - joined.scores[blue] == pytest.approx(3.0)


@pytest.mark.parametrize(("opinion", "surroundings_misfit"), [(-8.0, 0.0), (-3.0, 20.0)])
def test_new_details_alone_make_no_piece(opinion: float, surroundings_misfit: float) -> None:
    """The edge of sun or of a lamp's image has some: others are sure, or do not know the light."""
    here = _found(0.0, surroundings_misfit)
    edges = NetworkScores({_RED: opinion}, 0.0, hidden={_RED: 5.0})
    (joined,) = join_scores([here], {"P": edges}, _WEIGHTS)
    assert joined.scores[_RED] < -1.0


def test_a_disc_alone_is_no_piece_on_it() -> None:
    """Against the bare board all that differs speaks for a piece, but a disc explains it better."""
    beneath: Any = SimpleNamespace(place=SimpleNamespace(name="D"), above=0)
    upper, lower = _found(0.0), replace(_found(0.0), site=beneath)
    lone = {"P": NetworkScores({_RED: 2.0}, 0.0), "D": NetworkScores({_RED: 6.0}, 0.0)}
    on_top, disc = join_scores([upper, lower], lone, _WEIGHTS)
    assert on_top.best is None
    assert on_top.scores[_RED] == pytest.approx(-4.0, abs=0.01)
    assert disc.best == _RED
    assert contributions(on_top, lone["P"], _WEIGHTS)[_RED].total == on_top.scores[_RED]
    carried = lone | {"P": NetworkScores({_RED: 9.0}, 0.0)}
    assert join_scores([upper, lower], carried, _WEIGHTS)[0].best == _RED


@pytest.mark.parametrize(("stated", "best"), [(True, "white"), (False, "black")])
def test_points_do_not_tell_colours_that_only_a_file_states(*, stated: bool, best: str) -> None:
    """A camera that shows white men as dark as the file's black ones made them black to the points.

    The network compares them with the other men of the picture; that a man stands there both say.
    """
    white, black = Piece("white"), Piece("black")
    here = replace(_found(0.0), scores={white: -8.0, black: 6.0})
    pieces = frozenset([white, black])
    network = NetworkScores({white: 4.0, black: 1.0}, 0.0, stated=(pieces,) if stated else ())
    (joined,) = join_scores([here], {"P": network}, _WEIGHTS)
    assert joined.best == Piece(best)
    assert max(joined.scores.values()) > 3.0


@pytest.mark.parametrize(("misfit", "told"), [(0.0, True), (8.0, False)])
def test_a_wide_token_is_no_narrow_post(misfit: float, *, told: bool) -> None:
    """The post's window shows that something stands there; its points, that its ring does not fit.

    In a light that is not understood the points say less.
    """
    token, post = Piece("token"), Piece("post")
    here = replace(_found(0.0, misfit), scores={token: 17.0, post: 0.0})
    kinds = (frozenset([token]), frozenset([post]))
    seen = NetworkScores({token: 1.0, post: 4.5}, 0.0, kinds=kinds)
    scores = join_scores([here], {"P": seen})[0].scores
    assert (scores[token] > scores[post]) == told
