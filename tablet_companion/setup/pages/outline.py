"""Teaching a board's outline on the screen: its corners and its size."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import numpy as np

from calibration.camera.plausible import is_convex
from hardware.errors import CompanionError
from hardware.log import log
from hardware.ports import Frame, Picture
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.referee.model.notes import MIRRORED
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit import layout
from tablet_companion.screen.toolkit.drawing import Item, Page, Part, Polygon
from tablet_companion.setup.checks.aim import judge_light
from tablet_companion.setup.geometry.board_outline import Corners, find_beside, find_outline
from tablet_companion.setup.geometry.sketch import Point, is_oblong
from tablet_companion.setup.pages.board_choice import BoardStep
from tablet_companion.setup.pages.camera_page import say_other
from tablet_companion.setup.pages.desk import Desk
from tablet_companion.setup.pages.handles import HandlesStep
from tablet_companion.setup.pages.work import STOP, TAKE, TeachStep
from tablet_companion.setup.parts.pageparts import BACK, LEAVE, ON, PLAY, THERE, Does, Key
from tablet_companion.setup.parts.picture_frame import PictureFrame, frame_whole, size_of
from tablet_companion.setup.teaching.teaching import Laid, Teaching

_MIN_PX: Final = 20.0
"""Pixels. A board with a shorter side is too small in the picture to be read."""
_EDGE_PX: Final = 1.5
"""Pixels. A ring that is no farther from the picture's edge would have been dragged beyond it."""


