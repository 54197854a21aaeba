"""Whether a spot on the board is a fallen piece, and of which colour.

It needs a black body of the size of a kind of piece and the colour of its cap at one end, or a body
of a piece's colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera.lens import Floats
from calibration.camera.silhouettes import Mask
from calibration.surfaces.appearance import Appearance
from calibration.surfaces.light import Map, add_channels, take_strongest, take_weakest
from hardware.board import Board, PieceKind
from tablet_companion.games.core import Piece
from tablet_companion.vision.places.sites import MAP_PX_PER_MM


@dataclass(frozen=True, slots=True)
class Tuning:
    """When a thing is a fallen piece, and of which colour.

    Chosen by hand on simulated fallen pieces; held by tests/vision/test_things.py. A wrong colour
    would send people looking for a piece that stands where it should, so if a second colour is
    visible, none is named.
    """

    lengths: tuple[float, float] = (0.72, 1.4)
    """Length limits of a fallen piece's image, relative to the piece: its shadow adds to it."""
    coloured_length_min: float = 0.95
    """The shortest image of one that is coloured all over: a standing one that leans is shorter."""
    widths: tuple[float, float] = (0.7, 1.7)
    """As ``lengths``, for the width of the image."""
    body_grey_max: float = 90.0
    """Grey levels: a body is darker than this."""
    end_mm: tuple[float, float] = (-3.5, 4.5)
    """Millimetres: a cap is looked for from this far inside the end of a black body to this far
    beyond it."""
    hue_cosine_min: float = 0.94
    """Cosine between two colours of the same hue."""
    saturation_min: float = 0.3
    """Difference between a colour's channels, as a share of its strongest; less is no colour."""
    colour_grey_min: int = 35
    """Grey levels of the strongest channel; a darker one is no colour."""
    body_points_min: int = 20
    """Least points of the finer picture in a body."""
    rim_mm: float = 2.0
    """Millimetres around a spot's hull that still belong to it."""
    cap_min_mm2: float = 9.0
    """Least square millimetres of a cap's colour."""
    rival_share_max: float = 0.5
    """Largest share of a cap's area that another colour may show there."""


TUNING: Final = Tuning()


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A connected foreign region and its convex hull, in points of the map."""

    mask: Mask
    hull: NDArray[np.int32]
    middle: Floats
    length_mm: float


def make_spot(mask: Mask) -> Spot:
    """Return a region as a spot."""
    outline, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(np.vstack(outline))
    _, sides, _ = cv2.minAreaRect(hull)
    middle = (hull.reshape(-1, 2).astype(float).min(axis=0) + hull.reshape(-1, 2).max(axis=0)) / 2
    length_mm = (max(sides) + 1) / MAP_PX_PER_MM
    return Spot(mask, np.asarray(hull, np.int32), (middle + 0.5) / MAP_PX_PER_MM, length_mm)


def fallen_piece(  # noqa: PLR0913, PLR0917 - a spot, the picture, its light, the bare board, the pieces
    board: Board,
    appearance: Appearance,
    spot: Spot,
    flat: Map,
    light: tuple[Map, Map],
    reference: Map,
) -> Piece | None:
    """Return the colour of the fallen piece that a spot certainly is; None for anything else."""
    scale = flat.shape[1] / reference.shape[1]
    low, high = _window(spot, scale, flat.shape)
    seen = (flat[low[1] : high[1], low[0] : high[0]] - light[1]) / light[0]
    rows, columns = np.mgrid[low[1] : high[1], low[0] : high[0]]
    points = (np.dstack([columns, rows]) + 0.5) / (scale * MAP_PX_PER_MM)
    # A side of odd millimetres ends beyond the last point of the map, which is half as fine.
    cells = np.minimum((points * MAP_PX_PER_MM).astype(int), np.array(reference.shape[1::-1]) - 1)
    bare = reference[cells[..., 1], cells[..., 0]]
    votes: dict[Piece, float] = {}
    for kind in board.pieces.values():
        if kind.flat or (kind.coloured_all_over and not kind.slender):
            continue
        measure = _measure_bodies if kind.coloured_all_over else _measure_caps
        for piece, mm2 in measure(kind, appearance, seen, bare, points, spot):
            votes[piece] = max(mm2, votes.get(piece, 0.0))
    ordered = sorted(votes.values(), reverse=True)
    if not ordered or ordered[0] < TUNING.cap_min_mm2:
        return None
    if len(ordered) > 1 and ordered[1] > TUNING.rival_share_max * ordered[0]:
        return None
    return max(votes, key=lambda piece: votes[piece])


def _window(
    spot: Spot, scale: float, shape: tuple[int, ...]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the corners of the window of the finer picture that contains a spot and its rim."""
    corners = spot.hull.reshape(-1, 2)
    low = np.maximum(((corners.min(axis=0) - 3) * scale).astype(int), 0)
    high = np.minimum(((corners.max(axis=0) + 4) * scale).astype(int), shape[1::-1])
    return low, high


