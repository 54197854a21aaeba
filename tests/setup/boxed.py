"""Boards of other makes, with art of their own, and an owner who teaches them by touch.

``python -m tests.setup.boxed`` teaches all three and says how many touches and minutes each took.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import cv2
import msgspec
import numpy as np

from calibration.lens import Pose, fit_pose
from hardware.board import Board, PlaceKind
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.ports import Camera, Frame, Picture
from hardware.simulated.render import Renderer
from hardware.simulated.table import SimulatedTable
from tablet_companion import games
from tablet_companion.config import Settings
from tablet_companion.kit import printed
from tablet_companion.setup.desk import Desk, Things
from tablet_companion.setup.handles import HandlesStep
from tablet_companion.setup.leaf import Does
from tablet_companion.setup.outline import CornersStep, SizeStep
from tablet_companion.setup.placing import KindsStep, PlacesStep
from tablet_companion.setup.route import plan_teaching
from tablet_companion.setup.showing import LearnStep, ShowStep
from tablet_companion.setup.sketch import (
    QUARTER,
    Plan,
    Point,
    Shape,
    Sketch,
    sketch_dog,
)
from tablet_companion.setup.teaching import Teaching
from tablet_companion.setup.wizard import Wizard
from tablet_companion.setup.work import SlowStep

_PX_PER_MM: Final = 3.0
TOUCH_S: Final = 3.0
DRAG_S: Final = 6.0
PAWN_S: Final = 2.0
CARD_S: Final = 4.0
"""What a person takes for a touch, a drag, a pawn, a card."""


@dataclass(frozen=True)
class Make:
    """A board of some make: how it is laid out (halves of its side), in which colours it is."""

    name: str
    game: str
    plan: Plan
    handles: tuple[Point, ...]
    size_mm: float
    radius_mm: float
    ground: tuple[int, int, int]
    paper: tuple[int, int, int]
    seed: int


MAKES: Final = (
    Make("round", "dog", Plan(Shape.CIRCLE, nest=3),
         ((0.0, 0.88), (0.0, 0.74), (0.0, 0.45), (-0.86, 0.74), (-0.74, 0.86)),
         430.0, 7.6, (70, 120, 160), (200, 225, 235), 1),
    Make("octagon", "agent_dog", Plan(Shape.OCTAGON),
         ((-0.4, 0.9), (-0.9, 0.4), (0.0, 0.78), (0.0, 0.5), (-0.84, 0.72), (-0.72, 0.84)),
         390.0, 6.6, (90, 60, 40), (225, 225, 220), 2),
    Make("cross", "dog", Plan(Shape.CROSS, start=2, mirrored=True),
         ((0.24, 0.9), (0.26, 0.26), (0.9, 0.24), (0.0, 0.76), (0.0, 0.4),
          (0.8, 0.68), (0.68, 0.8)),
         500.0, 8.0, (60, 110, 70), (235, 240, 240), 3),
)  # fmt: skip
COLOURS_BGR: Final = {
    "red": (40, 40, 190),
    "blue": (180, 80, 40),
    "green": (60, 140, 50),
    "yellow": (40, 190, 220),
}


def true_sketch(make: Make) -> Sketch:
    """Return where the make's places are."""
    size = make.size_mm, make.size_mm
    teaching = Teaching(printed.board(make.game))
    sketch = sketch_dog(make.plan, size, teaching.colours)
    handles = np.array([*make.handles, (0, 0)]) * make.size_mm / 2 + make.size_mm / 2
    return replace(sketch, handles=handles)


def make_board(make: Make) -> Board:
    """Return the board as it is: printed a little askew, its pawns another size."""
    rng = np.random.default_rng(make.seed)
    teaching = Teaching(printed.board(make.game), size_mm=(make.size_mm, make.size_mm))
    teaching.sketch, teaching.radius_mm = true_sketch(make), make.radius_mm
    teaching.kinds = true_kinds(make)
    board = teaching.board()
    places = tuple(
        msgspec.structs.replace(
            place,
            x_mm=place.x_mm + float(rng.normal(0, 0.3)),
            y_mm=place.y_mm + float(rng.normal(0, 0.3)),
        )
        for place in board.places
    )
    pawn = msgspec.structs.replace(board.pieces["pawn"], height_mm=25.0)
    return msgspec.structs.replace(board, places=places, pieces={"pawn": pawn})


def true_kinds(make: Make) -> dict[str, PlaceKind]:
    """Return which spaces are holes and meeting points on this make, where the game has any."""
    own = printed.board(make.game)
    if not any(place.kind == "hole" for place in own.places):
        return {}
    kinds: dict[int, PlaceKind] = {3: "hole", 7: "meeting", 9: "hole", 13: "hole"}
    return {
        f"T{at + QUARTER * side}": kinds.get(at, "space")
        for at in range(1, QUARTER)
        for side in range(4)
    }


