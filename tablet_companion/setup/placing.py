"""Teaching a board's places on the screen: its corners, its size, the rings on its spaces."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from calibration.errors import RegistrationError
from hardware.errors import CompanionError
from hardware.ports import Frame as Shot
from hardware.ports import Picture
from tablet_companion.games.core import Piece
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Message, Weight
from tablet_companion.screen.toolkit import layout, stages
from tablet_companion.screen.toolkit.boardview import piece_rgb
from tablet_companion.screen.toolkit.drawing import Box, Circle, Fill, Item, Line, Polygon
from tablet_companion.screen.words.troubles import said
from tablet_companion.setup.aim import find_outline
from tablet_companion.setup.desk import Desk, Step
from tablet_companion.setup.firststart import BACK, ON
from tablet_companion.setup.frame import Frame, around, close_up, nearest, whole
from tablet_companion.setup.leaf import Does, Drawn, Key, Leaf, body, grid, leaf, told
from tablet_companion.setup.sketch import PILE, Point, Shape
from tablet_companion.setup.teaching import Teaching

_LOUPE_MM: Final = 26.0
_LOUPE: Final = 3.0
"""What is under the finger is shown this many times larger beside it."""


class HandlesStep(Step):
    """A picture with handles that are dragged; what is under the finger is seen in a loupe."""

    def __init__(self, desk: Desk, teaching: Teaching) -> None:
        """Begin with nothing held."""
        super().__init__(desk)
        self.teaching = teaching
        self.held: str | None = None
        self._grip: Point = (0.0, 0.0)

    def handles(self) -> Mapping[str, Point]:
        """Return where the handles are, in pixels of the picture."""
        raise NotImplementedError

    def move(self, name: str, to: Point) -> None:
        """Take a handle elsewhere."""
        raise NotImplementedError

    def frame(self) -> Frame | None:
        """Return where on the page the picture is, the board large in it; None without one."""
        still = self.teaching.still
        if still is None:
            return None
        return around(_size(still), self.room()[0], self.teaching.corners)

    def room(self) -> tuple[Box, Box]:
        """Return the picture's room and that of what is beside it."""
        return body(self.desk.look), Box(0, 0, 0, 0)

    def press(self, x: float, y: float) -> None:
        """Take hold of the handle under the finger."""
        frame = self.frame()
        self.held = None
        if frame is None:
            return
        found = nearest(self.handles(), frame.pixel(x, y))
        if found is not None and found[1] * frame.scale < 1.2 * self.desk.look.theme.finger:
            self.held = found[0]
            at = frame.at(self.handles()[self.held])
            self._grip = at[0] - x, at[1] - y

    def drag(self, x: float, y: float) -> None:
        """Let the handle that is held go along."""
        frame = self.frame()
        if frame is not None and self.held is not None:
            self.move(self.held, frame.pixel(x + self._grip[0], y + self._grip[1]))

    def picture(self) -> Drawn:
        """Return the picture with its handles, and the loupe while one is held."""
        frame, still = self.frame(), self.teaching.still
        look = self.desk.look
        if frame is None or still is None:
            return Drawn((Fill(body(look), look.colours.raised, look.theme.px(2)),))
        radius = look.theme.px(3.5)
        points = self.handles()
        rings = [
            ring
            for name, point in points.items()
            for ring in _handle(frame.at(point), radius, look.colours.amber, self.held == name)
        ]
        drawn = (frame.shown(still), *self.marks(frame), *rings)
        return Drawn(drawn) + self._loupe(frame, still, points)

    def marks(self, frame: Frame) -> Iterator[Item]:
        """Yield what is drawn over the picture, beneath the handles."""
        del frame
        yield from ()

    def _loupe(self, frame: Frame, still: Picture, points: Mapping[str, Point]) -> Drawn:
        if self.held is None or self.held not in points:
            return Drawn()
        look, side = self.desk.look, self.desk.look.theme.px(_LOUPE_MM)
        held = frame.at(points[self.held])
        left = held[0] > frame.box.centre[0]
        x = frame.box.x if left else frame.box.right - side
        box = Box(x, frame.box.y, side, side)
        near = close_up(_size(still), box, points[self.held], frame.scale * _LOUPE)
        cx, cy = near.at(points[self.held])
        reach, ink = side / 5, look.colours.amber
        cross = (Line((cx - reach, cy), (cx + reach, cy), ink, 2),
                 Line((cx, cy - reach), (cx, cy + reach), ink, 2))  # fmt: skip
        rim = Polygon(
            ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)),
            None, look.colours.main, 3,
        )  # fmt: skip
        return Drawn((near.shown(still), *cross, rim))


