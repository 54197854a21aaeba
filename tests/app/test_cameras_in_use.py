"""The camera in use: it rests while another is chosen, is metered, replaced, and kept."""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

os.environ["SDL_VIDEODRIVER"] = "dummy"

from hardware.clock import ManualClock
from hardware.ports import Camera, CameraEnd, CameraError, Frame
from tablet_companion import games
from tablet_companion.app.inbox import Inbox
from tablet_companion.app.sight.camera import METER_S, CameraSource, CameraThread
from tablet_companion.app.sight.cameras import Cameras, Viewfinder
from tablet_companion.app.start.station import Platform, Station
from tablet_companion.config import Settings
from tablet_companion.config.reading import read_settings
from tablet_companion.config.writing import keep_camera
from tablet_companion.kit import printed
from tablet_companion.referee.model.events import Blind, Busy
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.orders import KeepCamera, LeaveCameras, OpenCameras, TryCamera
from tablet_companion.session.keeper import Keeper
from tests.app.shelf import OURS, Plain, Shelf, ask_for_cameras
from tests.app.table import is_offered, touch

WRITTEN = 'camera = "picamera2:0"   # under the lamp\nsound = false\n'


@pytest.fixture
def shelf() -> Shelf:
    """Return a shelf of which somebody has just asked for the cameras."""
    return ask_for_cameras()


def test_the_referees_camera_rests_while_somebody_chooses(shelf: Shelf) -> None:
    """The source lets its device go before the page opens one, and gets it back afterwards."""
    shelf.finder.obey(LeaveCameras())
    source = CameraSource(
        shelf.finder.open_current, lambda: lambda frame: Busy(frame.taken_s), shelf.clock
    )
    thread = CameraThread(source, SimpleQueue(), shelf.finder)
    thread.stop()  # it was never started: this only keeps its pauses from taking time
    assert not thread._serve_viewfinder(shelf.finder)
    source.look()
    shelf.finder.obey(OpenCameras())
    for _ in range(3):
        assert thread._serve_viewfinder(shelf.finder)
    shelf.finder.obey(LeaveCameras())
    assert not thread._serve_viewfinder(shelf.finder)
    source.look()
    one = ["open picamera2:0", "close picamera2:0"]
    assert shelf.log == [*one, *one, "open picamera2:0"]


@pytest.mark.parametrize(("reason", "metered"), [("dark", 2), ("glare", 2), ("board", 0)])
def test_held_light_that_shows_nothing_is_metered_anew(
    shelf: Shelf, reason: str, metered: int
) -> None:
    """A lamp that was switched changes all; the camera adjusts at once, then twice a minute."""
    watch = lambda frame: Blind(frame.taken_s, reason)  # noqa: E731 - named for what it is
    source = CameraSource(shelf.finder.open_current, lambda: watch, shelf.clock)
    for _ in range(9):
        source.look()
        shelf.clock.advance(METER_S / 8)
    assert shelf.log.count("meter picamera2:0") == metered
    source.close()


def test_why_there_is_no_picture_is_logged_once(capsys: pytest.CaptureFixture[str]) -> None:
    """The screen says that there is none; the log says why, and not every two seconds."""
    reasons = iter(("It is in use.", "It is in use.", "It is gone."))

    def refuse() -> Camera:
        raise CameraError(next(reasons))

    source = CameraSource(refuse, lambda: lambda frame: Busy(frame.taken_s), ManualClock())
    assert {type(source.look()) for _ in range(3)} == {Blind}
    assert capsys.readouterr().err.splitlines() == [
        "tablet-companion: It is in use.",
        "tablet-companion: It is gone.",
    ]


class Ends(Plain):
    """A recording of one picture."""

    def capture(self) -> Frame:
        """Return it once."""
        if f"end {self._name}" in self._log:
            raise CameraEnd("It is over.")
        self._log.append(f"end {self._name}")
        return super().capture()


def test_after_a_recording_another_camera_can_be_chosen(shelf: Shelf) -> None:
    """Its end is no end of looking: the cameras' page works, and what is kept there is used."""
    opened = {"picamera2:0": Ends, "usb:0": Plain}
    cameras = Cameras(
        "picamera2:0", lambda name: opened[name](name, shelf.log), lambda: OURS, shelf.kept.append
    )
    finder, inbox = Viewfinder(cameras, shelf.clock), Inbox()
    source = CameraSource(
        finder.open_current, lambda: lambda frame: Busy(frame.taken_s), shelf.clock
    )
    thread = CameraThread(source, inbox, finder)
    thread._stopped.set()  # it was never started: this only keeps its pauses from taking time
    for _ in range(4):
        thread._look()
    assert inbox.qsize() == 1, "what the recording showed last stands"
    assert thread.looks is None, "nobody waits for a further look"
    assert shelf.log[-1] == "close picamera2:0"
    finder.obey(OpenCameras())
    finder.obey(TryCamera("usb:0"))
    for _ in range(3):
        assert thread._serve_viewfinder(finder)
    finder.obey(KeepCamera())
    assert not thread._serve_viewfinder(finder)
    for _ in range(3):
        thread._look()
    assert inbox.qsize() == 4
    assert thread.looks is not None


# --- at a whole table -----------------------------------------------------------------------------


@pytest.fixture
def station(tmp_path: Path) -> Iterator[Station]:
    """Return a table with two cameras, its settings written by hand."""
    file = tmp_path / "settings.toml"
    file.write_text(WRITTEN)
    log: list[str] = []
    platform = Platform(
        board=printed.board("agent_dog"),
        open_camera=lambda: Plain("usb:0", log),
        make_interpreter=lambda: lambda frame: Busy(frame.taken_s),
        pins=lambda: None,
        lots=random.Random(1).randrange,
        cameras=Cameras(
            "picamera2:0",
            lambda name: Plain(name, log),
            lambda: OURS,
            lambda name: keep_camera(name, file),
        ),
    )
    settings = Settings(sound=False, journals=tmp_path)
    clock, keeper = ManualClock(), Keeper(tmp_path, lambda: 1.7e9)
    with Station(games.load("agent_dog"), settings, platform, keeper, clock) as station:
        yield station


def test_from_the_set_up_to_the_settings_file(station: Station, tmp_path: Path) -> None:
    """A few touches; comments stay, and the referee sees through the new camera at once."""
    finder = station.finder
    assert finder is not None
    sheet = itertools.count(1)  # which lines fit on the first depends on the game's options
    while not is_offered(station, OpenCameras()):
        touch(station, Local(sheet=next(sheet)))
    touch(station, OpenCameras())
    for _ in range(3):
        finder.look()
    station.loop._show_own()
    assert station.loop._display.panel is None, "a wired button means nothing now"
    touch(station, TryCamera("usb:0"))
    for _ in range(3):
        finder.look()
    station.loop._show_own()
    apart = abs(station.window.pixels().astype(int) - 180)
    assert (apart < 3).all(axis=2).sum() > 5000, "its picture is on the screen"
    touch(station, KeepCamera())
    finder.look()
    text = (tmp_path / "settings.toml").read_text()
    assert text == WRITTEN.replace("picamera2:0", "usb:0")
    assert read_settings(tmp_path / "settings.toml").camera == "usb:0"
    assert station.loop._display.panel is not None
    assert isinstance(station.source.look(), Busy)


def test_the_command_line_is_not_written_down(tmp_path: Path) -> None:
    """Only the camera changes in the file, or a file with nothing else comes to be."""
    file = tmp_path / "new" / "settings.toml"
    keep_camera("usb:1", file)
    assert file.read_text() == 'camera = "usb:1"\n'
