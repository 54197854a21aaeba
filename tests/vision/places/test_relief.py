"""A piece of its spot's own colour is told by its own light and shade."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from numpy.typing import NDArray

from hardware.board import Board, BoardPlace, PieceKind
from tablet_companion.games.core import Piece
from tablet_companion.vision.places import relief
from tablet_companion.vision.places.belief import read_places
from tablet_companion.vision.places.examples import Example, Seen
from tablet_companion.vision.places.joint import join_scores
from tablet_companion.vision.places.network_scores import NetworkScores
from tablet_companion.vision.places.relief import Relief
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.places.shading import Shading, judge_all
from tablet_companion.vision.places.windows import SIDE
from tablet_companion.vision.reading import SURE, PlaceReading
from tests.vision.places.spots import ACROSS, DOWN, FOOT, Logs, as_logs, list_windows, plain_spot

_GREEN = Piece("green")
_BARE_WINDOWS = 6
_NOTHING = Shading(0.0, edge=False)
"""Light and shade that tell nothing."""


def _cone(seed: int) -> Logs:
    """Return a cone of the spot's own colour: one side lit, the other in shade."""
    return as_logs(plain_spot(seed) + 0.15 * np.where(FOOT, np.sign(ACROSS), 0)[..., None])


def _mirror(seed: int) -> Logs:
    """Return a spot in a window's image, which pales one side more than the other."""
    return as_logs(np.log(np.exp(plain_spot(seed)) + 25 + 1.2 * ACROSS[..., None]))


def _sun(seed: int) -> Logs:
    """Return a spot across which, and the board, the edge of a shadow lies."""
    return as_logs(plain_spot(seed) - 0.6 * (ACROSS + 0.3 * DOWN > 2)[..., None])


def _cone_in_sun(seed: int) -> Logs:
    """Return a cone of the spot's own colour, across which the edge of a shadow lies."""
    return as_logs(_sun(seed) + _cone(seed) - plain_spot(seed))


def _judge(now: Logs, board: Logs | None = None, *, clear: bool = False, **where: Any) -> Shading:
    """Return what a window tells in a picture of which the other places are surely bare."""
    shown = plain_spot(1) if board is None else board
    bare = np.stack([shown, *[plain_spot(2)] * _BARE_WINDOWS]).astype(np.float32)
    seen = np.stack([now, *map(plain_spot, range(10, 10 + _BARE_WINDOWS))]).astype(np.float32)
    known = np.ones(bare.shape[:3], np.bool_)
    found = relief.measure(Seen(seen, bare, known), list_windows(len(bare)), clear=clear)
    own = frozenset([_GREEN])
    uneven = {row: one._replace(pieces=own, **where) for row, one in enumerate(found)}
    return judge_all(uneven, np.array([0.0, *[-9.0] * _BARE_WINDOWS]))[0][_GREEN]


def _read(score: float, shading: Shading) -> PlaceReading:
    """Return a place of which the network says this much (nats), and its light and shade."""
    return read_places([_join(score, shading)], (), ())[0]


def _join(score: float, shading: Shading, gains: dict[Piece, float] | None = None) -> PlaceScores:
    return _join_all({_GREEN: score}, shading, gains=gains or {})


def _join_all(scores: dict[Piece, float], shading: Shading, **others: Any) -> PlaceScores:
    """Return a place where the network (nats) and other readers are joined with light and shade."""
    site: Any = SimpleNamespace(place=SimpleNamespace(name="one", area="one"), above=None)
    standing: Any = None
    here = PlaceScores(site, dict.fromkeys(scores, 0.0), None, standing, 1.0)
    seen = NetworkScores(scores, 0.0, shaded={_GREEN: shading}, **others)
    return join_scores([here], {"one": seen})[0]


def test_of_no_windows_and_no_samples_nothing_is_told() -> None:
    """As where no place in doubt is one of shade, or edges leave nothing of a foot."""
    none: NDArray[Any] = np.zeros((0, SIDE, SIDE, 3), np.float32)
    assert relief.measure(Seen(none, none, none[..., 0] > 0), list_windows(0)) == []
    with patch.object(relief, "find_edges", lambda bands: np.ones(bands.shape, np.bool_)):
        assert _judge(_sun(3)).nats >= 0


def test_a_cone_of_its_spots_colour_is_seen_by_its_shade() -> None:
    """The network holds the spot to be bare: nothing there has another colour."""
    shading = _judge(_cone(3))
    assert shading.nats > 4
    assert not shading.edge
    assert _read(-4.0, _NOTHING).best != _GREEN
    assert _read(-4.0, shading).best == _GREEN
    assert _read(-9.0, shading).probability < SURE