class CornersStep(HandlesStep):
    """The board's four corners, found automatically if they stand out."""

    work_moves_handles = False
    _frame: Frame | None = None
    _dark: Message | None = None
    _beside: Corners | None = None
    """Where the camera sees the edges meet, while it is asked whether rings belong there."""
    _cut = _unseen = False
    """Whether it is asked if corners lie outside the picture; whether no whole board is seen."""

    def enter(self) -> None:
        """Watch the camera for a picture, unless there is one whose corners were set."""
        super().enter()
        self.held = self._frame = self._dark = self._beside = None
        self._cut = self._unseen = False
        self.desk.watch()
        self._look_whose()

    def _look_whose(self) -> None:
        self.other, self.mirrored = "", False
        if self.teaching.has_game and self.teaching.still is not None:
            self.look_whose(self.teaching.still)

    def frame(self) -> PictureFrame | None:
        """Return the frame of the whole picture, since corners may be anywhere in it."""
        still = self.teaching.still
        return None if still is None else frame_whole(size_of(still), self.room())

    def see(self, frame: Frame | None) -> None:
        """Take the first picture in which a board can be seen."""
        super().see(frame)
        before, self._frame = self._frame, frame
        if self.teaching.still is not None or frame is None or frame is before:
            return
        found = find_outline(frame.picture)
        self._dark = judge_light(frame.picture, found)
        if self._dark is None:
            self._take(frame.picture, found)

    def _take(self, picture: Picture, found: Sequence[Point] | None) -> None:
        """Take a picture; if no board was found, the corners are to be dragged from within."""
        width, height = size_of(picture)
        inner = [(0.2, 0.15), (0.8, 0.15), (0.8, 0.85), (0.2, 0.85)]
        self.teaching.corners = list(found or [(x * width, y * height) for x, y in inner])
        self.teaching.still, self._dark, self._unseen = picture, None, found is None
        self.teaching.outlined = []  # the board or the camera may have been moved since
        self._look_whose()

    def handles(self) -> Mapping[str, Point]:
        """Return the corners."""
        return {str(number): at for number, at in enumerate(self.teaching.corners)}

    def move(self, name: str, to: Point) -> None:
        """Move a corner to a point, in pixels of the picture."""
        assert self.teaching.still is not None, "corners are set on a picture"
        self._unseen = False
        x, y = (
            min(max(at, 0.0), side - 1.0)
            for at, side in zip(to, size_of(self.teaching.still), strict=True)
        )
        self.teaching.corners[int(name)] = x, y

    def marks(self, frame: PictureFrame) -> Iterator[Item]:
        """Yield the board's edge."""
        edge = tuple(frame.at(corner) for corner in self.teaching.corners)
        yield Polygon(edge, None, self.look.colours.amber, 2)
        if self._beside is not None:
            seen = tuple(frame.at(corner) for corner in self._beside)
            yield Polygon(seen, None, self.look.colours.good, 4)

    def page(self) -> Page:
        """Return the picture with the corners."""
        trouble = self.desk.feed.trouble
        if self.teaching.still is None:
            say = trouble or self._dark or Message(N_("I am waiting for a picture."))
            if self._dark is None or self._frame is None:
                return self.lay(say, (BACK,), self.picture())
            live, room = self._frame.picture, self.room()
            drawn = Part((frame_whole(size_of(live), room).shown(live),))
            return self.lay(say, (BACK, TAKE), drawn)
        say = self.trouble or (_UNSEEN if self._unseen else _CORNERS)
        again: Key = (N_("Other picture"), Does("again"), Weight.PLAIN)
        if self._beside is not None:
            return self.lay(_BESIDE, (BACK, LEAVE, THERE), self.picture())
        if self._cut:
            return self.lay(_CUT, (BACK, again, LEAVE), self.picture())
        if self.other:
            other = say_other(self.desk, self.other)
            return self.lay(other, (BACK, again, PLAY), self.picture())
        say = MIRRORED if self.mirrored and self.trouble is None else say
        return self.lay(say, (BACK, again, ON), self.picture())

    def obey(self, does: Does) -> None:
        """Take another picture; go on only from corners that a board can have."""
        super().obey(does)
        self.trouble = None
        beside, self._beside = self._beside, None
        self._cut, was_asked = False, self._cut
        if does.what == "there" and beside is not None:
            self.teaching.corners = list(beside)
        elif does.what == "keep":
            self.done, self.turned = True, 1
        elif does.what == "again":
            self.teaching.still, self.other, self._frame = None, "", None
        elif does.what == "take" and self._frame is not None:
            self._take(self._frame.picture, find_outline(self._frame.picture))
        elif does.what == "play":
            self.desk.kept.forget()  # the corners of a board of another game
            self.desk.choose(self.other)
            self.done, self.to = True, BoardStep
        elif does.what == "on" and not is_outline(self.teaching.corners):
            self.done, self.trouble = False, NO_OUTLINE
        elif does.what == "on" and self._is_cut():
            self.done, self._cut = False, True
        elif does.what == "on" and self.teaching.still is not None:
            self._beside = find_beside(self.teaching.still, self.teaching.corners)
            self.done = self._beside is None
        elif was_asked and does.what == "back":
            self.done = False

    def _is_cut(self) -> bool:
        if self.teaching.still is None:
            return False
        most = np.array(size_of(self.teaching.still)) - 1 - _EDGE_PX
        corners = np.array(self.teaching.corners)
        return bool(((corners < _EDGE_PX) | (corners > most)).any())


