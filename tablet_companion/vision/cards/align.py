"""Align a face exactly with the card that is seen: position, rotation and size by least squares."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.surfaces.light import Map
from tablet_companion.vision.cards.seek import FacePose, cut_card


@dataclass(frozen=True, slots=True)
class Tuning:
    """How far and how finely a face is moved to match what is seen.

    Chosen on made-up decks (tests/vision/cards/measured.py).
    """

    move_max_mm: float = 6.0
    """Millimetres a face may be moved from its starting pose."""
    turn_max_deg: float = 6.0
    """Degrees it may be turned."""
    sizes: tuple[float, float] = (0.97, 1.05)
    """A card on a high pile is nearer to the camera, and so looks larger."""
    settled_mm: float = 0.03
    """Millimetres, and degrees: smaller steps end the search."""
    light_mm: float = 30.0
    """Millimetres. Light varies over a card no faster; strokes are finer."""
    rim_px: int = 1
    """The outermost pixels of a cut-out show what lies beside the card as often as not."""
    blur_px: float = 0.8
    """Blur of face and cut (standard deviation), so that neither is sharper."""
    contrast_min: float = 0.05
    """Least share of a face's contrast to assume; keeps the step finite in the dark."""
    error_scale: float = 1.5
    """Residuals count less from this many mean errors, and ``error_min_grey``, on."""
    error_min_grey: float = 0.5
    """Grey levels, added to ``error_scale`` mean errors."""
    step_max: int = 2
    """Largest step: millimetres, degrees, per cent."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """A face at one scale: its pixels and their derivatives with respect to its pose.

    ``levels`` is n × 3; ``slopes`` is n × 3 × 4: per millimetre to the right, per millimetre down,
    per degree clockwise and per per cent of size.
    """

    size_px: tuple[int, int]
    px_per_mm: float
    levels: Map
    slopes: Map


def make_target(face: NDArray[Any], px_per_mm: float) -> Target:
    """Prepare a face (rows × columns × 3) for alignment at a scale."""
    rows, columns = face.shape[:2]
    soft = cv2.GaussianBlur(face.astype(np.float32), (0, 0), TUNING.blur_px)
    across = cv2.Sobel(soft, cv2.CV_32F, 1, 0) / 8 * px_per_mm
    down = cv2.Sobel(soft, cv2.CV_32F, 0, 1) / 8 * px_per_mm
    y, x = np.mgrid[0:rows, 0:columns].astype(np.float32)
    x = ((x - (columns - 1) / 2) / px_per_mm)[..., None]
    y = ((y - (rows - 1) / 2) / px_per_mm)[..., None]
    turn = np.float32(np.radians(1.0)) * (x * down - y * across)
    slopes = np.stack([across, down, turn, (x * across + y * down) / 100], axis=3)
    inner = slice(TUNING.rim_px, -TUNING.rim_px)
    return Target(
        (columns, rows),
        px_per_mm,
        remove_light(soft[inner, inner], px_per_mm).reshape(-1, 3),
        np.ascontiguousarray(slopes[inner, inner].reshape(-1, 3, 4)),
    )


def align(region: Map, own: float, pose: FacePose, target: Target, steps: int) -> FacePose:
    """Return the pose near a given one at which a face best matches what a region shows.

    ``own`` is the region's scale (px/mm). What the face cannot explain (a lamp's image) counts
    little.
    """
    start = pose
    for _ in range(steps):
        seen = cut_card(region, pose, target.size_px, target.px_per_mm, own)
        seen = cv2.GaussianBlur(seen, (0, 0), TUNING.blur_px)[
            TUNING.rim_px : -TUNING.rim_px, TUNING.rim_px : -TUNING.rim_px
        ]
        move = _step(remove_light(seen, target.px_per_mm).reshape(-1, 3), target)
        pose = _move_pose(pose, move, start)
        if np.abs(move[:2]).max() < TUNING.settled_mm and abs(move[2]) < TUNING.settled_mm:
            break
    return pose


def remove_light(levels: Map, px_per_mm: float) -> Map:
    """Return the levels minus their mean over some distance."""
    side = round(TUNING.light_mm * px_per_mm) | 1
    return np.ascontiguousarray(levels - cv2.blur(levels, (side, side)), np.float32)


def _step(there: Map, target: Target) -> NDArray[np.float64]:
    """Return how far the face has to be moved: mm, mm, degrees, per cent."""
    own = target.levels
    gain = max(TUNING.contrast_min, float((there * own).sum() / max(1.0, float((own * own).sum()))))
    rest = there - gain * own
    scale = TUNING.error_scale * float(np.abs(rest).mean()) + TUNING.error_min_grey
    weight = 1 / (1 + (rest / (2 * scale)) ** 2)
    flat = target.slopes.reshape(-1, 4)
    weighted = flat * weight.reshape(-1, 1)
    normal = weighted.T @ flat
    normal[np.diag_indices(4)] += 1e-3 * np.diag(normal) + 1e-3
    # Moved to the right by dx, what was at x − dx is seen at x.
    found = np.linalg.solve(normal, weighted.T @ rest.ravel()) / -gain
    return np.asarray(np.clip(found, -TUNING.step_max, TUNING.step_max), np.float64)


def _move_pose(pose: FacePose, move: NDArray[np.float64], start: FacePose) -> FacePose:
    """Return a pose moved along the card's own axes, within reach of the start."""
    angle = np.radians(pose.turn_deg)
    cosine, sine = np.cos(angle), np.sin(angle)
    x = pose.x_mm + cosine * move[0] - sine * move[1]
    y = pose.y_mm + sine * move[0] + cosine * move[1]
    least = (
        start.x_mm - TUNING.move_max_mm,
        start.y_mm - TUNING.move_max_mm,
        start.turn_deg - TUNING.turn_max_deg,
    )
    most = (
        start.x_mm + TUNING.move_max_mm,
        start.y_mm + TUNING.move_max_mm,
        start.turn_deg + TUNING.turn_max_deg,
    )
    within = np.clip((x, y, pose.turn_deg + move[2]), least, most).tolist()
    size = float(np.clip(pose.size * (1 + move[3] / 100), *TUNING.sizes))
    return FacePose(within[0], within[1], within[2], size)
