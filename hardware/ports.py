"""The ports: what the referee's program needs of physical things, in one to three methods each.

A driver implements one port. Simulation replaces what lies beneath a driver, never the driver.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NewType, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from hardware.errors import CompanionError
from hardware.problems import N_
from hardware.redaction import redact

Picture = NDArray[np.uint8]
"""One picture: height × width × 3, blue, green, red, 8 bits, as in OpenCV."""

Lamp = NewType("Lamp", str)
"""The name of one lamp, such as ``turn.red`` or ``accepted``."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """A picture, with its time and name.

    ``taken_s`` counts seconds on the clock of the program that runs the camera; ``name`` is the
    file's name for recorded pictures and a running number for live ones.
    """

    picture: Picture
    taken_s: float
    name: str


@dataclass(frozen=True, slots=True)
class AvailableCamera:
    """An available camera: its text for ``open_camera``, and its model, which may be empty."""

    text: str
    model: str


class CameraTrouble(StrEnum):
    """What is wrong with a camera, as pages say it; an error's details fill in the names.

    ``text`` is the camera, file or address.
    """

    NAME = N_("There is no camera {text}; choose another one.")
    USB = N_(
        "There is no USB camera {text}, or another program is using it; plug it in or close that "
        "program."
    )
    STREAM = N_("No pictures are coming from {text}; check the address and the network.")
    STALLED = N_("The camera {text} has sent no new picture for {count} s; check its cable.")
    STOPPED = N_("The camera {text} stopped sending pictures; check its cable.")
    HANGS = N_("The driver of the camera {text} is stuck; unplug the camera and plug it in again.")
    LARGE = N_(
        "The camera {text} sends pictures that are too large; set it to at most {count} megapixels."
    )
    FAILED = N_("The camera {text} failed ({text_reason}); check its cable.")
    REFUSED = N_(
        "The camera {text} cannot be opened ({text_reason}); check its cable and restart the Pi."
    )
    BUSY = N_("Another program is using the camera {text}; close that program.")
    MISSING = N_(
        "There is no camera {text}; switch the Pi off and reseat the ribbon cable at both ends."
    )
    LIBRARY = N_(
        "The camera {text} cannot be used: picamera2 is missing; install python3-picamera2."
    )
    FORMAT = N_(
        "The camera {text} sends {text_format}, which cannot be read; if it is a USB camera, "
        "choose it as one."
    )
    FOLDER = N_("The folder {text} cannot be read ({text_reason}).")
    EMPTY = N_("There is no picture in {text}.")
    PICTURE = N_("The picture {text} cannot be read; leave it out.")
    VIDEO = N_("There is no video file {text}.")
    UNPLAYABLE = N_("{text} is not a video that can be played here; convert it to MP4.")
    ENDED = N_("The recording is over.")
    CLOSED = N_("The camera was closed; choose it again.")
    UNPLUGGED = N_("The camera is unplugged; plug it in again.")


class CameraError(CompanionError):
    """A camera cannot be opened, or a picture cannot be read.

    ``trouble`` and ``details`` are what pages say. The sentence may be the trouble itself; if the
    log has more to tell, such as what to do at a console, it is a sentence of its own.
    """

    def __init__(self, sentence: str, trouble: CameraTrouble | None = None, **details: str) -> None:
        said = sentence if isinstance(sentence, CameraTrouble) else None
        super().__init__(said.format(**details) if said else sentence)
        self.trouble = said or trouble
        self.details = {name: redact(detail) for name, detail in details.items()}


class NoSuchCamera(CameraError):
    """A name that can never be opened: it is misspelt, or its driver or file is missing.

    Trying again cannot help, unlike with a camera that was merely unplugged.
    """


class CameraEnd(CameraError):
    """A recorded camera has no further picture."""


class PictureError(CameraError):
    """One picture of a recorded camera is unreadable; the next call returns the next.

    ``name`` is the picture's name.
    """

    def __init__(self, name: str, sentence: str) -> None:
        super().__init__(sentence, CameraTrouble.PICTURE, text=name)
        self.name = name


RETRY_S: Final = 2.0
"""The pause before a camera that failed is opened again."""


class Camera(Protocol):
    """Something that delivers pictures, one after another."""

    def capture(self) -> Frame:
        """Wait for the next picture and return it.

        Raises CameraEnd after the last picture of a recording, PictureError for one that is
        unreadable, CameraError when the camera fails. It never skips a recorded picture; a live
        camera returns the newest one and drops older ones.
        """

    def close(self) -> None:
        """Release the device. A closed camera cannot be opened again."""


@runtime_checkable
class Hanging(Protocol):
    """A camera whose driver may keep the device after it was closed."""

    @property
    def hangs(self) -> bool:
        """Whether it was closed, but its driver has not released it yet."""


@runtime_checkable
class Metering(Protocol):
    """A camera that holds its automatic controls once they have settled."""

    def meter(self) -> None:
        """Let the next capture adjust to the light again; returns at once, on any thread."""


class Lamps(Protocol):
    """Lamps that can be on, off or dimmed."""

    def show(self, levels: Mapping[Lamp, float]) -> None:
        """Set every lamp named (0 off … 1 full); lamps not named keep their level."""

    def close(self) -> None:
        """Switch all lamps off and release the pins."""


class Sounder(Protocol):
    """Something that can sound one tone at a time."""

    def sound(self, pitch_hz: float) -> None:
        """Sound this pitch until the next call; 0 is silence."""

    def set_volume(self, percent: int) -> None:
        """Set the volume of later tones; 100 percent is the device's full volume."""

    def close(self) -> None:
        """Fall silent and release the device."""


