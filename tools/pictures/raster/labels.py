"""Exact labels from the identity picture: what is hidden, by whom, where the hand is."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
from numpy.typing import NDArray

from tools.pictures.raster.camera import Camera, board_corners
from tools.pictures.raster.mesh import HAND, PIECE, THING, Floats
from tools.pictures.raster.scene import Drawn


def outline_mask(camera: Camera, rings: Floats) -> tuple[NDArray[np.bool_], tuple[int, int], float]:
    """Return the outline of a turned body: a small mask, its offset, and its share in the picture.

    Between two neighbouring circles the body's outline is the hull of both.
    """
    pixels = camera.project(rings)
    low = np.floor(pixels.reshape(-1, 2).min(0)).astype(int)
    high = np.ceil(pixels.reshape(-1, 2).max(0)).astype(int) + 1
    mask = np.zeros((high[1] - low[1] + 1, high[0] - low[0] + 1), np.uint8)
    for first, second in itertools.pairwise(pixels):
        hull = cv2.convexHull((np.concatenate([first, second]) - low).astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), 1, shift=4)
    whole = int(mask.sum())
    x0, y0 = max(0, -low[0]), max(0, -low[1])
    inside = mask[y0 : max(0, camera.height - low[1]), x0 : max(0, camera.width - low[0])]
    offset = (int(max(0, low[0])), int(max(0, low[1])))
    return inside.astype(bool), offset, float(inside.sum()) / max(1, whole)


def hidden_shares(
    drawn: Drawn, camera: Camera, rings: Floats, index: int
) -> tuple[float, float, float, float]:
    """Return the shares of an outline: free of hands and things, of other pieces, of both, inside.

    The first two count what lies in the picture, the third the whole outline.
    """
    mask, (x, y), inside = outline_mask(camera, rings)
    count = int(mask.sum())
    if not count:
        return 0.0, 1.0, 0.0, 0.0
    window = np.s_[y : y + mask.shape[0], x : x + mask.shape[1]]
    seen, below = drawn.seen[window][mask], drawn.below[window][mask]
    foreign = np.isin(seen & 7, (HAND, THING))
    other = ((below & 7) == PIECE) & (below >> 3 != index)
    free = ~(foreign | other)
    return (
        1 - float(foreign.mean()),
        1 - float(other.mean()),
        float(free.mean()) * inside,
        inside,
    )


def disc_rings(x: float, y: float, radius: float) -> Floats:
    """Return a flat disc as the two circles of an outline."""
    angle = np.linspace(0, 2 * np.pi, 16, endpoint=False)
    circle = np.stack([x + radius * np.cos(angle), y + radius * np.sin(angle), 0 * angle], 1)
    return np.stack([circle, circle])


def hand_pixels(drawn: Drawn, camera: Camera, board: tuple[float, float]) -> int:
    """Return how many pixels of hands and sleeves lie over the board."""
    corners = camera.project(board_corners(board))
    inside = np.zeros(drawn.seen.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(corners * 16).astype(np.int32), 1, shift=4)
    return int((((drawn.seen & 7) == HAND) & (inside > 0)).sum())
