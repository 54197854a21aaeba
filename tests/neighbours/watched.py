"""A loop that turns, a camera's thread turned by hand, and the watchdog that listens."""

from __future__ import annotations

import os
from collections.abc import Callable

from hardware.cameras.live import LiveCamera
from hardware.cameras.slot import CameraSlot
from hardware.clock import ManualClock
from hardware.ports import Camera, Frame
from tablet_companion.app.inbox import Inbox
from tablet_companion.app.running.watchdog import WatchdogFeeder
from tablet_companion.app.sight.camera import CameraSource, CameraThread
from tablet_companion.app.sight.cameras import Cameras, Viewfinder
from tablet_companion.referee.model.events import Busy, Event
from tests.app.ear import Ear, new_page
from tests.neighbours.cameras import Device

os.environ["SDL_VIDEODRIVER"] = "dummy"


STALL_S = 0.002
TURN_S = 0.5
ROUND_S = 2.0
"""So long a look at a camera that gives nothing takes, by the clock that is told."""


def seen(frame: Frame) -> Event:
    """Read a frame without looking at it."""
    return Busy(frame.taken_s)


class Table:
    """A loop that turns, a camera's thread turned by hand, and the watchdog that listens."""

    def __init__(
        self,
        device: Callable[[], Device],
        ready: Callable[[], object] = lambda: None,
        stall_s: float = STALL_S,
    ) -> None:
        """Begin; each opening makes another device, and waits until its reader is ``ready``."""
        self._ready = ready
        self._stall_s = stall_s
        self.clock, self.ear, self.inbox = ManualClock(100), Ear(), Inbox()
        self.devices: list[Device] = []
        self._make = device
        self.slot = CameraSlot(self.opened)
        self.source = CameraSource(lambda: self.slot("usb:0"), lambda: seen, self.clock)
        self.finder = Viewfinder(
            Cameras("usb:0", self.slot, lambda: (), lambda _: None), self.clock
        )
        self.thread = CameraThread(self.source, self.inbox, self.finder, hangs=self.slot.hanging)
        self.vigil = WatchdogFeeder(self.ear, self.clock)
        self.page = new_page()

    def opened(self, name: str) -> Camera:
        """Open the next device."""
        self.devices.append(self._make())
        camera = LiveCamera(self.devices[-1], name, self.clock, stall_s=self._stall_s)
        self._ready()
        return camera

    def look(self, count: int = 1) -> list[Event]:
        """Let the camera's thread come round so often; return what the referee hears."""
        for _ in range(count):
            self.thread.turn()
            for _ in range(round(ROUND_S / TURN_S)):
                self.clock.advance(TURN_S)
                self.vigil.note_turn(self.page, self.thread.looks)
        heard = []
        while not self.inbox.empty():
            heard.append(self.inbox.get())
        return heard  # type: ignore[return-value]  # the camera's thread puts in nothing else

    @property
    def fed(self) -> int:
        """Return how often the watchdog has heard of the program."""
        return self.ear.heard.count("alive")


def descriptors() -> int:
    """Return how many files this process has open."""
    return len(os.listdir("/proc/self/fd"))  # noqa: PTH208 - Path.iterdir opens one of its own
