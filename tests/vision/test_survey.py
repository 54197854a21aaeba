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


def test_no_lamp_colours_what_is_shown() -> None:
    """Skin that a blue window and a red lamp light from two sides has the colours of the day."""
    art, skin = _art(1), np.array([120, 150, 200])
    laid = art.copy()
    laid[20:100, 50:70] = skin
    side = np.linspace(0, 1, SIDE)[None, :, None]
    lamps = np.exp(side * [-0.8, -0.3, 0.0] + (1 - side) * [0.1, -0.2, -0.6])
    shown = compare_all(_square(), (laid * lamps).astype(np.uint8), _ALL, [BareView(art, _ALL)])
    seen = np.moveaxis(shown[0:3, 30:90, 52:68], 0, -1)
    assert np.abs(seen - skin).max() < 12


def test_beside_the_board_light_goes_on_as_at_its_edge() -> None:
    """A lamp's light is fitted to the board alone; a curve may lead anywhere beyond it."""
    art, known = _art(1), _ALL.copy()
    known[:, 80:] = False
    fall = np.exp(-(np.linspace(0, 1, SIDE) ** 2))[None, :, None]
    shown = compare_all(_square(), (art * fall).astype(np.uint8), _ALL, [BareView(art, known)])
    dimmest = float(fall[0, 80, 0])
    beside = shown[0:3, :, 100:].mean() / (art * fall)[:, 100:].mean()
    assert 0.9 / dimmest < beside < 1.1 / dimmest


def test_a_board_that_no_picture_shows_keeps_its_colours() -> None:
    """There is no light to show it in."""
    art = _art(1)
    assert (compare_all(_square(), art, _ALL, ())[0:3] == np.moveaxis(art, -1, 0)).all()


def test_beside_the_picture_nothing_is_compared() -> None:
    """What the picture does not show differs from nothing."""
    inside = _ALL.copy()
    inside[:, 100:] = False
    shown = compare_all(_square(), _art(2), inside, [BareView(_art(1), _ALL)])
    assert (shown[3:6, :, 100:] == 128).all()
    assert (shown[7, :, 100:] == 0).all()
