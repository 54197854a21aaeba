"""The light of a picture is told from the empty parts of the board."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.surfaces.light import BLOCKS, Light, fit_light

SIZE_MM = (400.0, 280.0)


def _art() -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    rng = np.random.default_rng(3)
    coarse = rng.uniform(20, 220, (28, 40, 3))
    return np.repeat(np.repeat(coarse, 5, axis=0), 5, axis=1).astype(np.float32)


def test_gain_and_offset_are_found_under_pieces() -> None:
    """A lamp from one side, haze, and pieces on a tenth of the board: gains to three per cent."""
    art = _art()
    across = np.linspace(0.6, 1.0, art.shape[1], dtype=np.float32)[None, :, None]
    tint = np.array([0.7, 0.9, 1.0], dtype=np.float32)
    seen = np.clip(art * across * tint + 12, 0, 255)
    seen[30:60, 40:110] = 25
    light = fit_light(seen, art, SIZE_MM)
    points = np.array([[60.0, 140.0], [200.0, 40.0], [340.0, 200.0]])
    gain, offset = light.at(points)
    wanted = np.interp(points[:, 0], [0, 400], [0.6, 1.0])[:, None] * tint
    assert np.abs(gain / wanted - 1).max() < 0.03
    assert np.abs(offset - 12).max() < 4


@pytest.mark.parametrize("left", [0.45, 1.5])
def test_a_hard_edge_is_followed(left: float) -> None:
    """Beyond a straight edge the light is half, or half as much again, whatever stands there."""
    art = _art() * 0.7
    beyond = np.where(np.arange(art.shape[1]) > 120, left, 1.0).astype(np.float32)
    seen = art * beyond[None, :, None]
    seen[30:60, 130:150] = (30, 30, 160)
    light = fit_light(seen, art, SIZE_MM)
    points = np.array([[x, y] for x in (150.0, 225.0, 285.0, 360.0) for y in (60.0, 90.0, 200.0)])
    gain, offset = light.at(points)
    wanted = np.where(points[:, 0] > 240, left, 1.0)[:, None]
    level = (gain * 80 + offset) / 80
    assert np.abs(level / wanted - 1).max() < 0.15


def test_a_piece_of_its_place_s_own_colour_is_no_shade() -> None:
    """Half as bright as the place it stands on: marked as a place, it hardly changes the light."""
    art = _art() * 0.7
    seen = art.copy()
    seen[60:72, 70:82] *= 0.5
    places = np.zeros(art.shape[:2], dtype=np.bool_)
    places[59:73, 69:83] = True
    middle = np.array([[152.0, 132.0]])
    told = [fit_light(seen, art, SIZE_MM, known).at(middle)[0].mean() for known in (None, places)]
    assert told[0] < 0.95, "it would be taken for shade"
    assert told[1] > 0.97


def test_a_black_picture_gives_some_light() -> None:
    """Where nothing can be seen no number breaks."""
    light = fit_light(np.full((140, 200, 3), -1, dtype=np.float32), _art(), SIZE_MM)
    assert np.isfinite(light.gain).all()
    assert np.isfinite(light.offset).all()


def test_a_light_in_other_shade_forgets_what_was_worked_out() -> None:
    """What a light is laid out as is kept, but not beyond a change of it."""
    even = np.ones((BLOCKS, BLOCKS, 3), dtype=np.float32)
    light = Light(even, even, SIZE_MM)
    points = np.array([[60.0, 140.0]])
    assert light.at(points)[0] == pytest.approx(1.0)
    shaded = replace(light, shade=np.full((2, 2, 1), 0.5, dtype=np.float32))
    assert shaded.at(points)[0] == pytest.approx(0.5)
