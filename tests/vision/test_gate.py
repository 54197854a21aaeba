"""The gate tells movement from noise and from a lamp."""

from __future__ import annotations

import numpy as np

from hardware.ports import Picture
from tablet_companion.vision.gate import change, thumb


def _picture(seed: int) -> Picture:
    rng = np.random.default_rng(seed)
    scene = np.tile(np.linspace(40, 200, 640), (360, 1))[..., None].repeat(3, axis=2)
    return (scene + rng.normal(0, 6, scene.shape)).clip(0, 255).astype(np.uint8)


def test_noise_is_still() -> None:
    """Two frames that differ by the sensor's noise alone are alike."""
    assert change(thumb(_picture(1)), thumb(_picture(2))).still


def test_a_finger_is_movement() -> None:
    """A finger's breadth that comes into the picture is seen."""
    moved = _picture(2)
    moved[100:180, 0:14] = 150
    assert not change(thumb(_picture(1)), thumb(moved)).still


def test_a_lamp_is_no_movement() -> None:
    """Light that changes everywhere at once is taken out first."""
    brighter = (_picture(2).astype(np.int16) + 25).clip(0, 255).astype(np.uint8)
    assert change(thumb(_picture(1)), thumb(brighter)).still
