"""An arm goes on to the picture's border; what ends on the table beside the board may be none."""

from __future__ import annotations

from typing import Any, Final

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.camera.lens import Pose
from calibration.camera.silhouettes import Mask
from tablet_companion.simulator.house import Print
from tablet_companion.vision.frame import scan as scan_module
from tablet_companion.vision.frame.scan import scan
from tablet_companion.vision.objects.hands import CELLS, SceneNetwork, SceneShares
from tablet_companion.vision.objects.surroundings import ends_beside, shrink
from tablet_companion.vision.places.sites import MAP_PX_PER_MM
from tablet_companion.vision.places.windows import Bytes
from tests.vision.table import Table
from tools.faults.things import telephone

_SIZE: Final = (640, 480)
_BOARD_MM: Final = (240.0, 180.0)
_POSE: Final = Pose((0.0, 0.0, 0.0, -120.0, -90.0, 1000.0, 1500.0, 0.0), _SIZE)
"""A camera straight above: a pixel and a half to a millimetre."""
_BOARD_PX: Final = (140, 105, 500, 375)

_SKIN: Final = (150, 180, 225)
_WOOD: Final = (70, 100, 140)
_PALE: Final = (90, 125, 170)
"""A sleeve hardly lighter than the table."""
_BUSY: Final = 0.3
_DARKER: Final = np.linspace(0.7, 0.9, 640)[None, :, None]
"""The light in which the table was seen before, as a share of the light now."""


def _lay_table(spread: float) -> NDArray[Any]:
    numbers = np.random.default_rng(1)
    grain = cv2.GaussianBlur(numbers.normal(0, 1, (480, 640)), (0, 0), 3, sigmaY=25)
    light = np.linspace(0.8, 1.2, 640)[None] * (1 + spread * grain / grain.std())
    picture = light[..., None] * np.array(_WOOD)
    left, top, right, bottom = _BOARD_PX
    picture[top:bottom, left:right] = (190, 200, 205)
    noisy: NDArray[Any] = np.clip(picture + numbers.normal(0, 3, picture.shape), 0, 255)
    return noisy.astype(np.uint8)


def _foreign(*box_px: int) -> Mask:
    """Return the part of the board that a box (left, top, right, bottom) of the picture covers."""
    columns, rows = (round(side * MAP_PX_PER_MM) for side in _BOARD_MM)
    left, top, right, bottom = (
        round((value - least) / 1.5 * MAP_PX_PER_MM)
        for value, least in zip(box_px, 2 * _BOARD_PX[:2], strict=True)
    )
    mask = np.zeros((rows, columns), np.bool_)
    mask[max(0, top) : max(0, bottom), max(0, left) : max(0, right)] = True
    return mask


def _ends(*parts: tuple[tuple[int, int, int, int], tuple[int, int, int]],
          spread: float = 0.05, seen_before: bool = False) -> bool:  # fmt: skip
    """Whether boxes on a table, the first of them over the board, end there."""
    picture = _lay_table(spread)
    before = shrink(np.clip(picture * _DARKER, 0, 255).astype(np.uint8)) if seen_before else None
    for (left, top, right, bottom), colour in parts:
        cv2.rectangle(picture, (left, top), (right, bottom), colour, -1)
    return ends_beside(picture, _POSE, _BOARD_MM, _foreign(*parts[0][0]), before)


def test_what_has_table_all_round_it_ends_there() -> None:
    """A telephone half over the rim, dark or pale."""
    for colour in ((20, 20, 20), (220, 220, 220), _SKIN):
        assert _ends(((60, 200, 200, 270), colour))


def test_an_arm_goes_on() -> None:
    """Bare, in a sleeve of nearly the table's colour, and in a dark one that the rim swallows."""
    assert not _ends(((-5, 200, 200, 270), _SKIN))
    assert not _ends(((90, 200, 200, 270), _SKIN), ((-5, 195, 90, 275), _PALE))
    assert not _ends(((175, 200, 260, 270), _SKIN), ((-5, 195, 130, 275), (20, 20, 20)))


def test_what_is_cut_by_the_pictures_border_may_go_on() -> None:
    """So may what nearly is."""
    for left in (0, 6):
        assert not _ends(((left, 200, 200, 270), (20, 20, 20)))


def test_of_a_busy_table_nothing_is_said() -> None:
    """An arm may look like a part of it."""
    assert not _ends(((60, 200, 200, 270), (20, 20, 20)), spread=_BUSY)


def test_a_busy_table_is_compared_with_what_it_was() -> None:
    """In another light: what was laid on it ends there, an arm does not."""

    def ends(*parts: tuple[tuple[int, int, int, int], tuple[int, int, int]]) -> bool:
        return _ends(*parts, spread=_BUSY, seen_before=True)

    for colour in ((20, 20, 20), (220, 220, 220), _SKIN):
        assert ends(((60, 200, 200, 270), colour))
    assert not ends(((-5, 200, 200, 270), _SKIN))
    assert not ends(((90, 200, 200, 270), _SKIN), ((-5, 195, 90, 275), _PALE))
    assert not ends(((90, 200, 200, 270), _SKIN), ((-5, 195, 90, 275), _WOOD))


def test_a_telephone_on_the_rim_is_no_certain_hand(kit: Print) -> None:
    """It is worked round after two seconds; a hand there is waited for."""
    table, middle_mm = Table(kit), kit.board.size_mm[1] / 2
    thing = telephone(0.0, middle_mm, 90)
    table.sim.leave(thing)
    _, scanned, _ = table.eye.examine(table.camera.capture().picture)
    assert scanned.hands is not None
    assert scanned.hand_seen is None
    table.sim.take(thing)
    table.sim.reach(20.0, middle_mm)
    assert table.eye.scene is not None
    scene = table.eye.scene
    assert scan(kit.learnt, scene, scene.sample(table.camera.capture().picture)).hand_seen


@pytest.mark.parametrize(("away_mm", "sure"), [(0.0, True), (40.0, None)])
def test_what_the_network_alone_sees_near_no_place_is_no_certain_hand(
    away_mm: float, sure: bool | None, kit: Print, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Print beside the board that looks like skin, such as a bag's, seems to come over the rim."""
    x, y = np.arange(3, kit.board.size_mm[0] - 3, 3.0), 3.0
    gaps = [np.hypot(x - one.x_mm, y - one.y_mm) - one.radius_mm for one in kit.board.places]
    spot = np.argmin(np.abs(np.min(gaps, axis=0) - away_mm))

    def infer(_network: SceneNetwork, _shown: Bytes) -> SceneShares:
        assert table.eye.scene is not None
        points = table.eye.scene.lessons.square.points_mm[::2, ::2]
        near = np.hypot(points[..., 0] - x[spot], points[..., 1] - y) < 15
        none = np.full((CELLS, CELLS), 1e-4, np.float32)
        return SceneShares(np.where(near, np.float32(0.98), none), none)

    table = Table(kit)
    monkeypatch.setattr(SceneNetwork, "infer", infer)
    monkeypatch.setattr(scan_module, "ends_beside", lambda *_: False)
    _, scanned, _ = table.eye.examine(table.camera.capture().picture)
    assert scanned.hands is not None
    assert scanned.hand_seen is sure
