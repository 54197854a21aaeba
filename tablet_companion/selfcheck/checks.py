"""Every check of a table's devices: what it does, for how long, in which words. Pure.

One list for the console and the touchscreen. A new device gets a line here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from hardware.cameras import SIMULATED
from hardware.ports import Lamp, Light, Rhythm
from hardware.redaction import redact
from hardware.signals import pulses
from tablet_companion.config import Settings
from tablet_companion.games.core import Message
from tablet_companion.games.text import N_
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
"""Seconds that somebody at the console has to press a button."""

_FLASHES: Final = 3
_PATTERN: Final = pulses(_FLASHES)
TRIED: Final = Light((60, 60, 60), Rhythm.STEADY)
"""The light under test."""
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
"""The text of each section's page."""
BUTTONS: Final = {"confirm": N_("Confirm"), "take_back": N_("Take back"), "referee": N_("Pause")}


@dataclass(frozen=True, slots=True)
class Equipment:
    """A table's devices that can be checked; each may be empty.

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
    """Return the configured devices; ``places`` are those with lights and those with switches.

    The simulated table's camera cannot be checked: it has no lens.
    """
    return Equipment(
        tuple(sorted({*settings.gpio.lamps(), *settings.strip.lamps()})),
        settings.sound or settings.gpio.buzzer is not None,
        tuple(settings.gpio.buttons.wired()),
        *places,
        camera="" if settings.camera == SIMULATED else settings.camera,
    )


@dataclass(frozen=True, slots=True)
class Outputs:
    """The lights and the sound at one moment; missing lights are dark, and 0 Hz is silence."""

    lamps: Mapping[Lamp, float] = field(default_factory=dict)
    pitch_hz: float = 0.0
    lights: Mapping[str, Light] = field(default_factory=dict)


_UNNAMED = Message("")


@dataclass(frozen=True, slots=True)
class Check:
    """One check; ``name`` and ``ask`` are the console's words, ``title`` is the page's.

    ``subject`` is its name in the settings. Lights and sounds last ``length_s``, and ``outputs``
    gives them by the seconds since the start; inputs have no outputs.
    """

    section: Section
    subject: str
    name: str
    ask: str
    title: Message = _UNNAMED
    length_s: float = 0.0
    outputs: Callable[[float], Outputs] | None = None


def list_checks(equipment: Equipment) -> tuple[Check, ...]:
    """Return every check of a table, in order; devices that are not wired are left out."""
    sounds = SOUNDS if equipment.sounds else ()
    return (
        *map(_lamp_check, equipment.lamps),
        *map(_sound_check, sounds),
        *map(_button_check, equipment.buttons),
        *_board_checks(equipment),
        *([_camera_check(equipment.camera)] if equipment.camera else []),
    )


def _lamp_check(lamp: Lamp) -> Check:
    """Three flashes, one lamp at a time, so that crossed wires show."""
    kind, _, seat = lamp.partition(".")
    turn = Message(N_("{seat}’s turn"), (("seat", seat),))
    title = turn if kind == "turn" else Message(LAMP_TITLES.get(lamp, lamp))
    ask = f"it flashes {_FLASHES} times, and no other lamp does"

    def flash(since_s: float) -> Outputs:
        return Outputs(lamps={lamp: _PATTERN.value(since_s)})

    return Check(Section.LAMPS, lamp, f"lamp {lamp}", ask, title, LAMP_S, flash)


def _sound_check(sound: Sound) -> Check:
    def play(since_s: float) -> Outputs:
        return Outputs(pitch_hz=sound.melody.value(since_s))

    name, title = f"tone {sound.name}", Message(sound.title)
    return Check(Section.TONES, sound.name, name, sound.title, title, TONE_S, play)


def _button_check(button: str) -> Check:
    ask = f"press it within {PRESS_S:.0f} seconds"
    return Check(Section.BUTTONS, button, f"button {button}", ask, Message(BUTTONS[button]))


def _board_checks(equipment: Equipment) -> Iterator[Check]:
    """Every light alone, in the order of the settings, then all of them; then the switches."""
    lights, switches = equipment.lights, equipment.switches

    def shine(since_s: float) -> Outputs:
        at = int(since_s / LIGHT_S)
        return Outputs(lights=dict.fromkeys(lights[at : at + 1] or lights, TRIED))

    if lights:
        ask = "a white light goes from place to place, leaving out none; then all shine"
        name, length_s = f"board lights ({len(lights)})", len(lights) * LIGHT_S + ALL_S
        yield Check(Section.BOARD, "lights", name, ask, length_s=length_s, outputs=shine)
    if switches:
        ask = (
            "put a pawn or a magnet into every hole and take it out again; holes to be tried shine"
        )
        yield Check(Section.BOARD, "switches", f"hole switches ({len(switches)})", ask)


def _camera_check(camera: str) -> Check:
    name = redact(f"camera {camera}")
    return Check(Section.CAMERA, camera, name, "the board lies in the picture, no hand over it")