def test_a_man_is_seen_by_its_shade_on_a_square_of_its_colour_between_pale_ones() -> None:
    """The squares' edges, a hair beside where they were shown, are no shade that passes."""
    pale = 0.9 * (np.maximum(abs(DOWN), abs(ACROSS)) > 11)[..., None]
    man = plain_spot(3) + 0.08 * np.where(FOOT, 1 + 0.8 * np.sign(ACROSS), 0)[..., None]
    shifted = 0.5 * (pale + np.roll(pale, 1, axis=1))
    shading = _judge(as_logs(man + shifted), as_logs(plain_spot(1) + pale))
    assert shading.nats > 2
    assert not shading.edge


def test_noise_that_does_not_end_with_the_foot_is_no_piece() -> None:
    """On dark squares in the evening it is stronger than on pale ones, which show what is usual."""
    noise = np.random.default_rng(5).normal(0, 0.02, (SIDE, SIDE, 1))
    assert not _judge(as_logs(plain_spot(3) + noise)).doubts_bare


@pytest.mark.parametrize("clear", [False, True])
def test_where_no_neighbours_shadow_falls_noise_in_the_dark_is_no_man_and_faint_shade_is(
    *, clear: bool
) -> None:
    """A camera's noise is stronger in the dark, and elsewhere such shade may be a neighbour's."""
    dark = plain_spot(1) - 1.1
    noise = np.random.default_rng(5).normal(0, 0.05, (SIDE, SIDE, 3))
    man = plain_spot(3) + 0.026 * np.where(FOOT, np.sign(ACROSS), 0)[..., None]
    told = _judge(as_logs(dark + noise), dark, clear=clear), _judge(as_logs(man), clear=clear)
    assert [shading.nats > 0 for shading in told] == [not clear, clear]


@pytest.mark.parametrize(
    ("height_mm", "spacing_mm", "clear"),
    [(7.0, 43.0, True), (10.0, 42.0, True), (46.0, 45.0, False), (9.0, 22.5, False)],
)
def test_flat_men_on_wide_squares_hardly_shade_one_another(
    height_mm: float, spacing_mm: float, *, clear: bool
) -> None:
    """Chessmen do, and stones that nearly touch."""
    men = [BoardPlace(str(k), "space", k * spacing_mm, 0, 10) for k in range(2)]
    kinds = {"man": PieceKind({"green": "#00ff00"}, height_mm, min(spacing_mm - 2, 29.0))}
    assert relief.is_clear(Board("row", (100, 100), tuple(men), kinds)) is clear


@pytest.mark.parametrize(
    ("grey", "bare", "man"), [(90, False, False), (240, False, True), (255, True, True)]
)
def test_a_pale_man_on_an_overexposed_spot_is_never_surely_bare_board(
    grey: int, *, bare: bool, man: bool
) -> None:
    """A camera flattens his shade, so less of it tells him; burnt out, nothing tells bare board."""
    now = np.full((1, 3, SIDE, SIDE), grey, np.uint8)
    (pale,), (burnt,) = relief.find_clipped(list_windows(1).own, now)
    spot = Relief(0.3, 1.0, 1.0, 0.01, 0.0, frozenset([_GREEN]), pale=pale, burnt=burnt)
    uneven = {**dict.fromkeys(range(_BARE_WINDOWS), spot), 9: spot._replace(place=1.0)}
    told = judge_all(uneven, np.full(10, -20.0))
    assert [told[row][_GREEN].doubts_bare for row in (0, 9)] == [bare, man]


@pytest.mark.parametrize(("gains", "sure"), [({}, False), ({_GREEN: 0.0}, True)])
def test_readers_of_colour_call_no_spot_of_a_pieces_colour_surely_bare_where_it_is_uneven(
    gains: dict[Piece, float], *, sure: bool
) -> None:
    """They are blind to a piece there, unless a labelled one was compared."""
    shading = Shading(3.0, edge=False, own=True)
    here = _join(-20.0, shading, gains)
    assert (read_places([here], (), ())[0].probability > SURE) == sure


def test_shade_tells_that_a_piece_stands_there_but_not_which() -> None:
    """A pale one in a mirrored lamp on a dark square is no dark one."""
    scores = {_GREEN: -3.0, Piece("white"): -1.5}
    assert _join_all(scores, Shading(5.0, edge=False, own=True)).best == "white"


