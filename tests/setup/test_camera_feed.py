"""The camera of the set-up's pages, watched on a thread: late answers and faults of that thread."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from queue import SimpleQueue
from threading import Event

import numpy as np
import pytest

from hardware.clock import ManualClock
from hardware.ports import AvailableCamera, Camera, CameraError, CameraTrouble, Frame
from tablet_companion import games
from tablet_companion.config import Settings
from tablet_companion.config.reading import read_settings
from tablet_companion.kit import printed
from tablet_companion.setup.pages.desk import Desk, SetupPlatform
from tablet_companion.setup.parts import camera_feed
from tablet_companion.setup.parts.camera_feed import CameraFeed
from tests.patience import PATIENCE_S

FRAME = Frame(np.zeros((60, 80, 3), np.uint8), 0.0, "1")


class Stuck:
    """A camera whose driver hangs in the first picture, until it fails."""

    def __init__(self) -> None:
        """Begin hanging."""
        self.asked, self.fails, self.closed = Event(), Event(), Event()

    def capture(self) -> Frame:
        """Hang, then fail."""
        self.asked.set()
        self.fails.wait(PATIENCE_S)
        raise CameraError("It is stuck.")

    def close(self) -> None:
        """Note that it was closed."""
        self.closed.set()


class Steady:
    """A camera that sends a picture whenever the test lets it."""

    def __init__(self) -> None:
        """Have sent nothing."""
        self.shots: SimpleQueue[Frame] = SimpleQueue()
        self.asked = Event()

    def capture(self) -> Frame:
        """Return the next picture that was put in."""
        if self.shots.empty():
            self.asked.set()
        return self.shots.get(timeout=PATIENCE_S)

    def close(self) -> None:
        """Let go of nothing."""


def test_a_camera_that_was_left_says_nothing_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its driver hangs and fails only when another camera is shown, which stays on the page."""
    monkeypatch.setattr(camera_feed, "RETRY_S", 0.0)
    stuck, steady = Stuck(), Steady()
    cameras: dict[str, Camera] = {"usb:0": stuck, "usb:1": steady}
    feed = CameraFeed(cameras.__getitem__, tuple)
    feed.watch("usb:0")
    assert stuck.asked.wait(PATIENCE_S)
    steady.shots.put(FRAME)
    first = feed._thread
    feed.watch("usb:1")
    assert steady.asked.wait(PATIENCE_S), "the second camera's picture was not taken"
    stuck.fails.set()
    assert first is not None
    first.join(PATIENCE_S)
    assert stuck.closed.is_set()
    assert feed.frame is FRAME
    assert feed.trouble is None
    steady.shots.put(FRAME)
    feed.rest()


def test_a_fault_of_the_thread_is_raised_on_the_page(tmp_path: Path) -> None:
    """What is no trouble of a camera ends the program, instead of a page that waits for ever."""

    def opened(_name: str) -> Camera:
        raise ZeroDivisionError

    platform = SetupPlatform(ManualClock(), opened, tuple, folder=tmp_path)
    settings = Settings(camera="usb:0")
    desk = Desk(settings, tmp_path / "s.toml", games.load("dog"), printed.board("dog"), platform)
    desk.watch()
    thread = desk.feed._thread
    assert thread is not None
    thread.join(PATIENCE_S)
    with pytest.raises(ZeroDivisionError):
        desk.see()


def wait_until(there: Callable[[], bool]) -> None:
    """Wait for what a camera's thread does."""
    end_s = time.monotonic() + PATIENCE_S
    while not there():
        assert time.monotonic() < end_s, "it never came"
        Event().wait(0.001)


class Fleeting:
    """A camera that sends pictures until its cable is pulled."""

    def __init__(self, plugged: set[str], name: str) -> None:
        """Be at this socket."""
        self._plugged, self._name = plugged, name

    def capture(self) -> Frame:
        """Return a picture that has the socket's name."""
        if self._name not in self._plugged:
            raise CameraError("It was pulled out.", CameraTrouble.STALLED)
        return Frame(FRAME.picture, 0.0, self._name)

    def close(self) -> None:
        """Let go of nothing."""


def test_another_camera_that_is_plugged_in_while_a_board_is_taught_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is used and remembered; one that was there all along, as a laptop's own, is not."""
    monkeypatch.setattr(camera_feed, "RETRY_S", 0.0)
    plugged = {"usb:0", "usb:8"}

    def find() -> tuple[AvailableCamera, ...]:
        return tuple(AvailableCamera(name, "") for name in sorted(plugged, reverse=True))

    platform = SetupPlatform(
        ManualClock(), lambda name: Fleeting(plugged, name), find, folder=tmp_path
    )
    settings = Settings(camera="usb:0")
    desk = Desk(settings, tmp_path / "s.toml", games.load("dog"), printed.board("dog"), platform)

    def see(name: str) -> bool:
        frame = desk.see()
        return frame is not None and frame.name == name

    desk.watch()
    wait_until(lambda: see("usb:0"))
    plugged.remove("usb:0")
    wait_until(lambda: desk.feed.trouble is not None)
    for _ in range(20):
        desk.see()
    assert desk.settings.camera == "usb:0", "the laptop's own looks at the ceiling"
    plugged.add("usb:2")
    wait_until(lambda: see("usb:2"))
    assert desk.settings.camera == "usb:2"
    assert read_settings(tmp_path / "s.toml").camera == "usb:2"
    desk.feed.rest()
    desk.watch()
    wait_until(lambda: see("usb:2"))
    desk.feed.rest()
