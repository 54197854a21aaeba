"""How high and wide pieces look, learnt from labelled pictures.

A piece is modelled as the hull of its foot and its top. If labelled pieces change the board inside
an outline, but not outside it, the outline is theirs. For a cone or a chessman that is its apparent
outline, not its height or its foot. What only darkens the board may be a shadow, so that is no
change; and all outlines are held against the same points, as else a blurred edge makes them wide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import msgspec
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats, Pose
from calibration.camera.sampling import look_up
from calibration.camera.silhouettes import Silhouette, Stance
from calibration.surfaces.exposures import take_logarithm
from hardware.board import Board, PieceKind
from hardware.ports import Picture


@dataclass(frozen=True, slots=True)
class Tuning:
    """How the shapes of pieces are learnt, and when they are accepted.

    Chosen by hand on the boxed board's photographs and the simulated table; tested by
    tests/calibration/test_shapes.py.
    """

    step_mm: float = 1.25
    """Millimetres between the sample points of an outline."""
    heights: tuple[float, ...] = (0.35, 0.45, 0.55, 0.65, 0.75, 0.85, 0.92, 1.0, 1.08, 1.18, 1.3,
                                  1.45, 1.6)  # fmt: skip
    """Heights that are tried, in shares of that in the board file."""
    diameters: tuple[float, ...] = (0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4)
    """Diameters that are tried, in shares of that in the board file."""
    shade_max: float = 0.7
    """Logarithm by which a shadow darkens all channels at most: to half. More is the piece's."""
    changed: float = 0.18
    """Logarithm by which a point clearly differs from the bare board, for any piece."""
    pieces_min: int = 4
    """Pieces of a kind that must be shown before their shape is learnt."""
    samples_min: int = 4
    """Sample points inside the file's outline from which a piece counts."""
    pieces_max: int = 48
    """Pieces that are used at most; more add time only."""
    gain_min: float = 0.03
    """An outline must fit better than the board file's by this share of its points."""
    window_max_mm: float = 90.0
    """Millimetres round a place that are examined, at most."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """A labelled picture: its camera, the board from above, and the bare board in the same light.

    ``flat`` and ``bare`` have ``px_per_mm``; ``pieces`` stand on places by name.
    """

    pose: Pose
    flat: Picture
    bare: Picture
    pieces: Mapping[str, str]
    px_per_mm: float


@dataclass(frozen=True, slots=True)
class Shape:
    """The apparent height and diameter (mm) of a kind of piece, and the number of pieces used.

    ``gain`` is how much better that fits than the board file's figures (0 to 1).
    """

    height_mm: float
    diameter_mm: float
    pieces: int
    gain: float


def learn_shapes(board: Board, views: Sequence[View]) -> dict[str, Shape]:
    """Return the shapes of kinds whose pieces contradict the board file."""
    learnt: dict[str, Shape] = {}
    for name, kind in board.pieces.items():
        spots = [spot for view in views for spot in _find_spots(board, view, name)]
        if len(spots) >= TUNING.pieces_min and not kind.flat:
            # Far from the camera's nadir a piece leans most, and shows its height.
            spots.sort(key=lambda s: -float(np.linalg.norm(s.foot - s.pose.nadir_mm)))
            shape = _find_best(kind, spots[: TUNING.pieces_max])
            if shape is not None:
                learnt[name] = shape
    return learnt


def reshape_board(board: Board, shapes: Mapping[str, Shape]) -> Board:
    """Return the board with its pieces' apparent shapes."""
    kinds = {
        name: _resize(kind, shapes[name]) if name in shapes else kind
        for name, kind in board.pieces.items()
    }
    return msgspec.structs.replace(board, pieces=kinds)


