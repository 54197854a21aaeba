"""The wired and sounding devices in the settings; others are not touched."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from typing import Final

from hardware.fanout import AllLamps, AllSounders
from hardware.gpio import GpioButtons, GpioLamps, GpioSounder, Pins
from hardware.link.adalight import Rgb, Segment, StripLamps, open_port
from hardware.log import log
from hardware.ports import Clock, Lamp, Lamps, Sounder, Speaker
from hardware.signals import ACCEPTED, OBJECTION, turn_lamp
from hardware.sound import open_sounder
from hardware.voice import CommandSpeaker
from tablet_companion import games
from tablet_companion.app.inbox import Inbox, Pushed
from tablet_companion.config import Settings, VoiceSettings
from tablet_companion.config.reading import require_seats

_WHITE: Final = (160, 160, 160)
_COLOURS: Final[dict[Lamp, Rgb]] = {
    ACCEPTED: (0, 200, 60),
    OBJECTION: (255, 60, 0),
    turn_lamp("red"): (255, 0, 0),
    turn_lamp("blue"): (0, 60, 255),
    turn_lamp("green"): (0, 200, 0),
    turn_lamp("yellow"): (255, 170, 0),
}
"""Colours of lamps on a strip; the rhythm identifies the lamp, too."""


class Devices:
    """A table's wired, sounding and speaking devices; closing darkens, silences and frees all."""

    def __init__(
        self,
        settings: Settings,
        pins: Callable[[], Pins],
        inbox: Inbox,
        clock: Clock,
        beside: Mapping[Lamp, Segment] | None = None,
    ) -> None:
        """Open the configured devices; ``pins`` makes a factory, only if something is wired.

        ``beside`` are lamps of the strip for places of the board.

        Raises ConfigError for a lamp of a seat that no game has, GpioError for pins and StripError
        for LEDs that cannot be used; everything is closed again then.
        """
        require_seats(settings, games.seats)
        wired = pins() if settings.gpio.is_used else None
        with ExitStack() as stack:
            lamps = _open_lamps(settings, wired, beside or {})
            self.lamps: Lamps = AllLamps(*(stack.enter_context(closing(one)) for one in lamps))
            sounders = _open_sounders(settings, wired)
            self.sounder: Sounder = AllSounders(
                *(stack.enter_context(closing(one)) for one in sounders)
            )
            self.speaker = _open_speaker(settings.voice, clock)
            if self.speaker is not None:
                stack.callback(self.speaker.close)
            buttons = settings.gpio.buttons.wired()
            if buttons:

                def push(name: str) -> None:
                    inbox.put(Pushed(name, clock.now_s()))

                stack.callback(GpioButtons(buttons, push, clock, wired).close)
            self._stack = stack.pop_all()

    def close(self) -> None:
        """Close everything, even when one of them fails to."""
        self._stack.close()


def _open_lamps(settings: Settings, wired: Pins, beside: Mapping[Lamp, Segment]) -> Iterator[Lamps]:
    """Open wired lamps, then the strip: one is closed again if the next cannot be opened."""
    if pins := settings.gpio.lamps():
        yield GpioLamps(pins, wired)
    strip, port = settings.strip, settings.strip.port
    if port is not None:
        own = strip.lamps().items()
        segments = {lamp: Segment(*leds, _COLOURS.get(lamp, _WHITE)) for lamp, leds in own}
        connect = functools.partial(open_port, port, strip.baud)
        yield StripLamps(connect, {**segments, **beside}, strip.leds)


def _open_sounders(settings: Settings, wired: Pins) -> Iterator[Sounder]:
    if settings.gpio.buzzer is not None:
        yield GpioSounder(settings.gpio.buzzer, wired)
    if settings.sound and (loudspeaker := open_sounder()) is not None:
        yield loudspeaker


def _open_speaker(voice: VoiceSettings, clock: Clock) -> Speaker | None:
    """Return the voice if it is wanted; faults of its program are logged."""
    if not voice.on:
        return None
    return CommandSpeaker(voice.command, voice.volume, clock, log)
