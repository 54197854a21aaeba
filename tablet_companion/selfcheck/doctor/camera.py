"""Checks that the configured camera delivers a picture with something in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import numpy as np

from hardware.background import run_in_background
from hardware.cameras import SIMULATED
from hardware.cameras.discovery import find_cameras
from hardware.ports import Camera, CameraError, Picture
from tablet_companion.config import Settings
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
from tablet_companion.screen.words.troubles import said
from tablet_companion.selfcheck.doctor.machine import Machine
from tablet_companion.selfcheck.finding import Finding, State, note, quote

DARK: Final = 25
BURNT: Final = 240
"""Greys out of 255: a picture whose middle grey is below or above these shows nothing."""

_DEVICES: Final = {"usb", "picamera2"}
"""How names of cameras begin that are devices of this machine."""

PATIENCE_S: Final = 60.0
"""A Pi's camera takes ten seconds to settle; and each of several tries may wait for five."""


def checks(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Yield which cameras there are, and what the one of the settings delivers."""
    yield _found(machine)
    if settings.camera in {"", SIMULATED}:
        mend = note(N_("choose a camera on the set-up page"))
        seen = note(N_("the settings name the simulated table"))
        if not settings.camera:
            seen = note(N_("it is not known which one is to be used"))
        yield Finding(N_("camera"), State.WARN, seen, mend)
    else:
        yield _picture(machine, settings.camera)


def _found(machine: Machine) -> Finding:
    try:
        cameras = find_cameras(machine.root / "sys/class/video4linux")
    except CameraError as error:
        mend = note(N_("start the machine again"))
        return Finding(N_("cameras found"), State.WARN, said(error), mend)
    names = "; ".join(f"{one.text} {one.model}".strip() for one in cameras)
    return Finding(N_("cameras found"), State.OK, quote(names) if names else note(N_("none")))


def take_picture(open_camera: Callable[[str], Camera], name: str) -> Picture:
    """Return a camera's picture, taken on a thread: a driver that hangs cannot be stopped.

    Raises TimeoutError if it does, and CameraError.
    """

    def look() -> Picture:
        camera = open_camera(name)
        try:
            return camera.capture().picture
        finally:
            run_in_background(
                camera.close, "closing a camera"
            )  # nobody waits: that may hang as well

    return run_in_background(look, "camera").result(PATIENCE_S)


def _picture(machine: Machine, name: str) -> Finding:
    try:
        return _judged(name, take_picture(machine.camera, name))
    except TimeoutError:
        waited = N_("the driver of {text} has not answered for {count} s")
        seen = note(waited, text=name, count=f"{PATIENCE_S:g}")
        mend = note(N_("pull the camera out and plug it in again, or start the machine again"))
        return Finding("camera", State.FAIL, seen, mend)
    except CameraError as error:
        return Finding("camera", State.FAIL, said(error), _mend(name))


def _mend(name: str) -> Message:
    """Return what to do about a camera that does not open: one program at a time has a device."""
    if name.partition(":")[0] in _DEVICES:
        return note(N_("if the referee is running, the camera is in use by it: stop it first"))
    return note(N_("choose a camera on the set-up page"))


def _judged(name: str, picture: Picture) -> Finding:
    height, width = picture.shape[:2]
    grey = float(np.median(picture))
    delivers = N_("{text} delivers {text_size}, middle grey {count} of 255")
    seen = note(delivers, text=name, text_size=f"{width}×{height}", count=f"{grey:.0f}")
    if grey < DARK:
        dark = note(N_("it is dark: switch on a light, take the cap off the lens"))
        return Finding("camera", State.WARN, seen, dark)
    if grey > BURNT:
        burnt = note(N_("it is burnt out: dim or move the light"))
        return Finding("camera", State.WARN, seen, burnt)
    return Finding("camera", State.OK, seen)
