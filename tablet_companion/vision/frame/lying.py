"""Objects that have lain still for too long to be hands, and the places beneath them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from calibration.silhouettes import Mask
from hardware.ports import Picture
from tablet_companion.vision.frame.scan import Scan, scan
from tablet_companion.vision.frame.vigil import Vigil
from tablet_companion.vision.objects.foreground import grow_hands
from tablet_companion.vision.objects.hands import on_map
from tablet_companion.vision.scene import Model, Scene


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a motionless object counts as no hand.

    Chosen by hand; held by tests/vision/test_lying.py.
    """

    doubtful_frames: int = 30
    """Frames. After this long, a motionless object that may or may not be a hand is none: two
    seconds at fifteen frames a second. Hands come and go; shadows, gloss and tables stay."""
    lying_frames: int = 150
    """Frames. After this long, a motionless object is no hand if the network agrees: ten seconds at
    fifteen frames a second. Hands tremble sooner; gloss and shadows do not."""
    rigid_frames: int = 600
    """Frames. After this long, a motionless object is no hand, whatever the network says; sooner if
    it certainly did not stir at all (vigil.py)."""
    lying_share_max: float = 0.3
    """Share of the board that objects may cover permanently; beyond it, the table keeps waiting."""
    lying_margin_px: int = 2
    """Points of the map added round an object, against noise,"""
    hand_margin_px: int = 5
    """and round one that did not stir: were it a hand, its outline is not exact."""
    gone_share: float = 0.5
    """Share of the covered area that must look different before the object may be gone."""


TUNING: Final = Tuning()


def is_due(still_frames: int) -> bool:
    """Whether to check now if a motionless hand is one."""
    return still_frames in {TUNING.doubtful_frames, TUNING.lying_frames, TUNING.rigid_frames}


def pass_over(
    model: Model, scene: Scene, picture: Picture, scanned: Scan, still: tuple[int, Vigil]
) -> tuple[Scene, Scan]:
    """Return scene and scan without a long-lying object, if that is no hand.

    ``still`` is for how many frames the table has seemed still, and what was seen of it meanwhile.

    Places beneath it count as covered. The object is forgotten when it goes, and when the board or
    the camera moves.
    """
    if scanned.hands is None:
        return scene, scanned
    foreign, (still_frames, vigil) = grow_hands(scanned.hands, scanned.view), still
    lifeless = vigil.is_lifeless(scene.pose, foreign)
    patience = TUNING.doubtful_frames if scanned.doubtful else TUNING.lying_frames
    if still_frames < patience and not lifeless:
        return scene, scanned
    margin_px = TUNING.hand_margin_px if lifeless else TUNING.lying_margin_px
    beside = _with_lying(scene, foreign, margin_px)
    if beside is scene:
        return scene, scanned
    if lifeless or still_frames >= TUNING.rigid_frames:
        beside = replace(beside, lessons=scene.lessons.remember(picture))
    again = scan(model, beside, picture)
    return (beside, again) if again.hands is None else (scene, scanned)


def _with_lying(scene: Scene, foreign: Mask, margin_px: int) -> Scene:
    """Return the scene with long-lying foreign points marked, which are then ignored.

    It is returned unchanged if they are too much of the board.
    """
    side = 2 * margin_px + 1
    lying: Mask = cv2.dilate(foreign.astype(np.uint8), np.ones((side, side), np.uint8)) > 0
    if scene.lying is not None:
        lying |= scene.lying
    return scene if lying.mean() > TUNING.lying_share_max else replace(scene, lying=lying)


def may_have_gone(scene: Scene, picture: Picture) -> bool:
    """Whether the object's area looks different than when the board was last read."""
    lessons = scene.lessons
    if scene.lying is None:
        return False
    moved = lessons.moved_cells(lessons.sample_square(picture))
    if moved is None:
        return False
    shape = (scene.lying.shape[0], scene.lying.shape[1])
    changed = on_map(moved.astype(np.float32), lessons.square, shape)
    return float(changed[scene.lying].mean()) > TUNING.gone_share
