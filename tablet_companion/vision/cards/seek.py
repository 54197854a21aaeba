"""Where on the pile a card lies: a coarse search over every place and rotation."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from calibration.surfaces.faces import rotate_square, set_upright
from calibration.surfaces.light import Map

ROUGH_PX_PER_MM: Final = 0.22
TURN_DEG: Final = 5.0
EVERY_TURN: Final = tuple(np.arange(0, 180, TURN_DEG).tolist())


class FacePose(NamedTuple):
    """A rectangle of a card's size in the window: centre in mm, turn clockwise, size by factor."""

    x_mm: float
    y_mm: float
    turn_deg: float
    size: float = 1.0


@dataclass(frozen=True, slots=True)
class FaceCandidate:
    """A pose, and the similarity of what lies there to some card (a correlation)."""

    pose: FacePose
    likeness: float


class Templates:
    """Pictures of one size to be searched for in another one, all at once.

    One matrix product serves them all; OpenCV's matchTemplate would transform each of them again.
    Every picture is searched for in parts, so that a shadow's edge or a lamp's image spoils only
    the parts that it covers; each part counts by its contrast.
    """

    def __init__(self, pictures: Sequence[NDArray[Any]]) -> None:
        """Take the pictures (rows × columns × 3 each)."""
        self.size: Final = pictures[0].shape[:2]
        planes = np.array(pictures, dtype=np.float32)
        self._parts = tuple(_parts(self.size))
        columns, norms = [], []
        for rows, across in self._parts:
            part = planes[:, rows, across]
            part = (part - part.mean(axis=(1, 2), keepdims=True)).reshape(len(planes), -1)
            norm = np.linalg.norm(part, axis=1) + 1e-3
            columns.append(part / norm[:, None])
            norms.append(norm)
        weights = np.array(norms) / np.sum(norms, axis=0)
        pairs = zip(columns, weights, strict=True)
        self._columns = [
            np.ascontiguousarray((part * weight[:, None]).T.astype(np.float32))
            for part, weight in pairs
        ]

    def correlate(self, cut: NDArray[Any]) -> Map:
        """Return the correlation (rows × columns × pictures) of each picture at each place."""
        seen = cut.astype(np.float32)
        seen -= np.array(cv2.mean(seen)[:3], np.float32)
        square = seen * seen
        height, width = (seen.shape[axis] - self.size[axis] + 1 for axis in (0, 1))
        answers = np.zeros((height * width, self._columns[0].shape[1]), np.float32)
        for (rows, across), columns in zip(self._parts, self._columns, strict=True):
            part = seen[rows.start : rows.stop + height - 1, across.start : across.stop + width - 1]
            size = rows.stop - rows.start, across.stop - across.start
            variance = _sums(square[rows.start :, across.start :], size, (height, width))
            mean = _sums(seen[rows.start :, across.start :], size, (height, width))
            variance -= mean * mean / (size[0] * size[1])
            cells = sliding_window_view(part, size, axis=(0, 1)).transpose(0, 1, 3, 4, 2)
            found = cells.reshape(height * width, -1) @ columns
            total = variance[..., 0] + variance[..., 1] + variance[..., 2]
            answers += found / np.sqrt(np.maximum(total, 1)).reshape(-1, 1)
        return answers.reshape(height, width, -1)

    def match(self, cut: NDArray[Any]) -> NDArray[np.float64]:
        """Return the correlation of each picture with a cut of the same size."""
        seen = cut.astype(np.float32)
        answers = np.zeros(self._columns[0].shape[1])
        for (rows, across), columns in zip(self._parts, self._columns, strict=True):
            part = seen[rows, across]
            flat = (part - np.array(cv2.mean(part)[:3], np.float32)).ravel()
            answers += (flat @ columns) / np.sqrt(max(float(flat @ flat), 1.0))
        return answers


