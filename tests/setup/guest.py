"""Somebody new at the real window: what is on the table, and what fingers do on the pages."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import pygame

from hardware.board import Board
from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import SystemClock
from hardware.ports import Frame
from hardware.simulated.render import Renderer
from tablet_companion.app.start.station import Station
from tablet_companion.games.core import CHANCE
from tablet_companion.kit.boards import areas_of
from tablet_companion.referee.model.events import Begin
from tablet_companion.referee.model.table import Stage
from tablet_companion.screen.pages import scenes
from tablet_companion.setup.geometry.sketch import Point
from tablet_companion.setup.pages.board_choice import BoardStep
from tablet_companion.setup.pages.camera_page import CameraStep
from tablet_companion.setup.pages.designing import ColoursStep, DesignStep, KeepStep
from tablet_companion.setup.pages.desk import Step
from tablet_companion.setup.pages.doctor_page import DoctorStep
from tablet_companion.setup.pages.firststart import GameStep, LanguageStep, ScreenStep
from tablet_companion.setup.pages.outline import SizeStep
from tablet_companion.setup.pages.resuming import ResumeStep
from tablet_companion.setup.pages.showing import ShowStep
from tablet_companion.setup.pages.wiring import ButtonsStep, LampsStep
from tablet_companion.setup.pages.wizard import Wizard
from tablet_companion.setup.parts.pageparts import Does
from tablet_companion.simulator.hands import Hands
from tablet_companion.simulator.house import make_print
from tests.setup.boxed import MAKES, OBLONG, ZIGZAG, Make, lay_make
from tests.setup.designer import Designer
from tests.setup.keys import list_keys
from tests.setup.own import MEN, lay_own
from tests.setup.owner import CARD_S, PAWN_S

CAMERA: Final = "usb:0"
FRAME_S: Final = 1 / 8
PATIENCE_S: Final = 900.0
"""A machine with a lot to do learns a board for minutes."""
NOTICED_S: Final = 0.5
"""A page that has just changed takes no touch that was meant for the one before."""
FIRST: Final = {"dog": ("K", ".N1", 0), "agent_dog": ("5", "", 5)}
"""The first legal move by game: a card, from which place (the start, or in the nest), to where."""


class Panel:
    """The touchscreen's glass: fingers come down on it through the window's queue of events."""

    def __init__(self) -> None:
        """Begin with nothing shown."""
        self.wizard: Wizard | None = None
        self.station: Any = None
        self.turns = 0

    def turned(self) -> None:
        """Count that the loop has come round: what was in the queue was heard."""
        self.turns += 1

    def touch(self, kind: int, point: Point) -> None:
        """Let a finger do something at a point of the page, and wait until that was heard."""
        x, y = self._on_glass(*point)
        pygame.event.post(pygame.event.Event(kind, x=x, y=y, touch_id=1, finger_id=1))
        self.wait_for_turn()

    def wait_for_turn(self) -> None:
        """Wait until the loop has gone round once more: it is not in the middle of a change."""
        before = self.turns
        wait_until(lambda: self.turns > before + 1, "the loop does not come round")

    def _on_glass(self, x: float, y: float) -> Point:
        """Return where on the glass a point of the page is, as shares of its sides."""
        if self.station is not None:
            size, turned = self.station.loop._display.look.theme.size, self.station.glass_turned
        else:
            assert self.wizard is not None, "something is shown"
            screen = self.wizard.desk.settings.screen
            size, turned = screen.size_px, screen.turned
        across, down = x / size[0], y / size[1]
        shares = {0: (across, down), 90: (1 - down, across), 180: (1 - across, 1 - down),
                  270: (down, 1 - across)}  # fmt: skip
        return shares[turned % 360]


def wait_until(reached: Callable[[], bool], what: str) -> None:
    """Wait for the machine. Raises AssertionError if it takes too long."""
    until_s = time.monotonic() + PATIENCE_S
    while not reached():
        if time.monotonic() > until_s:
            raise AssertionError(what)
        time.sleep(0.02)


class DrawnCamera:
    """A camera over the person's table, at a camera's pace; what it costs to draw is counted."""

    def __init__(self, guest: Guest) -> None:
        """Look at the table."""
        self._guest = guest
        self._camera = SimulatedCamera(guest.table, guest.renderer, SystemClock())
        self._seen: tuple[object, Frame | None] = (None, None)

    def capture(self) -> Frame:
        """Wait for the next picture; one of a table that nobody has touched is not drawn again."""
        time.sleep(FRAME_S)
        begun_s = time.thread_time()
        table = self._guest.table
        now = table.scene, table.pose, dict(table.faults)
        if self._seen[1] is None or self._seen[0] != now:
            self._seen = now, self._camera.capture()
        self._guest.drawing_s += time.thread_time() - begun_s
        kept = self._seen[1]
        assert kept is not None, "it was taken just now"
        return replace(kept, taken_s=SystemClock().now_s())

    def close(self) -> None:
        """Let go of the table."""
        self._camera.close()


@dataclass(frozen=True)
class Way:
    """A way from the first page to a board: what is touched on the page of the board.

    ``make`` is that of a boxed board. The program is ``killed_at`` the page of this class, or
    the picture of this name.
    """

    name: str
    short: str
    wants: str
    game: str
    make: Make | None = None
    upright: bool = False
    killed_at: str = ""
    layout: str = "grid"
    careless: bool = False

    def lay(self) -> tuple[Board, Renderer]:
        """Return the board that lies on the table, and what draws it."""
        if self.make is not None:
            return lay_make(self.make)
        if self.wants == "print":
            kit = make_print(self.game)
            return kit.board, kit.renderer
        return lay_own(self.layout)


WAYS: Final = (
    Way("printed by the machine", "printed", "print", "agent_dog"),
    *(Way(f"{one.game} of another make, {one.name}", one.name, "teach", one.game, one)
      for one in (*MAKES, OBLONG, ZIGZAG)),
    Way("a new board, 4 by 4", "own", "new", "agent_dog"),
    *(Way(f"a new board, {kind}", kind, "new", "agent_dog", layout=kind)
      for kind in ("hexagons", "track", "points")),
    *(Way(f"a new board, {kind}, carelessly", kind, "new", "agent_dog", layout=kind, careless=True)
      for kind in ("hexagons", "track", "points")),
)  # fmt: skip


@dataclass
class Pictures:
    """Where pictures of the pages go; nowhere if there is no folder."""

    folder: Path | None = None
    taken: list[str] = field(default_factory=list)

    def take(self, name: str) -> None:
        """Have the screen photographed by ImageMagick, as it is."""
        if self.folder is not None and name not in self.taken:
            self.taken.append(name)
            time.sleep(NOTICED_S)  # until it is on the screen
            out = self.folder / f"{len(self.taken):02d}-{name}.png"
            os.system(f"import -window root '{out}'")  # noqa: S605 - a name from this file


class Guest(Designer):
    """Somebody at the real window, in a thread beside the program."""

    def __init__(self, way: Way, panel: Panel, pictures: Pictures) -> None:
        """Lay the board under the camera."""
        board, renderer = way.lay()
        super().__init__(renderer, board)
        self.way, self.panel, self.pictures = way, panel, pictures
        self.layout, self.careless = way.layout, way.careless
        self.drawing_s = 0.0
        self.error: BaseException | None = None

    def photograph(self, name: str) -> None:
        """Have the page photographed."""
        self.pictures.take(name)

    @property
    def make(self) -> Make:
        """Return which make it is."""
        assert self.way.make is not None, "only a boxed board has a make"
        return self.way.make

    @property
    def wizard(self) -> Wizard:
        """Return the pages that are shown."""
        assert self.panel.wizard is not None, "the pages come first"
        return self.panel.wizard

    def tap(self, x: float, y: float) -> None:
        """Touch a point of the page."""
        time.sleep(NOTICED_S)
        self.panel.touch(pygame.FINGERDOWN, (x, y))
        self.panel.touch(pygame.FINGERUP, (x, y))

    def pull(self, start: Point, end: Point) -> None:
        """Drag from a point of the page to another, by the way between."""
        self.panel.touch(pygame.FINGERDOWN, start)
        half = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        for point in (half, end):
            self.panel.touch(pygame.FINGERMOTION, point)
        self.pictures.take(f"{self.way.short}-handle")
        self.panel.touch(pygame.FINGERUP, end)

    def pass_time(self, seconds: float) -> None:
        """Wait only as long as the camera needs to see it: people's seconds are added up."""
        time.sleep(min(seconds, 4 * FRAME_S))

    def until(self, reached: Callable[[], bool], what: str) -> None:
        """Wait for the machine."""
        wait_until(reached, what)

    def go(self) -> None:
        """Go all the way; the program is ended at the end, or where something went wrong."""
        try:
            self.until(lambda: self.panel.wizard is not None, "no page is shown")
            while self.panel.station is None:
                self.panel.wait_for_turn()  # a step is on the page a moment before it is entered
                self.do(self.wizard.step)
                self.until(self._is_settled, "no page is shown")
            self._play()
        except BaseException as error:  # noqa: BLE001 - told by the thread that started this one
            self.error = error
        finally:
            self.until(lambda: self.panel.station is not None or self.error is not None, "")
            pygame.event.post(pygame.event.Event(pygame.QUIT))

    def _is_settled(self) -> bool:
        return self.panel.station is not None or self.wizard.open

    def do(self, step: Step) -> None:
        """Do what a page asks for."""
        self.pictures.take(f"{self.way.short}-{type(step).__name__}")
        self._may_be_killed(type(step).__name__)
        match step:
            case LanguageStep() | CameraStep() | ButtonsStep() | LampsStep():
                if isinstance(step, CameraStep):
                    self.until(lambda: step._aim is not None, "no picture comes")
                    self.pictures.take(f"{self.way.short}-camera")
                self._go_on(step)
            case DoctorStep() | KeepStep():
                self.until(lambda: step.work is None, "it works on")
                assert step.trouble is None, step.trouble
                self.pictures.take(f"{self.way.short}-{type(step).__name__}-done")
                self._go_on(step)
            case ScreenStep():
                if self.way.upright and step.desk.settings.screen.turned == 0:
                    self.touch(Does("turn"))
                self._go_on(step)
            case GameStep():
                if step.desk.game.name != self.way.game:
                    self.touch(Does("game", self.way.game))
                self._go_on(step)
            case ColoursStep():
                self._choose_colours(step)
            case BoardStep() | ResumeStep():
                self._choose_board(step)
            case DesignStep():
                self._design(step)
            case SizeStep() if self.way.wants == "new":
                self._measure(self.board.size_mm)
                self._go_on(step)
            case _:
                super().do(step)

    def _may_be_killed(self, moment: str) -> None:
        """End the program here if this is where it is to be killed."""
        if moment == self.way.killed_at:
            os.kill(os.getpid(), signal.SIGKILL)

    def _show(self, step: ShowStep) -> None:
        self._may_be_killed(step.ask.name)
        if step.ask.name == "men":
            for place, colour in MEN[self.way.layout].items():
                self.table.put(colour, place)
            self.touch(Does("take", "men"))
            self.until(lambda: self.wizard.step is not step, "it stays")
        elif self.way.wants == "new":
            self.until(lambda: Does("on") in [does for _, does in list_keys(step)], "no question")
            self.touch(Does("on"))
            self.until(lambda: step.ask.name == "men", "no pieces are asked for")
        else:
            super()._show(step)

    def _choose_colours(self, step: ColoursStep) -> None:
        """Touch the colours that were not seen, and those that were seen in vain."""
        self.until(lambda: step.work is None, "it looks for ever")
        for colour in set(MEN[self.way.layout].values()) ^ {*step.teaching.colours}:
            self.touch(Does("colour", colour))
        self._go_on(step)

    def _find_table(self, step: ResumeStep) -> None:
        """Have the table as it was left when the program was killed."""
        shown = step.kept.teaching.shown
        pieces = shown["start"][0]["pieces"].items() if "start" in shown else ()
        self.table.set_up({place: (piece, False) for place, piece in pieces})
        cards = [line["card"] for line, _ in shown.values() if line["card"]]
        for card in cards[-1:]:
            self.table.lay(card)

    def _choose_board(self, step: BoardStep | ResumeStep) -> None:
        if isinstance(step, ResumeStep):
            self._find_table(step)
            self.touch(Does("resume"))
            return
        self.touch(Does(self.way.wants))
        if self.way.wants == "print":
            self.until(lambda: step.work is None, "it is not printed")
            assert step.trouble is None, step.trouble
            self.pictures.take("printed-files")
            self._go_on(step)

    # --- at the table -----------------------------------------------------------------------------

    def _play(self) -> None:
        """Begin a game as the page says and make the first legal move, if there is a game."""
        station = self.panel.station
        assert station is not None, "the table is shown"
        self.pictures.take(f"{self.way.short}-table")
        if self.way.wants == "new":
            return
        self._set_out(station)
        self.pictures.take(f"{self.way.short}-turn")
        card, source, target = FIRST[self.way.game]
        seat = str(station.table.turn)
        quarter = next(int(place.name[1:]) for place in self.board.places
                       if place.kind == "start" and place.colour == seat)  # fmt: skip
        origin = f"{seat}{source}" if source else f"T{quarter}"
        self.table.hand_in(origin)
        self.table.lay(card)
        self.spend(CARD_S)
        pawn = self.table.lift(origin)
        self.table.put(pawn.colour, f"T{quarter + target}")
        self.spend(PAWN_S)
        self.table.hand_out()
        before = len(station.table.past)
        self.until(lambda: len(station.table.past) > before, "the move is not accepted")
        self.pictures.take(f"{self.way.short}-accepted")

    def _set_out(self, station: Station) -> None:
        """Begin, gather the cards, and set the pieces out unless they stand there already."""
        self._touch_key(station, Begin())
        self.table.clear_pile()
        self.spend(CARD_S)
        self.until(lambda: station.table.stage is not Stage.SETUP, "the game does not begin")
        self.pictures.take(f"{self.way.short}-setting-out")
        if self.way.wants == "print":
            self._put_out(station)
        self.until(lambda: station.table.stage is Stage.PLAY, "the pieces are not seen")
        self.until(lambda: station.table.turn != CHANCE, "nobody is to begin")

    def _put_out(self, station: Station) -> None:
        """Set the pieces out."""
        wanted = station.table.game.placement(station.table.state)
        hands = Hands(self.table, areas_of(self.board, self.way.game))
        hands.reach(wanted)
        hands.arrange(wanted)
        self.spend(len(wanted.pieces) * PAWN_S)
        self.table.hand_out()

    def _touch_key(self, station: Station, meaning: object) -> None:
        """Touch the key of the referee's page that means this."""
        display = station.loop._display
        assert display.shown is not None, "a page is shown"
        page = scenes.page(display.shown, display.look, display._local)
        boxes = [touch.box for touch in page.touches if touch.meaning == meaning]
        assert boxes, f"{meaning} is on no key of {type(display.shown).__name__}"
        self.touch_at(*boxes[0].centre)
