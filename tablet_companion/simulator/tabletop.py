"""The simulated table in a window of its own, used with the mouse."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Sequence
from typing import Final

import cv2
import numpy as np

from hardware.board import BoardPlace, Rgb
from hardware.cameras.simulated import SimulatedCamera, take_picture
from hardware.link.transport import Line, open_line
from hardware.ports import Camera, Clock, Frame, Picture
from hardware.simulated.controller import SimulatedController
from tablet_companion.games.core import Placement
from tablet_companion.games.protocol import AnyGame
from tablet_companion.kit import printed
from tablet_companion.referee.model.table import Stage, Table, state_to_show
from tablet_companion.referee.pages.warnings import LEARNS
from tablet_companion.screen.toolkit.window import Mouse
from tablet_companion.screen.words.wording import words
from tablet_companion.session.interpreter import FrameInterpreter
from tablet_companion.simulator.desk import Desk
from tablet_companion.simulator.deskview import TITLE, WAITING, DeskView, draw_waiting
from tablet_companion.simulator.house import FRAME_S, Print, make_print, make_table

_RING_PX: Final = 3


class TableWindow:
    """A simulated table, the camera over it, and the mouse at it.

    The lights of a ``controller`` under the board are drawn as rings round the places: people see
    them, the camera does not. People also see the table at once, whatever the camera does.

    ``make_interpreter`` makes the print, on the camera's thread: it takes seconds, and the page can
    be read meanwhile. Until then the window says so, and the mouse does nothing. The board is
    learnt only after it is seen.
    """

    def __init__(
        self,
        game: AnyGame,
        seed: int,
        clock: Clock,
        *,
        make: Callable[[str], Print] = make_print,
        frame_s: float = FRAME_S,
    ) -> None:
        """Make an empty table; ``seed`` decides how sloppily things are put, and the noise.

        ``make`` prints a game by its name; a picture comes every ``frame_s`` seconds.
        """
        self._game = game
        self._seed = seed
        self._clock = clock
        self._make = make
        self._frame_s = frame_s
        self.board: Final = printed.board(game.name)
        self.table, self.hands = make_table(self.board, game.name, np.random.default_rng(seed))
        self._words = words("en", self.board)
        self._desk = Desk(self.table, tuple(printed.drawings(game.name)))
        self._view: DeskView | None = None
        self._kit: Print | None = None
        self._learnt = False
        self._seen: tuple[object, Picture] | None = None
        self._lit: tuple[Picture, object, Picture] | None = None
        self._laid_out: Placement | None = None
        self.controller: SimulatedController | None = None

    def build_in(self, lights: Sequence[str], switches: Sequence[str]) -> None:
        """Build a controller in under the board, with its LEDs and switches at these places."""
        self.controller = SimulatedController(self.table, self._clock, lights, switches)

    def line(self, where: str, baud: int) -> Line:
        """Open the line to the controller built in, or to a real one. Raises OSError."""
        return self.controller.open_line() if self.controller else open_line(where, baud)

    @property
    def title(self) -> str:
        """Return what the window is called."""
        return self._words.text(TITLE)

    def make_interpreter(self) -> FrameInterpreter:
        """Print the game, then learn it; return what reads this table."""
        interpreter = FrameInterpreter(self.print().model)
        self._learnt = True
        return interpreter

    def print(self) -> Print:
        """Print the game, so that the camera has something to see; what was printed stays."""
        kit = self._kit or self._make(self._game.name)
        self._view = DeskView(self._desk, kit.renderer.faces)
        self._kit = kit
        return kit

    def camera(self) -> Camera:
        """Return the camera over this table, at a camera's pace.

        It sees what ``make_interpreter`` printed, which has to be called before.
        """
        assert self._kit is not None, "the print is what the camera sees"
        renderer = self._kit.renderer
        seen = SimulatedCamera(self.table, renderer, self._clock, seed=self._seed)
        return _Paced(seen, self._frame_s)

    def picture(self) -> Picture:
        """Return the table as it is now, with what lies beside it below.

        While nothing changes, it is the same picture, which must not be drawn into.
        """
        if self._kit is None or self._view is None:
            return draw_waiting(self._desk.size, self._words.text(WAITING))
        news = None if self._learnt else LEARNS
        framed = self._view.framed(self._look(self._kit), self._words, news)
        shining = self.controller.shining() if self.controller else {}
        if self._lit is None or self._lit[0] is not framed or self._lit[1] != shining:
            lit = framed.copy() if shining else framed
            for place, colour in shining.items():
                self._ring(lit, self.board.by_name[place], colour)
            self._lit = framed, shining, lit
        return self._lit[2]

    def mouse(self, event: Mouse) -> None:
        """Drag, turn over, lay."""
        if self._kit is not None:
            self._desk.mouse(event)

    def follow(self, table: Table) -> None:
        """Put the pieces out whenever another game, or another number of players, is set up."""
        if table.setup.language != self._words.language:
            self._words = words(table.setup.language, self.board)
        if table.stage in (Stage.SETUP, Stage.CHECK):
            wanted = self._game.placement(state_to_show(table))
            if wanted != self._laid_out:
                self.put(table)
                self._laid_out = wanted
        else:
            self._laid_out = None

    def put(self, table: Table) -> None:
        """Put the pawns as a game on record has them, or one about to begin.

        The record rarely says which hidden pawn is whose; they are chosen arbitrarily, so a
        continued game may turn up colours that differ from what people know.
        """
        placement = self._game.placement(state_to_show(table))
        self.hands.put_out(placement, self._game.placement(state_to_show(table.but(state=None))))

    def _ring(self, picture: Picture, place: BoardPlace, colour: Rgb) -> None:
        """Draw a light that is on, as bright as its strongest colour allows."""
        edge = place.x_mm + place.radius_mm, place.y_mm
        middle, beside = self.table.pose.project([(place.x_mm, place.y_mm), edge], 0.0)
        red, green, blue = (value * 255 // max(colour) for value in colour)
        radius = round(math.dist(middle, beside) + _RING_PX)
        centre = round(float(middle[0])), round(float(middle[1]))
        cv2.circle(picture, centre, radius, (blue, green, red), _RING_PX, cv2.LINE_AA)

    def _look(self, kit: Print) -> Picture:
        table = self.table
        now = table.scene, table.pose, table.light, dict(table.faults), table.fault_seed
        if self._seen is None or self._seen[0] != now:
            self._seen = now, take_picture(table, kit.renderer, np.random.default_rng(0))
        return self._seen[1]


class _Paced:
    """A simulated camera that waits for its next picture like a real one."""

    def __init__(self, camera: Camera, frame_s: float) -> None:
        self._camera = camera
        self._frame_s = frame_s
        self._closed = threading.Event()

    def capture(self) -> Frame:
        """Wait for the next picture and return it."""
        self._closed.wait(self._frame_s)
        return self._camera.capture()

    def close(self) -> None:
        """Let go of the table."""
        self._closed.set()
        self._camera.close()
