"""The Pi's own camera, through picamera2.

There is one configuration for the whole lifetime, because repeated changes exhaust the memory that
cameras share. Exposure, gain, white balance and focus follow the light until they have settled, and
are then held, so that a hand over the board does not change the colours of everything else.

picamera2 is imported when a camera is opened, and nowhere else: it comes from apt and exists only
where libcamera does.
"""

from __future__ import annotations

import importlib
import re
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Final, NoReturn, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.ports import CameraError, CameraTrouble, Clock, Frame, NoSuchCamera, Picture

STALL_S: Final = 5.0
"""A camera that delivers nothing new for this long is restarted."""
SETTLE_S: Final = 10.0
"""Time limit for the automatic controls; under a flickering light they never settle."""
STEADY_FRAMES: Final = 15
"""This many consecutive pictures must agree: half a second of video."""
STEADY_SHARE: Final = 0.02
"""Values that differ by no more than this agree; the Pi's own automatics use the same."""

Metadata: TypeAlias = Mapping[str, Any]
"""What libcamera reports about one picture, by the name of the control."""

_SIZE: Final = (1920, 1080)
_FORMAT: Final = "RGB888"
_CONTINUOUS_FOCUS, _HELD_FOCUS = 2, 0
_FOLLOW: Final = MappingProxyType(
    {"AeEnable": True, "AwbEnable": True, "AfMode": _CONTINUOUS_FOCUS}
)
_HOLD: Final = MappingProxyType({"AeEnable": False, "AwbEnable": False, "AfMode": _HELD_FOCUS})
_VALUES: Final = ("ExposureTime", "AnalogueGain", "ColourGains", "LensPosition")
"""The values that the automatics choose and that are then held, if the camera has them."""


def _from_nv12(array: NDArray[np.uint8]) -> Picture:
    return np.asarray(cv2.cvtColor(array, cv2.COLOR_YUV2BGR_NV12), np.uint8)


_TO_PICTURE: Final[Mapping[str, Callable[[NDArray[np.uint8]], Picture]]] = MappingProxyType(
    {
        # libcamera names a format by its bytes from the last to the first: in memory, blue leads.
        _FORMAT: lambda array: array,
        "NV12": _from_nv12,
    }
)
"""How each possible format becomes our picture. Plain pipelines turn our request into NV12:
libcamera adjusts what a camera cannot do instead of refusing it."""


class Picamera2Camera:
    """A camera of picamera2, started once; restarted when it stalls.

    Not for several threads at once, except ``meter``. picamera2 reads the camera on a thread of its
    own and drops pictures nobody requests, so that every picture is newer than the call for it.
    """

    def __init__(self, device: Any, name: str, clock: Clock) -> None:
        """Own an opened ``Picamera2``, configure and start it; ``name`` is for error sentences.

        Raises CameraError after closing the device.
        """
        self._device = device
        self._name = name
        self._clock = clock
        self._stall_s = STALL_S
        self._count = 0
        self._stamp: int | None = None
        self._closed = False
        self._wanted = False
        self._held: dict[str, Any] | None = None
        try:
            self._convert = self._configured()
            self._known = frozenset(device.camera_controls)
            self._begin_to_settle()
            device.start()
        except Exception as error:
            self.close()
            if isinstance(error, CameraError):
                raise
            self._fail(error)

    def _configured(self) -> Callable[[NDArray[np.uint8]], Picture]:
        """Configure the device, and return the function that converts its pictures."""
        wish = {"size": _SIZE, "format": _FORMAT}
        # Without a queue a picture is always newer than the call for it. Four buffers let the
        # camera run on while one is copied.
        self._device.configure(
            self._device.create_video_configuration(main=wish, buffer_count=4, queue=False)
        )
        got: str = self._device.camera_configuration()["main"]["format"]
        if got not in _TO_PICTURE:
            raise CameraError(CameraTrouble.FORMAT, text=self._name, text_format=got)
        return _TO_PICTURE[got]

    def capture(self) -> Frame:
        """Return the next picture; waits at first until the automatics have settled.

        Raises CameraError if nothing new comes even after a restart.
        """
        if self._closed:
            raise CameraError(CameraTrouble.CLOSED)
        try:
            if self._wanted:
                self._begin_to_settle()
            array, metadata = self._fresh()
            while not self._settled(metadata):
                array, metadata = self._fresh()
        except CameraError:
            raise
        except Exception as error:  # noqa: BLE001 - picamera2 passes on errors of any kind
            self._fail(error)
        return Frame(self._convert(array), self._clock.now_s(), f"{self._count:06d}")

    def meter(self) -> None:
        """Let the next ``capture`` adjust to the light again; may be called on any thread."""
        self._wanted = True

    def close(self) -> None:
        """Stop and release the camera. Closing twice does nothing."""
        if self._closed:
            return
        self._closed = True
        for let_go in (self._device.cancel_all_and_flush, self._device.close):
            with suppress(Exception):  # a camera that was pulled out may fail to stop
                let_go()

    # --- the automatics ---------------------------------------------------------------------------

    def _begin_to_settle(self) -> None:
        self._wanted = False
        self._held = None
        self._seen: deque[tuple[float, ...]] = deque(maxlen=STEADY_FRAMES)
        self._settle_until_s = self._clock.now_s() + SETTLE_S
        self._device.set_controls(self._offered(_FOLLOW))

    def _offered(self, controls: Mapping[str, Any]) -> dict[str, Any]:
        """Return the controls that this camera has; picamera2 refuses all others."""
        return {name: value for name, value in controls.items() if name in self._known}

    def _settled(self, metadata: Metadata) -> bool:
        """Record a picture's values; if they have settled, hold them and return True."""
        if self._held is not None:
            return True
        self._seen.append(tuple(_numbers(metadata)))
        if not steady(self._seen) and self._clock.now_s() < self._settle_until_s:
            return False
        values = {name: metadata[name] for name in _VALUES if name in metadata}
        self._held = self._offered({**_HOLD, **values})
        self._device.set_controls(self._held)
        return True

    # --- stalls -----------------------------------------------------------------------------------

    def _fresh(self) -> tuple[NDArray[np.uint8], Metadata]:
        """Return a new picture and its metadata, after a restart if necessary.

        Raises CameraError if that does not help, either.
        """
        found = self._newer()
        if found is None:
            self._restart()
            found = self._newer()
        if found is None:
            waited = f"{self._stall_s:g}"
            raise CameraError(CameraTrouble.STALLED, text=self._name, count=waited)
        self._count += 1
        return found

    def _newer(self) -> tuple[NDArray[np.uint8], Metadata] | None:
        """Return the next new picture, or None if none comes in time.

        A stuck driver delivers the same picture again and again, with the same sensor timestamp.
        """
        until_s = self._clock.now_s() + self._stall_s
        while (left_s := until_s - self._clock.now_s()) > 0:
            try:
                (array,), metadata = self._device.capture_arrays(["main"], wait=left_s)
            except TimeoutError:
                return None
            stamp = metadata.get("SensorTimestamp")
            if stamp is None or stamp != self._stamp:
                self._stamp = stamp
                return array, metadata
        return None

    def _restart(self) -> None:
        """Stop and start; the configuration and the held values stay.

        While picamera2's own thread runs, stopping is left to it, behind the capture that hangs;
        if that thread has died of an error, stopping would wait forever. So the thread is ended
        first; starting makes a new one.
        """
        self._device.cancel_all_and_flush()
        self._device.stop_preview()
        self._device.stop()
        self._device.set_controls(
            self._offered(_FOLLOW) if self._held is None else dict(self._held)
        )
        self._device.start()

    def _fail(self, error: Exception) -> NoReturn:
        reason = _reason(error)
        raise CameraError(CameraTrouble.FAILED, text=self._name, text_reason=reason) from error


