"""How well a board's places sit in the middle of their print: whatever it is, it is symmetric.

A ring, a square, a hole or crossing lines look the same turned by half round their own middle, and
hardly so round a point beside it. Circles that were found by chance do not: they touch the print.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats, Pose
from calibration.camera.sampling import list_middles, look_up
from hardware.board import BoardPlace
from hardware.ports import Picture

_RADII: Final = np.linspace(0.15, 1.25, 12)
"""Radii of the places on which they are compared with themselves: the print and its edge."""
_ANGLES: Final = np.linspace(0, 2 * np.pi, 32, endpoint=False)
_NOISE: Final = 0.05
"""What edges of noise alone differ by: two places without a print are not alike."""
_STEPS: Final = np.arange(len(_ANGLES))
_CIRCLES: Final = _RADII[:, None, None] * np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=-1)


def measure_symmetry(picture: Picture, pose: Pose, places: Sequence[BoardPlace]) -> float:
    """Return the median correlation of places with themselves turned by half, from -1 to 1.

    Edges are compared, not brightness: light that falls off to one side has no edge.
    """
    seen = _sample(picture, pose, places)
    return float(np.median(_compare(seen, _STEPS + len(_ANGLES) // 2)))


def measure_print(picture: Picture, pose: Pose, places: Sequence[BoardPlace]) -> float:
    """Return how clearly something is printed in the middle of places, from -1 to 1.

    That is the second best of six correlations of a place with itself, turned by a quarter or half,
    or mirrored; of all places the median. An angle or a crossing of lines has one at least, rings
    and squares have all, and what a place only touches has hardly any.
    """
    return float(np.median(measure_prints(picture, pose, places)))


def measure_prints(
    picture: Picture, pose: Pose, places: Sequence[BoardPlace], best: int = 2
) -> Floats:
    """Return how clearly something is printed in the middle of each place, from -1 to 1.

    The fourth ``best`` is low half-way between two places, where only halves are alike.
    """
    seen, count = _sample(picture, pose, places), len(_ANGLES)
    turned = [_compare(seen, _STEPS + count // part) for part in (2, 4)]
    mirrored = [_compare(seen, count * part // 4 - _STEPS) for part in range(4)]
    return np.asarray(np.sort([*turned, *mirrored], axis=0)[-best])


def measure_middles(picture: Picture, pose: Pose, places: Sequence[BoardPlace]) -> Floats:
    """Return how much edge the inner half of each place has."""
    return np.asarray(_sample(picture, pose, places)[:, _RADII < 0.5].mean(axis=(1, 2)))


def compare_prints(
    picture: Picture,
    pose: Pose,
    places: Sequence[BoardPlace],
    others: Sequence[BoardPlace] | None = None,
    share: float = 0.75,
) -> Floats:
    """Return how much the print of each place is like that of others, from -1 to 1.

    That is the correlation that this ``share`` of the others does not exceed, turned by quarters
    at will. Where nothing is printed, it is about 0. Without ``others`` the places are compared
    with each other.
    """
    seen = _scale(_sample(picture, pose, places))
    whole = seen if others is None else _scale(_sample(picture, pose, others))
    plain, quarter = seen.reshape(len(seen), -1), len(_ANGLES) // 4
    turned = (np.roll(whole, quarter * n, axis=2).reshape(len(whole), -1) for n in range(4))
    alike = np.max([plain @ other.T for other in turned], axis=0) / plain.shape[1]
    if others is None:
        np.fill_diagonal(alike, -1.0)
    return np.asarray(np.quantile(alike, share, axis=1))


def compare_pictures(
    before: Picture, now: Picture, pose: Pose, places: Sequence[BoardPlace]
) -> tuple[Floats, Floats]:
    """Return how alike the print of each place is in two pictures, from -1 to 1, and how clear.

    That is the standard deviation of its edges in the clearer of them. Both pictures show the board
    under the same pose; light does not matter.
    """
    seen, after = (_sample(picture, pose, places) for picture in (before, now))
    alike = (_scale(seen) * _scale(after)).mean(axis=(1, 2))
    return np.asarray(alike), np.maximum(seen.std(axis=(1, 2)), after.std(axis=(1, 2)))


def _scale(seen: Floats) -> Floats:
    """Return the edges round places, of which each place has a mean of 0 and a variance of 1."""
    seen = seen - seen.mean(axis=(1, 2), keepdims=True)
    return np.asarray(seen / np.sqrt((seen**2).mean(axis=(1, 2), keepdims=True) + _NOISE**2))


def _sample(picture: Picture, pose: Pose, places: Sequence[BoardPlace]) -> Floats:
    edges = _edges(picture)
    middles = list_middles(places)
    radii = np.array([place.radius_mm for place in places])
    points = middles[:, None, None] + radii[:, None, None, None] * _CIRCLES
    pixels = pose.project(points.reshape(-1, 2)).astype(np.float32)
    return np.asarray(look_up(edges, pixels).reshape(len(places), len(_RADII), len(_ANGLES)))


def _compare(seen: Floats, order: NDArray[np.int_]) -> Floats:
    """Return the correlations of places with themselves, their angles in another order."""
    other = seen[:, :, order % len(_ANGLES)].reshape(len(seen), -1)
    one = seen.reshape(len(seen), -1)
    middle = one.mean(axis=1, keepdims=True)
    alike = ((one - middle) * (other - middle)).sum(axis=1)
    return np.asarray(alike / (((one - middle) ** 2).sum(axis=1) + 1e-6))


def _edges(picture: Picture) -> Floats:
    """Return the strength of a picture's edges: its root, so that no single one counts for all."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    soft = cv2.GaussianBlur(grey, (0, 0), 1.0)
    across, down = (cv2.Sobel(soft, cv2.CV_32F, *way) for way in ((1, 0), (0, 1)))
    return np.sqrt(np.hypot(across, down) + 0.03)