@pytest.mark.parametrize(("shading", "details", "most"), [
    (Shading(5.0, edge=False, own=True), 4.0, 1.0),
    (Shading(5.0, edge=True, own=True), 0.0, 0.5),
])  # fmt: skip
def test_what_other_readers_told_of_a_shadow_is_not_told_again(
    shading: Shading, details: float, most: float
) -> None:
    """New details and labelled pieces see the same edge: together they made a sure piece of it."""
    alone, both = (
        _join_all({_GREEN: -12.0}, told, gains={_GREEN: 0.0}, hidden={_GREEN: details})
        for told in (_NOTHING, shading)
    )
    assert both.scores[_GREEN] <= max(alone.scores[_GREEN] + most, most)


@pytest.mark.parametrize("clear", [False, True])
def test_a_flat_man_is_seen_by_his_shade_though_he_looks_little_like_labelled_ones(
    *, clear: bool
) -> None:
    """They were shown in another light; a tall neighbour's shadow would be as uneven."""
    shading = Shading(5.5, edge=False, own=True, clear=clear)
    assert (_join(-8.0, shading, {_GREEN: -2.0}).scores[_GREEN] > 0) is clear


def test_an_even_place_is_half_as_surely_bare_where_a_labelled_piece_was_compared() -> None:
    """A flat man in even light is even, too: both say the same of him."""
    even = Shading(-3.0, edge=False, own=True)
    lower = [
        _join(0.0, _NOTHING, gains).scores[_GREEN] - _join(0.0, even, gains).scores[_GREEN]
        for gains in ({}, {_GREEN: 0.0})
    ]
    assert lower == pytest.approx([3.0, 1.5])


@pytest.mark.parametrize(("bare", "edge", "most"), [
    (plain_spot, False, -1), (_mirror, False, -1), (_sun, True, 0),
])  # fmt: skip
def test_a_spot_is_bare_in_a_windows_image_and_across_a_shadows_edge_too(
    bare: Any, most: float, *, edge: bool
) -> None:
    """Paler, it may be a pale piece for the network; the board tells where the edge lies."""
    shading = _judge(bare(3))
    assert shading.nats < most
    assert shading.edge == edge
    assert _read(2.5, shading).probability < SURE


@pytest.mark.parametrize(("score", "most"), [(-1.0, 2.0), (2.0, math.inf)])
def test_a_shadows_edge_makes_doubtful_only_what_nothing_else_tells(
    score: float, most: float
) -> None:
    """A piece that others hold to stand there, if weakly, may be believed for what they add."""
    assert _join(score, _judge(_cone_in_sun(3))).nats_max == most


def test_a_cone_in_a_shadows_edge_is_still_seen_by_its_own_shade() -> None:
    """The ground tells of the edge alone; that of a lamp's image may be too weak there."""
    shading = _judge(_cone_in_sun(3))
    assert (shading.edge, shading.nats > 1) == (True, True)
    assert _judge(_cone(3), lit=True).edge


def test_a_shadow_that_passes_tells_no_piece() -> None:
    """Where the ground is far more uneven than the place, a tall piece beside it throws it."""
    passing = plain_spot(3) - 0.6 * np.clip((ACROSS - 4) / 8, 0, 1)[..., None]
    shading = _judge(as_logs(passing))
    assert shading.nats <= 0
    assert not shading.doubts_bare


def test_a_cone_on_a_spot_no_wider_than_itself_is_seen_by_its_shade() -> None:
    """The spot's printed rim lies beneath its foot, where a hair's breadth makes it uneven."""
    rim = 0.8 * (np.hypot(DOWN, ACROSS) > 5)[..., None]
    board, cone, spot = (as_logs(each + rim) for each in (plain_spot(1), _cone(3), plain_spot(3)))
    assert _judge(cone, board).nats > 3
    assert _judge(spot, board).nats < 0


@pytest.mark.parametrize(
    ("labelled", "now", "flat"),
    [(_cone, plain_spot, True), (_cone, _cone, False), (plain_spot, plain_spot, False)],
)
def test_a_spot_that_is_too_even_for_the_cone_that_was_labelled_there_is_no_sure_cone(
    labelled: Any, now: Any, flat: bool
) -> None:
    """No picture shows what is printed beneath it: that may have the cone's colour."""
    kind = SimpleNamespace(height_mm=25.0, diameter_mm=12.0)
    board: Any = SimpleNamespace(
        pieces={"cone": kind}, places=["one"], sinking=lambda _: None, spacing_mm=31.0
    )
    example = Example("cone", "green", 0, labelled(5), FOOT)
    known = relief.measure_examples(board, list_windows(1), [example])
    piece, uneven = known.get(0, (_GREEN, 0.0))
    assert piece == _GREEN
    shading = _judge(now(3), labelled=uneven)
    assert shading.flat == flat
    assert (_join(6.0, shading).nats_max == 2.0) == flat


