"""The gate tells movement from noise and from a lamp."""

from __future__ import annotations

import cv2
import numpy as np

from hardware.ports import Picture
from tablet_companion.vision.frame.gate import (
    Exposure,
    is_still,
    judge_exposure,
    make_gate_mask,
    make_thumbnail,
)
from tablet_companion.vision.frame.locating import PlaceInPicture
from tablet_companion.vision.frame.reader import FrameReader
from tablet_companion.vision.frame.results import FrameResult, Lost, Moving
from tablet_companion.vision.frame.unrest import TUNING


def _picture(seed: int, noise: float = 6.0) -> Picture:
    rng = np.random.default_rng(seed)
    scene = np.tile(np.linspace(40, 200, 640), (360, 1))[..., None].repeat(3, axis=2)
    return (scene + rng.normal(0, noise, scene.shape)).clip(0, 255).astype(np.uint8)


def test_noise_is_still() -> None:
    """Two frames that differ by the sensor's noise alone are alike."""
    assert is_still(make_thumbnail(_picture(1)), make_thumbnail(_picture(2)))


def test_the_noise_of_a_dim_room_is_still_and_a_finger_in_it_is_not() -> None:
    """Before, a camera in a dim room saw movement in every picture, and nothing was judged."""
    before, now = _picture(1, noise=14.0), _picture(2, noise=14.0)
    assert is_still(make_thumbnail(before), make_thumbnail(now))
    now[100:180, 0:14] = 150
    assert not is_still(make_thumbnail(before), make_thumbnail(now))


def test_lone_blocks_that_compression_changes_are_still_and_fingertips_are_not() -> None:
    """Before, three blocks anywhere were movement."""
    before, now = make_thumbnail(_picture(1)), make_thumbnail(_picture(2))
    now[10:80:14, 20] += 12
    assert is_still(before, now)
    now[40, 70:72] += 12
    assert not is_still(before, now), "fingertips that push a pawn change no more"


def test_a_finger_is_movement() -> None:
    """A finger's breadth that comes into the picture is seen."""
    moved = _picture(2)
    moved[100:180, 0:14] = 150
    assert not is_still(make_thumbnail(_picture(1)), make_thumbnail(moved))


def test_a_lamp_is_no_movement() -> None:
    """Light that changes everywhere at once is taken out first."""
    brighter = (_picture(2).astype(np.int16) + 25).clip(0, 255).astype(np.uint8)
    assert is_still(make_thumbnail(_picture(1)), make_thumbnail(brighter))


