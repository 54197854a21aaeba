"""Where on the pile a card lies: every place and turn, coarsely, by what faces look like."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

Map = NDArray[np.float32]

ROUGH_PX_PER_MM: Final = 0.25
TURN_DEG: Final = 5.0
EVERY_TURN: Final = tuple(np.arange(0, 180, TURN_DEG).tolist())


class Pose(NamedTuple):
    """A rectangle of a card's size in the window: centre in mm, turn clockwise, size by factor."""

    x_mm: float
    y_mm: float
    turn_deg: float
    size: float = 1.0


@dataclass(frozen=True, slots=True)
class Candidate:
    """A pose and how like some card (a correlation) what lies there is."""

    pose: Pose
    likeness: float


class Templates:
    """Pictures of one size, to be sought in another one all at once.

    A matrix product serves them all; OpenCV's matchTemplate would transform every one anew.
    """

    def __init__(self, pictures: Sequence[NDArray[Any]]) -> None:
        """Take the pictures (rows × columns × 3 each)."""
        self.size: Final = pictures[0].shape[:2]
        planes = np.array(pictures, dtype=np.float32).transpose(0, 3, 1, 2)
        rows = (planes - planes.mean(axis=(2, 3), keepdims=True)).reshape(len(pictures), -1)
        self._columns = (rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-3)).T

    def correlate(self, cut: NDArray[Any]) -> Map:
        """Return the normalised correlation (rows × columns × pictures) of each with each part."""
        seen = cut.astype(np.float32)
        seen -= seen.mean(axis=(0, 1))
        parts = sliding_window_view(seen, self.size, axis=(0, 1))
        rows, columns = parts.shape[:2]
        mean, square = (
            cv2.boxFilter(part, -1, self.size[::-1], anchor=(0, 0))[:rows, :columns]
            for part in (seen, seen * seen)
        )
        spread = self.size[0] * self.size[1] * (square - mean * mean).sum(axis=2)
        found = parts.reshape(rows * columns, -1) @ self._columns
        found = found.reshape(rows, columns, -1)
        return np.asarray(found / np.sqrt(np.maximum(spread, 1))[..., None])


def seek(
    plain: Map, templates: Templates, turns: Iterable[float], near: Pose | None, reach_mm: float
) -> list[Candidate]:
    """Return where in a window (1 px a mm) something is most like a card, best first.

    One candidate a turn; within ``reach_mm`` of a pose where one is given.
    """
    side = round(plain.shape[0] * ROUGH_PX_PER_MM)
    small = cv2.resize(plain, (side, side), interpolation=cv2.INTER_AREA)
    found = []
    for turn in turns:
        turned = turn_square(small, turn)
        left = top = 0
        if near is not None:
            turned, left, top = _part(turned, templates.size, near, turn, reach_mm)
        answers = templates.correlate(turned).max(axis=2)
        _, peak, _, spot = cv2.minMaxLoc(answers)
        centre = np.array(spot) + (left, top) + (np.array(templates.size[::-1]) - 1) / 2
        x, y = _turning(side, -turn) @ np.append(centre, 1)
        pose = Pose(_mm(float(x)), _mm(float(y)), turn)
        found.append(Candidate(pose, peak))
    return sorted(found, key=lambda candidate: -candidate.likeness)


def _part(
    turned: Map, size: tuple[int, int], near: Pose, turn: float, reach_mm: float
) -> tuple[Map, int, int]:
    """Return the part of a turned picture where a card near a pose may be, and where it begins."""
    side = turned.shape[0]
    at = (np.array([near.x_mm, near.y_mm]) + 0.5) * ROUGH_PX_PER_MM - 0.5
    centre = _turning(side, turn) @ np.append(at, 1)
    half = np.array(size[::-1]) / 2 + reach_mm * ROUGH_PX_PER_MM
    low = np.clip(np.floor(centre - half), 0, side - np.array(size[::-1])).astype(int)
    high = np.clip(np.ceil(centre + half) + 1, low + np.array(size[::-1]), side).astype(int)
    part = np.ascontiguousarray(turned[low[1] : high[1], low[0] : high[0]])
    return part, int(low[0]), int(low[1])


def turn_square(picture: Map, turn_deg: float) -> Map:
    """Turn a square picture counter-clockwise about its middle."""
    side = picture.shape[0]
    matrix = _turning(side, turn_deg)
    turned = cv2.warpAffine(picture, matrix, (side, side), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(turned, dtype=np.float32)


def _turning(side: int, turn_deg: float) -> NDArray[np.float64]:
    return np.asarray(cv2.getRotationMatrix2D(((side - 1) / 2, (side - 1) / 2), turn_deg, 1.0))


def _mm(rough_px: float) -> float:
    return (rough_px + 0.5) / ROUGH_PX_PER_MM - 0.5


def cut_card(
    region: NDArray[Any], pose: Pose, size_px: tuple[int, int], cut_px_per_mm: float, own: float
) -> Map:
    """Cut the middle ``size_px`` (columns, rows) of a card out, upright, at a scale.

    ``own`` is the region's scale; a pose counts from the centre of the first pixel at 1 px a mm.
    """
    width, height = size_px
    middle = (pose.x_mm + 0.5) * own - 0.5, (pose.y_mm + 0.5) * own - 0.5
    matrix = cv2.getRotationMatrix2D(middle, pose.turn_deg, cut_px_per_mm / own / pose.size)
    matrix[:, 2] += np.array([(width - 1) / 2, (height - 1) / 2]) - middle
    cut = cv2.warpAffine(region, matrix, size_px, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, dtype=np.float32)
