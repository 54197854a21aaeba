"""Small pictures of every place, rotated so that a piece would lean upwards, and references.

A window is a square on the board's plane, about three pieces wide, that contains everything a piece
on the place would hide from this camera. It is the input of the network in ``network.py``, for
fitting and for reading: the place as it looks now, how that differs from the bare board in this
light, and where a piece, its neighbours and a hole would be visible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats, Pose
from calibration.camera.silhouettes import Mask, Silhouette, Stance, make_silhouettes
from hardware.board import Board, BoardPlace

SIDE: Final = 32
"""Samples along each side of a window."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """How large a window is, and how finely it is sampled.

    Part of the network's input: if one is changed, fit the network again (`make fit`,
    tools/fit).
    """

    widths: float = 3.0
    """A window is at least this many pieces wide."""
    place_widths: float = 2.2
    """A window is at least this many radii of its place wide."""
    knots: int = 5
    """Points along a side that are projected; between them lens distortion is negligible (below
    0.05 px)."""
    neighbours: int = 8
    """Most of the nearest places whose pieces are drawn into a window."""
    neighbour_sides: float = 1.3
    """Window sides within which a place is near enough for that."""
    pixels_per_sample_max: float = 1.6
    """A picture is halved until a sample covers at most this many pixels, so that none is
    skipped."""


TUNING: Final = Tuning()


Bytes = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Row:
    """One window: the index of its place in the board's file, and the kind of piece it is for."""

    place: int
    kind: str


@dataclass(frozen=True, slots=True, eq=False)
class Windows:
    """The windows of a board under one camera.

    ``points_mm`` (n × SIDE × SIDE × 2) are their samples on the board, ``step_mm`` (n) the distance
    between samples. ``own`` (n × SIDE × SIDE) is 255 where the top of a piece on the place would be
    visible, 128 where its side would; ``near`` the same for pieces on the nearest other places;
    ``hole`` is 255 inside a hole.
    """

    rows: tuple[Row, ...]
    points_mm: Floats
    step_mm: Floats
    own: Bytes
    near: Bytes
    hole: Bytes


@dataclass(frozen=True, slots=True, eq=False)
class _Layout:
    """The geometry of n windows: middle, direction of the lean, side; feet, tops and radii."""

    middle: Floats
    lean: Floats
    side_mm: Floats
    foot: Floats
    top: Floats
    foot_radius: Floats
    top_radius: Floats
    hole_radius: Floats

    @property
    def across(self) -> Floats:
        """The direction across the lean."""
        return np.stack([self.lean[:, 1], -self.lean[:, 0]], axis=1)


def lay_windows(board: Board, pose: Pose) -> Windows:
    """Lay out the windows of all places, one for each kind of piece that may stand there."""
    shapes = make_silhouettes(board, pose)
    rows = tuple(
        Row(number, name)
        for number, place in enumerate(board.places)
        for name in board.kinds_at(place)
    )
    layout = _lay_out([(board.places[row.place], shapes[row.kind]) for row in rows])
    points = _on_board(layout)
    every = np.arange(len(rows))
    own = _outlines(layout, every, every)
    hole = _holes(layout)
    near = _near(rows, layout)
    return Windows(rows, points, layout.side_mm / SIDE, own, near, hole)


def _lay_out(rows: Sequence[tuple[BoardPlace, Silhouette]]) -> _Layout:
    foot = np.array([[place.x_mm, place.y_mm] for place, _ in rows])
    stances = [_stance(place, shape) for place, shape in rows]
    top = np.array(
        [
            shape.top_centre(here, stance)
            for (_, shape), stance, here in zip(rows, stances, foot, strict=True)
        ]
    )
    wide = np.array([shape.kind.diameter_mm for _, shape in rows])
    radius = np.array([place.radius_mm for place, _ in rows])
    tops = np.array([s.top_radius(st) for (_, s), st in zip(rows, stances, strict=True)])
    holes = [
        s.hole_radius if st is Stance.DOWN else 0.0
        for (_, s), st in zip(rows, stances, strict=True)
    ]
    # Pieces lean away from the point beneath the camera, so there is no direction right at it.
    away = foot - rows[0][1].nadir
    lean = away / np.maximum(np.linalg.norm(away, axis=1, keepdims=True), 1e-6)
    long = np.linalg.norm(top - foot, axis=1)
    # From foot to top, with half a piece at both ends for it and half a piece to spare.
    side = np.maximum(
        np.maximum(TUNING.widths * wide, long + 2 * wide), TUNING.place_widths * radius
    )
    return _Layout((foot + top) / 2, lean, side, foot, top, wide / 2, tops, np.array(holes))


