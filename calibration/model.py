"""A calibration: all that reading a board needs to know beforehand, as one JSON file."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Final

import cv2
import msgspec
import numpy as np

from calibration.appearance import Appearance
from calibration.errors import CalibrationError
from calibration.exposures import Exposure
from calibration.intrinsics import Lens
from hardware.board import Board
from hardware.files import write_durably
from hardware.ports import Picture

VERSION: Final = "tablet-companion calibration 1"
REFERENCE_PX_PER_MM: Final = 2.5


class Calibration(msgspec.Struct, frozen=True, dict=True):
    """What was learnt of one board.

    ``reference_png`` is the empty board from straight above at REFERENCE_PX_PER_MM; ``faces_png``
    the taught card faces, upright, at ``faces.FACE_PX_PER_MM``. ``pictures`` counts what it was
    learnt from; 0 means that it is our own print, taken at its word. ``lenses`` are those that were
    measured, one for each mode of a camera. ``exposures`` show the bare board, each in its own
    light; files of older versions have none. ``hues`` are the taught colours of
    pieces, as the network of the places compares colours.
    """

    board: Board
    appearance: Appearance
    reference_png: bytes
    faces_png: dict[str, bytes]
    pictures: int
    version: str = VERSION
    lenses: tuple[Lens, ...] = ()
    exposures: tuple[Exposure, ...] = ()
    hues: dict[str, tuple[float, float, float]] = {}

    @functools.cached_property
    def reference(self) -> Picture:
        """Return the empty board from straight above."""
        return decode(self.reference_png)

    @functools.cached_property
    def faces(self) -> dict[str, Picture]:
        """Return the taught faces by card."""
        return {card: decode(data) for card, data in self.faces_png.items()}


def encode(picture: Picture) -> bytes:
    """Return a picture as PNG."""
    done, data = cv2.imencode(".png", picture)
    assert done, "OpenCV encodes any 8-bit picture as PNG"
    return data.tobytes()


def decode(data: bytes) -> Picture:
    """Return the picture in PNG data; raises CalibrationError where there is none."""
    picture = cv2.imdecode(np.frombuffer(data, dtype=np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise CalibrationError("A picture inside the calibration is damaged; calibrate again.")
    return np.asarray(picture, dtype=np.uint8)


def write_calibration(calibration: Calibration, path: Path) -> None:
    """Write a calibration durably; a file that was there stays whole until the new one is."""
    try:
        write_durably(path, msgspec.json.format(msgspec.json.encode(calibration), indent=1))
    except OSError as error:
        raise CalibrationError(
            f"The calibration cannot be written to {path}: {error.strerror}."
        ) from error


def read_calibration(path: Path) -> Calibration:
    """Read a calibration file; raises CalibrationError with what is wrong and how to mend it."""
    again = "make it anew with tablet-companion calibrate"
    try:
        calibration = msgspec.json.decode(path.read_bytes(), type=Calibration)
    except OSError as error:
        raise CalibrationError(
            f"The calibration {path} cannot be read: {error.strerror}; {again}."
        ) from error
    except msgspec.DecodeError as error:
        raise CalibrationError(f"{path} is not a calibration ({error}); {again}.") from error
    if calibration.version != VERSION:
        raise CalibrationError(
            f"{path} was made by another version ({calibration.version!r}); {again}."
        )
    try:
        calibration.reference, calibration.faces  # noqa: B018 - decoded now, to be refused now
    except CalibrationError as error:
        raise CalibrationError(f"{path}: {error}") from error
    return calibration
