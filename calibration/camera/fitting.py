"""Fits cameras to anchors on a board: for one picture, or for several through one lens.

Least squares by Levenberg–Marquardt with Huber's loss and priors on lenses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.intrinsics import Lens, choose_lens
from calibration.camera.lens import (
    ACROSS,
    DOWN,
    FOCAL,
    LENGTH,
    RADIAL,
    ROTATION,
    SHIFT,
    STRETCH,
    Anchors,
    Camera,
    Fit,
    Floats,
    Pose,
    fill,
    find_intrinsics,
    project,
)
from calibration.errors import RegistrationError

_NO_CAMERA: Final = "No camera position explains where the board's points are."


@dataclass(frozen=True, slots=True)
class Tuning:
    """Priors on lenses that were never measured, and when a fit has converged.

    The priors are typical of telephones, webcams and Pi cameras; the steps are the usual ones of
    Levenberg–Marquardt. Focal lengths are in widths of the picture.
    """

    first_focals: tuple[float, ...] = (0.6, 0.75, 0.9, 1.1, 1.4)
    """Focal lengths from which a fit starts."""
    focal: tuple[float, float] = (0.85, 0.15)
    """Mean and standard deviation: 61° across, and 48° to 71° within a standard deviation."""
    radial: tuple[float, float] = (-0.02, 0.06)
    """As ``focal``, for the first radial coefficient: telephones correct their pictures; webcams
    and a Pi's cameras distort them by -0.1 to 0.05."""
    centre: float = 0.02
    """Widths of the picture by which an axis misses its centre (standard deviation)."""
    stretch: float = 0.005
    """Share by which boards are longer or shorter beside their width than their files say (standard
    deviation)."""
    same_focal_px: float = 0.5
    """Pixels by which the focal length of an already known lens may differ (standard deviation)."""
    same_share: float = 1e-4
    """Share by which the other values of an already known lens may differ (standard deviation)."""
    damping: float = 1e-3
    """Initial damping of the steps."""
    easier: float = 0.3
    """Factor of the damping after a step that helped."""
    harder: float = 6.0
    """Factor of the damping after a step that did not help."""
    rounds: int = 40
    """Most steps for the fit of one picture."""
    tries: int = 6
    """Most dampings that are tried in a step."""
    gain_min: float = 1e-4
    """The fit of one picture ends once a step shrinks the cost by less than this share."""
    rounds_together: int = 60
    """As ``rounds``, for the fit of several pictures."""
    gain_together_min: float = 1e-6
    """As ``gain_min``, for the fit of several pictures, which has to be more exact: its views share
    a lens that no single view determines well."""
    damping_max: float = 1e9
    """With a greater damping no step helps any more: the fit ends."""


TUNING: Final = Tuning()


def fit_pose(  # noqa: PLR0913 - anchors, and all that may be known before, each named
    points_mm: Floats,
    pixels: Floats,
    size_px: tuple[int, int],
    *,
    weights: Floats | None = None,
    moved: Pose | None = None,
    lenses: Sequence[Lens] = (),
) -> Fit:
    """Fit a pose to anchors on the board, robustly (Levenberg–Marquardt with Huber's loss).

    ``moved`` is a pose of the same camera before it or the board was moved: its lens is kept.
    ``lenses`` are measured ones; the one for pictures of this size is used unchanged.
    Needs at least four anchors, not in one line; raises RegistrationError if there is no solution.
    """
    if len(points_mm) < 4:
        raise RegistrationError("Fewer than four points of the board can be seen in the picture.")
    if not np.isfinite(pixels).all():
        raise RegistrationError(_NO_CAMERA)
    solid = np.column_stack([points_mm, np.zeros(len(points_mm))]).astype(np.float64)
    pixels = np.asarray(pixels, dtype=np.float64)
    weights = np.ones(len(solid)) if weights is None else weights
    lens = moved.lens if moved else choose_lens(lenses, size_px)
    camera = size_px, lens
    first = fill(moved.values) if moved else _guess_first(solid, pixels, camera)
    known = moved or (Pose(tuple(first), size_px, lens) if lens else None)
    priors = _same_lens(known) if known else _any_lens(size_px)
    values, errors = _minimise(first, solid, pixels, camera, weights, priors)
    pose = Pose(tuple(float(value) for value in values), size_px, lens)
    if not pose.height_mm > 0:  # not a number, too
        raise RegistrationError("The board's points do not lie as a flat board's would.")
    return _make_fit(pose, solid, errors, weights, priors)