def _stance(place: BoardPlace, shape: Silhouette) -> Stance:
    """Return a piece's stance there: in a hole it sinks, whichever end is up."""
    sinks = place.kind == "hole" and shape.kind.hole_depth_mm > 0
    return Stance.DOWN if sinks else Stance.UP


_ACROSS: Final = ((np.arange(SIDE, dtype=np.float32) + 0.5) / SIDE - 0.5)[None, None, :]
_ALONG: Final = _ACROSS[..., ::-1].transpose(0, 2, 1)
"""Coordinates of samples in a window of side 1: columns across the lean, rows down it."""


def _on_board(layout: _Layout) -> Floats:
    """Return the samples of windows on the board (n × SIDE × SIDE × 2)."""
    across = layout.across[:, None, None] * _ACROSS[..., None]
    along = layout.lean[:, None, None] * _ALONG[..., None]
    points = (across + along) * layout.side_mm[:, None, None, None]
    return np.asarray(points + layout.middle[:, None, None])


def _inside(layout: _Layout, which: NDArray[np.intp], points: Floats) -> tuple[Floats, Floats]:
    """Return points of the board (n × 2) in window coordinates: across and along, in sides."""
    apart = (points - layout.middle[which]) / layout.side_mm[which, None]
    x, y = ((apart * axis[which]).sum(axis=1) for axis in (layout.across, layout.lean))
    return x.astype(np.float32)[:, None, None], y.astype(np.float32)[:, None, None]


def _holes(layout: _Layout) -> Bytes:
    x, y = _inside(layout, np.arange(len(layout.foot)), layout.foot)
    radius = (layout.hole_radius / layout.side_mm)[:, None, None]
    return ((_ACROSS - x) ** 2 + (_ALONG - y) ** 2 < radius**2) * np.uint8(255)


def _outlines(layout: _Layout, which: NDArray[np.intp], of: NDArray[np.intp]) -> Bytes:
    """Draw, in the windows ``which``, the pieces of the windows ``of``: side 128, top 255.

    A piece is drawn as the hull of two discs, its foot and its top.
    """
    x, y = _inside(layout, which, layout.foot[of])
    top_x, top_y = _inside(layout, which, layout.top[of])
    up_x, up_y = top_x - x, top_y - y
    low, high = (
        (radius[of] / layout.side_mm[which]).astype(np.float32)[:, None, None]
        for radius in (layout.foot_radius, layout.top_radius)
    )
    across, along = _ACROSS - x, _ALONG - y
    share = (across * up_x + along * up_y) / np.maximum(up_x * up_x + up_y * up_y, 1e-9)
    np.clip(share, 0, 1, out=share)
    radius = low + share * (high - low)
    side = (across - share * up_x) ** 2 + (along - share * up_y) ** 2 < radius * radius
    top = (_ACROSS - top_x) ** 2 + (_ALONG - top_y) ** 2 < high * high
    return np.where(top, np.uint8(255), side * np.uint8(128))


def _near(rows: Sequence[Row], layout: _Layout) -> Bytes:
    """Draw the pieces that may stand on the nearest other places."""
    near = np.zeros((len(rows), SIDE, SIDE), dtype=np.uint8)
    apart = np.linalg.norm(layout.foot[:, None] - layout.foot[None], axis=-1)
    places = np.array([row.place for row in rows])
    apart[places[:, None] == places[None]] = np.inf
    for other in np.argsort(apart, axis=1)[:, : TUNING.neighbours].T:
        gap = np.take_along_axis(apart, other[:, None], axis=1)[:, 0]
        reached = np.flatnonzero(gap < TUNING.neighbour_sides * layout.side_mm)
        if len(reached):
            drawn = _outlines(layout, reached, other[reached])
            near[reached] = np.maximum(near[reached], drawn)
    return near


# --- sampling pictures ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Sampler:
    """Samples squares from pictures of one size.

    ``maps`` (n × side × side each) are pixel coordinates in the picture after ``halvings``
    halvings; ``inside`` marks the samples within the picture.
    """

    maps: tuple[NDArray[np.float32], NDArray[np.float32]]
    inside: Mask
    halvings: int

    def sample(self, picture: NDArray[Any], rows: NDArray[np.intp] | None = None) -> Bytes:
        """Return the samples of a picture (n × side × side × channels); only ``rows`` if given."""
        x, y = self.maps
        if rows is not None:
            x, y = x[rows], y[rows]
        small, left, top = _halve_around(picture, self.halvings, x, y)
        return _remap(small, x - left, y - top) if left or top else _remap(small, x, y)

    def sample_halved(self, small: NDArray[Any]) -> Bytes:
        """Return the samples of a picture that was halved already."""
        return _remap(small, *self.maps)


