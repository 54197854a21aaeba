"""A piece of its spot's own colour is told by its own light and shade."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tablet_companion.games.core import Piece
from tablet_companion.vision.places import relief
from tablet_companion.vision.places.belief import read_places
from tablet_companion.vision.places.examples import Seen
from tablet_companion.vision.places.joint import join_scores
from tablet_companion.vision.places.network_scores import NetworkScores
from tablet_companion.vision.places.relief import Shading
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.places.windows import SIDE, Row, Windows
from tablet_companion.vision.reading import SURE, PlaceReading

Logs = NDArray[np.float32]

_DOWN, _ACROSS = np.mgrid[:SIDE, :SIDE] - (SIDE - 1) / 2
_FOOT = np.hypot(_DOWN, _ACROSS) < 8
_GREEN = Piece("green")
_BARE_WINDOWS = 6


def _spot(seed: int) -> Logs:
    """Return a plain spot on a plain board, with a camera's noise."""
    return _float(4.4 + np.random.default_rng(seed).normal(0, 0.01, (SIDE, SIDE, 3)))


def _float(values: NDArray[Any]) -> Logs:
    return np.asarray(values, dtype=np.float32)


def _cone(seed: int) -> Logs:
    """Return a cone of the spot's own colour: one side lit, the other in shade."""
    return _float(_spot(seed) + 0.15 * np.where(_FOOT, np.sign(_ACROSS), 0)[..., None])


def _mirror(seed: int) -> Logs:
    """Return a spot in a window's image, which pales one side more than the other."""
    return _float(np.log(np.exp(_spot(seed)) + 25 + 1.2 * _ACROSS[..., None]))


def _sun(seed: int) -> Logs:
    """Return a spot across which, and the board, the edge of a shadow lies."""
    return _float(_spot(seed) - 0.6 * (_ACROSS + 0.3 * _DOWN > 2)[..., None])


def _windows(count: int) -> Windows:
    own = np.repeat((_FOOT * np.uint8(255))[None], count, axis=0)
    nothing = np.zeros((count, SIDE, SIDE), np.uint8)
    rows = tuple(Row(number, "cone") for number in range(count))
    return Windows(rows, np.zeros((count, SIDE, SIDE, 2)), np.ones(count), own, nothing, nothing)


def _judge(now: Logs, board: Logs | None = None) -> Shading:
    """Return what a window tells in a picture of which the other places are surely bare."""
    shown = _spot(1) if board is None else board
    bare = np.stack([shown, *[_spot(2)] * _BARE_WINDOWS]).astype(np.float32)
    seen = np.stack([now, *map(_spot, range(10, 10 + _BARE_WINDOWS))]).astype(np.float32)
    known = np.ones(bare.shape[:3], np.bool_)
    found = relief.measure(Seen(seen, bare, known), _windows(len(bare)))
    uneven = {row: one for row, one in enumerate(found) if one is not None}
    return relief.judge_all(uneven, np.array([0.0, *[-9.0] * _BARE_WINDOWS]))[0]


def _read(score: float, shading: Shading) -> PlaceReading:
    """Return a place of which the network says this much (nats), and its light and shade."""
    return read_places([_join(score, shading)], (), ())[0]


def _join(score: float, shading: Shading) -> PlaceScores:
    site: Any = SimpleNamespace(place=SimpleNamespace(name="one", area="one"), above=None)
    standing: Any = None
    here = PlaceScores(site, {_GREEN: 0.0}, None, standing, 1.0)
    seen = NetworkScores({_GREEN: score}, 0.0, shaded={_GREEN: shading})
    return join_scores([here], {"one": seen})[0]


def test_a_cone_of_its_spots_colour_is_seen_by_its_shade() -> None:
    """The network holds the spot to be bare: nothing there has another colour."""
    shading = _judge(_cone(3))
    assert shading.nats > 4
    assert not shading.edge
    assert _read(-4.0, Shading(0.0, edge=False)).best != _GREEN
    assert _read(-4.0, shading).best == _GREEN
    assert _read(-9.0, shading).probability < SURE


@pytest.mark.parametrize("bare", [_spot, _mirror])
def test_an_even_spot_is_bare_in_a_windows_image_too(bare: Any) -> None:
    """Paler, it may be a pale piece for the network."""
    shading = _judge(bare(3))
    assert shading.nats < -1
    assert _read(2.5, shading).probability < SURE


def test_a_shadows_edge_across_a_spot_makes_no_sure_piece() -> None:
    """It is as uneven as a piece, but so is the board beside it."""
    shading = _judge(_sun(3))
    assert shading.edge
    for score in (-3.0, 2.5):
        assert _read(score, shading).probability < SURE


@pytest.mark.parametrize(("score", "most"), [(-1.0, 2.0), (2.0, math.inf)])
def test_a_shadows_edge_makes_doubtful_only_what_nothing_else_tells(
    score: float, most: float
) -> None:
    """A piece that others hold to stand there, if weakly, may be believed for what they add."""
    assert _join(score, _judge(_sun(3))).nats_max == most


def test_print_a_little_beside_where_it_was_shown_is_no_piece() -> None:
    """A board is never found to a hair, and fine print then differs at every line."""
    print_ = 0.5 * np.sin(_DOWN)[..., None]
    shifted = _float(np.roll(_spot(1) + print_, 1, axis=0) * 0.3 + (_spot(3) + print_) * 0.7)
    assert _judge(shifted, _float(_spot(1) + print_)).nats < 1


def test_without_surely_bare_places_nothing_is_told() -> None:
    """Nobody knows then how uneven this camera shows a plain spot."""
    seen = Seen(_cone(3)[None], _spot(1)[None], np.ones((1, SIDE, SIDE), np.bool_))
    (found,) = relief.measure(seen, _windows(1))
    assert found is not None
    assert relief.judge_all({0: found}, np.zeros(1)) == {}
