"""A whole station at a simulated table, turned by hand: no thread, no window, told the time.

Only where reading matters are its pictures read (``reads``).
"""

from __future__ import annotations

import os
import random
from dataclasses import replace
from pathlib import Path
from typing import Final

os.environ["SDL_VIDEODRIVER"] = "dummy"  # before anything opens a window

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.clock import ManualClock
from hardware.signals import ACCEPTED, OBJECTION, turn_lamp
from tablet_companion.app.sight.practice import Practice
from tablet_companion.app.start.station import Platform, Station
from tablet_companion.app.wired.controller import list_wired_places
from tablet_companion.config import (
    ButtonPins,
    ControllerSettings,
    GpioSettings,
    ScreenSettings,
    Settings,
)
from tablet_companion.games.core import Place, Seat
from tablet_companion.referee.model.events import Choose
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit.local import NOTICED_S
from tablet_companion.screen.toolkit.window import Mouse
from tablet_companion.session.interpreter import FrameInterpreter
from tablet_companion.session.keeper import Keeper
from tablet_companion.simulator.house import FRAME_S, Print
from tablet_companion.simulator.tabletop import TableWindow
from tests.app.clear_eye import ClearEye, StillCamera

TURN: Final = {"red": 5, "blue": 6, "green": 13, "yellow": 19}
PINS: Final = {ACCEPTED: 17, OBJECTION: 27, **{turn_lamp(seat): pin for seat, pin in TURN.items()}}
BUTTONS: Final = {"confirm": 22, "take_back": 23, "referee": 24}


def settings(journals: Path) -> Settings:
    """Return the settings of a table with every lamp, button, light and switch, and no sound."""
    return Settings(
        level="referee",
        journals=journals,
        sound=False,
        screen=ScreenSettings((800, 480)),
        gpio=GpioSettings(turn=TURN, accepted=17, objection=27, buttons=ButtonPins(**BUTTONS)),
        controller=ControllerSettings(line="simulated"),
    )