def _remap(small: NDArray[Any], x: NDArray[np.float32], y: NDArray[np.float32]) -> Bytes:
    side = x.shape[-1]
    x, y = x.reshape(-1, side), y.reshape(-1, side)
    seen = cv2.remap(small, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen.reshape(-1, side, side, *small.shape[2:]), dtype=np.uint8)


def _halve_around(
    picture: NDArray[Any], times: int, x: NDArray[np.float32], y: NDArray[np.float32]
) -> tuple[NDArray[Any], int, int]:
    """Halve the part of a picture that is sampled; also return its left and top pixel.

    Halving all of it would take longer than all else where nothing has moved.
    """
    step = 2**times
    if times == 0 or not x.size:
        return halve(picture, times), 0, 0
    (top, bottom), (left, right) = (
        _find_span(at, side, step) for at, side in zip((y, x), picture.shape, strict=False)
    )
    part = picture[top * step : bottom * step, left * step : right * step]
    return halve(part, times), left, top


def _find_span(at: NDArray[np.float32], side: int, step: int) -> tuple[int, int]:
    """Return where samples begin and end along a side; all of one that is no number of steps."""
    if side % step:
        return 0, side
    low = min(max(int(at.min()) - 1, 0), side // step - 1)
    return low, max(min(int(at.max()) + 3, side // step), low + 1)


def halve(picture: NDArray[Any], times: int) -> NDArray[Any]:
    """Halve a picture's size this many times."""
    if times == 0:
        return picture
    share = 0.5**times
    return np.asarray(cv2.resize(picture, None, fx=share, fy=share, interpolation=cv2.INTER_AREA))


def make_camera_sampler(windows: Windows, pose: Pose) -> Sampler:
    """Return the sampler for windows in a camera's pictures."""
    at = np.linspace(0, SIDE - 1, TUNING.knots).round().astype(int)
    knots = windows.points_mm[:, at][:, :, at]
    pixels = pose.project(knots.reshape(-1, 2)).reshape(knots.shape)
    return make_sampler(_between(pixels), pose.size_px)


def make_flat_sampler(points: Floats, size_mm: tuple[float, float], px_per_mm: float) -> Sampler:
    """Return the sampler for squares of points (mm) in pictures of the board from above."""
    size_px = round(size_mm[0] * px_per_mm), round(size_mm[1] * px_per_mm)
    return make_sampler(points * px_per_mm - 0.5, size_px)


def _between(knots: Floats) -> Floats:
    """Interpolate all samples (n × SIDE × SIDE × 2) between projected knots."""
    at = np.linspace(0, SIDE - 1, TUNING.knots).round()
    hats = np.stack([np.interp(np.arange(SIDE), at, row) for row in np.eye(TUNING.knots)], axis=1)
    rows = np.tensordot(hats, knots, axes=(1, 1))  # SIDE × n × knots × 2
    return np.asarray(np.einsum("bj,injc->nibc", hats, rows, optimize=True))


def make_sampler(pixels: Floats, size_px: tuple[int, int]) -> Sampler:
    """Return the sampler for these pixels (n × side × side × 2) in pictures of this size."""
    side = pixels.shape[1]
    steps = np.linalg.norm(pixels[:, side // 2, -1] - pixels[:, side // 2, 0], axis=-1) / (side - 1)
    halvings = max(
        0,
        int(
            np.floor(np.log2(max(float(np.median(steps)) / TUNING.pixels_per_sample_max, 1e-9)) + 1)
        ),
    )
    (across, down), (width, height) = (pixels[..., 0], pixels[..., 1]), size_px
    inside = (across >= 0) & (down >= 0) & (across <= width - 1) & (down <= height - 1)
    x, y = (
        np.ascontiguousarray((part + 0.5) * 0.5**halvings - 0.5, dtype=np.float32)
        for part in (across, down)
    )
    return Sampler((x, y), np.asarray(inside, dtype=np.bool_), halvings)


def average(values: NDArray[Any], among: Mask) -> NDArray[np.float32]:
    """Return the mean of each window's values (n × SIDE × SIDE, …) ``among`` a mask; 0 if of none.

    The mask has as many axes as the values.
    """
    count = np.maximum(among.sum(axis=(1, 2)), 1)
    return np.asarray((values * among).sum(axis=(1, 2)) / count, dtype=np.float32)


def select(windows: Windows, rows: NDArray[np.intp]) -> Windows:
    """Return the windows with these indices."""
    return replace(
        windows,
        rows=tuple(windows.rows[number] for number in rows.tolist()),
        points_mm=windows.points_mm[rows],
        step_mm=windows.step_mm[rows],
        own=windows.own[rows],
        near=windows.near[rows],
        hole=windows.hole[rows],
    )
