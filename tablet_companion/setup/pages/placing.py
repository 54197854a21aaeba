"""Teaching a board's places on the screen: the rings on its spaces, and which are special."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from hardware.board import BoardError
from hardware.errors import CompanionError
from hardware.problems import Flaw
from tablet_companion.games.core import Message, Piece
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Weight
from tablet_companion.screen.toolkit.boardview import piece_rgb
from tablet_companion.screen.toolkit.drawing import Circle, Item, Page
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.marks import arrow
from tablet_companion.screen.words.troubles import said
from tablet_companion.setup.geometry.sketch import (
    PILE,
    QUARTER,
    Plan,
    Point,
    Shape,
    Sketch,
    is_oblong,
)
from tablet_companion.setup.pages.firststart import GameStep
from tablet_companion.setup.pages.handles import HandlesStep, LayoutStep
from tablet_companion.setup.pages.outline import CornersStep
from tablet_companion.setup.pages.work import STOP
from tablet_companion.setup.parts.pageparts import BACK, LEAVE, ON, THERE, Does, Key, say_missed
from tablet_companion.setup.parts.picture_frame import PictureFrame, find_nearest
from tablet_companion.setup.teaching.teaching import Teaching


class PlacesStep(LayoutStep):
    """Places rings on the spaces: keys choose the layout, a few dragged handles move it."""

    _asks: tuple[Message, Sequence[Key]] | None = None

    def enter(self) -> None:
        """Show the proposed places."""
        super().enter()
        self.held = self._asks = None

    def handles(self) -> Mapping[str, Point]:
        """Return the handles where the camera sees them."""
        return self.project(self.teaching.places.handles)

    def move(self, name: str, to: Point) -> None:
        """Move a handle to a point, in pixels of the picture."""
        self.teaching.sketch = self.teaching.places.moved(int(name), self.find_on_board(to))

    def marks(self, frame: PictureFrame) -> Iterator[Item]:
        """Yield a ring for every place, in its colour where it has one, and which way they play."""
        yield from draw_places(self.teaching, frame)
        if self.teaching.is_dog:
            yield from self._draw_ways(frame)

    def _draw_ways(self, frame: PictureFrame) -> Iterator[Item]:
        sketch = self.teaching.places
        seen = self.project(sketch.points).values()
        at = dict(zip(sketch.names, map(frame.at, seen), strict=True))
        for start in range(0, 4 * QUARTER, QUARTER):
            yield from arrow(at[f"T{start}"], at[f"T{start + 3}"], _FREE_PX)

    def page(self) -> Page:
        """Return the picture with rings and handles, and what can be chosen."""
        if self._asks is not None:
            return self.lay(*self._asks, self.picture())
        if self.work is not None:
            settling = Message(N_("The rings are settling on the print."))
            return self.lay(settling, (STOP,), self.picture())
        return self.lay(self._say(), (BACK, ON), self.picture(), self.keys(self._list_keys()))

    def _list_keys(self) -> list[Key]:
        plan = self.teaching.plan
        plain = Weight.PLAIN
        keys: list[Key] = []
        if plan is not None:
            keys += [
                (SHAPES[plan.shape], Does("shape"), plain),
                (N_("Other way round"), Does("mirror"), plain),
                (N_("Move the start"), Does("start"), plain),
                (N_("Turn the colours"), Does("turn"), plain),
                (N_("Move the nests"), Does("nest"), plain),
                (
                    N_("Nests by spots") if plan.apart else N_("Nests in rows"),
                    Does("rows"),
                    Weight.MAIN if plan.rows or plan.apart else plain,
                ),
                (
                    N_("Oblong track") if plan.alike and plan.stretched else N_("Sides alike"),
                    Does("alike"),
                    Weight.MAIN if plan.alike else plain,
                ),
            ]
        elif self.teaching.is_dog:
            keys.append((N_("As printed"), Does("shape"), plain))
        keys += [
            (N_("Smaller rings"), Does("ring", 0.94), plain),
            (N_("Larger rings"), Does("ring", 1.06), plain),
            (N_("Fit to the print"), Does("fit"), plain),
        ]
        return keys

    def _say(self) -> Message:
        if self.trouble is not None:
            return self.trouble
        if not self.teaching.found:
            return Message(_NOT_FOUND, (("text", self.desk.game.title),))
        if self.teaching.disordered:
            return _DISORDERED
        return Message(N_("Drag the handles until the rings sit on the spaces."))

    def obey(self, does: Does) -> None:
        """Change the plan, or how large the rings are; let them settle on the print."""
        super().obey(does)
        self.trouble = self._asks = None
        plan, teaching = self.teaching.plan, self.teaching
        if does.what == "choose":
            self.done, self.to = True, GameStep
            self.desk.outlined = None if teaching.shown else teaching
        elif does.what == "corners":
            self.done, self.to = True, CornersStep
        elif does.what == "there":
            self.start(teaching.find_corners, self._put_corners)
        elif does.what == "keep":
            self.done, self.turned = True, 1
        elif does.what == "ring":
            most_mm = min(teaching.size_mm) * _MAX_RING
            grown_mm = teaching.radius_mm * float(does.value)
            teaching.radius_mm = min(max(grown_mm, _MIN_RING_MM), most_mm)
        elif does.what == "fit":
            self.start(self._settle, self._put)
        elif self.done and does.what == "on":
            self._check()
        elif does.what == "shape":
            teaching.replan(_change_shape(plan, is_oblong(teaching.size_mm)))
        elif plan is not None:
            changes = {
                "mirror": {"mirrored": not plan.mirrored},
                "start": {"start": (plan.start + 1) % 16},
                "turn": {"turned": (plan.turned + 1) % 4},
                "nest": {"nest": (plan.nest + 1) % 4},
                "rows": {"rows": not (plan.rows or plan.apart), "apart": plan.rows},
                "alike": _change_sides(plan, is_oblong(teaching.size_mm)),
            }
            if does.what in changes:
                teaching.replan(replace(plan, **changes[does.what]))  # type: ignore[arg-type]  # each is a field's own type

    def _settle(self) -> tuple[Sketch, bool]:
        teaching = self.teaching
        sketch = teaching.settle()
        return sketch, teaching.is_printed((teaching.plan, sketch, teaching.radius_mm))

    def _put(self, settled: tuple[Sketch, bool]) -> None:
        self.teaching.sketch, self.teaching.found = settled

    def _put_corners(self, corners: list[Point]) -> None:
        self.teaching.corners = corners
        self._check()

    def _check(self) -> None:
        try:
            board = self.teaching.board()
            # Other games may have several places in one spot.
            if self.teaching.plan and board.spacing_mm < _CROWDED * self.teaching.radius_mm:
                raise BoardError(flaw=Flaw.CROWDED)
        except CompanionError as error:
            self.done, self.trouble = False, said(error)
        else:  # looking for the print takes a second
            self.done = False
            self.start(self._examine, self._judge)

    def _examine(self) -> tuple[bool, float]:
        return self.teaching.is_printed(), self.teaching.measure_missed_mm()

    def _judge(self, found: tuple[bool, float]) -> None:
        """Go on, or ask whether its corners are right, and whether it is the right board at all."""
        self.teaching.found, missed_mm = found
        if missed_mm:
            self._asks = say_missed(missed_mm), (THERE, _SET, LEAVE)
        elif not self.teaching.found:
            whose = Message(_WHOSE, (("text", self.desk.game.title),))
            self._asks = whose, (_NOT_YET, CHOOSE, _IT_IS)
        self.done, self.turned = self._asks is None, 1


def _change_shape(plan: Plan | None, oblong: bool) -> Plan | None:
    if plan is None:
        return Plan()
    shapes = list(Shape)
    after = shapes.index(plan.shape) + 1
    if oblong and shapes[after % len(shapes)] is Plan().shape:
        return None
    return replace(plan, shape=shapes[after % len(shapes)])


def _change_sides(plan: Plan, oblong: bool) -> Mapping[str, bool]:
    """Return the sides that come after a plan's: each its own, alike, oblong as the board is."""
    if not plan.alike:
        return {"alike": True, "stretched": False}
    return {"alike": False} if plan.stretched or not oblong else {"stretched": True}