def _size(picture: Picture) -> tuple[int, int]:
    return picture.shape[1], picture.shape[0]


def _handle(at: Point, radius: float, ink: tuple[int, int, int], held: bool) -> Sequence[Item]:
    width = 5.0 if held else 3.0
    return (
        Circle(at, radius + 1, None, (0, 0, 0), width + 2),
        Circle(at, radius, None, ink, width),
    )


class CornersStep(HandlesStep):
    """The board's four corners; those that stand out are found."""

    def enter(self) -> None:
        """Watch the camera for a picture."""
        super().enter()
        self.held = None
        self.teaching.still = None
        self.desk.watch()

    def leave(self) -> None:
        """Let the camera go."""
        self.desk.lookout.rest()

    def frame(self) -> Frame | None:
        """Return where on the page all of the picture is, as corners may be anywhere."""
        still = self.teaching.still
        return None if still is None else whole(_size(still), self.room()[0])

    def see(self, frame: Shot | None) -> None:
        """Take the first picture that comes, and look for the board in it."""
        if self.teaching.still is None and frame is not None:
            self.teaching.still = frame.picture
            width, height = _size(frame.picture)
            inner = [(0.2, 0.15), (0.8, 0.15), (0.8, 0.85), (0.2, 0.85)]
            found = find_outline(frame.picture)
            self.teaching.corners = list(found or [(x * width, y * height) for x, y in inner])

    def handles(self) -> Mapping[str, Point]:
        """Return the corners."""
        return {str(number): at for number, at in enumerate(self.teaching.corners)}

    def move(self, name: str, to: Point) -> None:
        """Take a corner elsewhere."""
        self.teaching.corners[int(name)] = to

    def marks(self, frame: Frame) -> Iterator[Item]:
        """Yield the board's edge."""
        edge = tuple(frame.at(corner) for corner in self.teaching.corners)
        yield Polygon(edge, None, self.desk.look.colours.amber, 2)

    def leaf(self) -> Leaf:
        """Return the picture with the corners."""
        trouble = self.desk.lookout.trouble
        if self.teaching.still is None:
            say = trouble or Message(N_("I am waiting for a picture."))
            return leaf(self.desk.look, say, (BACK,), self.picture())
        say = Message(N_("Drag the rings to the corners of the board."))
        again: Key = (N_("Other picture"), Does("again"), Weight.PLAIN)
        return leaf(self.desk.look, say, (BACK, again, ON), self.picture(), self.frame())

    def obey(self, does: Does) -> None:
        """Take another picture."""
        super().obey(does)
        if does.what == "again":
            self.teaching.still = None


class SizeStep(Step):
    """How wide and how high the board is."""

    def __init__(self, desk: Desk, teaching: Teaching) -> None:
        """Ask for the size of a board that is taught."""
        super().__init__(desk)
        self.teaching = teaching
        self._trouble: Message | None = None
        self._looks_left = 0
        self._corners: tuple[Point, ...] = ()

    def enter(self) -> None:
        """Begin with the width last told, and the height that the corners make likely."""
        super().enter()
        self._trouble, self._looks_left = None, 0
        corners = tuple(self.teaching.corners)
        if corners != self._corners:
            self._corners = corners
            self.teaching.size_mm = guess_size(self.teaching.corners, self.teaching.size_mm[0])

    def leaf(self) -> Leaf:
        """Return the sides in centimetres, and keys to change them."""
        look = self.desk.look
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
        above, below = layout.rows(body(look), (look.theme.px(11), 0), look.theme.gap)
        across = 4
        cells = layout.grid(below, across, 2, look.theme.gap)
        high = min(cells[0].h, look.theme.px(17))
        below = Box(below.x, below.y, below.w, 2 * high + look.theme.gap)
        drawn = told((text,), above, look) + grid(keys, below, look, 20.0)
        say = self._trouble or Message(N_("How large is the board? Measure it."))
        return leaf(look, say, (BACK, ON), drawn)

    def obey(self, does: Does) -> None:
        """Change a side; go on if a camera can see such a board there."""
        width, height = self.teaching.size_mm
        if does.what == "width":
            width += float(does.value)
        if does.what in ("width", "height"):
            # Most boards are square: the height follows the width until it is told by itself.
            square = self.teaching.size_mm[0] == self.teaching.size_mm[1]
            height += float(does.value) if does.what == "height" or square else 0
            self.teaching.size_mm = (max(100.0, width), max(100.0, height))
            return
        super().obey(does)
        if self.done and does.what == "on":
            # It takes seconds: the page says so first, and the next picture but one begins it.
            self.done, self._looks_left, self._trouble = False, 2, _SEEKING

    def see(self, frame: Shot | None) -> None:  # noqa: ARG002 - the picture is taken already
        """Lay the places out where they seem to be printed, once the page has said so."""
        if self._looks_left:
            self._looks_left -= 1
            if not self._looks_left:
                self._propose()

    def _propose(self) -> None:
        try:
            self.teaching.propose()
        except RegistrationError as error:
            self._trouble = said(error)
        else:
            self.done, self.turned = True, 1