@dataclass(frozen=True, slots=True, eq=False)
class Rectangle:
    """A rectangle: its middle, the unit vector along it, its sides; in the points' own units."""

    middle: Floats
    axis: Floats
    length: float
    width: float

    def place(self, points: Floats) -> tuple[Floats, Floats]:
        """Return how far points (… × 2) lie along it and across it, from its middle."""
        x, y = np.moveaxis(points - self.middle, -1, 0)
        return x * self.axis[0] + y * self.axis[1], y * self.axis[0] - x * self.axis[1]


def enclose(points: Floats, grow: float = 0.0) -> Rectangle:
    """Return the smallest rectangle round points (n × 2), with sides longer by ``grow``."""
    middle, sides, angle = cv2.minAreaRect(points.astype(np.float32))
    turn = np.radians(angle if sides[0] >= sides[1] else angle + 90)
    axis = np.array([np.cos(turn), np.sin(turn)])
    return Rectangle(np.array(middle), axis, max(sides) + grow, min(sides) + grow)


def _find_body(kind: PieceKind, body: Floats) -> Rectangle | None:
    """Return the body that consists of these points (n × 2), if it has the size of this kind."""
    if len(body) < TUNING.body_points_min:
        return None
    found = enclose(body)
    if not TUNING.lengths[0] < found.length / kind.height_mm < TUNING.lengths[1]:
        return None
    if not TUNING.widths[0] < found.width / kind.diameter_mm < TUNING.widths[1]:
        return None
    return found


def _measure_caps(  # noqa: PLR0913, PLR0917 - as above
    kind: PieceKind, appearance: Appearance, seen: Map, bare: Map, points: Floats, spot: Spot
) -> Iterator[tuple[Piece, float]]:
    """Yield how much of each colour is visible (mm²) at an end of a black body of this kind."""
    dark = (take_strongest(seen) < TUNING.body_grey_max) & _in_hull(spot, points)
    body = _find_body(kind, points[dark])
    if body is None:
        return
    along, across = body.place(points)
    dot_mm2 = float(np.hypot(*(points[0, 1] - points[0, 0]))) ** 2
    for way in (-1, 1):
        beyond = way * along - body.length / 2
        end = (beyond > TUNING.end_mm[0]) & (beyond < TUNING.end_mm[1])
        end &= np.abs(across) < kind.cap_diameter_mm / 2 + 1
        for colour in kind.colours:
            top = np.array(appearance.tops[colour], dtype=np.float32)
            mine = same_hue(seen[end], top) & ~same_hue(bare[end], top) & (bare[end][:, 0] >= 0)
            yield Piece(colour), np.count_nonzero(mine) * dot_mm2


def _measure_bodies(
    kind: PieceKind, appearance: Appearance, seen: Map, _bare: Map, points: Floats, spot: Spot
) -> Iterator[tuple[Piece, float]]:
    """Yield how much of each colour is visible (mm²) in a body of that colour and this kind."""
    inside = _in_hull(spot, points)
    dot_mm2 = float(np.hypot(*(points[0, 1] - points[0, 0]))) ** 2
    for colour in kind.colours:
        top = np.array(appearance.tops[colour], dtype=np.float32)
        mine = inside & same_hue(seen, top)
        body = _find_body(kind, points[mine])
        if body is not None and body.length > TUNING.coloured_length_min * kind.height_mm:
            yield Piece(colour), np.count_nonzero(mine) * dot_mm2


def _in_hull(spot: Spot, points: Floats) -> Mask:
    inside = np.ones(points.shape[:2], dtype=np.bool_)
    corners = (spot.hull.reshape(-1, 2) + 0.5) / MAP_PX_PER_MM
    turn = np.sign(cv2.contourArea(spot.hull, oriented=True))
    for one, two in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        side = two - one
        apart = side[0] * (points[..., 1] - one[1]) - side[1] * (points[..., 0] - one[0])
        inside &= turn * apart >= -TUNING.rim_mm * float(np.hypot(*side))
    return inside


def same_hue(colours: Map, top: Map) -> NDArray[np.bool_]:
    """Return which colours (… × 3) have a top's hue at any brightness, and enough saturation."""
    same = find_saturated(colours)
    some = np.asarray(colours[same], dtype=np.float32)
    along = some @ top / max(1.0, float(np.linalg.norm(top)))  # black has no length
    same[same] = along > TUNING.hue_cosine_min * np.sqrt(add_channels(some**2))
    return same


def find_new_hue(colours: Map, bare: Map, surely: NDArray[np.bool_], top: Map) -> NDArray[np.bool_]:
    """Return which colours (n × 3) have a top's hue, and are ``surely`` foreign or had another."""
    new = same_hue(colours, top)
    new[new] = surely[new] | ~same_hue(bare[new], top)
    return new


def find_saturated(colours: Map) -> NDArray[np.bool_]:
    """Return which colours are neither grey nor dark."""
    most = take_strongest(colours)
    strong = most - take_weakest(colours) > TUNING.saturation_min * np.maximum(most, 1)
    return np.asarray(strong & (most > TUNING.colour_grey_min))