_NOT_FOUND: Final = N_(
    "I do not find the spaces of {text} here. If it is the right board, drag the handles."
)
_WHOSE: Final = N_("Few rings lie on printed spaces. Is this the board of {text}?")
_DISORDERED: Final = Message(
    N_("This print has the colours in another order. Play by the rings' colours, not by the print.")
)
_NOT_YET: Final[Key] = (N_("Move the rings"), Does("stay"), Weight.MAIN)
_IT_IS: Final[Key] = (N_("It is the right board"), Does("keep"), Weight.PLAIN)
CHOOSE: Final[Key] = (N_("Choose the game"), Does("choose"), Weight.PLAIN)
_SET: Final[Key] = (N_("Set them again"), Does("corners"), Weight.PLAIN)
_MIN_RING_MM: Final = 2.0
"""The radius of a ring that can still be seen; the smallest place of our boards has 5.5 mm."""
_MAX_RING: Final = 0.1
"""Share of the board's shorter side: the largest places of our games have a radius of 0.07."""
_CROWDED: Final = 1.6
"""Two rings nearer than this many radii overlap: printed ones are at least 2.2 apart."""
_DOT_MM: Final = 0.8
"""Millimetres of the screen: the radius of a dot where something may lie."""
_FREE_PX: Final = ((7.0, 7.0), (7.0, 7.0))
"""What an arrow leaves free of the two spaces between which it points."""
SHAPES: Final[Mapping[str, str]] = {
    Shape.CIRCLE: N_("Circle"),
    Shape.SQUARE: N_("Square"),
    Shape.OCTAGON: N_("Octagon"),
    Shape.CROSS: N_("Cross"),
}
_KINDS: Final = {"hole": (20, 20, 20), "meeting": (160, 60, 200)}


