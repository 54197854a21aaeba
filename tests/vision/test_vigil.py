"""A hand drifts by fractions of a pixel, a cup does not; of a poor picture nothing is said."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.camera.lens import Pose
from calibration.camera.silhouettes import Mask
from hardware.cameras import simulated
from hardware.simulated.things import cup
from tablet_companion.simulator.house import Print
from tablet_companion.vision.frame import lying, scan
from tablet_companion.vision.frame.results import Moving, Still
from tablet_companion.vision.frame.vigil import TUNING, Vigil
from tablet_companion.vision.objects.surroundings import ends_beside
from tablet_companion.vision.places.sites import MAP_PX_PER_MM
from tests.vision.table import Table
from tools.truth import tell_truth

_FRAMES: Final = TUNING.span_frames * TUNING.spans
_BRIEF_FRAMES: Final = TUNING.span_frames * TUNING.brief_spans
_PLACE: Final = "T20"


@pytest.fixture(autouse=True)
def insistent(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave what lies long to the vigil alone."""
    patient = replace(lying.TUNING, doubtful_frames=9999, lying_frames=9999, rigid_frames=9999)
    monkeypatch.setattr(lying, "TUNING", patient)


def test_what_does_not_stir_is_passed_over_in_seconds(
    kit: Print, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hand of plaster: what it may hide is covered, everything else is read."""
    monkeypatch.setattr(simulated, "DRIFT_MM", 0.0)
    table = Table(kit)
    table.check()
    table.sim.hand_in(_PLACE)
    first = table.look()
    assert isinstance(first, Moving)
    assert first.hand
    last = table.look(_FRAMES + 2)
    assert isinstance(last, Still)
    true = tell_truth(table.sim, "-")["pieces"]
    sights = last.reading.places
    assert _PLACE in {sight.place for sight in sights if sight.covered}
    assert all(one.covered or one.best == true.get(one.place, "") for one in sights)
    table.sim.hand_out()
    table.check()


def test_what_ends_beside_the_board_and_does_not_stir_is_passed_over_sooner(kit: Print) -> None:
    """A cup at the rim, which the network takes for a hand whatever else is known."""
    table = Table(kit)
    table.check()
    table.sim.leave(cup(30.0, kit.board.size_mm[1] / 2))
    assert isinstance(table.look(_BRIEF_FRAMES), Moving)
    assert isinstance(table.look(2), Still)


def test_what_ends_on_a_busy_table_and_does_not_stir_is_passed_over_sooner(
    kit: Print, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of such a table only a change is known; before, the cup was waited for for four seconds."""
    monkeypatch.setattr(scan, "ends_beside", lambda *seen: len(seen) > 4 and ends_beside(*seen))
    table = Table(kit)
    table.check()
    table.sim.leave(cup(30.0, kit.board.size_mm[1] / 2))
    _, scanned, _ = table.eye.examine(table.camera.capture().picture)
    assert scanned.hand_seen
    assert isinstance(table.look(_BRIEF_FRAMES), Moving)
    assert isinstance(table.look(2), Still)


@pytest.mark.parametrize("doubtful", [True, False])
def test_a_hand_that_seems_to_end_there_and_drifts_is_waited_for(
    kit: Print, monkeypatch: pytest.MonkeyPatch, *, doubtful: bool
) -> None:
    """A doubtful one in a sleeve like the table, or one whose forearm lay there before.

    The simulated camera lets it drift by a fifth of a millimetre, as breath and pulse do.
    """
    monkeypatch.setattr(scan, "ends_beside", lambda *seen: doubtful or len(seen) > 4)
    table = Table(kit)
    table.check()
    table.sim.hand_in(_PLACE)
    for span in range(TUNING.spans + 1):
        assert isinstance(table.look(TUNING.span_frames), Moving), span


def test_a_stream_may_change_the_size_of_its_pictures() -> None:
    """The same view in other pixels: what was seen in the earlier ones is no longer compared."""
    vigil = Vigil()
    for size, frames in (((480, 640), TUNING.span_frames + 1), ((450, 800), _FRAMES)):
        picture = np.full((*size, 3), 90, np.uint8)
        for _ in range(frames):
            vigil.note(picture, resting=True)
    assert vigil.is_over


# --- pictures of noise -------------------------------------------------------------------------

_Picture = NDArray[Any]
_SIZE: Final = (640, 480)
_MARGIN: Final = 64
_BOARD_MM: Final = (400.0, 300.0)
_POSE: Final = Pose((0.0, 0.0, 0.0, -200.0, -150.0, 1000.0, 1500.0, 0.0), _SIZE)
"""A camera straight above: a pixel and a half to a millimetre."""


def _mask() -> Mask:
    columns, rows = (round(side * MAP_PX_PER_MM) for side in _BOARD_MM)
    mask = np.zeros((rows, columns), np.bool_)
    mask[40:100, 60:120] = True
    return mask


def _watch(change: Callable[[_Picture, int], _Picture], noise: float = 3.0) -> bool:
    """Watch noisy pictures of a board with a pale square on it; ``change`` is what happens."""
    numbers = np.random.default_rng(1)
    board: _Picture = numbers.integers(60, 160, (480, 640, 3)).astype(np.float32)
    board = cv2.GaussianBlur(board, (0, 0), 2)
    board[150:300, 210:370] = 200
    board = cv2.GaussianBlur(board, (0, 0), 1)
    grain = numbers.standard_normal((480 + _MARGIN, 640 + _MARGIN, 3), np.float32)
    grain *= np.float32(noise)
    vigil = Vigil()
    for frame in range(_FRAMES):
        y, x = numbers.integers(0, _MARGIN, 2).tolist()  # new numbers would take most of the time
        seen = change(board, frame) + grain[y : y + 480, x : x + 640]
        vigil.note(np.clip(seen, 0, 255).astype(np.uint8), resting=True)
    assert vigil.is_over
    lifeless = vigil.is_lifeless(_POSE, _mask())
    vigil.note(np.zeros((480, 640, 3), np.uint8), resting=False)
    assert not vigil.is_over
    assert not vigil.is_lifeless(_POSE, _mask())
    return lifeless


def _shift(picture: _Picture, px: float) -> _Picture:
    moved = np.array([[1, 0, px], [0, 1, 0]], np.float32)
    shifted: _Picture = cv2.warpAffine(picture, moved, _SIZE, borderMode=cv2.BORDER_REFLECT)
    return shifted


def _shift_thing(picture: _Picture, px: float) -> _Picture:
    after = picture.copy()
    after[120:330, 180:400] = _shift(picture, px)[120:330, 180:400]
    return after


def test_a_thing_under_a_noisy_camera_is_lifeless() -> None:
    """The noise of a poor camera is no life, nor is light that fades or brightens."""
    assert _watch(lambda picture, _frame: picture)
    assert _watch(lambda picture, _frame: picture, noise=8.0)
    assert _watch(lambda picture, frame: picture * (1 - 0.001 * frame))


def test_what_moves_by_a_fifth_of_a_pixel_lives() -> None:
    """There and back: its means are compared one by one with the first."""
    way = (0.0, 0.2, 0.0, 0.0)
    assert not _watch(lambda p, frame: _shift_thing(p, way[frame // TUNING.span_frames]))


def test_of_a_camera_that_shakes_or_has_frozen_nothing_is_said() -> None:
    """What cannot be told from life is waited for."""
    assert not _watch(lambda picture, frame: _shift(picture, 0.5 * (frame > _FRAMES / 2)))
    assert not _watch(lambda picture, _frame: picture, noise=0.0)


def test_nothing_is_said_before_it_was_watched_for_long_enough() -> None:
    """A hand may pause for a moment."""
    assert not Vigil().is_lifeless(_POSE, _mask())
