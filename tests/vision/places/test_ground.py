"""Where the ground beside a place is as unlike the board, a piece on it is not certain."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tablet_companion.games.core import Piece
from tablet_companion.vision.places import ground
from tablet_companion.vision.places.belief import read_places
from tablet_companion.vision.places.examples import Example, Seen, lay_examples, measure_gains
from tablet_companion.vision.places.joint import TUNING, join_scores
from tablet_companion.vision.places.network_scores import NetworkScores
from tablet_companion.vision.places.scores import PlaceScores
from tablet_companion.vision.places.windows import SIDE, Row, Windows
from tablet_companion.vision.reading import SURE

Logs = NDArray[np.float32]

_PALE = Piece("pale")
_SQUARE = 4.2
"""Logarithm of a dark square's colour; the piece is hardly paler."""
_OWN = np.hypot(*(np.mgrid[:SIDE, :SIDE] - (SIDE - 1) / 2)) < 7
_NOTHING = np.zeros((1, SIDE, SIDE), np.uint8)


def _veneer(seed: int, contrast: float) -> Logs:
    """Return wood: streaks along it, a little paler or darker."""
    noise = np.random.default_rng(seed).normal(0, 1, (SIDE, SIDE)).astype(np.float32)
    streaks = cv2.GaussianBlur(noise, (0, 0), sigmaX=1.5, sigmaY=12)
    grain = _SQUARE + contrast * streaks / streaks.std()
    return np.repeat(grain[..., None], 3, axis=2).astype(np.float32)


def _beside_edge(window: Logs) -> Logs:
    """Return a window whose upper rows are a neighbouring, pale square, which looks as ever."""
    seen = window.copy()
    seen[:5] = 5.2
    return seen


def _stands_on(board: Logs) -> Logs:
    """Return a piece of nearly its square's colour: a pale top, a shaded side."""
    seen = board.copy()
    down, across = np.mgrid[:SIDE, :SIDE]
    seen[_OWN] = _SQUARE + 0.12
    seen[_OWN & (across > 17)] = _SQUARE - 0.05
    seen[np.hypot(down - 14, across - 14) < 3] = _SQUARE + 0.3
    return seen


def _seen(now: Logs, bare: Logs) -> Seen:
    return Seen(now[None], bare[None], np.ones((1, SIDE, SIDE), np.bool_))


def _excess(now: Logs, bare: Logs) -> float:
    return float(ground.measure_excess(_seen(now, bare), _OWN[None], _NOTHING)[0])


@pytest.mark.parametrize("seed", range(8))
def test_veneer_that_shines_otherwise_is_as_strange_beside_the_place(seed: int) -> None:
    """Lit from elsewhere, it has other streaks, beneath where a piece would stand and around."""
    bare = _beside_edge(_veneer(seed, 0.04))
    now = _beside_edge(_veneer(seed + 100, 0.2))
    assert _excess(now, bare) < TUNING.excess_min


@pytest.mark.parametrize("light", ["same", "shade", "edge"])
def test_a_piece_on_known_ground_is_no_stranger_than_before(light: str) -> None:
    """Also in a shadow, and beside one's edge: the best explained part of the ground is known."""
    bare = _beside_edge(_veneer(1, 0.04))
    now = _stands_on(bare)
    if light == "shade":
        now -= np.float32(0.5)
    if light == "edge":
        now[:, :12] -= np.float32(0.6)
    assert _excess(now, bare) == np.inf


def _read(now: Logs, bare: Logs, *, excess: float) -> float:
    """Return the probability of a pale piece that the network and the likelihoods half believe."""
    windows = Windows(
        (Row(0, "man"),),
        np.zeros((1, SIDE, SIDE, 2)),
        np.ones(1),
        np.uint8(255) * _OWN[None],
        _NOTHING,
        _NOTHING,
    )
    taught = Example("man", _PALE, 1, _stands_on(_veneer(1, 0.04)), _OWN)
    (found,) = measure_gains(lay_examples(windows, [taught]), _seen(now, bare), [0])
    site: Any = SimpleNamespace(place=SimpleNamespace(name="a5"))
    nowhere: Any = None
    here = PlaceScores(site, {_PALE: 3.0}, None, nowhere, 1.0)
    seen = NetworkScores({_PALE: 1.0}, 0.0, gains={_PALE: found[_PALE]}, excess=excess)
    (reading,) = read_places(join_scores([here], {"a5": seen}), (), ())
    return dict(reading.posterior).get(_PALE, 0.0)


def test_of_many_veneers_hardly_any_is_surely_a_pale_piece() -> None:
    """Seen alone, many look like one, a pale streak beside a dark one; a true piece stays sure."""
    bare = _beside_edge(_veneer(1, 0.04))
    veneers = [_beside_edge(_veneer(seed, 0.2)) for seed in range(100, 300)]
    alone = sum(_read(now, bare, excess=np.inf) > SURE for now in veneers)
    assert alone > 40, "else it shows nothing"
    assert sum(_read(now, bare, excess=_excess(now, bare)) > SURE for now in veneers) <= 2
    stands = _stands_on(bare)
    assert _read(stands, bare, excess=_excess(stands, bare)) > 0.98


def test_a_piece_that_is_plain_to_see_stays_so_on_strange_ground() -> None:
    """It differs from the board much more than the ground beside it."""
    now = _veneer(101, 0.2)
    now[_OWN] = 2.5 + now[_OWN] - _SQUARE
    now[_OWN & (np.mgrid[:SIDE, :SIDE][0] > 15)] += 1.0
    assert _excess(now, _veneer(1, 0.04)) > TUNING.excess_min


def test_without_ground_nothing_is_said() -> None:
    """Among neighbours' pieces, where no picture shows the board, or if nothing is asked."""
    bare, now = _veneer(1, 0.04), _veneer(101, 0.2)
    crowd = np.full_like(_NOTHING, 255)
    assert ground.measure_excess(_seen(now, bare), _OWN[None], crowd)[0] == np.inf
    unknown = Seen(now[None], bare[None], np.zeros((1, SIDE, SIDE), np.bool_))
    assert ground.measure_excess(unknown, _OWN[None], _NOTHING)[0] == np.inf
    none = Seen(unknown.now[:0], unknown.bare[:0], unknown.known[:0])
    assert not len(ground.measure_excess(none, _OWN[None][:0], _NOTHING[:0]))
