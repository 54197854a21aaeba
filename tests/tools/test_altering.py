"""Pictures as other cameras would make them keep their labels: corners go where the board goes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tools.measure.altering import CHANGES, Altered

_CORNERS = np.array([[60.0, 40.0], [260.0, 50.0], [250.0, 200.0], [70.0, 190.0]])


def draw_quarters() -> Altered:
    """Return a picture of a board of four quarters, dark and pale, that meet in its middle."""
    picture = np.full((240, 320, 3), 140, np.uint8)
    warp = cv2.getPerspectiveTransform(
        np.array([[0, 0], [2, 0], [2, 2], [0, 2]], np.float32), _CORNERS.astype(np.float32)
    )
    for across, down, grey in ((0, 0, 60), (1, 0, 200), (0, 1, 200), (1, 1, 60)):
        square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) + np.array([across, down])
        pixels = cv2.perspectiveTransform(square[None].astype(np.float32), warp)[0]
        cv2.fillConvexPoly(picture, pixels.round().astype(np.int32), (grey,) * 3)
    return Altered(picture, _CORNERS)


@pytest.mark.parametrize("name", CHANGES)
def test_corners_go_where_the_board_goes(name: str) -> None:
    """What is seen just inside each corner is the quarter that was there, in whatever light."""
    for seed in range(3):
        seen = CHANGES[name](draw_quarters(), np.random.default_rng(seed))
        assert seen.picture.dtype == np.uint8
        size = np.array(seen.picture.shape[1::-1])
        assert (seen.corners > -0.15 * size).all()
        assert (seen.corners < 1.15 * size).all()
        flat = np.array([[0, 0], [2, 0], [2, 2], [0, 2]], np.float32)
        warp = cv2.getPerspectiveTransform(flat, seen.corners.astype(np.float32))
        points = np.array([[[0.5, 0.5], [1.5, 0.5], [1.5, 1.5], [0.5, 1.5]]], np.float32)
        at = cv2.perspectiveTransform(points, warp)[0].round().astype(int)
        hidden = seen.hidden
        if hidden is not None and max(hidden[y, x] for x, y in at) > 0.1:
            continue
        one, two, three, four = (float(seen.picture[y, x].astype(float).mean()) for x, y in at)
        assert max(one, three) < min(two, four) or name in {"half-in-sun", "mirrored-lamp"}