def draw_ground(make: Make, board: Board) -> Picture:
    """Return the make's print: blots and lines of its own, spaces with a rim."""
    rng = np.random.default_rng(make.seed)
    side = round(make.size_mm * _PX_PER_MM)
    art = np.full((side, side, 3), make.ground, np.uint8)
    for _ in range(220):
        tone = np.clip(np.array(make.ground) * rng.uniform(0.6, 1.5), 0, 255)
        middle = tuple(int(value) for value in rng.uniform(0, side, 2))
        axes = tuple(int(value) for value in rng.uniform(8, 70, 2))
        angle = float(rng.uniform(0, 180))
        cv2.ellipse(art, middle, axes, angle, 0, 360, tone.tolist(), -1, cv2.LINE_AA)
    cv2.rectangle(art, (0, 0), (side - 1, side - 1), (30, 40, 50), 14)
    for place in board.places:
        at = round(place.x_mm * _PX_PER_MM), round(place.y_mm * _PX_PER_MM)
        radius = round(place.radius_mm * _PX_PER_MM)
        ink = COLOURS_BGR.get(place.colour or "", make.paper)
        cv2.circle(art, at, radius, ink, -1, cv2.LINE_AA)
        cv2.circle(art, at, radius, (25, 30, 35), 2, cv2.LINE_AA)
    return art


