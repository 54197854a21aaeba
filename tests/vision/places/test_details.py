"""The board's own grain shows that nothing stands there, and a piece of its colour hides it."""

from __future__ import annotations

from unittest.mock import patch

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tablet_companion.vision.places.details import (
    TUNING,
    BareDetails,
    Seen,
    foreign,
    hidden_nats,
    piece_nats,
    shrink,
    usual,
)
from tablet_companion.vision.places.windows import SIDE, make_sampler
from tablet_companion.vision.places.windows import halve as shrunk

_SIZE = (160, 80)
_STEP_PX = 2.0
_MIDDLES = ((40.0, 40.0), (112.0, 40.0))
_PIECE_PX = 14
_SPACE = ("space", None)
Grey = NDArray[np.float32]


def _grain(seed: int, mean: float = 90.0) -> Grey:
    """Return wood: lines along it, a little paler or darker than their neighbours."""
    noise = np.random.default_rng(seed).normal(0, 1, _SIZE[::-1]).astype(np.float32)
    fine = cv2.GaussianBlur(noise, (0, 0), sigmaX=4, sigmaY=1.2)
    return np.asarray(mean + 5 * fine / fine.std(), dtype=np.float32)


def _picture(grey: Grey) -> NDArray[np.uint8]:
    noisy = grey + np.random.default_rng(9).normal(0, 1, grey.shape)
    return np.repeat(noisy.round().clip(0, 255).astype(np.uint8)[..., None], 3, axis=2)


def _disc() -> NDArray[np.bool_]:
    down, across = np.mgrid[: _SIZE[1], : _SIZE[0]]
    inside: NDArray[np.bool_] = np.hypot(across - 40, down - 40) < _PIECE_PX
    return inside


def _recognise(
    now: Grey, *, bare: NDArray[np.bool_] | None = None, board: Grey | None = None
) -> dict[int, float]:
    """Return how well two places are recognised; a piece may stand on the first."""
    seen = _look(now, bare=bare, board=board)
    return {row: here.known for row, here in seen.items() if here.known is not None}


def _look(
    now: Grey, *, bare: NDArray[np.bool_] | None = None, board: Grey | None = None
) -> dict[int, Seen]:
    """Return what two places show from close by; a piece may stand on the first."""
    at = (np.arange(SIDE) - (SIDE - 1) / 2) * _STEP_PX
    square = np.stack(np.meshgrid(at, at), axis=-1)
    look = make_sampler(np.stack([square + middle for middle in _MIDDLES]), _SIZE)
    own = np.uint8(255) * (np.hypot(*np.moveaxis(square, -1, 0)) < _PIECE_PX)
    clear = np.ones(_SIZE[::-1], dtype=np.bool_) if bare is None else bare
    shown = _picture(_grain(1) if board is None else board), clear * np.uint8(255)
    taught = (shrink(shown[0], look), shrink(shown[1], look))
    kept = BareDetails(np.stack([own, own]), look, (taught,))
    with patch("tablet_companion.vision.places.details.halve", wraps=shrunk) as halve:
        seen = kept.look(_picture(now), look, (0, 1))
    assert halve.call_count == 1, "a large board is shrunk once, not for each of its places"
    return seen


@pytest.mark.parametrize("light", ["same", "shade", "gloss", "shifted"])
def test_the_bare_board_is_recognised_in_any_light(light: str) -> None:
    """In half the light, under a veil or a pixel aside, the grain is the same."""
    grey = _grain(1)
    seen = {
        "same": grey,
        "shade": 0.5 * grey,
        "gloss": 0.8 * grey + 60,
        "shifted": np.roll(grey, 1, axis=1),
    }[light]
    assert min(_recognise(seen).values()) > 0.8


@pytest.mark.parametrize("mean", [90.0, 93.0])
def test_a_piece_of_its_squares_colour_hides_the_grain(mean: float) -> None:
    """Whether plain or with a grain of its own, it is told by the details that are gone."""
    for piece in (_grain(2, mean), np.full(_SIZE[::-1], mean, dtype=np.float32)):
        seen = _recognise(np.where(_disc(), piece, _grain(1)).astype(np.float32))
        assert abs(seen[0]) < 0.4
        assert seen[1] > 0.8


def test_nothing_is_told_of_what_is_burnt_out_or_was_never_shown_bare() -> None:
    """White areas contain no information, and what was hidden is unknown."""
    assert set(_recognise(np.where(_disc(), 255, _grain(1)).astype(np.float32))) == {1}
    assert set(_recognise(_grain(1), bare=~_disc())) == {1}


def test_nothing_is_told_of_a_plain_spot() -> None:
    """Where the bare board has no details but noise, a piece cannot hide them."""
    plain = np.where(_disc(), 90.0, _grain(1)).astype(np.float32)
    assert set(_recognise(plain, board=plain)) == {1}


def test_grain_that_shines_the_other_way_round_is_recognised() -> None:
    """Lit from elsewhere, what was darker in a veneer becomes paler, and the board is as bare."""
    turned = np.float32(180.0) - _grain(1)
    assert min(_recognise(turned.astype(np.float32)).values()) > 0.8


