"""One look at a still table: the picture and everything derived from it."""

from __future__ import annotations

from dataclasses import dataclass

from calibration.camera.lens import Fit
from hardware.ports import Picture
from tablet_companion.vision.frame.scan import Scan
from tablet_companion.vision.reading import Reading
from tablet_companion.vision.scene import Scene


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """A picture that was read: where the board is, what was seen, and what it means."""

    picture: Picture
    fit: Fit
    scene: Scene
    scan: Scan
    reading: Reading
