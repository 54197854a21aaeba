"""Cameras that go on delivering: devices that stop, stick or are pulled out, and streams."""

from __future__ import annotations

import itertools
import queue
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import cv2
import pytest

from hardware.cameras import open_camera
from hardware.cameras.live import LiveCamera
from hardware.clock import ManualClock
from hardware.ports import Camera, CameraError, CameraTrouble, Picture
from tests.hardware.greys import GREYS, encoded, grey, level_of
from tests.patience import PATIENCE_S


class ScriptedDevice:
    """A device whose pictures a test hands out; None is a failed read."""

    def __init__(self) -> None:
        self._pictures: queue.Queue[Picture | Exception | None] = queue.Queue()
        self._reads = threading.Semaphore(0)
        self.released = threading.Event()

    def read(self) -> tuple[bool, Picture]:
        """Wait for what the test hands out."""
        self._reads.release()
        picture = self._pictures.get()
        if isinstance(picture, Exception):
            raise picture
        return picture is not None, grey(0) if picture is None else picture

    def release(self) -> None:
        """Note that the device was let go."""
        self.released.set()

    def put(self, picture: Picture | Exception | None) -> None:
        """Let a read return this."""
        self._pictures.put(picture)

    def deliver(self, picture: Picture) -> None:
        """Let a read return this, and wait until the reader is done with it and reads again."""
        self._reads.acquire()
        self.put(picture)
        self._reads.acquire()
        self._reads.release()


@pytest.fixture
def device() -> Iterator[ScriptedDevice]:
    """Return a device, and see to it that its reader ends."""
    device = ScriptedDevice()
    yield device
    device.put(None)  # lets the reader's thread end
    assert device.released.wait(PATIENCE_S)


def test_a_live_camera_gives_the_newest_and_drops_the_rest(device: ScriptedDevice) -> None:
    """The frame has the time of its delivery and its number among all that were delivered."""
    clock = ManualClock(10)
    camera = LiveCamera(device, "test", clock)
    for level in GREYS:
        clock.advance(1)
        device.deliver(grey(level))
    clock.advance(50)
    frame = camera.capture()
    assert (level_of(frame.picture), frame.taken_s, frame.name) == (GREYS[-1], 14, "000004")


def test_a_live_camera_never_gives_a_picture_twice(device: ScriptedDevice) -> None:
    """With nothing new it waits; when nothing comes it says so, and works again when it comes."""
    camera = LiveCamera(device, "test", ManualClock(), stall_s=0.01)
    device.deliver(grey(30))
    device.deliver(grey(40))
    camera.capture()
    with pytest.raises(CameraError, match=r"no new picture for 0\.01 s; check its cable"):
        camera.capture()
    device.deliver(grey(90))
    assert level_of(camera.capture().picture) == 90


def test_a_stuck_camera_is_noticed(device: ScriptedDevice) -> None:
    """The very same picture again is no news: a sensor's noise never repeats."""
    camera = LiveCamera(device, "test", ManualClock(), stall_s=0.01)
    device.deliver(grey(30))
    device.deliver(grey(40))
    camera.capture()
    device.deliver(grey(40))
    with pytest.raises(CameraError, match="no new picture"):
        camera.capture()
    device.deliver(grey(90))
    assert level_of(camera.capture().picture) == 90


def test_a_stuck_camera_that_is_opened_again_shows_nothing(device: ScriptedDevice) -> None:
    """It sends its old picture again: the page would say for seconds that all is well."""
    camera = LiveCamera(device, "test", ManualClock(), stall_s=0.01)
    for _ in range(3):
        device.deliver(grey(40))
        with pytest.raises(CameraError, match="no new picture"):
            camera.capture()
    device.deliver(grey(90))
    assert level_of(camera.capture().picture) == 90


@pytest.mark.parametrize("level", [0, 255])
def test_a_covered_or_blinded_sensor_is_not_stuck(device: ScriptedDevice, level: int) -> None:
    """Its pictures are alike; that they are black or white is told in other words."""
    camera = LiveCamera(device, "test", ManualClock())
    for _ in range(2):
        device.deliver(grey(level))
        assert camera.capture().picture.mean() == level


@pytest.mark.parametrize(
    ("last", "sentence"),
    [(None, "stopped sending pictures"), (cv2.error("no such device"), "failed")],
)
def test_an_unplugged_camera(device: ScriptedDevice, last: Exception | None, sentence: str) -> None:
    """Every further capture is an error that says so, and the device is released."""
    camera = LiveCamera(device, "test", ManualClock())
    device.put(last)
    for _ in range(2):
        with pytest.raises(CameraError, match=sentence):
            camera.capture()
    camera.close()
    assert device.released.is_set()


def test_a_closed_live_camera(device: ScriptedDevice) -> None:
    """A picture not yet fetched is dropped, and the reader lets the device go."""
    camera = LiveCamera(device, "test", ManualClock())
    device.deliver(grey(40))
    device.put(grey(90))
    camera.close()
    camera.close()
    with pytest.raises(CameraError, match="was closed"):
        camera.capture()
    assert device.released.is_set()


def test_closing_wakes_whoever_waits(device: ScriptedDevice) -> None:
    """A capture that waits on another thread ends at once, with the error of a closed camera."""
    camera = LiveCamera(device, "test", ManualClock(), stall_s=60)
    said: list[str] = []

    def wait() -> None:
        try:
            camera.capture()
        except CameraError as error:
            said.append(str(error))

    waiting, closing = threading.Thread(target=wait), threading.Thread(target=camera.close)
    waiting.start()
    closing.start()
    waiting.join(10)
    assert said == [CameraTrouble.CLOSED]
    device.put(None)
    closing.join()


class Stream(BaseHTTPRequestHandler):
    """An MJPEG stream as telephones and network cameras send it, as fast as it is read."""

    def do_GET(self) -> None:
        """Send pictures until the test stops the server."""
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=next")
        self.end_headers()
        head = b"--next\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n"
        jpegs = itertools.cycle(encoded(grey(level), ".jpg") for level in (139, 141))
        while not self.server.stopping.is_set():  # type: ignore[attr-defined] # set in the test
            jpeg = next(jpegs)
            self.wfile.write(head % len(jpeg) + jpeg + b"\r\n")

    def log_message(self, *_: object) -> None:
        """Say nothing."""


def drain(camera: Camera) -> None:
    """Capture until that fails."""
    while True:
        camera.capture()


def test_an_mjpeg_stream() -> None:
    """Pictures come over HTTP through OpenCV itself; when the server ends, an error comes."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Stream) as server:
        server.stopping = threading.Event()  # type: ignore[attr-defined] # for the handler
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        clock = ManualClock(7)
        camera = open_camera(f"mjpeg:http://127.0.0.1:{server.server_port}/", clock)
        frames = [camera.capture() for _ in range(3)]
        assert {level_of(frame.picture) for frame in frames} == {140}
        assert int(frames[0].name) < int(frames[1].name) < int(frames[2].name)
        assert frames[0].taken_s == 7
        server.stopping.set()  # type: ignore[attr-defined] # for the handler
        with pytest.raises(CameraError, match="stopped sending"):
            drain(camera)
        camera.close()
        server.shutdown()
