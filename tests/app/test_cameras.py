"""A camera is chosen on the screen: found, looked through, kept."""

from __future__ import annotations

import numpy as np
import pytest

from hardware.ports import RETRY_S, AvailableCamera, CameraEnd, CameraError, Frame
from tablet_companion.app.sight import cameras
from tablet_companion.app.sight.cameras import Cameras, Viewfinder
from tablet_companion.config import ConfigError
from tablet_companion.games.core import Message
from tablet_companion.screen.pages.cameras import make_shot
from tablet_companion.screen.toolkit.orders import (
    KeepCamera,
    LeaveCameras,
    MeterCamera,
    OpenCameras,
    TryCamera,
)
from tablet_companion.screen.words.troubles import UNKEPT
from tests.app.shelf import LEVELS, OURS, Plain, Shelf, ask_for_cameras, words_of
from tests.expected import present


@pytest.fixture
def shelf() -> Shelf:
    """Return a shelf of which somebody has just asked for the cameras."""
    return ask_for_cameras()


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
    before = present(shelf.finder.panel())
    assert before.found is None
    shelf.look()
    panel = present(shelf.finder.panel())
    assert panel.found == OURS
    assert (panel.tried, panel.trouble, panel.metered) == ("picamera2:0", None, True)
    assert panel.shot is not None
    assert panel.shot.size == (640, 36)
    assert set(panel.shot.bgr) == {60}


def test_another_camera_is_tried_and_the_first_let_go(shelf: Shelf) -> None:
    """One device is open at a time; until the new one delivers, no old picture stands for it."""
    shelf.look()
    shelf.finder.obey(TryCamera("usb:0"))
    panel = present(shelf.finder.panel())
    assert (panel.tried, panel.shot) == ("usb:0", None)
    shelf.look()
    panel = present(shelf.finder.panel())
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
    panel = present(finder.panel())
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
    panel = present(shelf.finder.panel())
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
    shelf.found = (AvailableCamera("usb:0", "Webcam"),)
    shelf.look()
    panel = present(shelf.finder.panel())
    assert panel.found == (AvailableCamera("usb:0", "Webcam"), AvailableCamera("picamera2:0", ""))


def test_failing_to_find_is_told(shelf: Shelf) -> None:
    """A libcamera that is broken does not end the program."""

    def fail() -> tuple[AvailableCamera, ...]:
        raise CameraError("libcamera is broken.")

    finder = Viewfinder(Cameras("usb:0", shelf.opened, fail, shelf.kept.append), shelf.clock)
    finder.obey(OpenCameras())
    finder.look()
    panel = present(finder.panel())
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
