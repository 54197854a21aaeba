"""What a self-test works with: a table's settings and things, opened by whoever runs it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from calibration.lens import Fit
from hardware.ports import BoardLink, Camera, Lamps, Picture, Sounder
from tablet_companion.app.inbox import Inbox
from tablet_companion.config import Settings
from tablet_companion.vision.frame.scan import Scan
from tablet_companion.vision.reading import Reading
from tablet_companion.vision.scene import Model

Draw = Callable[[Picture, Fit, Scan, Reading], str]
"""Draws how a picture was read, and returns where the drawing is (empty: nowhere)."""


@dataclass(frozen=True)
class Under:
    """What is built in under the board: the link to it, and the places it lights and hears."""

    link: BoardLink
    lights: tuple[str, ...]
    switches: tuple[str, ...]


@dataclass(frozen=True)
class Bench:
    """A table under test. ``model`` is asked only when a picture is there to be read.

    ``under`` is None where the settings name no board controller.
    """

    settings: Settings
    lamps: Lamps
    sounder: Sounder
    inbox: Inbox
    camera: Callable[[str], Camera]
    model: Callable[[], Model]
    draw: Draw
    under: Under | None = None
