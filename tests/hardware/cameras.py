"""Every kind of camera that can be opened here, all looking at one scene: left red, right blue."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pytest

from hardware.cameras import open_camera
from hardware.clock import ManualClock
from hardware.ports import Camera, Clock, Picture
from tests.hardware import fake_picamera2, real_picamera2

RED: Final = (30, 30, 200)
BLUE: Final = (200, 30, 30)
"""As pictures have them: blue, green, red."""
LENGTH: Final = 4
"""How many pictures a recording has at least."""

Open = Callable[[], Camera]
Maker = Callable[[Path, Clock, pytest.MonkeyPatch], Open]


def scene(width: int = 64, height: int = 48) -> Picture:
    """Return a picture whose left half is red and whose right half is blue."""
    picture = np.full((height, width, 3), BLUE, np.uint8)
    picture[:, : width // 2] = RED
    return picture


def folder(room: Path, clock: Clock, _patch: pytest.MonkeyPatch) -> Open:
    """Make a folder of pictures."""
    for number in range(LENGTH):
        cv2.imwrite(str(room / f"{number:04d}.png"), scene())
    return lambda: open_camera(f"folder:{room}", clock)


def video(room: Path, clock: Clock, _patch: pytest.MonkeyPatch) -> Open:
    """Make a video of ten pictures a second."""
    path = str(room / "table.avi")
    writer = cv2.VideoWriter(path, cv2.VideoWriter.fourcc(*"MJPG"), 10, (64, 48))
    for _ in range(LENGTH):
        writer.write(scene())
    writer.release()
    return lambda: open_camera(f"video:{path}", clock)


def simulated(_room: Path, clock: Clock, _patch: pytest.MonkeyPatch) -> Open:
    """Make a simulated table whose board is painted as the scene is."""
    pytest.importorskip("msgspec", reason="the simulated table's boards need msgspec")
    from hardware.cameras.simulated import SimulatedCamera  # noqa: PLC0415 - needs more than others
    from hardware.simulated.render import Renderer  # noqa: PLC0415
    from tests.hardware import small_table  # noqa: PLC0415

    renderer = Renderer(small_table.BOARD, scene(520, 520), 2.0, {})
    return lambda: SimulatedCamera(small_table.new_table(), renderer, clock)


def fake(pixels: str | None) -> Maker:
    """Return what puts the strict fake in picamera2's place, with a camera of this format."""

    def make(_room: Path, clock: Clock, patch: pytest.MonkeyPatch) -> Open:
        assert isinstance(clock, ManualClock)
        sensor = fake_picamera2.Sensor(clock, scene(), format=pixels)
        if pixels is not None:  # plain pipelines have no automatics to control, either
            sensor.controls = {}
        patch.setitem(sys.modules, "picamera2", fake_picamera2.module(sensor))
        return lambda: open_camera("picamera2:0", clock)

    return make


def real(_room: Path, clock: Clock, patch: pytest.MonkeyPatch) -> Open:
    """Prepare the real picamera2, whose virtual camera was given the scene; or skip."""
    real_picamera2.prepare(patch)
    return lambda: open_camera("picamera2:0", clock)


KINDS: Final[dict[str, Maker]] = {
    "folder": folder,
    "video": video,
    "simulated": simulated,
    "picamera2, strict fake": fake(None),
    "picamera2, strict fake, plain pipeline": fake("NV12"),
    "picamera2, real on a virtual camera": real,
}


ELSEWHERE: Final = {"mjpeg", "usb"}
"""Drivers of live devices: ``test_live_cameras.py`` and ``tests/neighbours`` try them."""


def params() -> list[Any]:
    """Return the kinds as parameters of a test."""
    return [pytest.param(make, id=name) for name, make in KINDS.items()]