def draw_places(
    teaching: Teaching, frame: PictureFrame, doubtful: frozenset[str] = frozenset()
) -> Iterator[Item]:
    """Yield a ring for every place over the picture; those in doubt stand out."""
    sketch, pose = teaching.places, teaching.pose()
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


def dot_spots(
    teaching: Teaching, spots: Sequence[Point], frame: PictureFrame, look: Look
) -> Iterator[Item]:
    """Yield a dot at each of these points of the board (mm), as a picture in its place shows it."""
    if spots:
        for x, y in teaching.pose().project(np.array(spots)).tolist():
            yield Circle(frame.at((x, y)), look.theme.px(_DOT_MM), look.colours.amber)


def ring_places(
    teaching: Teaching,
    places: Mapping[str, str] | Collection[str],
    frame: PictureFrame,
    look: Look,
    corners: Sequence[Point] | None = None,
) -> Iterator[Item]:
    """Yield a ring round each of some places, in the colour of the piece that belongs there.

    ``corners`` are those in the picture, if moved.
    """
    if not places:
        return
    board, radius = teaching.board(), look.theme.px(2.5)
    spots = [board.by_name[name] for name in sorted(places)]
    points_mm = np.array([[spot.x_mm, spot.y_mm] for spot in spots])
    seen = teaching.pose(corners).project(points_mm).tolist()
    for spot, (x, y) in zip(spots, seen, strict=True):
        at = frame.at((x, y))
        if isinstance(places, Mapping):
            yield Circle(at, radius, None, look.colours.amber, 7)
            yield Circle(at, radius, None, piece_rgb(teaching.own, Piece(places[spot.name])), 4)
        else:
            yield Circle(at, radius, None, look.colours.amber, 3)


class KindsStep(HandlesStep):
    """Asks which spaces are holes or meeting points; touching one changes its kind."""

    def page(self) -> Page:
        """Return the picture with the rings."""
        say = Message(N_("Touch the spaces that are holes; once more for a meeting point."))
        return self.lay(say, (BACK, ON), self.picture())

    def handles(self) -> Mapping[str, Point]:
        """Return none: nothing is dragged here."""
        return {}

    def marks(self, frame: PictureFrame) -> Iterator[Item]:
        """Yield a ring for every place: dark ones for holes, violet ones for meeting points."""
        yield from draw_places(self.teaching, frame)

    def press(self, x: float, y: float) -> None:
        """Change the kind of the nearest space, and of its counterparts on the other sides."""
        frame, sketch = self.frame(), self.teaching.sketch
        if frame is None or sketch is None:
            return
        points = self.teaching.pose().project(sketch.points[:64]).tolist()
        spots = {f"T{n}": (float(a), float(b)) for n, (a, b) in enumerate(points)}
        found = find_nearest(spots, frame.pixel(x, y))
        if found is not None and found[1] * frame.scale < self.look.theme.finger:
            self.teaching.change_kind(found[0])


def has_kinds(teaching: Teaching) -> bool:
    """Whether the game has spaces whose kind differs between editions of the board."""
    return teaching.is_dog and any(place.kind == "hole" for place in teaching.own.places)