def _resize(kind: PieceKind, shape: Shape) -> PieceKind:
    wider = shape.diameter_mm / kind.diameter_mm
    cap = kind.marker_diameter_mm
    return msgspec.structs.replace(
        kind,
        height_mm=shape.height_mm,
        diameter_mm=shape.diameter_mm,
        marker_diameter_mm=None if cap is None else cap * wider,
        face_diameter_mm=kind.face_diameter_mm * wider,
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Spot:
    """A piece: samples round its foot (n × 2, mm), and its camera.

    ``changed`` (n) is 1 where a sample shows the piece, −1 where it shows the board, and 0 where
    another piece may hide both; ``told`` is how many of them lie within the file's outline.
    """

    pose: Pose
    foot: Floats
    points: Floats
    changed: NDArray[np.float32]
    told: int


def _find_spots(board: Board, view: View, name: str) -> list[_Spot]:
    spots = []
    kind = board.pieces[name]
    for here, colour in view.pieces.items():
        place = board.by_name[here]
        if colour not in kind.colours or place.kind == "hole":
            continue
        foot = np.array([place.x_mm, place.y_mm])
        others = [
            np.array([board.by_name[other].x_mm, board.by_name[other].y_mm])
            for other in view.pieces
            if other != here
        ]
        spots.append(_see_spot(view, kind, foot, others))
    return spots


def _see_spot(view: View, kind: PieceKind, foot: Floats, others: Sequence[Floats]) -> _Spot:
    shape = Silhouette(kind, view.pose)
    tallest = shape.lift(foot, kind.height_mm * TUNING.heights[-1])
    reach = 1.6 * kind.diameter_mm
    low = np.maximum(np.minimum(foot, tallest) - reach, foot - TUNING.window_max_mm)
    high = np.minimum(np.maximum(foot, tallest) + reach, foot + TUNING.window_max_mm)
    across, down = (np.arange(a, b, TUNING.step_mm) for a, b in zip(low, high, strict=True))
    points = np.stack(np.meshgrid(across, down), axis=-1).reshape(-1, 2)
    pixels = (points * view.px_per_mm - 0.5).astype(np.float32)
    now, bare = look_up(view.flat, pixels), look_up(view.bare, pixels)
    free = (now[:, 0] >= 0) & (bare[:, 0] >= 0)
    # Points that another piece may hide say nothing about this one.
    for other in others:
        if np.linalg.norm(other - foot) < 2 * TUNING.window_max_mm:
            free &= ~shape.cover(points, other, Stance.UP, halo_mm=1.0)
    ratio = take_logarithm(np.maximum(now, 0)) - take_logarithm(np.maximum(bare, 0))
    far = free & ~shape.cover(points, foot, Stance.UP, halo_mm=0.35 * kind.diameter_mm)
    if far.any():
        ratio -= np.median(ratio[far], axis=0)
    shade = ratio.max(axis=1, keepdims=True).clip(-TUNING.shade_max, 0)
    apart = np.abs(ratio - shade).max(axis=1)
    core = free & shape.cover(points, foot, Stance.UP, halo_mm=-0.25 * kind.diameter_mm)
    # A sample on the edge is half changed, so the threshold is relative to the piece's own level.
    level = max(TUNING.changed, float(np.median(apart[core])) if core.any() else 0.0)
    changed = (2 * np.minimum(apart / level, 1) - 1).astype(np.float32) * free
    told = int((free & shape.cover(points, foot, Stance.UP, halo_mm=0.0)).sum())
    return _Spot(view.pose, foot, points, changed, told)


def _find_best(kind: PieceKind, spots: Sequence[_Spot]) -> Shape | None:
    """Return the shape whose outlines fit best; None if none is better than the file's.

    A fit that is best at the limit of what is tried is not believed: it grows with something that
    is no outline, such as shadows or gloss beside the pieces.
    """
    scores = np.array(
        [[_fit(kind, spots, high, wide) for wide in TUNING.diameters] for high in TUNING.heights]
    )
    scores = cv2.GaussianBlur(scores.astype(np.float32), (3, 3), 0.6)
    told = scores[TUNING.heights.index(1.0), TUNING.diameters.index(1.0)]
    row, column = np.unravel_index(int(scores.argmax()), scores.shape)
    gain = float(scores[row, column] - told)
    limits = row in {0, len(TUNING.heights) - 1} or column in {0, len(TUNING.diameters) - 1}
    if limits or gain < TUNING.gain_min:
        return None
    return Shape(
        round(kind.height_mm * TUNING.heights[row], 1),
        round(kind.diameter_mm * TUNING.diameters[column], 1),
        len(spots),
        gain,
    )


def _fit(kind: PieceKind, spots: Sequence[_Spot], high: float, wide: float) -> float:
    """Return how well outlines explain which points changed: 1 if they are the file's, and do."""
    tried = msgspec.structs.replace(
        kind,
        height_mm=kind.height_mm * high,
        diameter_mm=kind.diameter_mm * wide,
        marker_diameter_mm=None,
    )
    gains = []
    for spot in spots:
        if spot.told >= TUNING.samples_min:
            shape = Silhouette(tried, spot.pose)
            inside = shape.cover(spot.points, spot.foot, Stance.UP, halo_mm=0.0)
            gains.append(float(spot.changed[inside].sum()) / spot.told)
    return float(np.median(gains)) if gains else -1.0
