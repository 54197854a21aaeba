"""A camera's picture on the screen: all of it, or a part seen closely."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from hardware.ports import Picture
from tablet_companion.screen.toolkit.drawing import Box, Image, Point


def size_of(picture: Picture) -> tuple[int, int]:
    """Return how wide and how high a picture is, in pixels."""
    return picture.shape[1], picture.shape[0]


def fit_size(picture: Picture, size: tuple[int, int]) -> Picture:
    """Return all of a picture in this size, its middle in the middle; what is left over is black.

    So pictures of a camera that replaced another one can be compared with that one's.
    """
    if size_of(picture) == size:
        return picture
    scale = min(wanted / side for wanted, side in zip(size, size_of(picture), strict=True))
    width, height = (round(side * scale) for side in size_of(picture))
    fitted = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    left, above = (size[0] - width) // 2, (size[1] - height) // 2
    whole = np.zeros((size[1], size[0], 3), np.uint8)
    whole[above : above + height, left : left + width] = fitted
    return whole


@dataclass(frozen=True, slots=True)
class PictureFrame:
    """A rectangle of the screen that shows a picture.

    ``corner`` is where in the picture the rectangle's top left lies, (0, 0) being that of the
    picture's first pixel, whose middle is half a pixel farther; ``scale`` is how many pixels of the
    screen one of the picture takes. Pixels of the picture are named by their middles, as in labels.
    """

    box: Box
    corner: Point
    scale: float

    def at(self, point: Point) -> Point:
        """Return where on the screen a pixel of the picture is."""
        return (
            self.box.x + (point[0] + 0.5 - self.corner[0]) * self.scale,
            self.box.y + (point[1] + 0.5 - self.corner[1]) * self.scale,
        )

    def pixel(self, x: float, y: float) -> Point:
        """Return which pixel of the picture is at a point of the screen."""
        return (
            self.corner[0] - 0.5 + (x - self.box.x) / self.scale,
            self.corner[1] - 0.5 + (y - self.box.y) / self.scale,
        )

    def shown(self, picture: Picture) -> Image:
        """Return the visible part of the picture as an image of the page."""
        ratio = 1 / self.scale
        # The middle of the screen's first pixel is half of its width into the picture.
        shift = (ratio - 1) / 2
        warp = np.array(
            [[ratio, 0, self.corner[0] + shift], [0, ratio, self.corner[1] + shift]], np.float64
        )
        if ratio > 1:  # averaged first, else it would glitter
            width, height = (round(side / ratio) for side in picture.shape[1::-1])
            picture = np.asarray(
                cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8
            )
            warp = np.array([[1.0, 0, self.corner[0] / ratio], [0, 1.0, self.corner[1] / ratio]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        seen = cv2.warpAffine(picture, warp, (self.box.w, self.box.h), flags=flags)
        return Image(self.box, (self.box.w, self.box.h), np.asarray(seen, np.uint8).tobytes())


def frame_whole(size: tuple[int, int], room: Box) -> PictureFrame:
    """Return a frame that shows all of a picture, as large as a room allows, in its middle."""
    scale = min(room.w / size[0], room.h / size[1])
    w, h = int(size[0] * scale), int(size[1] * scale)
    box = Box(room.x + (room.w - w) // 2, room.y + (room.h - h) // 2, w, h)
    return PictureFrame(box, (0.0, 0.0), scale)


def close_up(size: tuple[int, int], room: Box, middle: Point, scale: float) -> PictureFrame:
    """Return a frame that shows what is round a pixel, never what is beyond the picture's edge."""
    scale = max(scale, room.w / size[0], room.h / size[1])
    seen = room.w / scale, room.h / scale
    x, y = (
        min(max(at - part / 2, 0.0), whole_ - part)
        for at, part, whole_ in zip(middle, seen, size, strict=True)
    )
    return PictureFrame(room, (x, y), scale)


def frame_points(size: tuple[int, int], room: Box, points: Sequence[Point]) -> PictureFrame:
    """Return a frame that shows these pixels as large as a room allows, and a little round them."""
    xs, ys = zip(*points, strict=True)
    wide, high = 1.08 * (max(xs) - min(xs)), 1.08 * (max(ys) - min(ys))
    middle = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    scale = min(room.w / max(wide, 1.0), room.h / max(high, 1.0))
    if room.w / scale > size[0] or room.h / scale > size[1]:
        return frame_whole(size, room)
    return close_up(size, room, middle, scale)


def find_nearest(points: Mapping[str, Point], to: Point) -> tuple[str, float] | None:
    """Return the name of the point nearest to another, and how far it is; None if none is."""
    apart = ((math.dist(point, to), name) for name, point in points.items())
    found = min(apart, default=None)
    return (found[1], found[0]) if found else None