def fit_together(views: Sequence[Anchors], fits: Sequence[Fit]) -> tuple[Fit, ...]:
    """Fit pictures of one camera again, with one focal length and distortion for all.

    A camera straight above a board cannot distinguish focal length from height; pictures from
    several sides can. ``fits`` are those of the single pictures, without a measured lens.
    """
    values = np.array([fill(fit.pose.values) for fit in fits])
    # One lens for all from the start: a view from straight above hardly tells its own.
    values[:, FOCAL:] = np.median(values[:, FOCAL:], axis=0)
    cost, damping = _cost_together(views, values), TUNING.damping
    for _ in range(TUNING.rounds_together):
        trial = values + _step_together(views, values, damping)
        trial_cost = _cost_together(views, trial)
        gained = cost - trial_cost
        damping *= TUNING.easier if gained > 0 else TUNING.harder
        if gained > 0:
            values, cost = trial, trial_cost
        if 0 <= gained <= TUNING.gain_together_min * cost or damping > TUNING.damping_max:
            break
    return tuple(_fit_view(view, row) for view, row in zip(views, values, strict=True))


def _cost_together(views: Sequence[Anchors], values: Floats) -> float:
    rows = zip(views, values, strict=True)
    costs = [_cost(_measure_misses(view, row), view.weights, row, ()) for view, row in rows]
    # The lens's prior counts once, however many pictures share it.
    shared = _any_lens(views[0].size_px)
    return sum(costs) + _cost(np.zeros((1, 2)), np.zeros(1), values[0], shared)


def _measure_misses(view: Anchors, values: Floats) -> Floats:
    return project(view.solid, values, (view.size_px, None)) - view.pixels


def _step_together(views: Sequence[Anchors], values: Floats, damping: float) -> Floats:
    """Return a damped step of all views' values: first the lens, then each camera's (Schur).

    The first six values are a camera's rotation and shift, the others those of the lens.
    """
    size = views[0].size_px
    none = np.empty((0, LENGTH))
    lens_matrix, lens_gradient = _normal_equations(
        values[0], np.empty((0, 2)), np.empty(0), _any_lens(size), none
    )
    lens_matrix, lens_gradient = lens_matrix[6:, 6:], lens_gradient[6:]
    parts = []
    for view, row in zip(views, values, strict=True):
        slopes, errors = _jacobian(row, view.solid, (size, None)), _measure_misses(view, row)
        matrix, gradient = _normal_equations(row, errors, view.weights, (), slopes)
        matrix += damping * np.diag(np.diag(matrix))
        across = _solve(matrix[:6, :6], matrix[:6, 6:])
        lens_matrix = lens_matrix + matrix[6:, 6:] - matrix[6:, :6] @ across
        lens_gradient = lens_gradient + gradient[6:] - across.T @ gradient[:6]
        parts.append((matrix, gradient))
    lens_step = _solve(lens_matrix, -lens_gradient)
    steps = [
        _solve(matrix[:6, :6], -gradient[:6] - matrix[:6, 6:] @ lens_step)
        for matrix, gradient in parts
    ]
    return np.column_stack([np.array(steps), np.tile(lens_step, (len(views), 1))])


def _fit_view(view: Anchors, values: Floats) -> Fit:
    pose = Pose(tuple(float(value) for value in values), view.size_px)
    errors = _measure_misses(view, values)
    return _make_fit(pose, view.solid, errors, view.weights, _same_lens(pose))


