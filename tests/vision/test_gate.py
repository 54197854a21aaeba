"""The gate tells movement from noise and from a lamp."""

from __future__ import annotations

import numpy as np

from hardware.ports import Picture
from tablet_companion.vision.frame.gate import Exposure, change, exposure, thumb, watch


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


def test_a_picture_in_which_nothing_can_be_seen_is_told() -> None:
    """Black is dark, white is glare; a dim room and a white table are neither."""
    scene = _picture(1)
    assert exposure(thumb(scene)) is Exposure.FAIR
    assert exposure(thumb(scene // 6)) is Exposure.FAIR
    assert exposure(thumb(scene // 40)) is Exposure.DARK
    assert exposure(thumb(np.full_like(scene, 255))) is Exposure.GLARE
    table = scene.copy()
    table[:, :300] = 255
    assert exposure(thumb(table)) is Exposure.FAIR


OUTLINE = np.array([[200.0, 60.0], [440.0, 60.0], [440.0, 300.0], [200.0, 300.0]])


def test_a_telephone_beside_the_board_is_none_of_its_business() -> None:
    """What blinks beside a board that is known is no movement; without a board it is."""
    watched = watch(OUTLINE, (640, 360))
    blinking = _picture(2)
    blinking[100:200, 520:600] = 255
    before, now = thumb(_picture(1)), thumb(blinking)
    assert change(before, now, watched).still
    assert not change(before, now).still


def test_a_hand_over_the_rim_is_movement() -> None:
    """A finger's breadth over the board's edge, and an arm that comes right up to it, are seen."""
    watched = watch(OUTLINE, (640, 360))
    for hand in (np.s_[150:170, 425:640], np.s_[150:180, 444:640]):
        reaching = _picture(2)
        reaching[hand] = 40
        assert not change(thumb(_picture(1)), thumb(reaching), watched).still


def test_a_lamp_over_the_board_alone_is_no_movement() -> None:
    """The board's own light is taken out, whatever the table beside it does."""
    watched = watch(OUTLINE, (640, 360))
    brighter = _picture(2).astype(np.int16)
    brighter[20:340, 160:480] += 25
    now = thumb(brighter.clip(0, 255).astype(np.uint8))
    assert change(thumb(_picture(1)), now, watched).still
