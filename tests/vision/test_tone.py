"""A camera that grew pale after the board was taught: what its tone is, and what is read then."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.ports import Picture
from hardware.simulated.table import SimulatedTable
from tablet_companion.simulator.house import Print as Kit
from tablet_companion.vision.frame.reader import BoardReader
from tablet_companion.vision.frame.results import Still
from tablet_companion.vision.frame.scan import Observation
from tablet_companion.vision.reading import SURE
from tablet_companion.vision.tone import Print, Tone, are_alike, lay_print, measure_tone
from tests.vision.evening import DAY, Room, count_wrong

_SIDE = 240


def _drawn(colours: int = 12, square: int = 20) -> np.ndarray:
    """Return a board of coloured squares."""
    rng = np.random.default_rng(3)
    palette = rng.integers(30, 200, (colours, 3))
    number = _SIDE // square
    squares = palette[rng.integers(0, colours, (number, number))]
    return np.kron(squares, np.ones((square, square, 1))).astype(np.float32)


def _faded(seen: np.ndarray, saturation: float = 0.5, lifted: float = 30.0) -> np.ndarray:
    grey = seen.mean(axis=2, keepdims=True)
    return np.asarray((lifted + 0.8 * (grey + saturation * (seen - grey))).astype(np.float32))


def _measure(seen: np.ndarray, *taught: np.ndarray) -> Tone | None:
    return measure_tone(lay_print(seen), [lay_print(one) for one in taught])


def _covered(seen: np.ndarray, share: float) -> np.ndarray:
    """Return a board with pieces in two colours on a share of it."""
    rng, covered = np.random.default_rng(5), seen.copy()
    for y, x in rng.integers(0, _SIDE, (int(share * _SIDE**2 / 400), 2)):
        covered[y : y + 20, x : x + 20] = (25, 30, 28) if (x + y) % 2 else (190, 200, 205)
    return covered


@pytest.mark.parametrize("share", [0.0, 0.25])
def test_a_faded_board_is_restored(share: float) -> None:
    """Of a pale picture all but its light is made up for, beside many pieces, too."""
    board = _drawn()
    seen = _faded(_covered(board, share))
    tone = _measure(seen, board)
    assert tone is not None
    restored = tone.undo(np.asarray(seen.round(), np.uint8)).astype(np.float32)
    assert np.median(np.abs(restored - 0.8 * _covered(board, share))) < 5


def _shaded(board: np.ndarray) -> np.ndarray:
    fall = np.linspace(1.0, 0.3, _SIDE, dtype=np.float32)[:, None, None]
    return np.asarray(board * fall * np.array([0.6, 0.8, 1.1], np.float32))


@pytest.mark.parametrize("light", ["as taught", "dim and coloured", "falling off", "blurred"])
def test_light_is_no_tone(light: str) -> None:
    """Whatever light does, and a blur of a few millimetres, is left to what makes up for light."""
    board = _drawn()
    seen = {
        "as taught": board,
        "dim and coloured": board * np.array([0.3, 0.5, 0.7], np.float32),
        "falling off": _shaded(board),
        "blurred": cv2.GaussianBlur(board, (0, 0), 3.0),
    }[light]
    assert _measure(np.asarray(seen), board) is None


def test_a_tone_that_was_taught_is_left() -> None:
    """If the board was shown by the pale camera, too, nothing is changed: that light is nearest."""
    board = _drawn()
    assert _measure(_faded(board), board) is not None
    assert _measure(_faded(board), board, _faded(board)) is None


def test_an_even_board_tells_nothing() -> None:
    """A board without contrasts cannot tell a tone from light, and nothing is made of it."""
    board = np.full((_SIDE, _SIDE, 3), 120, np.float32)
    assert _measure(_faded(board), board) is None
    assert measure_tone(Print(*lay_print(board)), []) is None


def test_measures_of_one_tone_are_alike() -> None:
    """Noise changes no tone; another fading does, and so does none."""
    board = _drawn()
    noise = np.random.default_rng(2).normal(0, 2, board.shape).astype(np.float32)
    one, again = _measure(_faded(board), board), _measure(_faded(board) + noise, board)
    assert are_alike(one, again)
    assert are_alike(None, None)
    assert not are_alike(one, None)
    assert not are_alike(one, _measure(_faded(board, 1.0, 60.0), board))


def _fade(picture: Picture) -> Picture:
    return np.asarray(_faded(picture.astype(np.float32), 0.3, 50).round(), np.uint8)


def _read(reader: BoardReader, table: SimulatedTable, picture: Picture) -> tuple[int, int]:
    """Return how many places a look shows wrongly, and how many not surely."""
    fit, scanned, reading = reader.examine(picture)
    assert reader.scene is not None
    wrong = count_wrong(table, Observation(picture, fit, reader.scene, scanned, reading))
    unsure = sum(sight.probability < SURE for sight in reading.places if not sight.covered)
    return wrong, unsure


def test_a_board_is_read_by_a_camera_that_grew_pale(kit: Kit) -> None:
    """Places are as right and as sure as before, and again when the camera is as it was."""
    room = Room(kit)
    for seed in range(2):
        table = room.set_table(seed, DAY)
        picture = room.shoot(table)
        reader = BoardReader(room.taught, still_frames=1)
        for seen in (picture, _fade(picture), picture):
            assert _read(reader, table, seen) == (0, 0)


def test_a_pale_board_is_read_on_from_look_to_look(kit: Kit) -> None:
    """What is kept of a look is in the taught tone, too: the next one is no change of light."""
    room = Room(kit)
    table = room.set_table(1, DAY)
    reader = BoardReader(room.taught, still_frames=1)
    first = reader.read(_fade(room.shoot(table)))
    scene = reader.scene
    assert isinstance(first, Still)
    assert reader.read(_fade(room.shoot(table))) is first
    assert reader.scene is scene