class SizeStep(TeachStep):
    """Asks for the board's width and height."""

    def __init__(self, desk: Desk, teaching: Teaching) -> None:
        super().__init__(desk, teaching)
        self._corners = tuple(teaching.corners)
        self._laid = self._told() if teaching.sketch is not None else None

    def enter(self) -> None:
        """Begin with the last width entered, and the height that the corners suggest."""
        super().enter()
        before, self._corners = self._corners, tuple(self.teaching.corners)
        if self._corners != before and not self.teaching.is_near(before):
            self.teaching.size_mm = guess_size(self.teaching.corners, self.teaching.size_mm[0])

    def page(self) -> Page:
        """Return the sides in centimetres, and keys to change them."""
        look = self.look
        if self.work is not None:
            why = Message(N_("It takes some seconds. You can also lay them out yourself."))
            by_hand: Key = (N_("By hand"), Does("by hand"), Weight.PLAIN)
            return self.lay(_SEEKING, (STOP, by_hand), self.write((why,)))
        width, height = (round(side / 10, 1) for side in self.teaching.size_mm)
        text = Message(
            N_("{text} by {text_height} cm, from edge to edge."),
            (("text", f"{width:g}"), ("text_height", f"{height:g}")),
        )
        keys: list[Key] = [
            (label, Does(side, step), Weight.PLAIN)
            for side, labels in _SIDES.items()
            for label, step in zip(labels, (-10.0, -1.0, 1.0, 10.0), strict=True)
        ]
        above, below = layout.rows(self.body, (look.theme.px(11), 0), look.theme.gap)
        said = self.write((text,), above)
        say = self.trouble or Message(N_("How large is the board? Measure it."))
        return self.lay(say, (BACK, ON), said, self.grid(keys, below, 20.0))

    def obey(self, does: Does) -> None:
        """Change a side; go on if a camera can see such a board there."""
        width, height = self.teaching.size_mm
        corners = self.teaching.corners
        if does.what == "width":
            # The height follows the width, as the corners have it, until it is told by itself.
            follows = guess_size(corners, width)[1] == height
            width = max(100.0, width + float(does.value))
            height = guess_size(corners, width)[1] if follows else height
        elif does.what == "height":
            height = max(100.0, height + float(does.value))
        if does.what in ("width", "height"):
            self.teaching.size_mm = width, height
            return
        super().obey(does)
        if does.what == "by hand":
            self.stop()
            self._lay(self.teaching.lay_out())
        if self.done and does.what == "on" and self._laid != self._told():
            self.done = False
            self._begin()

    def _begin(self) -> None:
        try:
            self.teaching.pose()
        except CompanionError as error:
            log(error)
            self.trouble = NO_OUTLINE
        else:
            self.start(self._propose, self._take)

    def _propose(self) -> tuple[Laid, bool]:
        """Return the places, and whether they are printed there; raises CompanionError.

        A best guess that lies on no print would be dragged further than the usual places.
        """
        teaching, (corners, size_mm) = self.teaching, self._laid or ((), None)
        stays = teaching.has_game and size_mm == teaching.size_mm and teaching.is_near(corners)
        laid = teaching.lay_again() if stays else teaching.propose()
        printed = teaching.is_printed(laid)
        return laid if printed or stays else teaching.lay_out(), printed

    def _take(self, found: tuple[Laid, bool]) -> None:
        laid, self.teaching.found = found
        self._lay(laid)

    def _lay(self, laid: Laid) -> None:
        self.teaching.lay(laid)
        self._laid = self._told()
        self.done, self.turned = True, 1

    def _told(self) -> tuple[tuple[Point, ...], tuple[float, float]]:
        return self._corners, self.teaching.size_mm


_CORNERS: Final = Message(
    N_("Drag the rings to the corners of the board, or of the square around a round one.")
)
_UNSEEN: Final = Message(
    N_("I do not see a whole board. Drag the rings to its corners, or hang the camera higher.")
)
_CUT: Final = Message(
    N_("A corner lies at the picture's edge. If the board goes on there, hang the camera higher.")
)
_BESIDE: Final = Message(N_("The edges of the board seem to be at the green line."))
NO_OUTLINE: Final = Message(
    N_("This cannot be a board. Drag each ring to its own corner, and measure the board.")
)
_SEEKING: Final = Message(N_("I am looking for the spaces."))
_SIDES: Final = {
    "width": (N_("1 cm narrower"), N_("1 mm narrower"), N_("1 mm wider"), N_("1 cm wider")),
    "height": (N_("1 cm lower"), N_("1 mm lower"), N_("1 mm higher"), N_("1 cm higher")),
}


def is_outline(corners: Sequence[Point]) -> bool:
    """Whether corners, clockwise from the top left, enclose an area that can be read."""
    found = np.array(corners)
    sides = np.linalg.norm(found - np.roll(found, 1, axis=0), axis=1)
    return bool(sides.min() >= _MIN_PX) and is_convex(found)


def guess_size(corners: Sequence[Point], width_mm: float) -> tuple[float, float]:
    """Return the size of a board of this width from its corners; nearly square counts as square."""
    a, b, c, d = (np.array(corner) for corner in corners)
    across = math.dist(a, b) + math.dist(d, c)
    ratio = (math.dist(a, d) + math.dist(b, c)) / max(across, 1e-6)
    height = max(100.0, round(width_mm * ratio, -1)) if is_oblong((1.0, ratio)) else width_mm
    return width_mm, height
