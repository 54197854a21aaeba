"""The simulated table in a window of its own: people work at it with the mouse."""

from __future__ import annotations

import math
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

import cv2
import numpy as np

from hardware.board import BoardPlace, Rgb
from hardware.cameras.simulated import SimulatedCamera
from hardware.link.transport import Line, open_line
from hardware.ports import Camera, Clock, Frame, Picture
from hardware.simulated.controller import SimulatedController
from tablet_companion import printed
from tablet_companion.games.core import HIDDEN, Placement
from tablet_companion.referee.table import AnyGame, Stage, Table, state_to_show
from tablet_companion.screen.window import Mouse
from tablet_companion.selfplay.desk import Desk
from tablet_companion.selfplay.house import FRAME_S, Print, make_print, make_table
from tablet_companion.watching import Watcher

_RING_PX: Final = 3


class TableWindow:
    """A simulated table, the camera over it, and the mouse at it.

    What a ``controller`` built in under the board lights is drawn as rings round the places: people
    see it, the camera does not.

    The print is made by ``watch``, on the camera's thread: it takes seconds, and the page can be
    read meanwhile. Until then there is no picture, and the mouse does nothing.
    """

    title: Final = "The table: drag pawns, right click turns over, click a card to lay it"

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
        self._kit: Print | None = None
        self._desk: Desk | None = None
        self._newest: Picture | None = None
        self._laid_out: Placement | None = None
        self.controller: SimulatedController | None = None

    def build_in(self, lights: Sequence[str], switches: Sequence[str]) -> None:
        """Build a controller in under the board, with its LEDs and switches at these places."""
        self.controller = SimulatedController(self.table, self._clock, lights, switches)

    def line(self, where: str, baud: int) -> Line:
        """Open the line to the controller built in, or to a real one. Raises OSError."""
        return self.controller.opened() if self.controller else open_line(where, baud)

    def watch(self) -> Watcher:
        """Print the game and learn it; return what reads this table."""
        self._kit = self._make(self._game.name)
        self._desk = Desk(self.table, printed.faces(self._game.name))
        return Watcher(self._kit.model)

    def camera(self) -> Camera:
        """Return the camera over this table, at a camera's pace; after ``watch`` only."""
        assert self._kit is not None, "the print is what the camera sees"
        renderer = self._kit.renderer
        seen = SimulatedCamera(self.table, renderer, self._clock, seed=self._seed)
        return _Paced(seen, self._show, self._frame_s)

    def picture(self) -> Picture | None:
        """Return the newest picture with the strip of cards below it."""
        if self._desk is None or self._newest is None:
            return None
        framed = self._desk.framed(self._newest)
        for place, colour in self.controller.shining().items() if self.controller else ():
            self._ring(framed, self.board.by_name[place], colour)
        return framed

    def mouse(self, event: Mouse) -> None:
        """Drag, turn over, lay."""
        if self._desk is not None:
            self._desk.mouse(event)

    def follow(self, table: Table) -> None:
        """Put the pieces out whenever another game is being set up, or with other players."""
        if table.stage in (Stage.SETUP, Stage.CHECK):
            wanted = self._game.placement(state_to_show(table))
            if wanted != self._laid_out:
                self.put(table)
                self._laid_out = wanted
        else:
            self._laid_out = None

    def put(self, table: Table) -> None:
        """Put the pawns as a game on record has them, or one about to begin.

        Which of the hidden pawns is whose is nowhere on record as a rule; they are taken as they
        come, so a game gone on with may turn up colours that differ from what people know.
        """
        placement = self._game.placement(state_to_show(table))
        start = self._game.placement(state_to_show(table.but(state=None)))
        missing = Counter(piece for _, piece in start.pieces)
        missing.subtract(piece for _, piece in placement.pieces if piece != HIDDEN)
        colours = list(missing.elements())
        self.hands.set_up(
            Placement(
                tuple(
                    (area, colours.pop() if piece == HIDDEN else piece)
                    for area, piece in placement.pieces
                )
            )
        )
        for area, piece in placement.pieces:
            if piece == HIDDEN:
                self.table.turn_over(self.hands.spot(area))

    def _ring(self, picture: Picture, place: BoardPlace, colour: Rgb) -> None:
        """Draw a light that is on, as bright as its strongest colour can be."""
        edge = place.x_mm + place.radius_mm, place.y_mm
        middle, beside = self.table.pose.project([(place.x_mm, place.y_mm), edge], 0.0)
        red, green, blue = (value * 255 // max(colour) for value in colour)
        radius = round(math.dist(middle, beside) + _RING_PX)
        centre = round(float(middle[0])), round(float(middle[1]))
        cv2.circle(picture, centre, radius, (blue, green, red), _RING_PX, cv2.LINE_AA)

    def _show(self, picture: Picture) -> None:
        self._newest = picture


class _Paced:
    """A simulated camera that waits for its next picture as a real one does, and shows it."""

    def __init__(self, camera: Camera, show: Callable[[Picture], None], frame_s: float) -> None:
        self._camera = camera
        self._show = show
        self._frame_s = frame_s
        self._closed = threading.Event()

    def capture(self) -> Frame:
        """Wait for the next picture, show it in the window and return it."""
        self._closed.wait(self._frame_s)
        frame = self._camera.capture()
        self._show(frame.picture)
        return frame

    def close(self) -> None:
        """Let go of the table."""
        self._closed.set()
        self._camera.close()