class Speaker(Protocol):
    """Something that says one sentence at a time; a new one replaces the old. It never waits."""

    def say(self, text: str, language: str) -> None:
        """Say this, in place of what is being said; ``language`` is ``en``, ``fr`` or ``de``."""

    def stop(self) -> None:
        """Fall silent, in the middle of a word."""

    def set_volume(self, percent: int) -> None:
        """Set the volume of later sentences, in percent."""

    def turn(self) -> None:
        """Do what is due, without waiting; called about ten times a second."""

    def close(self) -> None:
        """Fall silent and release the device."""


class Rhythm(StrEnum):
    """How a light under a place shines; like lamps, lights can be told apart by rhythm alone.

    All lights of one rhythm go on and off together; ``SLOW`` and ``FAST`` are the lamps' rhythms.
    ``WINK`` is dark with a short flash, ``DOUBLE`` with two, ``DIP`` bright with a short gap, each
    every two seconds.
    """

    OFF = "off"
    STEADY = "steady"
    SLOW = "slow"
    FAST = "fast"
    WINK = "wink"
    DIP = "dip"
    DOUBLE = "double"


@dataclass(frozen=True, slots=True)
class Light:
    """One light under a place: red, green and blue (0 to 255 each), and its rhythm."""

    colour: tuple[int, int, int]
    rhythm: Rhythm


DARK: Final = Light((0, 0, 0), Rhythm.OFF)


@dataclass(frozen=True, slots=True)
class SwitchStates:
    """The switches in the holes, by place: whether a pawn closes them, and since when.

    ``at_s`` is when the state was received, on the program's clock. A missing place has no switch,
    or its state is unknown: with the controller unplugged, all are.
    """

    at_s: float
    closed: Mapping[str, tuple[bool, float]]


class BoardLink(Protocol):
    """A board with lights under its places and switches in its holes."""

    @property
    def connected(self) -> bool:
        """Whether it has answered and is being heard."""

    def light(self, lights: Mapping[str, Light]) -> None:
        """Light exactly these places, from now on, whatever happens to the cable."""

    def turn(self) -> Sequence[SwitchStates]:
        """Do what is due, without waiting, and return the switch states received since."""

    def close(self) -> None:
        """Darken the board and release it."""


class Clock(Protocol):
    """Time as an input, for code that must not read a clock."""

    def now_s(self) -> float:
        """Return seconds since an arbitrary moment; it never goes back."""
