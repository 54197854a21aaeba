"""Does the camera of the settings deliver a picture in which something can be seen?"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from queue import Empty, SimpleQueue
from typing import Final

import numpy as np

from hardware.cameras import SIMULATED
from hardware.cameras.found import found_cameras
from hardware.ports import CameraError, Picture
from tablet_companion.config import Settings
from tablet_companion.selfcheck.doctor.machine import Machine
from tablet_companion.selfcheck.finding import Finding, State

DARK: Final = 25
BURNT: Final = 240
"""Greys out of 255: a picture whose middle grey is below or above these shows nothing."""

PATIENCE_S: Final = 60.0
"""A Pi's camera takes ten seconds to settle; and each of several tries may wait for five."""


def checks(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Yield which cameras there are, and what the one of the settings delivers."""
    yield _found(machine)
    if settings.camera == SIMULATED:
        mend = 'write camera = "picamera2:0" or "usb:0", or choose one on the set-up page'
        yield Finding("camera", State.WARN, "the settings name the simulated table", mend)
    else:
        yield _picture(machine, settings.camera)


def _found(machine: Machine) -> Finding:
    try:
        cameras = found_cameras(machine.root / "sys/class/video4linux")
    except CameraError as error:
        return Finding("cameras found", State.WARN, str(error))
    return Finding(
        "cameras found",
        State.OK,
        "; ".join(f"{one.text} {one.model}".strip() for one in cameras) or "none",
    )


def _picture(machine: Machine, name: str) -> Finding:
    """Look through a camera on a thread: nobody can end a driver that hangs, but it can be said."""
    found: SimpleQueue[Finding] = SimpleQueue()
    asked = threading.Thread(target=lambda: _look(machine, name, found), daemon=True)
    asked.start()
    try:
        return found.get(timeout=PATIENCE_S)
    except Empty:
        seen = f"the driver of {name} has not answered for {PATIENCE_S:g} s"
        mend = "pull the camera out and plug it in again, or start the machine again"
        return Finding("camera", State.FAIL, seen, mend)


def _look(machine: Machine, name: str, found: SimpleQueue[Finding]) -> None:
    """Tell what the camera delivers, and only then close it, as that may hang as well."""
    try:
        camera = machine.camera(name)
        with contextlib.closing(camera):
            found.put(_judged(name, camera.capture().picture))
    except CameraError as error:
        mend = "mend what it says; if the referee runs just now, the camera is its own: stop it"
        found.put(Finding("camera", State.FAIL, str(error), mend))


def _judged(name: str, picture: Picture) -> Finding:
    height, width = picture.shape[:2]
    grey = float(np.median(picture))
    seen = f"{name} delivers {width}×{height}, middle grey {grey:.0f} of 255"
    if grey < DARK:
        return Finding("camera", State.WARN, seen, "it is dark: light on, lens free?")
    if grey > BURNT:
        return Finding("camera", State.WARN, seen, "it is burnt out: dim or move the light")
    return Finding("camera", State.OK, seen)