def test_a_picture_in_which_nothing_can_be_seen_is_told() -> None:
    """Black is dark, white is glare; a dim room and a white table are neither."""
    scene = _picture(1)
    assert judge_exposure(make_thumbnail(scene)) is Exposure.FAIR
    assert judge_exposure(make_thumbnail(scene // 6)) is Exposure.FAIR
    assert judge_exposure(make_thumbnail(scene // 40)) is Exposure.DARK
    assert judge_exposure(make_thumbnail(np.full_like(scene, 255))) is Exposure.GLARE
    table = scene.copy()
    table[:, :300] = 255
    assert judge_exposure(make_thumbnail(table)) is Exposure.FAIR


OUTLINE = np.array([[200.0, 60.0], [440.0, 60.0], [440.0, 300.0], [200.0, 300.0]])


def test_a_telephone_beside_the_board_is_none_of_its_business() -> None:
    """What blinks beside a board that is known is no movement; without a board it is."""
    watched = make_gate_mask(OUTLINE, (640, 360))
    blinking = _picture(2)
    blinking[100:200, 520:600] = 255
    before, now = make_thumbnail(_picture(1)), make_thumbnail(blinking)
    assert is_still(before, now, watched)
    assert not is_still(before, now)


def test_a_hand_over_the_rim_is_movement() -> None:
    """A finger's breadth over the board's edge, and an arm that comes right up to it, are seen."""
    watched = make_gate_mask(OUTLINE, (640, 360))
    for hand in (np.s_[150:170, 425:640], np.s_[150:180, 444:640]):
        find_hand = _picture(2)
        find_hand[hand] = 40
        assert not is_still(make_thumbnail(_picture(1)), make_thumbnail(find_hand), watched)


def test_a_lamp_over_the_board_alone_is_no_movement() -> None:
    """The board's own light is taken out, whatever the table beside it does."""
    watched = make_gate_mask(OUTLINE, (640, 360))
    brighter = _picture(2).astype(np.int16)
    brighter[20:340, 160:480] += 25
    now = make_thumbnail(brighter.clip(0, 255).astype(np.uint8))
    assert is_still(make_thumbnail(_picture(1)), now, watched)


class Reader(FrameReader):
    """A reader that finds no board in any picture that is still."""

    def read(self, picture: Picture) -> FrameResult:
        """Find nothing."""
        del picture
        return Lost("board", "There is none.")

    def locate_places(self, picture: Picture) -> tuple[PlaceInPicture, ...]:
        """Find nothing."""
        raise NotImplementedError


def test_a_picture_that_goes_back_and_forth_is_told_as_flicker() -> None:
    """A camera that stammers is no hand that moves for ever; a hand over the board is none."""
    reader, scenes = Reader(), [_picture(1), _picture(2)[:, ::-1].copy()]
    looks = [reader.look(scenes[number % 2]) for number in range(TUNING.flickering_frames + 3)]
    assert all(isinstance(look, Moving) for look in looks[1:10])
    last = looks[-1]
    assert isinstance(last, Lost)
    assert last.why == "flicker"
    for _ in range(4):
        last = reader.look(scenes[0])
    assert isinstance(last, Lost)
    assert last.why == "board", "it is over"
    reader.forget()
    for number in range(60):
        waved = _picture(number)
        waved[100:200, 8 * number : 8 * number + 80] = 30
        assert not isinstance(look := reader.look(waved), Lost) or look.why == "board"


def test_a_picture_that_never_keeps_still_is_told_and_a_waved_arm_is_not() -> None:
    """Noise that hides a hand is named; before, all waited for ever."""
    reader, frames = Reader(), TUNING.restless_frames + 3
    noisy, scene = [_picture(number, noise=60.0) for number in range(3)], _picture(1)
    looks = [reader.look(noisy[number % 3]) for number in range(frames)]
    assert all(isinstance(look, Moving) for look in looks[1:-3])
    assert isinstance(looks[-1], Lost)
    assert looks[-1].why == "restless"
    reader.forget()
    for number in range(frames):
        waved = scene.copy()
        waved[:, 40 * (number % 9) : 40 * (number % 9) + 120] = 30
        assert isinstance(reader.look(waved), Moving)


def _shaken(number: int, shift_px: float) -> Picture:
    """Return a chequered board, as a camera sees it that shakes by so many of its pixels."""
    squares = np.kron(np.indices((12, 21)).sum(axis=0) % 2, np.ones((30, 30)))[:, :640]
    scene = cv2.GaussianBlur((80 + 90 * squares).astype(np.float32), (0, 0), 1.0)
    dx, dy = np.random.default_rng(number).uniform(-shift_px, shift_px, 2).tolist()
    moved = cv2.warpAffine(scene, np.array([[1, 0, dx], [0, 1, dy]]), (640, 360), borderMode=1)
    return moved[..., None].repeat(3, axis=2).clip(0, 255).astype(np.uint8)


def test_a_camera_that_trembles_sees_no_movement_but_a_fingertip() -> None:
    """Before, every picture was movement under an arm that trembles, and all waited."""
    before, now = _shaken(1, 0.4), _shaken(2, 0.4)
    assert is_still(make_thumbnail(before), make_thumbnail(now))
    now[100:112, 100:108] = 20
    assert not is_still(make_thumbnail(before), make_thumbnail(now))


def test_a_camera_that_shakes_is_told_of_though_some_pictures_are_alike() -> None:
    """Before, a shake of less than three millimetres was waited for without a word."""
    reader = Reader()
    looks = [reader.look(_shaken(number, 4.0)) for number in range(115)]
    assert any(isinstance(look, Lost) and look.why == "restless" for look in looks)


def _light(level: np.ndarray) -> Picture:
    """Return the chequered board with each pixel brighter by its own factor, and new noise."""
    noise = np.random.default_rng(round(1e6 * float(level[0, 0]))).normal(0, 2, (360, 640, 1))
    lit = _shaken(1, 0.0) * level[..., None] + noise
    return np.asarray(lit.clip(0, 255), dtype=np.uint8)


def _bands(turn: float) -> np.ndarray:
    """Return how mains light brightens the rows of a picture."""
    wave = np.sin(5 * np.pi * np.arange(360) / 360 + turn)
    return np.repeat((1 + 0.06 * wave)[:, None], 640, axis=1)


def _candle(flame: float) -> np.ndarray:
    """Return how a candle on the left lights a picture."""
    return np.repeat(flame * np.linspace(1.2, 0.5 * flame, 640)[None], 360, axis=0)


def test_a_candle_and_bands_are_no_movement_but_a_fingertip_is() -> None:
    """Before, both were movement in every other picture, and nothing could be judged."""
    lights = (_bands(0.0), _bands(1.2)), (_candle(1.0), _candle(0.85))
    for before, now in lights:
        first, second = _light(before), _light(now)
        assert is_still(make_thumbnail(first), make_thumbnail(second))
        second[100:116, 100:112] = 20
        assert not is_still(make_thumbnail(first), make_thumbnail(second))


def test_light_that_nearly_goes_out_hides_no_movement() -> None:
    """Before, a board that was pushed as it became dark was taken for one that kept still."""
    day, pushed = _shaken(1, 0.0), np.roll(_shaken(1, 0.0), 40, axis=1)
    dark = (pushed * 0.02).astype(np.uint8)
    assert not is_still(make_thumbnail(day), make_thumbnail(dark))


def test_the_shadow_of_an_arm_is_movement() -> None:
    """Light that changes over a part of the board alone may come from somebody who reaches."""
    shadow = np.ones((360, 640))
    shadow[:, :200] = 0.8
    level = cv2.GaussianBlur(shadow, (0, 0), 12)
    assert not is_still(make_thumbnail(_light(shadow / shadow)), make_thumbnail(_light(level)))


def test_a_fans_shadows_are_read_through_after_a_second_and_a_finger_under_them_is_not() -> None:
    """Before, they were movement for ever: a fault led to no word but that something moves."""
    reader, shades = Reader(), []
    for number in range(5):
        shadow = np.ones((360, 640))
        shadow[:, 120 * number : 120 * number + 90] = 0.7
        shades.append(cv2.GaussianBlur(shadow, (0, 0), 14))
    looks = [reader.look(_light(shades[number % 5])) for number in range(TUNING.shaded_frames + 8)]
    assert all(isinstance(look, Moving) for look in looks[1 : TUNING.shaded_frames])
    assert all(isinstance(look, Lost) for look in looks[-4:]), "it is read"
    for number in range(TUNING.shaded_frames + 8):
        scene = _light(shades[number % 5])
        scene[100 + 3 * (number % 9) :][:16, 100:112] = 20
        assert isinstance(reader.look(scene), Moving)


def test_a_lens_that_looks_for_its_focus_is_no_movement_but_a_fingertip_is() -> None:
    """Before, the picture that grew and blurred by a trace was movement for ever."""
    before = _shaken(1, 0.0)
    grown = cv2.getRotationMatrix2D((320, 180), 0.05, 1.0015)
    blurred = cv2.GaussianBlur(before, (0, 0), 0.7)
    now = np.asarray(cv2.warpAffine(blurred, grown, (640, 360), borderMode=1), dtype=np.uint8)
    assert is_still(make_thumbnail(before), make_thumbnail(now))
    now[100:116, 100:112] = 20
    assert not is_still(make_thumbnail(before), make_thumbnail(now))