def test_what_is_usual_is_measured_at_bare_places() -> None:
    """Too few of them, or none that is recognised, tell nothing."""

    def known(*values: float) -> float | None:
        return usual([(_SPACE, Seen(value, 1.0, 1.0)) for value in values], compared=True).known

    assert known(*[1.6] * (TUNING.bare_count_min - 1)) is None
    assert known(0.1, 0.0, 0.05, 0.1, 0.0) is None
    assert known(1.6, 1.7, 0.1, 1.65, 1.6) == pytest.approx(1.6)


def _rings() -> Grey:
    """Return a turned piece from above: rings, a little paler or darker, on the usual grey."""
    down, across = np.mgrid[: _SIZE[1], : _SIZE[0]]
    return np.asarray(90 + 6 * np.sin(np.hypot(across - 40, down - 40) / 1.6), dtype=np.float32)


@pytest.mark.parametrize("grain", [0.0, 1.0], ids=["plain", "grained"])
@pytest.mark.parametrize("known", [True, False], ids=["shown bare", "never shown bare"])
def test_a_piece_of_its_squares_colour_has_details_of_its_own(*, known: bool, grain: float) -> None:
    """On a plain square nothing is hidden; but edges and shine are there that it never had.

    They speak for a piece only beside labelled ones, and against certainty that it is bare anyway.
    """
    board = np.asarray(90 + grain * (_grain(1) - 90) / 5, dtype=np.float32)
    now = np.where(_disc(), _rings(), board).astype(np.float32)
    seen = _look(now, board=board, bare=None if known else ~_disc())
    bare = [(_SPACE, seen[1])] * TUNING.bare_count_min
    expected = usual(bare, compared=True)
    assert piece_nats(_SPACE, seen[0], expected) > 1
    assert piece_nats(_SPACE, seen[1], expected) <= 0
    assert known or piece_nats(("space", "red"), seen[0], expected) == 0.0
    alone = usual(bare, compared=False)
    assert piece_nats(_SPACE, seen[0], alone) < piece_nats(_SPACE, seen[0], expected)
    glossy = _look(2 * now - 90, board=board, bare=None if known else ~_disc())
    assert [foreign(glossy[row], alone) for row in (0, 1)] == [known, False]


@pytest.mark.parametrize("light", ["shade", "gloss", "contrast", "edge"])
def test_light_makes_no_details(light: str) -> None:
    """The board's grain stays its own in any light; a soft shadow's edge is coarser."""
    grey = _grain(1)
    across = np.linspace(-1, 1, _SIZE[0], dtype=np.float32) * np.ones_like(grey)
    seen = {
        "shade": 0.5 * grey,
        "gloss": 0.8 * grey + 60,
        "contrast": 90 + 2 * (grey - 90),
        "edge": grey * (1 - 0.3 / (1 + np.exp(-8 * (across + 0.5)))),
    }[light].astype(np.float32)
    expected = usual([(_SPACE, _look(grey)[1])] * TUNING.bare_count_min, compared=True)
    assert max(piece_nats(_SPACE, here, expected) for here in _look(seen).values()) <= 0.0


@pytest.mark.parametrize("trouble", ["shadow", "neighbour"])
def test_nothing_stands_on_a_print_that_is_seen(trouble: str) -> None:
    """A hard shadow or the rim of a piece beside adds edges, but the place's own print is there."""
    board = np.asarray(110 + 6 * (_rings() - 90), dtype=np.float32)
    across = np.arange(_SIZE[0]) * np.ones_like(board)
    now = {
        "shadow": np.where(across > 46, 0.55 * board, board),
        "neighbour": np.where(across < 36, 20, board),
    }[trouble].astype(np.float32)
    bare = [(_SPACE, Seen(None, 1.1, 1.0))] * TUNING.bare_count_min
    assert piece_nats(_SPACE, _look(now, board=board)[0], usual(bare, compared=True)) <= 0.0


@pytest.mark.parametrize("degrees", [0, 20, 75, 140])
@pytest.mark.parametrize("beside_px", [-6, 0, 6])
def test_a_shadow_across_a_plain_square_is_no_piece(degrees: int, beside_px: int) -> None:
    """A tall man's shadow on the square beside him has an edge that lies straight across it."""
    board = np.full(_SIZE[::-1], 180, dtype=np.float32)
    down, across = np.mgrid[: _SIZE[1], : _SIZE[0]]
    turn = np.radians(degrees)
    along = np.cos(turn) * (across - 40) + np.sin(turn) * (down - 40) - beside_px
    shade = 30 * (along / 3 + 0.5).clip(0, 1)  # with the penumbra of a lamp
    noise = [(_SPACE, Seen(None, 0.55, 0.55))] * TUNING.bare_count_min
    here = _look(board - shade, board=board)[0]
    assert piece_nats(_SPACE, here, usual(noise, compared=True)) <= 0.0


def test_hidden_details_speak_for_a_piece_and_seen_ones_against() -> None:
    """The better bare places are recognised, the more, but never more than the limit."""
    assert hidden_nats(0.1, 1.5) > hidden_nats(0.1, 0.7) > 0 > hidden_nats(0.7, 0.7)
    assert abs(hidden_nats(-2.0, 1.8)) <= TUNING.nats_max
    assert hidden_nats(0.3, 0.0) == 0.0
