"""A picture with handles on it that are dragged by touch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar, Final

import numpy as np

from calibration.camera.lens import Floats
from hardware.board import find_spacing
from hardware.ports import Picture
from tablet_companion.screen.toolkit import drawing, layout, stages
from tablet_companion.setup.geometry.sketch import Point
from tablet_companion.setup.pages.work import TeachStep
from tablet_companion.setup.parts import picture_frame
from tablet_companion.setup.parts.pageparts import Key

_HANDLE_MM: Final = 3.5
"""The radius of a handle's ring on the screen."""
_CLOSE: Final = 0.45
"""The most that it has of the distance to another handle, so that what lies between is seen."""
_LOUPE_MM: Final = 26.0
_LOUPE: Final = 3.0
"""The magnification of the loupe."""


class HandlesStep(TeachStep):
    """A picture with handles that are dragged; what is under the finger is seen in a loupe."""

    work_moves_handles: ClassVar[bool] = True
    """Whether the page's work puts the handles somewhere, so that a drag meanwhile is undone."""

    held: str | None = None
    _grip: Point = (0.0, 0.0)

    def handles(self) -> Mapping[str, Point]:
        """Return where the handles are, in pixels of the picture."""
        raise NotImplementedError

    def move(self, name: str, to: Point) -> None:
        """Move a handle to a point, in pixels of the picture."""
        raise NotImplementedError

    def frame(self) -> picture_frame.PictureFrame | None:
        """Return where on the page the picture is, the board large in it; None without one."""
        still = self.teaching.still
        if still is None:
            return None
        return picture_frame.frame_points(
            picture_frame.size_of(still), self.room(), self.teaching.corners
        )

    def room(self) -> drawing.Box:
        """Return the picture's room."""
        return self.body

    def press(self, x: float, y: float) -> None:
        """Take hold of the handle under the finger."""
        frame = self.frame()
        self.held, self._grip = None, (0.0, 0.0)  # a new point is held where it was touched
        if frame is None or (self.work is not None and self.work_moves_handles):
            return
        found = picture_frame.find_nearest(self.handles(), frame.pixel(x, y))
        if found is not None and found[1] * frame.scale < 1.2 * self.look.theme.finger:
            self.held = found[0]
            at = frame.at(self.handles()[self.held])
            self._grip = at[0] - x, at[1] - y

    def drag(self, x: float, y: float) -> None:
        """Move the held handle with the finger."""
        frame = self.frame()
        if frame is not None and self.held is not None:
            self.move(self.held, frame.pixel(x + self._grip[0], y + self._grip[1]))

    def release(self) -> None:
        """Let go of the handle, since its loupe would hide others."""
        self.held = None

    def picture(self) -> drawing.Part:
        """Return the picture with its handles, and the loupe while one is held."""
        frame, still = self.frame(), self.teaching.still
        look = self.look
        if frame is None or still is None:
            return self.blank(self.body)
        points = self.handles()
        spacing = find_spacing(points.values(), beyond=1.0) * frame.scale
        radius = max(look.theme.px(1), min(look.theme.px(_HANDLE_MM), _CLOSE * spacing))
        rings = [
            ring
            for name, point in points.items()
            for ring in _handle(frame.at(point), radius, look.colours.amber, self.held == name)
        ]
        drawn = (frame.shown(still), *self.marks(frame), *rings)
        return drawing.join_parts(drawing.Part(drawn), self._loupe(frame, still, points))

    def marks(self, frame: picture_frame.PictureFrame) -> Iterator[drawing.Item]:
        """Yield what is drawn over the picture, beneath the handles."""
        del frame
        yield from ()

    def _loupe(
        self, frame: picture_frame.PictureFrame, still: Picture, points: Mapping[str, Point]
    ) -> drawing.Part:
        if self.held is None or self.held not in points:
            return drawing.Part()
        look, side = self.look, self.look.theme.px(_LOUPE_MM)
        held = frame.at(points[self.held])
        left = held[0] > frame.box.centre[0]
        x = frame.box.x if left else frame.box.right - side
        box = drawing.Box(x, frame.box.y, side, side)
        near = picture_frame.close_up(
            picture_frame.size_of(still), box, points[self.held], frame.scale * _LOUPE
        )
        cx, cy = near.at(points[self.held])
        reach, ink = side / 5, look.colours.amber
        cross = (drawing.Line((cx - reach, cy), (cx + reach, cy), ink, 2),
                 drawing.Line((cx, cy - reach), (cx, cy + reach), ink, 2))  # fmt: skip
        rim = drawing.Polygon(
            ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)),
            None, look.colours.main, 3,
        )  # fmt: skip
        return drawing.Part((near.shown(still), *cross, rim))


class LayoutStep(HandlesStep):
    """A picture with handles, and beside or below it the keys that change a board's layout."""

    def rooms(self) -> tuple[drawing.Box, drawing.Box]:
        """Return the picture's room, and the keys'."""
        look = self.look
        return stages.split(self.body, look, (4, 3) if look.theme.portrait else (5, 3))

    def room(self) -> drawing.Box:
        """Return the picture's room."""
        return self.rooms()[0]

    def keys(self, given: Sequence[Key], *, wide: bool = False) -> drawing.Part:
        """Return the keys beside the picture, or below it; the first as ``wide`` as a row."""
        look, (_, side) = self.look, self.rooms()
        across = 3 if look.theme.portrait else 2
        wide = wide and not look.theme.portrait
        rows = wide + -(-(len(given) - wide) // across)
        high, gap = min(side.h, rows * look.theme.px(17)), look.theme.gap
        side = drawing.Box(side.x, side.y, side.w, high)
        width = side.w / across / look.theme.px(1) - 2
        if not wide:
            return self.grid(given, side, width)
        above, below = layout.rows(side, (round(high - gap * (rows - 1)) // rows, 0), gap)
        return drawing.join_parts(
            self.grid(given[:1], above, 2 * width), self.grid(given[1:], below, width)
        )

    def project(self, points_mm: Floats) -> Mapping[str, Point]:
        """Return where the camera sees points of the board, by their numbers."""
        seen = self.teaching.pose().project(points_mm).tolist()
        return {str(n): (float(x), float(y)) for n, (x, y) in enumerate(seen)}

    def find_on_board(self, pixel: Point) -> Point:
        """Return the point of the board, in mm, that is seen at a pixel."""
        (at,) = self.teaching.pose().ground(np.array([pixel]))
        width, height = self.teaching.size_mm
        return min(max(float(at[0]), 0.0), width), min(max(float(at[1]), 0.0), height)


def _handle(
    at: Point, radius: float, ink: tuple[int, int, int], held: bool
) -> Sequence[drawing.Item]:
    width = 5.0 if held else 3.0
    return (
        drawing.Circle(at, radius + 1, None, (0, 0, 0), width + 2),
        drawing.Circle(at, radius, None, ink, width),
    )
