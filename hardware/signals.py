"""Lamps and sounds as values: levels and pitch at a given time. No device, clock or threads.

The loop passes the time, asks for levels and pitch, and hands them to the drivers. Patterns differ
by rhythm alone (steady, slow, fast or counted), so that nobody needs to see colours; melodies
differ by rhythm as well as by pitch, so that nobody needs an ear for music.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from hardware.ports import Lamp, Tone

ACCEPTED: Final = Lamp("accepted")
OBJECTION: Final = Lamp("objection")


def turn_lamp(seat: str) -> Lamp:
    """Return the lamp that shows a seat that it is its turn."""
    return Lamp(f"turn.{seat}")


@dataclass(frozen=True, slots=True)
class Pattern:
    """How a lamp shines: spans of (level 0 … 1, length in seconds).

    The spans run once, after which the lamp is dark, or repeat.
    """

    spans: tuple[tuple[float, float], ...]
    repeats: bool

    def level(self, elapsed_s: float) -> float:
        """Return the level this long after the pattern began."""
        span = self._span(elapsed_s)
        return span[0] if span else 0.0

    def change_s(self, elapsed_s: float) -> float:
        """Return how long until the present span ends; infinity if nothing will change."""
        span = self._span(elapsed_s)
        return span[1] if span else math.inf

    def _span(self, elapsed_s: float) -> tuple[float, float] | None:
        """Return the level of the present span and the seconds left of it."""
        if self.repeats:
            elapsed_s %= math.fsum(length_s for _, length_s in self.spans)
        return _at(self.spans, elapsed_s)


def _at(spans: tuple[tuple[float, float], ...], elapsed_s: float) -> tuple[float, float] | None:
    """Return the value at a moment and the seconds left of its span; None after the last."""
    for value, length_s in spans:
        if elapsed_s < length_s:
            return value, length_s - elapsed_s
        elapsed_s -= length_s
    return None


OFF: Final = Pattern((), repeats=False)
STEADY: Final = Pattern(((1.0, math.inf),), repeats=False)
SLOW_BLINK: Final = Pattern(((1.0, 1.0), (0.0, 1.0)), repeats=True)
# Five changes a second: a quarter of the slow period cannot be mistaken for it, and 2.5 flashes a
# second stay under the three that WCAG 2.3.1 holds safe for people with photosensitive epilepsy.
FAST_BLINK: Final = Pattern(((1.0, 0.2), (0.0, 0.2)), repeats=True)


def pulses(count: int) -> Pattern:
    """Return a pattern that flashes this many times, countably, and then stays dark."""
    return Pattern((((1.0, 0.25), (0.0, 0.25)) * count)[:-1], repeats=False)


@dataclass(frozen=True, slots=True)
class Melody:
    """Tones one after another, once; a pitch of 0 is a rest."""

    tones: tuple[Tone, ...]

    @property
    def length_s(self) -> float:
        """The length in seconds."""
        return math.fsum(tone.length_s for tone in self.tones)

    def pitch_hz(self, elapsed_s: float) -> float:
        """Return the pitch this long after the melody began; 0 is silence."""
        span = self._span(elapsed_s)
        return span[0] if span else 0.0

    def change_s(self, elapsed_s: float) -> float:
        """Return how long until the present tone ends; infinity after the last."""
        span = self._span(elapsed_s)
        return span[1] if span else math.inf

    def _span(self, elapsed_s: float) -> tuple[float, float] | None:
        return _at(tuple((tone.pitch_hz, tone.length_s) for tone in self.tones), elapsed_s)


SILENCE: Final = Melody(())

# Equal temperament, A4 = 440 Hz.
_C5, _E5, _G5, _A5, _C6 = 523.25, 659.26, 783.99, 880.00, 1046.50

ACCEPTED_SOUND: Final = Melody((Tone(_C6, 0.09),))
"""One short soft tone: heard, and forgotten at once."""
OBJECTION_SOUND: Final = Melody((Tone(_G5, 0.28), Tone(0, 0.04), Tone(_E5, 0.42)))
"""Two long tones, falling by a minor third, as when calling a child in: friendly, no alarm."""
QUESTION_SOUND: Final = Melody(
    (Tone(_E5, 0.1), Tone(0, 0.03), Tone(_G5, 0.1), Tone(0, 0.03), Tone(_C6, 0.3))
)
"""Short, short, long and rising, like a spoken question."""
YOUR_TURN_SOUND: Final = Melody((Tone(_A5, 0.12), Tone(0, 0.24), Tone(_A5, 0.12)))
"""Two knocks with a pause."""


@dataclass(frozen=True, slots=True)
class Signals:
    """The patterns of lamps and the melody, each with its start.

    A value: every change returns a new one. Times are seconds on the loop's clock.
    """

    lamps: tuple[tuple[Lamp, Pattern, float], ...] = ()
    melody: Melody = SILENCE
    melody_began_s: float = 0.0

    def show(self, patterns: Mapping[Lamp, Pattern], now_s: float) -> Signals:
        """Give the named lamps their patterns; other lamps keep theirs.

        A repeating pattern that is shown again keeps its phase; one that ends starts over.
        """
        running = {lamp: (pattern, began_s) for lamp, pattern, began_s in self.lamps}
        for lamp, pattern in patterns.items():
            if not pattern.repeats or running.get(lamp, (None,))[0] != pattern:
                running[lamp] = (pattern, now_s)
        lamps = ((lamp, pattern, began_s) for lamp, (pattern, began_s) in running.items())
        return replace(self, lamps=tuple(sorted(lamps, key=lambda entry: entry[0])))

    def play(self, melody: Melody, now_s: float) -> Signals:
        """Begin a melody; one that still sounds is broken off."""
        return replace(self, melody=melody, melody_began_s=now_s)

    def levels(self, now_s: float) -> dict[Lamp, float]:
        """Return the level of every lamp that was ever shown a pattern."""
        return {lamp: pattern.level(now_s - began_s) for lamp, pattern, began_s in self.lamps}

    def pitch_hz(self, now_s: float) -> float:
        """Return the pitch that sounds; 0 is silence."""
        return self.melody.pitch_hz(now_s - self.melody_began_s)

    def change_s(self, now_s: float) -> float:
        """Return in how many seconds a level or the pitch changes next; infinity for never."""
        changes = [pattern.change_s(now_s - began_s) for _, pattern, began_s in self.lamps]
        return min([*changes, self.melody.change_s(now_s - self.melody_began_s)])
