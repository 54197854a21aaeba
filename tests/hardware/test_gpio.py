"""Lamps, buzzer and buttons do at the pins what they are told; pins are simulated, not drivers."""

from __future__ import annotations

import itertools
import math
import os
import subprocess
import sys
import threading
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st

from hardware.clock import ManualClock
from hardware.gpio import GpioButtons, GpioError, GpioLamps, GpioSounder
from hardware.ports import Lamp
from hardware.signals import ACCEPTED, FAST_BLINK, OBJECTION, Signals

PINS = {ACCEPTED: 5, OBJECTION: 6}


@pytest.fixture
def factory() -> Any:
    """Return simulated pins that can be dimmed."""
    return MockFactory(pin_class=MockPWMPin)


def test_lamps_follow_a_pattern_stepped_by_the_clock(factory: Any) -> None:
    """A second of fast blinking, stepped 20 ms at a time, is five changes of the pin's level."""
    lamps = GpioLamps(PINS, factory)
    factory.pin(5).clear_states()
    signals = Signals().show({ACCEPTED: FAST_BLINK, Lamp("turn.red"): FAST_BLINK}, 0)
    for step in range(50):
        lamps.show(signals.levels(step * 0.02))
    assert [state.state for state in factory.pin(5).states] == [0, 1, 0, 1, 0, 1]
    assert [state.state for state in factory.pin(6).states] == [0]
    lamps.close()


def test_lamps_dim_and_keep_what_is_not_named(factory: Any) -> None:
    """A level is a duty cycle; closing makes all dark and frees the pins."""
    lamps = GpioLamps(PINS, factory)
    lamps.show({ACCEPTED: 0.25, OBJECTION: 1})
    lamps.show({OBJECTION: 0.5})
    assert (factory.pin(5).state, factory.pin(6).state) == (0.25, 0.5)
    lamps.close()
    assert (factory.pin(5).state, factory.pin(6).state) == (0, 0)
    GpioLamps(PINS, factory).close()


def test_buzzer_sounds_until_told_otherwise(factory: Any) -> None:
    """A pitch is the pin's frequency at half duty; 0 and closing are silence."""
    sounder = GpioSounder(13, factory)
    pin = factory.pin(13)
    sounder.sound(880)
    assert (pin.frequency, pin.state) == (pytest.approx(880), 0.5)
    sounder.sound(0)
    assert pin.frequency is None
    sounder.sound(440)
    sounder.close()
    assert (pin.frequency, pin.state) == (None, 0)
    GpioSounder(13, factory).close()


class FrequencyLog(MockPWMPin):  # type: ignore[misc]  # gpiozero is not annotated
    """A pin that keeps every frequency it was set to."""

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        self.__dict__.setdefault("log", []).append(value)


def test_a_tone_that_goes_on_is_not_begun_again() -> None:
    """Setting a pin's frequency again would be heard; the loop tells the pitch at every step."""
    factory = MockFactory(pin_class=FrequencyLog)
    sounder = GpioSounder(13, factory)
    del factory.pin(13).log[:]
    for pitch_hz in (440, 440, 440, 0, 0, 440):
        sounder.sound(pitch_hz)
    assert [value and round(value) for value in factory.pin(13).log] == [440, None, 440]
    sounder.close()


@given(st.floats(0, 14).map(lambda octave: 2.0**octave))
def test_any_pitch_is_moved_by_octaves_into_range(pitch_hz: float) -> None:
    """No tone is refused by the buzzer, and none changes its name."""
    factory = MockFactory(pin_class=MockPWMPin)
    sounder = GpioSounder(13, factory)
    sounder.sound(pitch_hz)
    played_hz = factory.pin(13).frequency
    octaves = round(math.log2(played_hz / pitch_hz))
    assert 55 <= played_hz <= 3520
    assert played_hz == pytest.approx(pitch_hz * 2.0**octaves)
    assert octaves == 0 or not 55 <= pitch_hz <= 3520
    sounder.close()


def test_a_press_that_bounces_is_one_press(factory: Any) -> None:
    """Each button says its own name, once a press, at the moment it goes down."""
    clock, pressed = ManualClock(), list[str]()
    buttons = GpioButtons({"confirm": 23, "take_back": 24}, pressed.append, clock, factory)
    for number, name in ((23, "confirm"), (24, "take_back"), (23, "confirm")):
        pin = factory.pin(number)
        clock.advance(1)
        pin.drive_low()
        assert pressed[-1] == name
        for _ in range(4):
            clock.advance(0.002)
            pin.drive_high()
            pin.drive_low()
        clock.advance(0.5)
        pin.drive_high()
        pin.drive_low()
        pin.drive_high()
    assert pressed == ["confirm", "take_back", "confirm"]
    buttons.close()
    clock.advance(1)
    factory.pin(23).drive_low()
    assert len(pressed) == 3