def _make_fit(pose: Pose, solid: Floats, errors: Floats, weights: Floats, priors: Priors) -> Fit:
    residual = float(np.median(np.linalg.norm(errors, axis=1)))
    slopes = _jacobian(np.array(pose.values), solid, (pose.size_px, pose.lens))
    held_out = _held_out_px(solid, errors, slopes, _robust(weights, errors), priors)
    return Fit(pose, residual, len(solid), held_out)


def _held_out_px(
    solid: Floats, errors: Floats, jacobian: Floats, weight: Floats, priors: Priors
) -> float:
    """Return the median residual of anchors under a fit without those of their ninth of the board.

    It takes one least-squares step from the whole fit, which to first order leads to the fit
    without them: nothing is fitted again.
    """
    matrix = jacobian.T @ (jacobian * weight[:, None])
    for i, _, spread in priors:
        matrix[i, i] += 1 / spread**2
    cell = np.repeat(_find_ninth(solid[:, :2]), 2)
    flat, without = errors.ravel(), np.empty(errors.size)
    for number in np.unique(cell):
        held = cell == number
        part, part_weight = jacobian[held], weight[held, None]
        rest = matrix - part.T @ (part * part_weight)
        rest += 1e-9 * np.diag(np.diag(matrix))  # without the only occupied ninth no anchors remain
        step = _solve(rest, part.T @ (part_weight[:, 0] * flat[held]))
        without[held] = flat[held] + part @ step
    return float(np.median(np.linalg.norm(without.reshape(-1, 2), axis=1)))


def _find_ninth(points_mm: Floats) -> NDArray[np.intp]:
    """Return in which of three by three equal cells of the anchors' extent each point lies."""
    low, high = points_mm.min(axis=0), points_mm.max(axis=0)
    cells = np.clip(3 * (points_mm - low) / np.maximum(high - low, 1e-9), 0, 2).astype(np.intp)
    return np.asarray(cells @ np.array([1, 3]), dtype=np.intp)


def _guess_first(solid: Floats, pixels: Floats, camera: Camera) -> Floats:
    size_px, lens = camera
    best: tuple[float, Floats] | None = None
    guesses = [factor * size_px[0] for factor in TUNING.first_focals]
    for focal in guesses if lens is None else [lens.focal_px[0]]:
        values = np.zeros(LENGTH)
        values[FOCAL] = focal
        values[RADIAL] = lens.distortion[0] if lens else 0.0
        matrix, distortion = find_intrinsics(values, camera)
        try:  # IPPE, as the points lie in one plane
            found, rotation, shift = cv2.solvePnP(
                solid, pixels, matrix, distortion, flags=cv2.SOLVEPNP_IPPE
            )
        except cv2.error:  # points in one line
            continue
        if not found:
            continue
        values[ROTATION], values[SHIFT] = rotation.ravel(), shift.ravel()
        error = float(np.median(np.abs(project(solid, values, camera) - pixels)))
        if best is None or error < best[0]:
            best = error, values
    if best is None:
        raise RegistrationError(_NO_CAMERA)
    return best[1]


Priors = tuple[tuple[int, float, float], ...]
"""Priors: (index of the value, mean, standard deviation)."""


def _any_lens(size_px: tuple[int, int]) -> Priors:
    focal, spread = TUNING.focal
    return (
        (RADIAL, *TUNING.radial),
        (FOCAL, focal * size_px[0], spread * size_px[0]),
        (ACROSS, 0.0, TUNING.centre),
        (DOWN, 0.0, TUNING.centre),
        (STRETCH, 0.0, TUNING.stretch),
    )


def _same_lens(pose: Pose) -> Priors:
    values = fill(pose.values)
    shares = ((at, values[at], TUNING.same_share) for at in (RADIAL, ACROSS, DOWN, STRETCH))
    return (FOCAL, values[FOCAL], TUNING.same_focal_px), *shares


