"""The board controller of the simulated table: its real program, on simulated pins.

The switches follow the pawns in the holes; its lights can be read; its cable can be pulled.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

from hardware.firmware.controller import Controller
from hardware.ports import Clock
from hardware.simulated.scene import Scene
from hardware.simulated.table import SimulatedTable
from hardware.simulated.truth import places_of


class SimulatedController:
    """A controller under the simulated table, and the cable to it.

    ``lights`` and ``switches`` are the places in the order of its LEDs and switches. Pulling the
    cable (``plugged``) also cuts its power: it forgets everything. One thread may read it while
    another serves its line.
    """

    def __init__(
        self, table: SimulatedTable, clock: Clock, lights: Sequence[str], switches: Sequence[str]
    ) -> None:
        """The controller runs whenever its line is used or it is read."""
        self._table = table
        self._clock = clock
        self._lights = tuple(lights)
        self._switches = tuple(switches)
        self._core = self._started()
        self._colours = bytes(3 * len(self._lights))
        self._scene: Scene | None = None
        self._closed = 0
        self._plugged = True
        self._running = threading.Lock()

    @property
    def plugged(self) -> bool:
        """Whether the cable is in."""
        return self._plugged

    @plugged.setter
    def plugged(self, plugged: bool) -> None:
        if plugged and not self._plugged:
            self._core = self._started()
        self._plugged = plugged

    def open_line(self) -> SimulatedLine:
        """Open the line. Raises OSError while the cable is out."""
        self.check(self._core)
        return SimulatedLine(self, self._core)

    def shining(self) -> dict[str, tuple[int, int, int]]:
        """Return the places that are lit at this moment, with their colours."""
        if not self._plugged:
            return {}
        with self._running:
            self._live(b"", self._now_ms())
        parts = (self._colours[at : at + 3] for at in range(0, len(self._colours), 3))
        colours = zip(self._lights, ((part[0], part[1], part[2]) for part in parts), strict=True)
        return {place: colour for place, colour in colours if any(colour)}

    def run(self, data: bytes) -> bytes:
        """Run one round of the controller with the received bytes; return what it sends."""
        with self._running:
            now_ms = self._now_ms()
            self._live(data, now_ms)
            return self._core.due(now_ms)

    def check(self, core: Controller) -> None:
        """Raise OSError if the cable is out, or the line's controller has lost its power since."""
        if not self._plugged or core is not self._core:
            raise OSError("the cable is out")

    def _now_ms(self) -> int:
        return round(1000 * self._clock.now_s())

    def _live(self, data: bytes, now_ms: int) -> None:
        """Take what came in, feel the contacts, and light the LEDs; nothing is sent."""
        self._core.hear(data, now_ms)
        self._core.sense(self._contacts(), now_ms)
        self._colours = self._core.lights.colours(now_ms) or self._colours

    def _started(self) -> Controller:
        return Controller(len(self._lights), len(self._switches))

    def _contacts(self) -> int:
        """Return the contacts, the first in the lowest bit; a pawn closes one either way up."""
        scene = self._table.scene
        if scene is not self._scene:
            standing, _ = places_of(self._table.board, scene.pawns)
            occupied = (place in standing for place in self._switches)
            self._closed = sum(1 << at for at, there in enumerate(occupied) if there)
            self._scene = scene
        return self._closed


class SimulatedLine:
    """The host's end of the cable."""

    def __init__(self, controller: SimulatedController, core: Controller) -> None:
        self._controller = controller
        self._core = core
        self._came = b""

    def read(self) -> bytes:
        """Return what the controller sent."""
        self._controller.check(self._core)
        came, self._came = self._came + self._controller.run(b""), b""
        return came

    def write(self, data: bytes, /) -> None:
        """Hand bytes to the controller."""
        self._controller.check(self._core)
        self._came += self._controller.run(data)

    def close(self) -> None:
        """Close this end; the controller runs on."""
