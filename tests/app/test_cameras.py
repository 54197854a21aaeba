"""A camera is chosen on the screen: found, looked through, kept in the settings, used at once."""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import numpy as np
import pytest

os.environ["SDL_VIDEODRIVER"] = "dummy"

from hardware.clock import ManualClock
from hardware.ports import Camera, CameraEnd, CameraError, Found, Frame, NoSuchCamera
from tablet_companion import games
from tablet_companion.app import cameras
from tablet_companion.app.camera import METER_S, CameraSource, CameraThread
from tablet_companion.app.cameras import RETRY_S, Cameras, Viewfinder
from tablet_companion.app.inbox import Inbox
from tablet_companion.app.station import Beneath, Station
from tablet_companion.config import ConfigError, Settings, keep_camera, read_settings
from tablet_companion.games.core import Message
from tablet_companion.kit import printed
from tablet_companion.referee.model.events import Blind, Busy
from tablet_companion.screen.pages.cameras import make_shot
from tablet_companion.screen.toolkit.local import Local
from tablet_companion.screen.toolkit.orders import (
    KeepCamera,
    LeaveCameras,
    MeterCamera,
    OpenCameras,
    TryCamera,
)
from tablet_companion.screen.words.troubles import UNKEPT
from tablet_companion.session.keeper import Keeper
from tests.app.table import is_offered, touch


def words_of(sentence: str) -> Message:
    """Return a sentence that nobody translated, as a page says it."""
    return Message("{text}", (("text", sentence),))


LEVELS = {"picamera2:0": 60, "usb:0": 180}
OURS = (Found("picamera2:0", "imx708"), Found("usb:0", "Webcam"))
WRITTEN = 'camera = "picamera2:0"   # under the lamp\nsound = false\n'


class Plain:
    """A camera that shows one grey, and notes what becomes of it."""

    def __init__(self, name: str, log: list[str]) -> None:
        """Open it."""
        if name not in LEVELS:
            raise NoSuchCamera(f"There is no camera {name!r}.")
        self._name, self._log = name, log
        log.append(f"open {name}")

    def capture(self) -> Frame:
        """Return a wide picture."""
        return Frame(np.full((72, 1280, 3), LEVELS[self._name], np.uint8), 0.0, "1")

    def close(self) -> None:
        """Note it."""
        self._log.append(f"close {self._name}")

    def meter(self) -> None:
        """Note it."""
        self._log.append(f"meter {self._name}")


class Shelf:
    """A viewfinder over some cameras, turned by hand."""

    def __init__(self) -> None:
        """Put two cameras there and use the Pi's own."""
        self.log: list[str] = []
        self.kept: list[str] = []
        self.found: tuple[Found, ...] = OURS
        self.clock = ManualClock()
        self.finder = Viewfinder(
            Cameras("picamera2:0", self.opened, lambda: self.found, self.kept.append), self.clock
        )

    def opened(self, name: str) -> Camera:
        """Open one of them."""
        return Plain(name, self.log)

    def look(self, count: int = 3) -> None:
        """Let the camera's thread come by some times."""
        for _ in range(count):
            self.finder.look()


@pytest.fixture
def shelf() -> Shelf:
    """Return a shelf of which somebody has just asked for the cameras."""
    shelf = Shelf()
    shelf.finder.obey(OpenCameras())
    return shelf