def _cost(errors: Floats, weights: Floats, values: Floats, priors: Priors) -> float:
    """Return the sum of Huber's loss (beyond a pixel it is linear) and of what priors add."""
    norm = np.linalg.norm(errors, axis=1)
    huber = np.where(norm < 1, 0.5 * norm * norm, norm - 0.5)
    known = sum(0.5 * ((values[i] - mean) / spread) ** 2 for i, mean, spread in priors)
    return float((weights * huber).sum() + known)


def _normal_equations(
    values: Floats, errors: Floats, weights: Floats, priors: Priors, jacobian: Floats
) -> tuple[Floats, Floats]:
    weight = _robust(weights, errors)
    matrix = jacobian.T @ (jacobian * weight[:, None])
    gradient = jacobian.T @ (errors.ravel() * weight)
    for i, mean, spread in priors:
        matrix[i, i] += 1 / spread**2
        gradient[i] += (values[i] - mean) / spread**2
    return matrix, gradient


def _solve(matrix: Floats, right: Floats) -> Floats:
    """Return the solution of a system of equations; the shortest one if it is underdetermined."""
    try:
        return np.asarray(np.linalg.lstsq(matrix, right, rcond=None)[0], dtype=np.float64)
    except np.linalg.LinAlgError as error:  # infinite numbers, from an impossible lens
        raise RegistrationError(_NO_CAMERA) from error


def _jacobian(values: Floats, solid: Floats, camera: Camera) -> Floats:
    """Return how the pixels (2n) change with each value (2n × 11); 0 for a known lens."""
    matrix, distortion = find_intrinsics(values, camera)
    turned, shifted = values[ROTATION], values[SHIFT]
    _, slopes = cv2.projectPoints(solid, turned, shifted, matrix, distortion)
    jacobian = np.zeros((len(slopes), LENGTH))
    jacobian[:, :6] = slopes[:, :6]
    if camera[1] is None:
        # By ``find_intrinsics``: fy is f (1 + stretch), and the centre is in widths of the picture.
        width = camera[0][0]
        jacobian[:, FOCAL] = slopes[:, 6] + slopes[:, 7] * (1 + values[STRETCH])
        jacobian[:, STRETCH] = slopes[:, 7] * values[FOCAL]
        jacobian[:, ACROSS], jacobian[:, DOWN] = slopes[:, 8] * width, slopes[:, 9] * width
        jacobian[:, RADIAL] = slopes[:, 10]
    return jacobian


def _robust(weights: Floats, errors: Floats) -> Floats:
    """Return the weight of each error (2n): distant anchors count less."""
    return np.repeat(weights / np.maximum(1, np.linalg.norm(errors, axis=1)), 2)


def _minimise(  # noqa: PLR0913, PLR0917 - a least-squares problem is what it is
    values: Floats,
    solid: Floats,
    pixels: Floats,
    camera: Camera,
    weights: Floats,
    priors: Priors,
) -> tuple[Floats, Floats]:
    def residual(at: Floats) -> Floats:
        return project(solid, at, camera) - pixels

    errors = residual(values)
    cost, damping = _cost(errors, weights, values, priors), TUNING.damping
    for _ in range(TUNING.rounds):
        jacobian = _jacobian(values, solid, camera)
        matrix, gradient = _normal_equations(values, errors, weights, priors, jacobian)
        before = cost
        for _ in range(TUNING.tries):
            step = _solve(matrix + damping * np.diag(np.diag(matrix)), -gradient)
            trial = residual(values + step)
            trial_cost = _cost(trial, weights, values + step, priors)
            if trial_cost < cost:
                values, errors, cost = values + step, trial, trial_cost
                damping *= TUNING.easier
                break
            damping *= TUNING.harder
        if before - cost <= TUNING.gain_min * before:
            break
    return values, errors
