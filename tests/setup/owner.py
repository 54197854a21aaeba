"""People who teach a board by touch: what they do on each page, and how long it takes them."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from calibration.camera.fitting import fit_pose
from calibration.camera.lens import Pose
from hardware.board import Board
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from hardware.ports import Frame, Picture
from hardware.simulated.render import Renderer
from hardware.simulated.table import SimulatedTable
from tablet_companion import games
from tablet_companion.config import Settings
from tablet_companion.kit import printed
from tablet_companion.setup.geometry.sketch import QUARTER, Point
from tablet_companion.setup.pages.desk import Desk, SetupPlatform, Step
from tablet_companion.setup.pages.handles import HandlesStep
from tablet_companion.setup.pages.learning import LearnStep
from tablet_companion.setup.pages.outline import CornersStep, SizeStep
from tablet_companion.setup.pages.placing import KindsStep, PlacesStep
from tablet_companion.setup.pages.route import plan_teaching
from tablet_companion.setup.pages.showing import ShowStep
from tablet_companion.setup.pages.wizard import Wizard
from tablet_companion.setup.pages.work import SlowStep
from tablet_companion.setup.parts.pageparts import Does
from tablet_companion.setup.teaching.teaching import Teaching
from tests.patience import wait_for
from tests.setup.boxed import Make, lay_make, true_kinds, true_sketch
from tests.setup.handed_over import hand_over, no_camera
from tests.setup.keys import list_keys

TOUCH_S: Final = 3.0
DRAG_S: Final = 6.0
PAWN_S: Final = 2.0
CARD_S: Final = 4.0
"""What a person is taken to need for a touch, a drag, a pawn, a card; nobody has timed people."""


_KEYS: Final[Sequence[tuple[str, str, int]]] = (
    ("shape", "shape", 3),
    ("mirrored", "mirror", 1),
    ("start", "start", 15),
    ("turned", "turn", 3),
    ("nest", "nest", 3),
    ("rows", "rows", 2),
    ("apart", "rows", 2),
    ("stretched", "alike", 2),
)


class Person:
    """Somebody with a board, a finger, and patience; counts touches, drags and seconds.

    How a finger comes down and how time passes is said by those who inherit from it.
    """

    def __init__(self, renderer: Renderer, board: Board, seed: int = 0, cards: int = 99) -> None:
        """Lay a board under the camera; after so many cards the others are left out."""
        self._cards = cards
        self.board, self.renderer = board, renderer
        self.touches = self.drags = 0
        self.spent_s = 0.0
        self.doubts: list[str] = []
        self._rng = np.random.default_rng(seed)
        self.table = SimulatedTable(board, np.random.default_rng(seed))

    @property
    def make(self) -> Make:
        """Return which make of a known game's board it is."""
        raise NotImplementedError

    @property
    def wizard(self) -> Wizard:
        """Return the pages that are gone through."""
        raise NotImplementedError

    def tap(self, x: float, y: float) -> None:
        """Touch a point of the page."""
        raise NotImplementedError

    def pull(self, start: Point, end: Point) -> None:
        """Drag from a point of the page to another."""
        raise NotImplementedError

    def pass_time(self, seconds: float) -> None:
        """Let this many seconds pass that people need."""
        raise NotImplementedError

    def until(self, reached: Callable[[], bool], what: str) -> None:
        """Wait for the machine. Raises AssertionError if it takes too long."""
        raise NotImplementedError

    def spend(self, seconds: float) -> None:
        """Take so long for something."""
        self.spent_s += seconds
        self.pass_time(seconds)

    @property
    def teaching(self) -> Teaching:
        """Return what is known of the board so far."""
        step = self.wizard.step
        assert isinstance(step, HandlesStep | SizeStep | ShowStep | LearnStep)
        return step.teaching

    def touch(self, does: Does) -> None:
        """Touch the key that does this."""
        boxes = [box for box, meant in list_keys(self.wizard.step) if meant == does]
        assert boxes, f"{does} is on no key of {type(self.wizard.step).__name__}"
        self.touch_at(*boxes[0].centre)

    def touch_at(self, x: float, y: float) -> None:
        """Touch a point of the page, and count it."""
        self.touches += 1
        self.spend(TOUCH_S)
        self.tap(x, y)

    def wait(self, step: SlowStep) -> None:
        """Wait for what is worked out beside the page."""
        self.until(lambda: step.work is None, f"{type(step).__name__} works on")

    def drag(self, step: HandlesStep, name: str, to: Point) -> None:
        """Drag a handle to a pixel of the picture, as nearly as fingers can."""
        self.drags += 1
        self.spend(DRAG_S)
        frame = step.frame()
        assert frame is not None
        dx, dy = self._rng.normal(0, 0.7, 2)
        x, y = frame.at(to)
        self.pull(frame.at(step.handles()[name]), (x + float(dx), y + float(dy)))

    def teach(self) -> None:
        """Go through all of it."""
        while self.wizard.open:
            self.do(self.wizard.step)

    def do(self, step: Step) -> None:
        """Do what a page asks for."""
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
        self.until(lambda: step.teaching.still is not None, "no picture comes")
        wide, high = self.board.size_mm
        board = [(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)]
        for number, (x, y) in enumerate(self.table.pose.project(board).tolist()):
            at = step.handles()[str(number)]
            if np.hypot(at[0] - x, at[1] - y) > 3:
                self.drag(step, str(number), (x, y))
        self.touch(Does("on"))
        if self._answers("there"):
            self.touch(Does("on"))

    def _tell_size(self) -> None:
        self._measure(self.make.sides_mm)
        sizes = self.wizard.step
        assert isinstance(sizes, SizeStep)
        self.touch(Does("on"))
        self.wait(sizes)

    def _measure(self, sides_mm: Sequence[float]) -> None:
        """Tell how wide and how high a board is."""
        for side, (key, wanted_mm) in enumerate(zip(("width", "height"), sides_mm, strict=True)):
            while apart := wanted_mm - round(self.teaching.size_mm[side]):
                step = 10.0 if abs(apart) >= 10 else 1.0
                self.touch(Does(key, step if apart > 0 else -step))

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
        self.wait(step)
        if self._answers("there"):
            self.wait(step)

    def _tick(self, step: KindsStep) -> None:
        for at in range(1, QUARTER):
            name, frame = f"T{at}", step.frame()
            wanted = true_kinds(self.make)[name]
            place = self.board.by_name[name]
            ((x, y),) = self.table.pose.project([(place.x_mm, place.y_mm)]).tolist()
            assert frame is not None
            while step.teaching.kind_of(name) != wanted:
                self.touch_at(*frame.at((x, y)))
        self.touch(Does("on"))

    def _show(self, step: ShowStep) -> None:
        """Do what the page asks for; a hand comes and goes each time."""
        name = step.ask.name
        if name == "empty":
            self.table.set_up({})
        elif name == "start":
            for number, (place, colour) in enumerate(step.ask.pieces.items()):
                self.table.put(colour, place)
                if number % 4 == 3:
                    self._reach(place, 4 * PAWN_S)
        elif step.ask.card is not None and self._cards <= 0:
            self.touch(Does("skip", name))
            return
        elif step.ask.card is not None:
            self._cards -= 1
            self.table.lay(step.ask.card)
            self._reach(next(iter(step.ask.pieces)), CARD_S)

        def left() -> bool:
            return self.wizard.step is not step or step.ask.name != name

        while not left():
            self.until(lambda: left() or step.doubt is not None, f"{name} was not taken")
            if not left():  # all lies as it was asked for: one touch says so
                self.doubts.append(name)
                self.touch(Does("keep"))

    def _reach(self, place: str, seconds: float) -> None:
        self.table.hand_in(place)
        self.spend(seconds)
        self.table.hand_out()

    def _learn(self, step: LearnStep) -> None:
        over = "the board is not learnt"
        self.until(lambda: step.found is not None or step.trouble is not None, over)
        assert step.trouble is None, step.trouble
        self._answers("keep")
        self.touch(Does("on"))

    def _answers(self, what: str) -> bool:
        """Whether the page asks something; it is answered so, and noted as a doubt.

        Rings are dragged as nearly as fingers can: up to five millimetres beside a corner, of which
        pages rightly ask.
        """
        asked = Does(what) in [meant for _, meant in list_keys(self.wizard.step)]
        if asked:
            self.doubts.append(f"{type(self.wizard.step).__name__}: {what}")
            self.touch(Does(what))
        return asked