@pytest.mark.parametrize(("now", "told", "flat"), [("lit", True, False), ("left", False, True)])
def test_on_a_spot_that_nobody_saw_bare_a_cone_is_told_by_being_as_uneven_as_when_labelled(
    now: str, told: bool, flat: bool
) -> None:
    """In a lamp's light it does not look as it did; but the spot would be flat."""
    lit = plain_spot(3) + 0.12 * np.where(FOOT, np.sign(DOWN), 0)[..., None]
    hidden = np.stack(
        [as_logs(lit if now == "lit" else plain_spot(3)), *[plain_spot(2)] * _BARE_WINDOWS]
    )
    known = np.ones(hidden.shape[:3], np.bool_)
    known[0] &= ~FOOT
    board = np.stack([plain_spot(1)] * len(hidden))
    first, *bare = relief.measure(Seen(hidden, board, known), list_windows(len(hidden)))
    assert first.unseen
    assert not any(one.unseen for one in bare)
    spots = {
        0: first._replace(pieces=frozenset([_GREEN]), labelled=0.075, home=True),
        **dict(enumerate(bare, 1)),
    }
    shading = judge_all(spots, np.array([0.0, *[-9.0] * _BARE_WINDOWS]))[0][_GREEN]
    assert (shading.nats > 2) is told
    assert shading.flat is flat


def test_no_sure_cone_is_told_by_shade_in_a_lamps_image() -> None:
    """Its edge may lie across the spot, and be too weak on the ground to be seen."""
    assert _judge(_cone(3), lit=True).edge


def test_print_a_little_beside_where_it_was_shown_is_no_piece() -> None:
    """A board is never found to a hair, and fine print then differs at every line."""
    print_ = 0.5 * np.sin(DOWN)[..., None]
    shifted = as_logs(
        np.roll(plain_spot(1) + print_, 1, axis=0) * 0.3 + (plain_spot(3) + print_) * 0.7
    )
    assert _judge(shifted, as_logs(plain_spot(1) + print_)).nats < 1


@pytest.mark.parametrize(("wholly", "doubts"), [(0.9, True), (0.1, False)])
def test_lines_that_seem_shifted_make_no_bare_place_doubtful(wholly: float, doubts: bool) -> None:
    """Go's lines cross every foot: what they explain makes no empty one doubtful."""
    bare = {row: Relief(1.0, 0.9, 0.9, 0.02, 0.0) for row in range(_BARE_WINDOWS)}
    uneven = Relief(8.0, 0.9, wholly, 0.02, 0.1, frozenset([_GREEN]))
    told = judge_all({**bare, 9: uneven}, np.full(10, -20.0))[9][_GREEN]
    assert told.nats > relief.TUNING.uneven_nats
    assert told.doubts_bare is doubts


@pytest.mark.parametrize(("place", "told"), [(3.0, False), (2.0, False), (8.0, True)])
def test_a_guessed_spot_is_held_against_others_whose_grain_is_only_guessed(
    place: float, told: bool
) -> None:
    """Its own grain is uneven beside that of its likes, and what is even proves nothing there."""
    guess = Relief(place, 0.9, 0.9, 0.02, 0.04, frozenset([_GREEN]), clear=True, guessed=True)
    shown = {row: Relief(1.0, 0.9, 0.9, 0.02, 0.0, clear=True) for row in range(9)}
    guesses = {row: guess._replace(place=3.0) for row in range(9, 13)}
    judged = judge_all({**shown, **guesses, 13: guess}, np.append(np.full(13, -9.0), 0.0))
    nats = judged[13][_GREEN].nats
    assert nats > 1 if told else nats == 0


def test_without_surely_bare_places_nothing_is_told() -> None:
    """Nobody knows then how uneven this camera shows a plain spot."""
    seen = Seen(_cone(3)[None], plain_spot(1)[None], np.ones((1, SIDE, SIDE), np.bool_))
    (found,) = relief.measure(seen, list_windows(1))
    assert judge_all({0: found}, np.zeros(1)) == {}
