"""Signals are told by the clock, told apart by their rhythm, and drive several devices alike."""

from __future__ import annotations

import itertools
from collections.abc import Mapping

import pytest
from hypothesis import strategies as st

from hardware.fanout import AllLamps, AllSounders
from hardware.ports import Lamp
from hardware.signals import (
    ACCEPTED,
    ACCEPTED_SOUND,
    FAST_BLINK,
    OBJECTION_SOUND,
    OFF,
    QUESTION_SOUND,
    SLOW_BLINK,
    STEADY,
    YOUR_TURN_SOUND,
    Pattern,
    Signals,
    pulses,
    turn_lamp,
)

MELODIES = [ACCEPTED_SOUND, OBJECTION_SOUND, QUESTION_SOUND, YOUR_TURN_SOUND]
patterns = st.sampled_from([OFF, STEADY, SLOW_BLINK, FAST_BLINK, pulses(1), pulses(3)])


@pytest.mark.parametrize(
    ("pattern", "levels"),
    [
        (OFF, "0000000000"),
        (STEADY, "1111111111"),
        (SLOW_BLINK, "1111100000111110000011111"),
        (FAST_BLINK, "101010101010"),
        (pulses(2), "1100110000000"),
    ],
)
def test_patterns(pattern: Pattern, levels: str) -> None:
    """Levels in the middle of every fifth of a second (of every eighth for pulses)."""
    step_s = 0.125 if pattern == pulses(2) else 0.2
    seen = (pattern.value((number + 0.5) * step_s) for number in range(len(levels)))
    assert "".join(str(int(level)) for level in seen) == levels


def test_never_more_than_three_flashes_a_second() -> None:
    """WCAG 2.3.1: no pattern flashes more than three times in any second."""
    for pattern in (SLOW_BLINK, FAST_BLINK, pulses(9)):
        levels = [pattern.value(number / 100) for number in range(1000)]
        rises = [number for number in range(1, 1000) if levels[number] > levels[number - 1]]
        assert rises
        assert all(sum(first <= rise < first + 100 for rise in rises) <= 3 for first in rises)


def rhythm(melody: Pattern) -> tuple[tuple[bool, bool], ...]:
    """Return what is left of a melody without its pitches: sound or rest, short or long."""
    return tuple((pitch_hz > 0, length_s > 0.2) for pitch_hz, length_s in melody.spans)


def test_melodies_differ_by_rhythm_alone() -> None:
    """Who hears no pitches can still tell every two sounds apart."""
    for one, other in itertools.combinations(MELODIES, 2):
        assert rhythm(one) != rhythm(other)


def test_melodies_fit_their_purpose() -> None:
    """None lasts a second; accepted is the shortest; the objection falls, the question rises."""
    assert max(melody.length_s for melody in MELODIES) < 1
    assert min(MELODIES, key=lambda melody: melody.length_s) == ACCEPTED_SOUND
    for melody, falls in ((OBJECTION_SOUND, True), (QUESTION_SOUND, False)):
        pitches = [pitch_hz for pitch_hz, _ in melody.spans if pitch_hz]
        assert pitches == sorted(pitches, reverse=falls)


def test_a_melody_ends() -> None:
    """Its tones come in order, a rest is silent, and afterwards nothing sounds."""
    melody = Pattern(((500, 0.25), (0, 0.25), (700, 0.5)))
    pitches = [melody.value(at_s) for at_s in (0, 0.24, 0.25, 0.5, 0.99, 1.0, 50)]
    assert pitches == [500, 500, 0, 700, 700, 0, 0]


def test_lamps_keep_their_rhythm_and_pulses_begin_anew() -> None:
    """Showing a blinking lamp again does not disturb it; a second acceptance flashes again."""
    red = turn_lamp("red")
    signals = Signals().show({red: SLOW_BLINK, ACCEPTED: pulses(1)}, 10)
    assert signals.levels(10.2) == {red: 1, ACCEPTED: 1}
    assert signals.levels(11.2) == {red: 0, ACCEPTED: 0}
    again = signals.show({red: SLOW_BLINK, ACCEPTED: pulses(1)}, 11.2)
    assert again.levels(11.3) == {red: 0, ACCEPTED: 1}
    assert again.show({red: OFF}, 12.1).levels(12.2) == {red: 0, ACCEPTED: 0}


def test_a_new_melody_breaks_the_old_one_off() -> None:
    """The newest thing to say is said at once, from its beginning."""
    signals = Signals().play(OBJECTION_SOUND, 5)
    assert signals.pitch_hz(5.1) == OBJECTION_SOUND.spans[0][0]
    signals = signals.play(QUESTION_SOUND, 5.1)
    assert signals.pitch_hz(5.15) == QUESTION_SOUND.spans[0][0]
    assert signals.pitch_hz(5.1 + QUESTION_SOUND.length_s + 0.01) == 0
    assert Signals().pitch_hz(0) == 0


class Recorder:
    """A device that writes down what it is told; ``fails`` makes its closing fail."""

    def __init__(self, *, fails: bool = False) -> None:
        self.told: list[object] = []
        self.fails = fails

    def show(self, levels: Mapping[Lamp, float]) -> None:
        """Write the levels down."""
        self.told.append(dict(levels))

    def sound(self, pitch_hz: float) -> None:
        """Write the pitch down."""
        self.told.append(pitch_hz)

    def set_volume(self, percent: int) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Write that down, and fail if so made."""
        self.told.append("closed")
        if self.fails:
            raise OSError("stuck")


def test_fan_out() -> None:
    """Every device is told the same, and every one is closed though one of them fails."""
    devices = Recorder(), Recorder(fails=True), Recorder()
    lamps, sounders = AllLamps(*devices), AllSounders(*devices)
    lamps.show({ACCEPTED: 1})
    sounders.sound(440)
    with pytest.raises(OSError, match="stuck"):
        lamps.close()
    assert all(device.told == [{ACCEPTED: 1}, 440, "closed"] for device in devices)
