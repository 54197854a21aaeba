"""Turns cues into patterns of lamps and melodies, which the loop steps by its time."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from hardware.ports import Lamp, Lamps, Light, Sounder
from hardware.signals import OFF, STEADY, Signals, turn_lamp
from tablet_companion.app.wired.striplights import PERIOD_S, give_patterns
from tablet_companion.games.core import Seat
from tablet_companion.referee.model.effects import Signal
from tablet_companion.session.cues import CUES


class Signalling:
    """Lamps and a sounder that follow the referee's cues."""

    def __init__(
        self, lamps: Lamps, sounder: Sounder, seats: Sequence[Seat], places: Collection[str] = ()
    ) -> None:
        """Drive these devices; every seat has a turn lamp, wired or not.

        ``places`` of the board have LEDs of a strip beside them.
        """
        self._places = tuple(places)
        self._lamps = lamps
        self._sounder = sounder
        self._seats = tuple(seats)
        self._signals = Signals()
        self._levels: dict[Lamp, float] = {}
        self._pitch_hz: float | None = 0.0

    def hear(self, signal: Signal, now_s: float) -> None:
        """Begin the patterns and the melody of a cue."""
        cue = CUES[signal.cue]
        patterns = dict(cue.lamps)
        if cue.sets_turn:
            for seat in self._seats:
                patterns[turn_lamp(seat)] = STEADY if seat in signal.seats else OFF
        self._signals = self._signals.show(patterns, now_s)
        if cue.sound is not None:
            self._signals = self._signals.play(cue.sound.melody, now_s)

    def shine(self, lights: Mapping[str, Light], now_s: float) -> None:
        """Light the LEDs beside exactly these places."""
        patterns = give_patterns(lights, self._places)
        self._signals = self._signals.show(patterns, now_s - now_s % PERIOD_S)

    def resend(self) -> None:
        """Send everything to the devices at the next step, as something else used them."""
        self._levels, self._pitch_hz = {}, None

    def step(self, now_s: float) -> None:
        """Send the present levels and pitch to the devices, if they changed."""
        levels = self._signals.levels(now_s)
        changed = {lamp: level for lamp, level in levels.items() if self._levels.get(lamp) != level}
        if changed:
            self._lamps.show(changed)
            self._levels |= changed
        pitch_hz = self._signals.pitch_hz(now_s)
        if pitch_hz != self._pitch_hz:
            self._sounder.sound(pitch_hz)
            self._pitch_hz = pitch_hz