def test_a_camera_that_is_closed_meanwhile_can_be_adjusted(
    shelf: Shelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The thread closes it between two lines of the loop; nothing fails."""
    finder = shelf.finder

    class Meanwhile(type):
        def __instancecheck__(cls, _camera: object) -> bool:
            finder.close()
            return True

    class Closing(metaclass=Meanwhile):
        """Have the camera closed as soon as it is looked at."""

    monkeypatch.setattr(cameras, "Metering", Closing)
    finder._camera = Plain("usb:0", shelf.log)
    finder.obey(MeterCamera())
    assert shelf.log == ["open usb:0", "close usb:0", "meter usb:0"]


def test_what_is_found_is_listed_and_what_is_used_is_shown(shelf: Shelf) -> None:
    """First they are looked for; then the picture of the one in use comes, small."""
    before = shelf.finder.panel()
    assert before is not None
    assert before.found is None
    shelf.look()
    panel = shelf.finder.panel()
    assert panel is not None
    assert panel.found == OURS
    assert (panel.tried, panel.trouble, panel.metered) == ("picamera2:0", None, True)
    assert panel.shot is not None
    assert panel.shot.size == (640, 36)
    assert set(panel.shot.bgr) == {60}


def test_another_camera_is_tried_and_the_first_let_go(shelf: Shelf) -> None:
    """One device is open at a time; until the new one delivers, no old picture stands for it."""
    shelf.look()
    shelf.finder.obey(TryCamera("usb:0"))
    panel = shelf.finder.panel()
    assert panel is not None
    assert (panel.tried, panel.shot) == ("usb:0", None)
    shelf.look()
    panel = shelf.finder.panel()
    assert panel is not None
    assert panel.shot is not None
    assert set(panel.shot.bgr) == {180}
    assert shelf.log == ["open picamera2:0", "close picamera2:0", "open usb:0"]


def test_a_camera_is_kept_only_on_command(shelf: Shelf) -> None:
    """Leaving changes nothing; keeping writes the name, ends the choice and lets the device go."""
    shelf.look()
    shelf.finder.obey(TryCamera("usb:0"))
    shelf.look()
    shelf.finder.obey(LeaveCameras())
    shelf.look(1)
    assert (shelf.kept, shelf.finder.used, shelf.finder.panel()) == ([], "picamera2:0", None)
    shelf.finder.obey(OpenCameras())
    shelf.finder.obey(TryCamera("usb:0"))
    shelf.look()
    shelf.finder.obey(KeepCamera())
    shelf.look(1)
    assert (shelf.kept, shelf.finder.used, shelf.finder.panel()) == (["usb:0"], "usb:0", None)
    assert shelf.log[-1] == "close usb:0"
    shelf.finder.open_current()
    assert shelf.log[-1] == "open usb:0"


def test_what_cannot_be_written_down_serves_until_the_end(
    shelf: Shelf, capsys: pytest.CaptureFixture[str]
) -> None:
    """The page says why and stays; the camera is used all the same."""

    def refuse(_: str) -> None:
        raise ConfigError("The settings cannot be written: Read-only file system.")

    finder = Viewfinder(Cameras("usb:0", shelf.opened, lambda: OURS, refuse), shelf.clock)
    finder.obey(OpenCameras())
    finder.obey(TryCamera("picamera2:0"))
    finder.obey(KeepCamera())
    panel = finder.panel()
    assert panel is not None
    assert panel.trouble == Message(UNKEPT)
    assert "Read-only" in capsys.readouterr().err, "the log says why"
    assert finder.used == "picamera2:0"
    finder.obey(LeaveCameras())
    assert finder.panel() is None


def test_a_camera_that_cannot_be_opened_says_why_and_is_tried_again_later(shelf: Shelf) -> None:
    """Its sentence stands on the page; it is not hammered, and the list stays usable."""
    shelf.look()
    shelf.finder.obey(TryCamera("usb:7"))
    shelf.look()
    panel = shelf.finder.panel()
    assert panel is not None
    assert panel.trouble == words_of("There is no camera 'usb:7'.")
    assert panel.found == OURS
    LEVELS["usb:7"] = 99
    try:
        shelf.look()
        assert "open usb:7" not in shelf.log, "not yet"
        shelf.clock.advance(RETRY_S)
        shelf.look(1)
        assert "open usb:7" in shelf.log
    finally:
        del LEVELS["usb:7"]


def test_the_configured_camera_is_in_the_list_though_nobody_finds_it(shelf: Shelf) -> None:
    """A stream or a folder cannot be found, and one that was pulled out is missing now."""
    shelf.found = (Found("usb:0", "Webcam"),)
    shelf.look()
    panel = shelf.finder.panel()
    assert panel is not None
    assert panel.found == (Found("usb:0", "Webcam"), Found("picamera2:0", ""))


def test_failing_to_find_is_told(shelf: Shelf) -> None:
    """A libcamera that is broken does not end the program."""

    def fail() -> tuple[Found, ...]:
        raise CameraError("libcamera is broken.")

    finder = Viewfinder(Cameras("usb:0", shelf.opened, fail, shelf.kept.append), shelf.clock)
    finder.obey(OpenCameras())
    finder.look()
    panel = finder.panel()
    assert panel is not None
    assert panel.trouble == words_of("libcamera is broken.")


def test_a_recording_is_shown_again_from_its_start(shelf: Shelf) -> None:
    """At its end it is opened again; the last picture stays meanwhile."""
    shelf.look()

    def end() -> Frame:
        raise CameraEnd("It is over.")

    camera = shelf.finder._camera
    camera.capture = end  # type: ignore[union-attr, method-assign]  # a test's own camera
    before = shelf.finder.panel()
    shelf.look(1)
    assert shelf.finder.panel() == before
    shelf.look(1)
    assert shelf.log == ["open picamera2:0", "close picamera2:0", "open picamera2:0"]


def test_the_light_is_metered_on_command(shelf: Shelf) -> None:
    """The camera that is shown is told, and no other."""
    shelf.finder.obey(MeterCamera())
    shelf.look()
    shelf.finder.obey(MeterCamera())
    assert shelf.log[-1] == "meter picamera2:0"


def test_small_pictures_stay_as_they_are() -> None:
    """Nothing is enlarged before the page scales it."""
    picture = np.arange(24, dtype=np.uint8).reshape(2, 4, 3)
    shot = make_shot(picture)
    assert (shot.size, shot.bgr) == ((4, 2), picture.tobytes())


def test_the_referees_camera_rests_while_somebody_chooses(shelf: Shelf) -> None:
    """The source lets its device go before the page opens one, and gets it back afterwards."""
    shelf.finder.obey(LeaveCameras())
    source = CameraSource(
        shelf.finder.open_current, lambda: lambda frame: Busy(frame.taken_s), shelf.clock
    )
    thread = CameraThread(source, SimpleQueue(), shelf.finder)
    thread.stop()  # it was never started: this only keeps its pauses from taking time
    assert not thread._chosen(shelf.finder)
    source.look()
    shelf.finder.obey(OpenCameras())
    for _ in range(3):
        assert thread._chosen(shelf.finder)
    shelf.finder.obey(LeaveCameras())
    assert not thread._chosen(shelf.finder)
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
        assert thread._chosen(finder)
    finder.obey(KeepCamera())
    assert not thread._chosen(finder)
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
    beneath = Beneath(
        board=printed.board("agent_dog"),
        opened=lambda: Plain("usb:0", log),
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
    with Station(games.load("agent_dog"), settings, beneath, keeper, clock) as station:
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
