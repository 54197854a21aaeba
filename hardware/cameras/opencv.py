"""Cameras that OpenCV opens: video files, and those on USB."""

from __future__ import annotations

import re
from pathlib import Path

import cv2

from hardware import formats
from hardware.cameras.live import LiveCamera, as_picture
from hardware.ports import CameraEnd, CameraError, CameraTrouble, Clock, Frame, NoSuchCamera


class VideoCamera:
    """The pictures of a video file, each once; a frame's time is its position in the file."""

    def __init__(self, path: Path) -> None:
        """Open the file. Raises NoSuchCamera."""
        self._path = path
        if not _is_file(path):
            raise NoSuchCamera(CameraTrouble.VIDEO, text=str(path))
        # Named, as OpenCV would otherwise read "0001.avi" as a numbered series of pictures.
        self._device = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        if not self._device.isOpened():
            raise NoSuchCamera(CameraTrouble.UNPLAYABLE, text=str(path))
        self._require_size()
        self._count = 0

    def _require_size(self) -> None:
        """Refuse pictures that would exhaust memory; raises NoSuchCamera."""
        width = self._device.get(cv2.CAP_PROP_FRAME_WIDTH)
        height = self._device.get(cv2.CAP_PROP_FRAME_HEIGHT)
        if width * height > formats.MAX_PIXELS:
            self._device.release()
            raise NoSuchCamera(
                f"The pictures of {self._path} have {width:.0f} × {height:.0f} pixels; convert it "
                f"to less than {formats.MAX_PIXELS // 1_000_000} megapixels.",
                CameraTrouble.UNPLAYABLE,
                text=str(self._path),
            )

    def capture(self) -> Frame:
        """Return the next picture; a video that is cut short ends where it was cut."""
        if not self._device.isOpened():
            raise CameraError(CameraTrouble.CLOSED)
        there, picture = self._device.read()
        if not there:
            raise CameraEnd(f"The video {self._path} is at its end.", CameraTrouble.ENDED)
        self._count += 1
        taken_s = self._device.get(cv2.CAP_PROP_POS_MSEC) / 1000
        return Frame(as_picture(picture, str(self._path)), taken_s, f"{self._count:06d}")

    def close(self) -> None:
        """Close the file. Closing twice does nothing."""
        self._device.release()


def _is_file(path: Path) -> bool:
    try:
        str(path).encode()  # OpenCV crashes over a name that is no text
        return path.is_file()
    except (OSError, UnicodeError):  # a name that is too long, or in a folder not to be entered
        return False


def open_usb(number: str, clock: Clock) -> LiveCamera:
    """Open the USB camera of that number (0 is the first). Raises CameraError.

    Requests Full HD as Motion JPEG, as few USB cameras deliver it raw at a useful rate; a camera
    that cannot do this chooses the nearest mode.
    """
    if not re.fullmatch("[0-9]{1,4}", number):
        raise NoSuchCamera(
            f"usb:{formats.shorten(number)} is not a camera's name; write usb:0 for the first one.",
            CameraTrouble.NAME,
            text=f"usb:{number}",
        )
    device = cv2.VideoCapture(int(number))
    device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    device.set(cv2.CAP_PROP_FRAME_WIDTH, 1920)
    device.set(cv2.CAP_PROP_FRAME_HEIGHT, 1080)
    if not device.isOpened():
        raise CameraError(CameraTrouble.USB, text=number)
    return LiveCamera(device, f"usb:{number}", clock)