def steady(seen: Sequence[tuple[float, ...]]) -> bool:
    """Whether the values of the last pictures agree, each within ``STEADY_SHARE``."""
    if len(seen) < STEADY_FRAMES:
        return not any(seen) and bool(seen)  # a camera without automatics has nothing to settle
    return all(
        max(values) - min(values) <= STEADY_SHARE * max(map(abs, values))
        for values in zip(*seen, strict=False)
    )


def _numbers(metadata: Metadata) -> Iterator[float]:
    for name in _VALUES:
        value = metadata.get(name, ())
        yield from value if isinstance(value, tuple | list) else (value,)


def open_picamera2(number: str, clock: Clock) -> Picamera2Camera:
    """Open the camera of that number (0 is the first). Raises CameraError.

    NoSuchCamera where picamera2 is not installed.
    """
    name = f"picamera2:{number}"
    if not re.fullmatch("[0-9]{1,4}", number):
        raise NoSuchCamera(
            f"{name} is not a camera's name; write picamera2:0 for the first one.",
            CameraTrouble.NAME,
            text=name,
        )
    library = _library(name)
    count = len(_infos(library, name))
    if int(number) >= count:
        raise CameraError(
            f"There is no camera {name} (found: {count}); switch the Pi off, seat the ribbon cable "
            "at both ends, and see what rpicam-hello --list-cameras finds.",
            CameraTrouble.MISSING,
            text=name,
        )
    try:
        device = library(int(number))
    except Exception as error:
        raise _refusal(name, error) from error
    return Picamera2Camera(device, name, clock)


def camera_names() -> tuple[str, ...]:
    """Return the models of the cameras that picamera2 finds, by number; empty if it is missing.

    Cameras on USB, which libcamera finds as well, come last; they are left to OpenCV.
    """
    try:
        library = _library("picamera2:0")
    except NoSuchCamera:
        return ()
    infos = _infos(library, "picamera2:0")
    return tuple(str(info.get("Model", "?")) for info in infos if "/usb" not in info["Id"])


def _infos(library: Any, name: str) -> list[dict[str, Any]]:
    try:
        found: list[dict[str, Any]] = library.global_camera_info()
    except Exception as error:
        raise _refusal(name, error) from error
    return found


def _library(name: str) -> Any:
    try:
        return importlib.import_module("picamera2").Picamera2
    except ImportError as error:
        raise NoSuchCamera(
            f"The camera {name} cannot be used: picamera2 is missing here ({error}). On a Pi "
            "install python3-picamera2 with apt and make the environment with "
            "--system-site-packages; elsewhere use usb:0.",
            CameraTrouble.LIBRARY,
            text=name,
        ) from error


def _refusal(name: str, error: Exception) -> CameraError:
    """Return why a camera cannot be opened; picamera2 wraps the reason in its own error."""
    reason = _reason(error)
    if "busy" in reason.lower():
        return CameraError(CameraTrouble.BUSY, text=name)
    return CameraError(CameraTrouble.REFUSED, text=name, text_reason=reason)


def _reason(error: BaseException) -> str:
    while error.__cause__ is not None:
        error = error.__cause__
    return (str(error) or type(error).__name__).rstrip(".")