_SEEKING: Final = Message(N_("I am looking for the spaces."))
_SIDES: Final = {
    "width": (N_("1 cm narrower"), N_("1 mm narrower"), N_("1 mm wider"), N_("1 cm wider")),
    "height": (N_("1 cm lower"), N_("1 mm lower"), N_("1 mm higher"), N_("1 cm higher")),
}


def guess_size(corners: Sequence[Point], width_mm: float) -> tuple[float, float]:
    """Return the size of a board of a width by how it looks; nearly square is square."""
    a, b, c, d = (np.array(corner) for corner in corners)
    across = math.dist(a, b) + math.dist(d, c)
    ratio = (math.dist(a, d) + math.dist(b, c)) / max(across, 1e-6)
    height = width_mm if 0.9 < ratio < 1.11 else round(width_mm * ratio, -1)
    return width_mm, height


class PlacesStep(HandlesStep):
    """The rings on the spaces: their shape by keys, where they are by dragging a few handles."""

    def enter(self) -> None:
        """Show what was proposed."""
        super().enter()
        self.held = None
        self._trouble: Message | None = None

    def room(self) -> tuple[Box, Box]:
        """Return the picture's room, and the keys' beside or below it."""
        look = self.desk.look
        share = (3, 2) if look.theme.portrait else (5, 3)
        seen, keys = stages.beside(body(look), look, share)
        return seen, keys

    def handles(self) -> Mapping[str, Point]:
        """Return the handles where the camera sees them."""
        sketch = self.teaching.sketch
        assert sketch is not None, "places are proposed before"
        points = self.teaching.pose().project(sketch.handles)
        return {str(n): (float(x), float(y)) for n, (x, y) in enumerate(points)}

    def move(self, name: str, to: Point) -> None:
        """Take a handle elsewhere on the board."""
        sketch = self.teaching.sketch
        assert sketch is not None, "places are proposed before"
        (at,) = self.teaching.pose().ground(np.array([to]))
        width, height = self.teaching.size_mm
        inside = min(max(float(at[0]), 0.0), width), min(max(float(at[1]), 0.0), height)
        self.teaching.sketch = sketch.moved(int(name), inside)

    def marks(self, frame: Frame) -> Iterator[Item]:
        """Yield a ring for every place, in its colour where it has one."""
        yield from draw_places(self.teaching, frame)

    def leaf(self) -> Leaf:
        """Return the picture with rings and handles, and what can be chosen."""
        look = self.desk.look
        plan = self.teaching.plan
        plain = Weight.PLAIN
        keys: list[Key] = []
        if plan is not None:
            keys += [
                (_SHAPES[plan.shape], Does("shape"), plain),
                (N_("Mirror"), Does("mirror"), plain),
                (N_("Start"), Does("start"), plain),
                (N_("Colours"), Does("turn"), plain),
                (N_("Nests"), Does("nest"), plain),
                (N_("Rows"), Does("rows"), Weight.MAIN if plan.rows else plain),
                (N_("Alike"), Does("alike"), Weight.MAIN if plan.alike else plain),
            ]
        keys += [
            (N_("Smaller"), Does("ring", 0.94), plain),
            (N_("Larger"), Does("ring", 1.06), plain),
            (N_("Fit"), Does("fit"), plain),
        ]
        seen, side = self.room()
        del seen
        across = 3 if look.theme.portrait else 2
        down = -(-len(keys) // across)
        high = min(side.h, down * look.theme.px(17))
        side = Box(side.x, side.y, side.w, high)
        drawn = self.picture() + grid(keys, side, look, side.w / across / look.theme.px(1) - 2)
        say = self._trouble or Message(N_("Drag the handles until the rings sit on the spaces."))
        return leaf(look, say, (BACK, ON), drawn, self.frame())

    def obey(self, does: Does) -> None:
        """Change the plan, or how large the rings are; let them settle on the print."""
        super().obey(does)
        self._trouble = None
        plan, teaching = self.teaching.plan, self.teaching
        if does.what == "ring":
            teaching.radius_mm *= float(does.value)
        elif does.what == "fit":
            teaching.settle()
        elif self.done and does.what == "on":
            self._check()
        elif plan is not None:
            shapes = list(Shape)
            changes = {
                "shape": {"shape": shapes[(shapes.index(plan.shape) + 1) % len(shapes)]},
                "mirror": {"mirrored": not plan.mirrored},
                "start": {"start": (plan.start + 1) % 16},
                "turn": {"turned": (plan.turned + 1) % 4},
                "nest": {"nest": (plan.nest + 1) % 4},
                "rows": {"rows": not plan.rows},
                "alike": {"alike": not plan.alike},
            }
            if does.what in changes:
                teaching.replan(replace(plan, **changes[does.what]))  # type: ignore[arg-type]  # each is a field's own type

    def _check(self) -> None:
        try:
            self.teaching.board()
        except CompanionError as error:
            self.done, self._trouble = False, said(error)


_SHAPES: Final = {
    Shape.CIRCLE: N_("Round"),
    Shape.SQUARE: N_("Square"),
    Shape.OCTAGON: N_("Octagon"),
    Shape.CROSS: N_("Cross"),
}
_KINDS: Final = {"hole": (20, 20, 20), "meeting": (160, 60, 200)}


def draw_places(
    teaching: Teaching, frame: Frame, doubtful: frozenset[str] = frozenset()
) -> Iterator[Item]:
    """Yield a ring for every place over the picture; those in doubt stand out."""
    sketch, pose = teaching.sketch, teaching.pose()
    assert sketch is not None, "places are proposed before"
    across = abs(complex(*np.subtract(teaching.corners[0], teaching.corners[1])))
    radius = teaching.radius_mm * across / teaching.size_mm[0] * frame.scale
    for name, (x, y) in zip(sketch.names, pose.project(sketch.points).tolist(), strict=True):
        at = frame.at((x, y))
        if not frame.box.holds(*at) or name == PILE:
            continue
        place = teaching.own.by_name[name]
        kind = teaching.kind_of(name)
        rgb = _KINDS.get(kind, (255, 255, 255))
        if place.colour:
            rgb = piece_rgb(teaching.own, Piece(place.colour))
        yield Circle(at, radius, None, (0, 0, 0), 3.5)
        yield Circle(at, radius, None, rgb, 2.0)
        if kind in _KINDS or kind == "start":
            yield Circle(at, max(2.0, radius / 2.5), rgb)
        if name in doubtful:
            yield Circle(at, radius * 1.5, None, (255, 60, 60), 4.0)


class KindsStep(HandlesStep):
    """Which spaces are holes or meeting points, by touching them."""

    def leaf(self) -> Leaf:
        """Return the picture with the rings."""
        say = Message(N_("Touch the spaces that are holes; once more for a meeting point."))
        return leaf(self.desk.look, say, (BACK, ON), self.picture(), self.frame())

    def handles(self) -> Mapping[str, Point]:
        """Return none: nothing is dragged here."""
        return {}

    def marks(self, frame: Frame) -> Iterator[Item]:
        """Yield a ring for every place: dark ones for holes, violet ones for meeting points."""
        yield from draw_places(self.teaching, frame)

    def press(self, x: float, y: float) -> None:
        """Change what the nearest space of the track is, and its likes on the other sides."""
        frame, sketch = self.frame(), self.teaching.sketch
        if frame is None or sketch is None:
            return
        points = self.teaching.pose().project(sketch.points[:64]).tolist()
        spots = {f"T{n}": (float(a), float(b)) for n, (a, b) in enumerate(points)}
        found = nearest(spots, frame.pixel(x, y))
        if found is not None and found[1] * frame.scale < self.desk.look.theme.finger:
            self.teaching.change_kind(found[0])


def has_kinds(teaching: Teaching) -> bool:
    """Whether the game has spaces that are something else on every make of it."""
    return teaching.is_dog and any(place.kind == "hole" for place in teaching.own.places)
