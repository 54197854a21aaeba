"""LEDs of a strip beside places of the board, which follow the lights under the places. Pure.

A lamp on a strip has one colour, so each place has three lamps: red, green and blue.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final

from hardware.board import Board
from hardware.link.adalight import Rgb, Segment
from hardware.ports import DARK, Lamp, Light, Rhythm
from hardware.signals import FAST_BLINK, OFF, SLOW_BLINK, Pattern
from tablet_companion.config import ConfigError, StripSettings

_CHANNELS: Final[Mapping[str, Rgb]] = {
    "red": (255, 0, 0),
    "green": (0, 255, 0),
    "blue": (0, 0, 255),
}
_SPANS: Final[Mapping[Rhythm, tuple[tuple[float, float], ...]]] = {
    Rhythm.OFF: (),
    Rhythm.STEADY: ((1.0, math.inf),),
    Rhythm.SLOW: SLOW_BLINK.spans,
    Rhythm.FAST: FAST_BLINK.spans,
    Rhythm.WINK: ((1.0, 0.2), (0.0, 1.8)),
    Rhythm.DIP: ((1.0, 1.8), (0.0, 0.2)),
    Rhythm.DOUBLE: ((1.0, 0.2), (0.0, 0.2), (1.0, 0.2), (0.0, 1.4)),
}
"""The rhythms of the board controller."""
PERIOD_S: Final = 2.0
"""A common period of all rhythms; started at a multiple of it, they stay in phase."""


def cut_segments(settings: StripSettings, board: Board) -> dict[Lamp, Segment]:
    """Return the LEDs of every place's lamps. Raises ConfigError for an unknown place."""
    for name in settings.places:
        if name not in board.by_name:
            raise ConfigError(
                f"strip.places: the board {board.name!r} has no place {name!r}; its board file "
                "names them."
            )
    return {
        _lamp(place, channel): Segment(*leds, colour)
        for place, leds in settings.places.items()
        for channel, colour in _CHANNELS.items()
    }


def give_patterns(lights: Mapping[str, Light], places: Collection[str]) -> dict[Lamp, Pattern]:
    """Return the patterns of all lamps of these places: those without a light are dark."""
    return {
        _lamp(place, channel): _pattern(lights.get(place, DARK), number)
        for place in places
        for number, channel in enumerate(_CHANNELS)
    }


def _pattern(light: Light, channel: int) -> Pattern:
    level, spans = light.colour[channel] / 255, _SPANS[light.rhythm]
    if not level or not spans:
        return OFF
    scaled = Pattern(tuple((level * one, length_s) for one, length_s in spans))
    return replace(scaled, repeats=math.isfinite(scaled.length_s))


def _lamp(place: str, channel: str) -> Lamp:
    return Lamp(f"place.{place}.{channel}")
