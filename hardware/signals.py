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

from hardware.ports import Lamp

ACCEPTED: Final = Lamp("accepted")
OBJECTION: Final = Lamp("objection")


def turn_lamp(seat: str) -> Lamp:
    """Return the lamp that shows a seat that it is its turn."""
    return Lamp(f"turn.{seat}")


@dataclass(frozen=True, slots=True)
class Pattern:
    """Values one after another: spans of (value, length in seconds).

    A lamp's values are levels (0 … 1), a melody's are pitches in hertz (0 is a rest). The spans run
    once, after which the value is 0, or repeat.
    """

    spans: tuple[tuple[float, float], ...] = ()
    repeats: bool = False

    @property
    def length_s(self) -> float:
        """The length of all spans in seconds."""
        return math.fsum(length_s for _, length_s in self.spans)

    def value(self, elapsed_s: float) -> float:
        """Return the value this long after the pattern began."""
        if self.repeats:
            elapsed_s %= self.length_s
        for value, length_s in self.spans:
            if elapsed_s < length_s:
                return value
            elapsed_s -= length_s
        return 0.0


OFF: Final = Pattern()
STEADY: Final = Pattern(((1.0, math.inf),))
SLOW_BLINK: Final = Pattern(((1.0, 1.0), (0.0, 1.0)), repeats=True)
# Five changes a second: a quarter of the slow period cannot be mistaken for it, and 2.5 flashes a
# second stay under the three that WCAG 2.3.1 holds safe for people with photosensitive epilepsy.
FAST_BLINK: Final = Pattern(((1.0, 0.2), (0.0, 0.2)), repeats=True)


def pulses(count: int) -> Pattern:
    """Return a pattern that flashes this many times, countably, and then stays dark."""
    return Pattern((((1.0, 0.25), (0.0, 0.25)) * count)[:-1])


# Equal temperament, A4 = 440 Hz.
_C5, _E5, _G5, _A5, _C6 = 523.25, 659.26, 783.99, 880.00, 1046.50

ACCEPTED_SOUND: Final = Pattern(((_C6, 0.09),))
"""One short soft tone: heard, and forgotten at once."""
OBJECTION_SOUND: Final = Pattern(((_G5, 0.28), (0, 0.04), (_E5, 0.42)))
"""Two long tones, falling by a minor third, as when calling a child in: friendly, no alarm."""
QUESTION_SOUND: Final = Pattern(((_E5, 0.1), (0, 0.03), (_G5, 0.1), (0, 0.03), (_C6, 0.3)))
"""Short, short, long and rising, like a spoken question."""
YOUR_TURN_SOUND: Final = Pattern(((_A5, 0.12), (0, 0.24), (_A5, 0.12)))
"""Two knocks with a pause."""


@dataclass(frozen=True, slots=True)
class Signals:
    """The patterns of lamps and the melody, each with its start.

    A value: every change returns a new one. Times are seconds on the loop's clock.
    """

    lamps: tuple[tuple[Lamp, Pattern, float], ...] = ()
    melody: Pattern = OFF
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

    def play(self, melody: Pattern, now_s: float) -> Signals:
        """Begin a melody; one that still sounds is broken off."""
        return replace(self, melody=melody, melody_began_s=now_s)

    def levels(self, now_s: float) -> dict[Lamp, float]:
        """Return the level of every lamp that was ever shown a pattern."""
        return {lamp: pattern.value(now_s - began_s) for lamp, pattern, began_s in self.lamps}

    def pitch_hz(self, now_s: float) -> float:
        """Return the pitch that sounds; 0 is silence."""
        return self.melody.value(now_s - self.melody_began_s)
