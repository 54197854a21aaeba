"""Everything that is tried at a table: what is done, for how long, in which words. Pure.

One list for both faces, the console and the touchscreen. A device that is new gets a line here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

import msgspec

from hardware.blotting import blotted
from hardware.cameras import SIMULATED
from hardware.ports import Lamp, Light, Rhythm
from hardware.signals import pulses
from tablet_companion.config import Settings
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import Message
from tablet_companion.screen.toolkit.orders import Section
from tablet_companion.session.cues import LAMP_TITLES, SOUNDS, Sound

LAMP_S: Final = 2.0
"""Each lamp has this long to itself: three flashes (1.25 s), and a pause before the next."""
TONE_S: Final = 1.6
"""Each melody has this long; the longest takes 0.74 s."""
LIGHT_S: Final = 0.25
"""Each light under the board shines alone this long, as many boards have a hundred of them."""
ALL_S: Final = 2.0
"""All lights shine together this long at the end."""
PRESS_S: Final = 15.0
"""How long somebody at the console has to press a button."""

_FLASHES: Final = 3
_PATTERN: Final = pulses(_FLASHES)
TRIED: Final = Light((60, 60, 60), Rhythm.STEADY)
"""A light whose turn it is to be tried."""
HELD: Final = Light((0, 90, 60), Rhythm.STEADY)
"""The light of a hole whose switch is closed."""
UNTRIED: Final = Light((40, 85, 110), Rhythm.SLOW)
"""The light of a hole whose switch is still to be tried."""

ASKS: Final = {
    Section.LAMPS: N_("Each lamp flashes three times, one after the other."),
    Section.TONES: N_("Each sound is heard once."),
    Section.BUTTONS: N_("Press every button."),
    Section.BOARD: N_("A light goes round. Put a pawn into every hole and take it out."),
    Section.CAMERA: N_("What the camera sees, and the places found."),
    Section.TOUCH: N_("Touch the corners and the middle."),
}
"""What the page of each section says."""
_BUTTONS: Final = {"confirm": N_("Confirm"), "take_back": N_("Take back"), "referee": N_("Pause")}


@dataclass(frozen=True, slots=True)
class Equipment:
    """What a table has that can be tried; each may be empty.

    ``lights`` and ``switches`` are places; ``camera`` is a camera's name in the settings.
    """

    lamps: tuple[Lamp, ...] = ()
    sounds: bool = False
    buttons: tuple[str, ...] = ()
    lights: tuple[str, ...] = ()
    switches: tuple[str, ...] = ()
    camera: str = ""


def list_equipment(
    settings: Settings, places: tuple[tuple[str, ...], tuple[str, ...]]
) -> Equipment:
    """Return what the settings name; ``places`` are those with lights and those with switches.

    The simulated table's camera has no lens that could be tried.
    """
    pins: dict[str, Any] = msgspec.structs.asdict(settings.gpio.buttons)
    return Equipment(
        tuple(sorted({*settings.gpio.lamps(), *settings.strip.lamps()})),
        settings.sound or settings.gpio.buzzer is not None,
        tuple(button for button, pin in pins.items() if pin is not None),
        *places,
        camera="" if settings.camera == SIMULATED else settings.camera,
    )


@dataclass(frozen=True, slots=True)
class Outputs:
    """What shines and sounds at one moment; what is not named is dark, and 0 Hz is silence."""

    lamps: Mapping[Lamp, float] = field(default_factory=dict)
    pitch_hz: float = 0.0
    lights: Mapping[str, Light] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that is tried; ``name`` and ``ask`` are the console's, ``title`` is the page's."""

    name: str
    ask: str
    title: Message


@dataclass(frozen=True, slots=True)
class Demonstration(Check):
    """Something that people see or hear, for ``length_s``; ``outputs`` tells it by the seconds."""

    length_s: float
    outputs: Callable[[float], Outputs]
    under_board: bool = False


@dataclass(frozen=True, slots=True)
class ButtonCheck(Check):
    """A wired button that is to be pressed."""

    button: str


@dataclass(frozen=True, slots=True)
class SwitchCheck(Check):
    """The switches of these places, each of which is to close and to open again."""

    places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CameraCheck(Check):
    """A camera in whose picture the board is to be found."""

    camera: str


def list_checks(equipment: Equipment) -> Iterator[tuple[Section, Check]]:
    """Yield everything that is tried at a table, in order; what is not wired is left out."""
    for lamp in equipment.lamps:
        yield Section.LAMPS, _lamp_check(lamp)
    for sound in SOUNDS if equipment.sounds else ():
        yield Section.TONES, _sound_check(sound)
    for button in equipment.buttons:
        ask = f"press it within {PRESS_S:.0f} seconds"
        title = Message(_BUTTONS[button])
        yield Section.BUTTONS, ButtonCheck(f"button {button}", ask, title, button)
    if equipment.lights:
        yield Section.BOARD, _light_check(equipment.lights)
    if equipment.switches:
        ask = (
            "put a pawn or a magnet into every hole and take it out again; holes to be tried shine"
        )
        name = f"hole switches ({len(equipment.switches)})"
        yield Section.BOARD, SwitchCheck(name, ask, Message(""), equipment.switches)
    if equipment.camera:
        name = blotted(f"camera {equipment.camera}")
        ask = "the board lies in the picture, no hand over it"
        yield Section.CAMERA, CameraCheck(name, ask, Message(""), equipment.camera)


def _lamp_check(lamp: Lamp) -> Check:
    """Three flashes, one lamp at a time, so that crossed wires show."""
    kind, _, seat = lamp.partition(".")
    is_turn = kind == "turn"
    title = Message(N_("{seat}’s turn"), (("seat", seat),)) if is_turn else _title_of(lamp)
    ask = f"it flashes {_FLASHES} times, and no other lamp does"
    outputs = partial(_flash, lamp)
    return Demonstration(f"lamp {lamp}", ask, title, LAMP_S, outputs)


def _title_of(lamp: Lamp) -> Message:
    return Message(LAMP_TITLES.get(lamp, lamp))


def _flash(lamp: Lamp, since_s: float) -> Outputs:
    return Outputs(lamps={lamp: _PATTERN.level(since_s)})


def _sound_check(sound: Sound) -> Check:
    return Demonstration(
        f"tone {sound.name}",
        sound.title,
        Message(sound.title),
        TONE_S,
        lambda since_s: Outputs(pitch_hz=sound.melody.pitch_hz(since_s)),
    )


def _light_check(lights: tuple[str, ...]) -> Check:
    """Every light alone, in the order of the settings, then all of them."""

    def shine(since_s: float) -> Outputs:
        at = int(since_s / LIGHT_S)
        return Outputs(lights=dict.fromkeys(lights[at : at + 1] or lights, TRIED))

    ask = "a white light goes from place to place, leaving out none; then all shine"
    length_s = len(lights) * LIGHT_S + ALL_S
    name = f"board lights ({len(lights)})"
    return Demonstration(name, ask, Message(""), length_s, shine, under_board=True)
