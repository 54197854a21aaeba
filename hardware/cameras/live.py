"""Cameras that deliver by themselves: a thread reads each and keeps its newest picture.

A driver gives ``LiveCamera`` a device to read; whatever it delivers becomes a picture here.
"""

from __future__ import annotations

import itertools
import threading
from typing import Final, Protocol, runtime_checkable

import cv2
import numpy as np
from cv2.typing import MatLike

from hardware import formats
from hardware.cameras.folder import MIN_SIDE_PX
from hardware.ports import CameraError, CameraTrouble, Clock, Frame, Picture
from hardware.redaction import redact

STALL_S: Final = 5.0
"""A live camera that delivers nothing for this long has failed."""
_END_S: Final = 1.0
"""How long closing waits for a read to return; a camera delivers several pictures meanwhile."""


class Device(Protocol):
    """The part of ``cv2.VideoCapture`` that a live camera needs.

    Other devices may raise CameraError.
    """

    def read(self) -> tuple[bool, MatLike]:
        """Wait for the next picture; False if there is none."""

    def release(self) -> None:
        """Release the device."""


@runtime_checkable
class Wakeable(Protocol):
    """A device whose reads can be interrupted from another thread."""

    def wake(self) -> None:
        """End a waiting read, and every later one, at once."""


def as_picture(read: MatLike, name: str) -> Picture:
    """Return a picture in blue, green and red; some cameras give grey, or more than eight bits.

    Raises CameraError for one that is too small or too large, and for what is not a picture.
    """
    picture = np.asarray(read)
    channels = picture.shape[2] if picture.ndim == 3 else 1
    if picture.ndim not in (2, 3) or channels not in (1, 3, 4):
        raise CameraError(
            CameraTrouble.FORMAT, text=name, text_format=f"{picture.dtype} {picture.shape}"
        )
    height, width = picture.shape[:2]
    if height * width > formats.MAX_PIXELS:
        most = str(formats.MAX_PIXELS // 1_000_000)
        raise CameraError(CameraTrouble.LARGE, text=name, count=most)
    if picture.dtype != np.uint8:
        picture = cv2.convertScaleAbs(picture, alpha=1 / 256)
    if min(height, width) < MIN_SIDE_PX:
        raise CameraError(
            f"The camera {name} delivers pictures of {width} × {height} pixels, too few to read a "
            "board; set it to larger ones.",
            CameraTrouble.FAILED,
            text=name,
            text_reason=f"{width} × {height}",
        )
    if channels == 1:
        picture = cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR)
    elif channels == 4:
        picture = cv2.cvtColor(picture, cv2.COLOR_BGRA2BGR)
    return np.asarray(picture, np.uint8)


class LiveCamera:
    """A camera that delivers by itself; a reader thread keeps the newest picture.

    Without the thread, pictures would queue up in the driver while the program is busy, and every
    verdict would be about the past. Frame names count all pictures delivered, including those
    that were dropped.
    """

    def __init__(
        self, device: Device, name: str, clock: Clock, *, stall_s: float = STALL_S
    ) -> None:
        """Own an opened device and start to read it; ``name`` is for error sentences."""
        self._device = device
        self._name = redact(name)
        self._clock = clock
        self._stall_s = stall_s
        self._newest: Frame | None = None
        self._trouble: CameraError | None = None
        self._closed = False
        self._news = threading.Condition()
        self._reader = threading.Thread(target=self._read, name=f"camera {self._name}", daemon=True)
        self._reader.start()

    def capture(self) -> Frame:
        """Return the newest picture that was not returned before; waits for one if necessary.

        Raises CameraError if the camera failed, and if none comes for ``stall_s`` seconds;
        after a stall the next call waits again, after a failure every call raises.
        """
        with self._news:
            self._news.wait_for(lambda: self._newest or self._trouble, self._stall_s)
            if self._trouble:
                raise self._trouble.with_traceback(None)
            if self._newest is None:
                waited = f"{self._stall_s:g}"
                raise CameraError(CameraTrouble.STALLED, text=self._name, count=waited)
            frame, self._newest = self._newest, None
            return frame

    def close(self) -> None:
        """Stop reading and release the device. Closing twice does nothing.

        A device that hangs in a read is released when the read returns; until then it ``hangs``.
        """
        self._stop(CameraError(CameraTrouble.CLOSED))
        self._closed = True
        if isinstance(self._device, Wakeable):
            self._device.wake()
        self._reader.join(timeout=min(_END_S, self._stall_s))

    @property
    def hangs(self) -> bool:
        """Whether it was closed, but its device has not returned from a read."""
        return self._closed and self._reader.is_alive()

    def _read(self) -> None:
        """Read until closed or failed, on the reader's thread, which alone uses the device."""
        trouble = CameraError(CameraTrouble.STOPPED, text=self._name)
        before: Picture | None = None
        try:
            for number in itertools.count(1):
                there, picture = self._device.read()
                if self._trouble or not there:
                    break
                now = as_picture(picture, self._name)
                if _is_news(now, before):
                    self._put(Frame(now, self._clock.now_s(), f"{number:06d}"))
                before = now
        except CameraError as error:
            trouble = error
        except Exception as error:  # noqa: BLE001 - not swallowed: whatever a driver raises is told
            reason = getattr(error, "err", "") or str(error) or type(error).__name__
            trouble = CameraError(CameraTrouble.FAILED, text=self._name, text_reason=reason)
        finally:
            self._stop(trouble)
            self._device.release()

    def _put(self, frame: Frame) -> None:
        with self._news:
            self._newest = frame
            self._news.notify()

    def _stop(self, trouble: CameraError) -> None:
        with self._news:
            self._trouble = self._trouble or trouble
            self._news.notify()


def _is_news(picture: Picture, before: Picture | None) -> bool:
    """Whether a picture is not the one ``before`` sent again; compares every eighth row.

    A sensor's noise never repeats to the last bit, except where all is black or burnt out. The
    first picture proves nothing: a camera that hangs sends its old one again once it is reopened.
    """
    if not 0 < float(picture[::8].mean()) < 255:
        return True
    return before is not None and not np.array_equal(picture[::8], before[::8])