def test_no_thread_waits_for_a_button(factory: Any) -> None:
    """The pins report changes by themselves: nothing wakes in between, or delays closing."""
    before = threading.active_count()
    buttons = GpioButtons({"confirm": 23, "take_back": 24}, print, ManualClock(), factory)
    assert threading.active_count() == before
    buttons.close()


bounces = st.lists(st.floats(0, 0.009), max_size=6).map(lambda gaps: gaps[: len(gaps) // 2 * 2])


@given(st.lists(st.tuples(st.floats(0.001, 3), bounces, st.floats(0.06, 3), bounces), max_size=6))
def test_debouncing(presses: list[tuple[float, list[float], float, list[float]]]) -> None:
    """However the contact bounces at closing and at opening, every press counts exactly once."""
    clock, pressed = ManualClock(), list[str]()
    factory = MockFactory(pin_class=MockPWMPin)
    buttons = GpioButtons({"confirm": 23}, pressed.append, clock, factory)
    moves = itertools.cycle([factory.pin(23).drive_low, factory.pin(23).drive_high])
    for held_s, at_closing, open_s, at_opening in presses:
        for wait_s in (open_s, *at_closing, held_s, *at_opening):
            clock.advance(wait_s)
            next(moves)()
    buttons.close()
    assert len(pressed) == len(presses)


@pytest.mark.parametrize(
    ("pins", "sentence"),
    [
        ({"a": 5, "b": 99}, "There is no GPIO 99 on this board (for the lamp b)"),
        ({"a": 5, "b": -1}, "There is no GPIO -1 on this board (for the lamp b)"),
        ({"a": 5, "b": 13}, "GPIO 13 is in use already (wanted for the lamp b)"),
        ({"a": 5, "b": 5}, "GPIO 5 is in use already (wanted for the lamp b)"),
    ],
)
def test_a_failed_construction_takes_no_pin(
    factory: Any, pins: dict[str, int], sentence: str
) -> None:
    """The sentence names pin and purpose, and the pins before it are free again at once."""
    sounder = GpioSounder(13, factory)
    with pytest.raises(GpioError) as caught:
        GpioLamps({Lamp(name): pin for name, pin in pins.items()}, factory)
    assert str(caught.value).startswith(sentence)
    GpioLamps({Lamp("a"): 5}, factory).close()
    sounder.close()


@pytest.mark.parametrize("kind", ["lamp", "buzzer"])
def test_a_pin_that_cannot_be_dimmed(kind: str) -> None:
    """A pin library without PWM is named, and the pin is free although the error is still held."""
    factory = MockFactory(pin_class=MockPin)
    with pytest.raises(GpioError, match=r"GPIO 5 cannot be used for the .*: PinPWMUnsupported"):
        GpioLamps({Lamp("a"): 5}, factory) if kind == "lamp" else GpioSounder(5, factory)
    GpioButtons({"x": 5}, print, ManualClock(), factory).close()


OPEN_PINS = """
import sys
sys.modules.update(dict.fromkeys(["lgpio", "RPi", "pigpio", "gpiozero.pins.native"]))
from hardware.gpio import GpioError, GpioLamps, open_pins
try:
    GpioLamps({"accepted": 5}, open_pins()).close()
    print("fine")
except GpioError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("environment", "said"),
    [
        ({"GPIOZERO_PIN_FACTORY": "mock", "GPIOZERO_MOCK_PIN_CLASS": "mockpwmpin"}, "fine"),
        ({"GPIOZERO_PIN_FACTORY": "nonsense"}, "Unable to find pin factory 'nonsense'"),
        ({"GPIOZERO_PIN_FACTORY": "lgpio"}, "The GPIO pins cannot be used (import of lgpio halted"),
        ({}, "(lgpio: import of lgpio halted; None in sys.modules; rpigpio: "),
    ],
)
def test_the_pin_library_is_the_environment_s_choice(
    environment: dict[str, str], said: str
) -> None:
    """A simulated one is opted into from outside; a missing one is a sentence, not a traceback.

    The libraries are hidden, so that this holds on a Pi as well.
    """
    inherited = {key: text for key, text in os.environ.items() if "GPIOZERO" not in key}
    command = [sys.executable, "-W", "error", "-c", OPEN_PINS]
    run = subprocess.run(
        command, check=True, capture_output=True, text=True, env=inherited | environment
    )
    assert said in run.stdout
    assert run.stdout.count("\n") == 1
