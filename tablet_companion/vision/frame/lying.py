"""What has lain still for so long that it is no hand, and what is to be seen beneath."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from calibration.silhouettes import Mask
from hardware.ports import Picture
from tablet_companion.vision.frame.scan import Scan, scan
from tablet_companion.vision.objects.foreground import grow_hands
from tablet_companion.vision.objects.hands import on_map
from tablet_companion.vision.scene import Model, Scene


@dataclass(frozen=True, slots=True)
class Tuning:
    """From when on what does not move is no hand.

    Chosen by hand; held by tests/vision/test_lying.py.
    """

    lying_frames: int = 150
    """Frames. What has not moved for so long, and is no hand by the network's word alone, is none:
    ten seconds at fifteen frames a second. People's hands tremble sooner; gloss and shadows lie."""
    rigid_frames: int = 600
    """Frames. What has not moved for so long is no hand, whatever the network says."""
    lying_share_max: float = 0.3
    """Share of the board that may be odd for good; where more is, the table waits on."""
    lying_margin_px: int = 2
    """Points of the map round what lies there, for what noise adds to it."""
    gone_share: float = 0.5
    """Share of what lay there that must look otherwise before it may have gone."""


TUNING: Final = Tuning()


def is_due(still_frames: int) -> bool:
    """Whether it is time to ask if a hand that lies so still is one."""
    return still_frames in {TUNING.lying_frames, TUNING.rigid_frames}


def pass_over(
    model: Model, scene: Scene, picture: Picture, scanned: Scan, still_frames: int
) -> tuple[Scene, Scan]:
    """Return the scene and the scan without what has lain there for long, if that is no hand.

    Places beneath it count as covered. It is forgotten when it goes, and when the board or the
    camera moves.
    """
    if scanned.hands is None or still_frames < TUNING.lying_frames:
        return scene, scanned
    beside = _with_lying(scene, grow_hands(scanned.hands, scanned.view))
    if beside is scene:
        return scene, scanned
    if still_frames >= TUNING.rigid_frames:
        beside = replace(beside, lessons=scene.lessons.remember(picture))
    again = scan(model, beside, picture)
    return (beside, again) if again.hands is None else (scene, scanned)


def _with_lying(scene: Scene, odd: Mask) -> Scene:
    """Return the scene in which nothing is foreign where something odd has lain for long.

    It stays the same where that is too much of the board.
    """
    side = 2 * TUNING.lying_margin_px + 1
    lying: Mask = cv2.dilate(odd.astype(np.uint8), np.ones((side, side), np.uint8)) > 0
    if scene.lying is not None:
        lying |= scene.lying
    return scene if lying.mean() > TUNING.lying_share_max else replace(scene, lying=lying)


def may_have_gone(scene: Scene, picture: Picture) -> bool:
    """Whether what lay on the board looks otherwise than when the board was last read."""
    lessons = scene.lessons
    if scene.lying is None:
        return False
    moved = lessons.moved_cells(lessons.square_input(picture))
    if moved is None:
        return False
    shape = (scene.lying.shape[0], scene.lying.shape[1])
    changed = on_map(moved.astype(np.float32), lessons.square, shape)
    return float(changed[scene.lying].mean()) > TUNING.gone_share