class Scene:
    """A station, the simulated table beneath it, and what people do there."""

    def __init__(
        self,
        kit: Print,
        journals: Path,
        practice: Practice | None = None,
        *,
        reads: bool = False,
    ) -> None:
        """Open the station; a game in the folder is gone on with.

        ``reads``: its pictures are read, rather than the referee told what they show.
        """
        self.game = kit.game
        self.clock = ManualClock()
        self.window = TableWindow(self.game, 3, self.clock, make=lambda _: kit, frame_s=0)
        self.sim = self.window.table
        self.pins = MockFactory(pin_class=MockPWMPin)
        lights, holes = list_wired_places(ControllerSettings(), self.window.board)
        self.window.build_in(lights, holes)
        assert self.window.controller is not None
        self.controller = self.window.controller
        self.platform = Platform(
            board=self.window.board,
            open_camera=self.window.camera if reads or practice else self._open_still,
            make_interpreter=self.window.make_interpreter if reads else self._be_told,
            pins=lambda: self.pins,
            lots=random.Random(1).randrange,
            tabletop=self.window,
            line=self.window.line,
            practice=practice,
        )
        if practice is not None:
            self.platform = replace(self.platform, make_interpreter=lambda: self._learn(practice))
        self._turns, self._every = 0, 3 if reads or practice else 2
        self.journals = journals
        self.settings = settings(journals)
        self.station = Station(self.game, self.settings, self.platform, self.keeper(), self.clock)

    def _learn(self, practice: Practice) -> FrameInterpreter:
        """Return what reads this table and goes on learning."""
        self.window.make_interpreter()
        model = practice.begin(self.window.print().learnt.calibration)
        return FrameInterpreter(model, practice.learn_step)

    def _be_told(self) -> ClearEye:
        """Return what knows this table without reading its pictures."""
        self.window.make_interpreter()
        return ClearEye(self.window.print(), self.sim)

    def _open_still(self) -> StillCamera:
        """Return a camera over this table for an eye that is told what lies there."""
        return StillCamera(self.sim, self.window.print().renderer, self.clock, seed=3)

    def keeper(self, *, must_resume: bool = True) -> Keeper:
        """Return what keeps the game in the folder of journals."""
        return Keeper(self.journals, lambda: 1.7e9, must_resume=must_resume)

    @property
    def table(self) -> Table:
        """Return the referee's table."""
        return self.station.table

    def begin(self) -> None:
        """Set the game up, red dealing, put the pawns out and let the referee see them stand."""
        self.station.loop.touch(Choose("dealer", Seat("red")))
        self.pass_time(0.5)  # a page that has just changed takes no touch for a new key
        self.press("confirm")
        self.pass_time(0.2)
        self.window.put(self.table)
        self.pass_time(3)
        assert self.table.stage is Stage.PLAY

    def pass_time(self, seconds: float) -> None:
        """Let the loop turn for this many seconds, and the camera deliver every so many times.

        So slowly a small Pi looks, and lamps are stepped no less finely for that.
        """
        for _ in range(round(seconds / FRAME_S)):
            self.clock.advance(FRAME_S)
            self.station.controller.turn()
            self._turns += 1
            event = self.station.source.look() if self._turns % self._every == 0 else None
            if event is not None:
                self.station.inbox.put(event)
            self.station.loop.turn()

    def play(self, card: str, source: str, target: str) -> None:
        """Lay a card, drag a pawn with the mouse, and let the referee think about it."""
        self.sim.lay(card)
        self.drag(source, target)
        self.pass_time(2.5)

    def drag(self, source: str, target: str) -> None:
        """Drag the pawn of one area to another, the hand seen over the board meanwhile."""
        spot = self.window.hands.spot(Place(source))
        self.window.mouse(Mouse("down", *self._pixel(spot, self.sim.board.pawn.height_mm), 1))
        self.pass_time(0.3)
        self.window.mouse(Mouse("motion", *self._pixel(target), 0))
        self.pass_time(0.3)
        self.window.mouse(Mouse("up", *self._pixel(target), 1))

    def turn_over(self, place: str) -> None:
        """Turn a pawn over with a right click on its foot."""
        self.window.mouse(Mouse("down", *self._pixel(place), 3))

    def press(self, button: str) -> None:
        """Press and let go a wired button."""
        pin = self.pins.pin(BUTTONS[button])
        pin.drive_low()
        self.clock.advance(0.1)
        pin.drive_high()
        self.clock.advance(0.1)

    def lit(self, lamp: str) -> bool:
        """Whether current flows at a lamp's pin now."""
        return bool(self.pins.pin(PINS[lamp]).state)  # type: ignore[index]  # tests name them

    def flashes(self, lamp: str) -> bool:
        """Whether a lamp goes on and off within a second and a half."""
        seen = set()
        for _ in range(20):
            self.pass_time(FRAME_S)
            seen.add(self.lit(lamp))
        return seen == {True, False}

    def close(self) -> None:
        """Close the station."""
        self.station.__exit__(None, None, None)

    def _pixel(self, place: str, height_mm: float = 0.0) -> tuple[float, float]:
        spot = self.sim.board.by_name[place]
        x, y = self.sim.pose.project([[spot.x_mm, spot.y_mm]], height_mm)[0]
        return float(x), float(y)


def is_offered(station: Station, order: object) -> bool:
    """Whether the page has a touch that means this."""
    display = station.loop._display
    assert display.shown is not None
    page = scenes.page(display.shown, display.look, display._local)
    return any(touch.meaning == order for touch in page.touches)


def touch(station: Station, order: object) -> None:
    """Touch the page where it means this."""
    display, clock = station.loop._display, station.loop._clock
    assert isinstance(clock, ManualClock)
    clock.advance(NOTICED_S + 0.05)
    assert display.shown is not None
    page = scenes.page(display.shown, display.look, display._local)
    box = next(touch.box for touch in page.touches if touch.meaning == order)
    meant = display.interpret_touch(*box.centre)
    if meant is not None:
        station.loop._touched(meant)