class Owner:
    """Somebody with a board, a finger, and patience; counts touches and the time they take."""

    def __init__(self, make: Make, folder: Path, cards: int = 99) -> None:
        """Lay the board under the camera; after so many cards the others are left out."""
        self._cards = cards
        self.make, self.clock = make, ManualClock()
        self.board = make_board(make)
        self.touches = self.drags = 0
        self._rng = np.random.default_rng(make.seed)
        self.table = SimulatedTable(self.board, np.random.default_rng(make.seed))
        faces = printed.faces(make.game)
        ground = draw_ground(make, self.board)
        self.renderer = Renderer(self.board, ground, _PX_PER_MM, faces)
        self._camera = SimulatedCamera(self.table, self.renderer, self.clock, seed=make.seed)
        self._kept: tuple[object, Frame | None] = (None, None)
        things = Things(self.clock, self._no_camera, tuple, folder=folder)
        path = folder / "settings.toml"
        game = games.load(make.game)
        self.desk = Desk(Settings(camera=""), path, game, printed.board(make.game), things)
        self.wizard = Wizard(self.desk, plan_teaching(self.desk))

    def _no_camera(self, _name: str) -> Camera:
        raise AssertionError("frames are handed over by hand")

    def picture(self) -> Picture:
        """Return what the camera sees now."""
        return self._camera.capture().picture

    def fit(self) -> Pose:
        """Return how the camera sees the board."""
        width, height = self.board.size_mm
        board = np.array([[0, 0], [width, 0], [width, height], [0, height]])
        pixels = self.table.pose.project(board)
        return fit_pose(board, pixels, self.table.pose.size).pose

    @property
    def teaching(self) -> Teaching:
        """Return what is known of the board so far."""
        step = self.wizard.step
        assert isinstance(step, HandlesStep | SizeStep | ShowStep | LearnStep)
        return step.teaching

    def look(self, seconds: float) -> None:
        """Let the camera look for so long."""
        for _ in range(max(1, round(seconds / 0.35))):
            self.clock.advance(0.35)
            self.desk.lookout.frame = self._capture()
            if self.wizard.open:
                self.wizard.look()

    def _capture(self) -> Frame:
        """Return the table as the camera sees it; drawn again only once something has moved."""
        scene, (before, kept) = self.table.scene, self._kept
        if kept is None or scene is not before:
            kept = self._camera.capture()
            self._kept = scene, kept
        return replace(kept, taken_s=self.clock.now_s())

    def touch(self, does: Does) -> None:
        """Touch the key that does this."""
        self.touches += 1
        self.look(TOUCH_S)
        boxes = [box for box, meant in self.wizard.step.leaf().keys if meant == does]
        assert boxes, f"{does} is on no key of {type(self.wizard.step).__name__}"
        self.wizard.press(*boxes[0].centre)

    def wait(self, step: SlowStep) -> None:
        """Wait for what is worked out beside the page."""
        assert step.work is not None
        step.work.wait()
        self.look(0.4)

    def drag(self, step: HandlesStep, name: str, to: Point) -> None:
        """Drag a handle to a pixel of the picture, as nearly as fingers can."""
        self.drags += 1
        self.look(DRAG_S)
        frame = step.frame()
        assert frame is not None
        self.wizard.press(*frame.at(step.handles()[name]))
        dx, dy = self._rng.normal(0, 0.7, 2)
        x, y = frame.at(to)
        self.wizard.drag(x + float(dx), y + float(dy))

    def teach(self) -> None:
        """Go through all of it."""
        while self.wizard.open:
            step = self.wizard.step
            match step:
                case CornersStep():
                    self._set_corners(step)
                case SizeStep():
                    self._tell_size()
                case PlacesStep():
                    self._lay_out(step)
                case KindsStep():
                    self._tick(step)
                case ShowStep():
                    self._show(step)
                case LearnStep():
                    self._learn(step)
                case _:
                    raise AssertionError(step)

    def _set_corners(self, step: CornersStep) -> None:
        self.look(0.4)
        side = self.make.size_mm
        board = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)]
        for number, (x, y) in enumerate(self.table.pose.project(board).tolist()):
            at = step.handles()[str(number)]
            if np.hypot(at[0] - x, at[1] - y) > 3:
                self.drag(step, str(number), (x, y))
        self.touch(Does("on"))

    def _tell_size(self) -> None:
        while round(self.teaching.size_mm[0]) != self.make.size_mm:
            apart = self.make.size_mm - self.teaching.size_mm[0]
            step = 10.0 if abs(apart) >= 10 else 1.0
            self.touch(Does("width", step if apart > 0 else -step))
        assert self.teaching.size_mm[1] == self.make.size_mm
        sizes = self.wizard.step
        assert isinstance(sizes, SizeStep)
        self.touch(Does("on"))
        self.wait(sizes)

    def _lay_out(self, step: PlacesStep) -> None:
        wanted = self.make.plan
        for name, key, count in _KEYS:
            for _ in range(count):
                if getattr(self.teaching.plan, name) == getattr(wanted, name):
                    break
                self.touch(Does(key))
        truth = true_sketch(self.make)
        sketch = self.teaching.sketch
        assert sketch is not None
        for number in range(len(sketch.handles) - 1):
            best = truth.handles[number]
            if np.linalg.norm(self.teaching.sketch.handles[number] - best) > 2.5:  # type: ignore[union-attr]  # it was there above
                ((x, y),) = self.table.pose.project([best]).tolist()
                self.drag(step, str(number), (x, y))
        self.touch(Does("fit"))
        self.wait(step)
        while abs(self.teaching.radius_mm / self.make.radius_mm - 1) > 0.08:
            grows = self.teaching.radius_mm < self.make.radius_mm
            self.touch(Does("ring", 1.06 if grows else 0.94))
        self.touch(Does("on"))

    def _tick(self, step: KindsStep) -> None:
        for at in range(1, QUARTER):
            name, frame = f"T{at}", step.frame()
            wanted = true_kinds(self.make)[name]
            place = self.board.by_name[name]
            ((x, y),) = self.table.pose.project([(place.x_mm, place.y_mm)]).tolist()
            assert frame is not None
            while step.teaching.kind_of(name) != wanted:
                self.touches += 1
                self.look(TOUCH_S)
                self.wizard.press(*frame.at((x, y)))
        self.touch(Does("on"))

    def _show(self, step: ShowStep) -> None:
        """Do what the page asks for; a hand comes and goes each time."""
        name = step.ask.name
        if name == "empty":
            self.table.set_up({})
            self.look(5)
            return
        if name == "start":
            for number, (place, colour) in enumerate(step.ask.pieces.items()):
                self.table.put(colour, place)
                if number % 4 == 3:
                    self._reach(place, 4 * PAWN_S)
        elif step.ask.card is not None and self._cards <= 0:
            self.touch(Does("skip"))
            return
        elif step.ask.card is not None:
            self._cards -= 1
            self.table.lay(step.ask.card)
            self._reach(next(iter(step.ask.pieces)), CARD_S)
        for _ in range(12):
            self.look(1)
            if self.wizard.step is not step or step.ask.name != name:
                return
        raise AssertionError(f"{name} was not taken: {sorted(step._missing)}")

    def _reach(self, place: str, seconds: float) -> None:
        self.table.hand_in(place)
        self.look(seconds)
        self.table.hand_out()

    def _learn(self, step: LearnStep) -> None:
        self.wait(step)
        if step.found is not None:
            self.touch(Does("on"))
            return
        raise AssertionError(step.trouble)

    @property
    def minutes(self) -> float:
        """Return how long it took so far, learning not counted."""
        return self.clock.now_s() / 60


_KEYS: Final[Sequence[tuple[str, str, int]]] = (
    ("shape", "shape", 3),
    ("mirrored", "mirror", 1),
    ("start", "start", 15),
    ("turned", "turn", 3),
    ("nest", "nest", 3),
    ("rows", "rows", 1),
)


def main() -> int:
    """Teach every make and print how it went."""
    for make in MAKES:
        with tempfile.TemporaryDirectory() as folder:
            owner = Owner(make, Path(folder))
            owner.teach()
            says = f"{make.name}: {owner.touches} touches, {owner.drags} drags, "
            sys.stdout.write(f"{says}{owner.minutes:.1f} minutes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
