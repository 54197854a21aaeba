"""Every melody in turn, on all that sounds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hardware.ports import Sounder
from hardware.signals import (
    ACCEPTED_SOUND,
    OBJECTION_SOUND,
    QUESTION_SOUND,
    YOUR_TURN_SOUND,
    Melody,
)
from tablet_companion.selftest.bench import Bench
from tablet_companion.selftest.course import Outcome, Part, Verdict

MELODIES: Final = (
    ("accepted", ACCEPTED_SOUND, "one short tone"),
    ("objection", OBJECTION_SOUND, "two long tones, falling"),
    ("question", QUESTION_SOUND, "three tones, rising"),
    ("your turn", YOUR_TURN_SOUND, "two knocks with a pause"),
)
_REST_S: Final = 0.3
"""A pause behind each melody, so that two are told apart."""


class TonePart:
    """One melody sounds."""

    def __init__(self, name: str, melody: Melody, ask: str, sounder: Sounder) -> None:
        """Try this melody; ``ask`` says what it sounds like."""
        self.name = f"tone {name}"
        self.ask = ask
        self._melody = melody
        self._sounder = sounder
        self._began_s = 0.0

    def begin(self, now_s: float) -> None:
        """Begin to sound."""
        self._began_s = now_s

    def step(self, now_s: float) -> Outcome | None:
        """Bring the sounder to where the melody is."""
        since_s = now_s - self._began_s
        self._sounder.sound(self._melody.pitch_hz(since_s))
        over = since_s >= self._melody.length_s + _REST_S
        return Outcome(Verdict.SHOWN, self.ask) if over else None

    def end(self) -> None:
        """Fall silent."""
        self._sounder.sound(0.0)


def parts(bench: Bench) -> Iterator[Part]:
    """Yield a part for every melody, where anything sounds at this table."""
    if bench.settings.sound or bench.settings.gpio.buzzer is not None:
        for name, melody, ask in MELODIES:
            yield TonePart(name, melody, ask, bench.sounder)
