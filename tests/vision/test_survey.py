"""What the network of hands is shown: the board without its light, by what is most like it."""

from __future__ import annotations

import numpy as np

from tablet_companion.vision.objects.survey import SIDE, BareView, Square, compare_all


def _square() -> Square:
    at = np.arange(SIDE, dtype=float)
    points = np.stack(np.meshgrid(at, at), axis=-1)
    everywhere = np.ones((SIDE, SIDE), dtype=np.bool_)
    return Square(points, everywhere, everywhere, np.zeros((SIDE, SIDE), np.uint8))


def _art(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).integers(60, 180, (SIDE, SIDE, 3)).astype(np.uint8)


_ALL = np.ones((SIDE, SIDE), dtype=np.bool_)


def test_a_lamp_from_one_side_is_no_difference() -> None:
    """Light that falls off smoothly over the board is taken out."""
    art = _art(1)
    fall = np.linspace(0.6, 1.1, SIDE)[None, :, None]
    seen = (art * fall).astype(np.uint8)
    shown = compare_all(_square(), seen, _ALL, [BareView(art, _ALL)])
    assert np.abs(shown[3:6].astype(int) - 128).mean() < 4


def test_what_one_light_makes_of_the_board_is_no_news_in_that_light() -> None:
    """A lamp's image that was taught in one picture is no difference, though another lacks it."""
    plain = _art(1)
    glossy = plain.copy()
    glossy[20:60, 20:60] = 250
    both = [BareView(plain, _ALL), BareView(glossy, _ALL)]
    assert np.abs(compare_all(_square(), glossy, _ALL, both)[3:6].astype(int) - 128).max() < 6
    alone = compare_all(_square(), glossy, _ALL, both[:1])
    assert np.abs(alone[3:6, 30:50, 30:50].astype(int) - 128).mean() > 20


def test_beside_the_picture_nothing_is_compared() -> None:
    """What the picture does not show differs from nothing."""
    inside = _ALL.copy()
    inside[:, 100:] = False
    shown = compare_all(_square(), _art(2), inside, [BareView(_art(1), _ALL)])
    assert (shown[3:6, :, 100:] == 128).all()
    assert (shown[7, :, 100:] == 0).all()