def _parts(size: tuple[int, int]) -> Iterator[tuple[slice, slice]]:
    """Yield three times two parts of a picture of this size."""
    rows, columns = np.linspace(0, size[0], 4).astype(int), np.linspace(0, size[1], 3).astype(int)
    for top, bottom in itertools.pairwise(rows.tolist()):
        for left, right in itertools.pairwise(columns.tolist()):
            yield slice(top, bottom), slice(left, right)


def _sums(levels: Map, size: tuple[int, int], count: tuple[int, int]) -> Map:
    sums = cv2.boxFilter(
        levels,
        cv2.CV_32F,
        size[::-1],
        anchor=(0, 0),
        normalize=False,
        borderType=cv2.BORDER_CONSTANT,
    )
    return np.asarray(sums[: count[0], : count[1]], np.float32)


def seek(
    plain: Map, templates: Templates, turns: Iterable[float], near: FacePose | None, reach_mm: float
) -> list[FaceCandidate]:
    """Return where a window (1 px/mm) is most similar to a card, best first.

    One candidate per rotation; within ``reach_mm`` of a pose if one is given.
    """
    side = round(plain.shape[0] * ROUGH_PX_PER_MM)
    small = cv2.resize(plain, (side, side), interpolation=cv2.INTER_AREA)
    found = []
    for turn in turns:
        turned = rotate_square(small, turn)
        left = top = 0
        if near is not None:
            turned, left, top = _part(turned, templates.size, near, turn, reach_mm)
        answers = templates.correlate(turned)
        row, column, which = np.unravel_index(int(answers.argmax()), answers.shape)
        peak = float(answers[row, column, which])
        centre = np.array([column + left, row + top]) + (np.array(templates.size[::-1]) - 1) / 2
        x, y = _turning(side, -turn) @ np.append(centre, 1)
        pose = FacePose(_mm(float(x)), _mm(float(y)), turn)
        found.append(FaceCandidate(pose, peak))
    return sorted(found, key=lambda candidate: -candidate.likeness)


def _part(
    turned: Map, size: tuple[int, int], near: FacePose, turn: float, reach_mm: float
) -> tuple[Map, int, int]:
    """Return the part of a turned picture where a card near a pose may be, and its corner."""
    side = turned.shape[0]
    at = (np.array([near.x_mm, near.y_mm]) + 0.5) * ROUGH_PX_PER_MM - 0.5
    centre = _turning(side, turn) @ np.append(at, 1)
    half = np.array(size[::-1]) / 2 + reach_mm * ROUGH_PX_PER_MM
    low = np.clip(np.floor(centre - half), 0, side - np.array(size[::-1])).astype(int)
    high = np.clip(np.ceil(centre + half) + 1, low + np.array(size[::-1]), side).astype(int)
    part = np.ascontiguousarray(turned[low[1] : high[1], low[0] : high[0]])
    return part, int(low[0]), int(low[1])


def _turning(side: int, turn_deg: float) -> NDArray[np.float64]:
    return np.asarray(cv2.getRotationMatrix2D(((side - 1) / 2, (side - 1) / 2), turn_deg, 1.0))


def _mm(rough_px: float) -> float:
    return (rough_px + 0.5) / ROUGH_PX_PER_MM - 0.5


def cut_card(
    region: NDArray[Any], pose: FacePose, size_px: tuple[int, int], cut_px_per_mm: float, own: float
) -> Map:
    """Cut the middle ``size_px`` (columns, rows) out of a card, upright, at a scale.

    ``own`` is the region's scale; a pose is measured from the centre of its first pixel at 1 px/mm.
    """
    middle = (pose.x_mm + 0.5) * own - 0.5, (pose.y_mm + 0.5) * own - 0.5
    matrix = set_upright(middle, pose.turn_deg, cut_px_per_mm / own / pose.size, size_px)
    cut = cv2.warpAffine(region, matrix, size_px, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, dtype=np.float32)
