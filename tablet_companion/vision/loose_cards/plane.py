"""The camera's pose over the table, derived from cards that lie anywhere on it.

Every card is a rigid body of known size on one plane. The camera's tilt, distance and lens are
those that give all cards this size; the position of each card follows. The frame is millimetres on
the table, with its origin at the optical axis and x as in the picture; the board file's millimetres
are another frame. A camera that looks straight down tells its height only through its focal length,
which is assumed to be a usual one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Fit, Floats, Pose
from calibration.errors import RegistrationError
from tablet_companion.vision.loose_cards.detect import ArucoMarkers

_TYPICAL: Final = np.array([0.0, 0.0, 0.0, 0.85, -0.05, 0.0])
_PRIOR_SIGMA: Final = np.array([0.3, 0.3, 10.0, 0.15, 0.08, 0.03])
"""Prior parameters of a camera: tilts, log of a scale, focal length, lens; and by how much a
blurred marker looks too small."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """How exactly the camera's pose over the cards is fitted.

    Chosen by hand on simulated tables of Wink's cards; held by tests/vision/loose.
    """

    derivative_step: float = 1e-4
    """Step of the numerical derivatives."""
    corner_sigma_mm: float = 0.3
    """Millimetres: how exactly a marker's corner is found (standard deviation)."""
    rounds: int = 25
    """Most steps of Levenberg–Marquardt."""
    gain_min: float = 1e-3
    """The steps end once one gains less than this share of the cost."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class CardPoses:
    """How cards lie: centres (n × 2, mm), rotations (n, radians), and errors of each (n, mm)."""

    centres: Floats
    turns: Floats
    errors: Floats


def locate_cards(markers: ArucoMarkers, pose: Pose) -> CardPoses:
    """Return how the cards lie, seen by a camera with a known pose."""
    return _locate_cards(markers, pose)[0]


def fit_plane(markers: ArucoMarkers, size_px: tuple[int, int]) -> Fit:
    """Return the pose of the camera that gives all cards their size.

    Raises RegistrationError if no card shows both markers.
    """
    if len(markers.owner) == 0 or np.bincount(markers.owner).max() < 2:
        raise RegistrationError("No card can be seen whole; at least one is needed to begin.")
    sides = np.linalg.norm(np.roll(markers.pixels, -1, axis=1) - markers.pixels, axis=2)
    true = np.linalg.norm(np.roll(markers.model, -1, axis=1) - markers.model, axis=2)
    px_per_mm = float(np.median(sides) / np.median(true))

    def posed(values: Floats) -> Pose:
        tilt_x, tilt_y, scale, focal, radial, _ = values.tolist()
        length = focal * size_px[0]
        distance = length / px_per_mm * float(np.exp(scale))
        return Pose((tilt_x, tilt_y, 0.0, 0.0, 0.0, distance, length, radial), size_px)

    def residual(values: Floats) -> Floats:
        errors = _locate_cards(_shrink(markers, values[-1]), posed(values))[1]
        norm = np.linalg.norm(errors, axis=2, keepdims=True) / TUNING.corner_sigma_mm
        calm = np.sqrt(np.minimum(1.0, 3.0 / np.maximum(norm, 1e-9)))  # Huber's loss
        known = (values - _TYPICAL) / _PRIOR_SIGMA
        return np.concatenate([(errors * calm / TUNING.corner_sigma_mm).ravel(), known])

    values = _minimise(residual, _TYPICAL.copy())
    pose = posed(values)
    errors = _locate_cards(markers, pose)[1]
    typical = float(np.median(np.linalg.norm(errors, axis=2))) * px_per_mm
    return Fit(pose, typical, 4 * len(markers.owner))


def _shrink(markers: ArucoMarkers, share: float) -> ArucoMarkers:
    """Return markers reduced in size by a share, about their centres."""
    middle = markers.model.mean(axis=1, keepdims=True)
    return replace(markers, model=middle + (markers.model - middle) * (1 - share))


def _minimise(residual: object, values: Floats) -> Floats:
    """Return the values that minimise the sum of squares (Levenberg–Marquardt)."""
    assert callable(residual)
    errors = residual(values)
    cost, damping = float(errors @ errors), 1e-3
    for _ in range(TUNING.rounds):
        columns = [
            (residual(values + step) - errors) / TUNING.derivative_step
            for step in np.eye(len(values)) * TUNING.derivative_step
        ]
        slopes = np.stack(columns, axis=1)
        square, gradient = slopes.T @ slopes, slopes.T @ errors
        before = cost
        for _ in range(6):
            step = np.linalg.solve(square + damping * np.diag(np.diag(square)), -gradient)
            tried = residual(values + step)
            if float(tried @ tried) < cost:
                values, errors, cost = values + step, tried, float(tried @ tried)
                damping *= 0.2
                break
            damping *= 8
        if before - cost <= TUNING.gain_min * before:
            break
    return values


def _locate_cards(markers: ArucoMarkers, pose: Pose) -> tuple[CardPoses, Floats]:
    """Return how the cards lie, and the errors of all corners (markers × 4 × 2, mm)."""
    ground = pose.ground(markers.pixels.reshape(-1, 2)).reshape(markers.pixels.shape)
    owner, model = markers.owner, markers.model
    count = np.bincount(owner)
    seen_middle, true_middle = _means(ground, owner, count), _means(model, owner, count)
    seen, true = ground - seen_middle[owner, None], model - true_middle[owner, None]
    along = _sums((true * seen).sum(axis=(1, 2)), owner)
    across = _sums((true[..., 0] * seen[..., 1] - true[..., 1] * seen[..., 0]).sum(axis=1), owner)
    turns = np.arctan2(across, along)
    centres = seen_middle - rotate(true_middle, turns)
    errors = ground - (rotate(model, turns[owner, None]) + centres[owner, None])
    worst = np.zeros(len(count))
    np.maximum.at(worst, owner, np.linalg.norm(errors, axis=2).max(axis=1))
    return CardPoses(centres, turns, worst), errors


def rotate(points: Floats, turns: Floats) -> Floats:
    """Return points (… × 2) turned by angles (…), clockwise as seen from above."""
    cos, sin = np.cos(turns), np.sin(turns)
    x, y = points[..., 0], points[..., 1]
    return np.stack([cos * x - sin * y, sin * x + cos * y], axis=-1)


def _means(points: Floats, owner: NDArray[np.intp], count: NDArray[np.intp]) -> Floats:
    """Return the mean of each owner's points (owners × 2)."""
    sums = np.stack([_sums(points[..., axis].sum(axis=1), owner) for axis in (0, 1)], axis=-1)
    return np.asarray(sums / (4 * count[:, None]))


def _sums(values: Floats, owner: NDArray[np.intp]) -> Floats:
    return np.bincount(owner, weights=values)
