"""What the settings name is opened; what cannot be used is refused with a sentence."""

from __future__ import annotations

import os
from queue import SimpleQueue

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.clock import ManualClock
from hardware.fanout import AllLamps
from hardware.gpio import GpioSounder
from hardware.link.adalight import StripError, build_frame
from hardware.signals import turn_lamp
from tablet_companion.app.wired import devices
from tablet_companion.app.wired.devices import Devices
from tablet_companion.app.wired.signalling import Signalling
from tablet_companion.config import ConfigError, GpioSettings, Settings, StripSettings


def _unwired() -> object:
    raise AssertionError("no pin was named")


def test_a_strip_that_is_named_lights_the_seat_on_turn() -> None:
    """Red's LEDs shine red over the line that the settings name, without any pins."""
    strip, ours = os.openpty()
    named = StripSettings(port=os.ttyname(ours), leds=4, turn={"red": (1, 2)})
    opened = Devices(Settings(sound=False, strip=named), _unwired, SimpleQueue(), ManualClock())
    opened.lamps.show({turn_lamp("red"): 1.0})
    wanted = build_frame([(0, 0, 0), (255, 0, 0), (255, 0, 0), (0, 0, 0)])
    heard = b""
    while wanted not in heard:
        heard += os.read(strip, 64)
        assert len(heard) < 500
    opened.close()
    os.close(ours)
    os.close(strip)


def test_leds_beyond_the_strip_are_refused() -> None:
    """A lamp on LEDs that the strip does not have is named."""
    named = StripSettings(port="/dev/null", leds=4, turn={"red": (1, 9)})
    with pytest.raises(StripError, match=r"turn\.red"):
        Devices(Settings(sound=False, strip=named), _unwired, SimpleQueue(), ManualClock())


def test_what_cannot_be_opened_leaves_no_pin_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The buzzer's pin, which was taken before, is free though the error is still held."""

    def fail() -> None:
        raise OSError("the sound card is gone")

    monkeypatch.setattr(devices, "open_sounder", fail)
    pins = MockFactory(pin_class=MockPWMPin)
    wanted = Settings(gpio=GpioSettings(buzzer=13))
    with pytest.raises(OSError, match="sound card") as refused:
        Devices(wanted, lambda: pins, SimpleQueue(), ManualClock())
    assert refused.value.__traceback__ is not None
    GpioSounder(13, pins).close()


def test_a_table_that_cannot_be_heard_says_so(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Without a sound card the table plays in silence, and the log says why and what to do."""
    monkeypatch.setenv("SDL_AUDIODRIVER", "nonexistent")
    opened = Devices(Settings(), _unwired, SimpleQueue(), ManualClock())
    opened.sounder.sound(440)
    opened.close()
    assert "There is no sound (Audio target 'nonexistent' not" in capfd.readouterr().err


class Buzzer:
    """Notes what it sounds."""

    def __init__(self) -> None:
        self.heard = list[float]()

    def sound(self, pitch_hz: float) -> None:
        """Note it."""
        self.heard.append(pitch_hz)

    def set_volume(self, percent: int) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


def test_silence_is_sent_again_after_something_else_sounded() -> None:
    """A buzzer that a self-test left sounding falls silent with the game's next step."""
    buzzer = Buzzer()
    signalling = Signalling(AllLamps(), buzzer, ())
    signalling.resend()
    signalling.step(0.0)
    assert buzzer.heard == [0.0]


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        (Settings(gpio=GpioSettings(turn={"red": 4, "mauve": 5})), "gpio.turn.mauve"),
        (Settings(strip=StripSettings(turn={"mauve": (1, 2)})), "strip.turn.mauve"),
    ],
)
def test_a_lamp_that_would_never_be_lit_is_refused(settings: Settings, named: str) -> None:
    """No game has such a seat, so somebody misspelt it; those that there are, are listed."""
    with pytest.raises(ConfigError) as refused:
        Devices(settings, _unwired, SimpleQueue(), ManualClock())
    assert str(refused.value).startswith(f"{named}: no game has a seat mauve; there are: black, ")