class Owner(Person):
    """Somebody at pages without a window, by a clock that is told."""

    def __init__(self, make: Make, folder: Path | None = None, cards: int = 99) -> None:
        """Open the pages that teach a board; without a folder, in one that goes with the owner."""
        board, renderer = lay_make(make)
        if folder is None:
            folder = Path(tempfile.mkdtemp())
            weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        super().__init__(renderer, board, make.seed, cards)
        self._make = make
        self.clock = ManualClock()
        self._camera = SimulatedCamera(self.table, self.renderer, self.clock, seed=make.seed)
        self._kept: tuple[object, Frame | None] = (None, None)
        platform = SetupPlatform(self.clock, no_camera, tuple, folder=folder)
        path = folder / "settings.toml"
        game = games.load(make.game)
        self.desk = Desk(Settings(camera=""), path, game, printed.board(make.game), platform)
        hand_over(self.desk)
        self._wizard = Wizard(self.desk, plan_teaching(self.desk, Teaching(self.desk.board)))

    @property
    def make(self) -> Make:
        """Return which make it is."""
        return self._make

    @property
    def wizard(self) -> Wizard:
        """Return the pages that are gone through."""
        return self._wizard

    def open(self, wizard: Wizard) -> None:
        """Go through other pages."""
        self._wizard = wizard

    def tap(self, x: float, y: float) -> None:
        """Touch a point of the page, and lift the finger: a key that is held goes on."""
        self.wizard.press(x, y)
        if self.wizard.open:
            self.wizard.release()

    def pull(self, start: Point, end: Point) -> None:
        """Drag from a point of the page to another."""
        self.wizard.press(*start)
        self.wizard.drag(*end)

    def pass_time(self, seconds: float) -> None:
        """Let the camera look for so long."""
        for _ in range(max(1, round(seconds / 0.35))):
            self.clock.advance(0.35)
            self.desk.feed.frame = self._capture()
            if self.wizard.open:
                self.wizard.look()

    def until(self, reached: Callable[[], bool], what: str) -> None:
        """Wait for the machine, and for work beside the page as long as that takes."""
        for _ in range(12):
            step = self.wizard.step if self.wizard.open else None
            if isinstance(step, SlowStep) and step.work is not None:
                wait_for(step.work.found)
            self.pass_time(1)
            if reached():
                return
        raise AssertionError(what)

    def picture(self) -> Picture:
        """Return what the camera sees now."""
        return self._camera.capture().picture

    def fit(self) -> Pose:
        """Return how the camera sees the board."""
        return fit_board(self.table)

    def _capture(self) -> Frame:
        """Return the table as the camera sees it; drawn again only once something has moved."""
        now = self.table.scene, self.table.pose, self.table.light
        before, kept = self._kept
        if kept is None or now != before:
            kept = self._camera.capture()
            self._kept = now, kept
        return replace(kept, taken_s=self.clock.now_s())

    @property
    def minutes(self) -> float:
        """Return how long it took so far, learning not counted."""
        return self.clock.now_s() / 60


def fit_board(table: SimulatedTable) -> Pose:
    """Return how the camera sees a table's board."""
    width, height = table.board.size_mm
    board = np.array([[0, 0], [width, 0], [width, height], [0, height]])
    return fit_pose(board, table.pose.project(board), table.pose.size).pose
