"""What the settings name is opened; what cannot be used is refused with a sentence."""

from __future__ import annotations

import os
from queue import SimpleQueue

import pytest

from hardware.clock import ManualClock
from hardware.link.adalight import StripError, framed
from hardware.signals import turn_lamp
from tablet_companion.app.devices import Devices
from tablet_companion.config import Settings, StripSettings


def _unwired() -> object:
    raise AssertionError("no pin was named")


def test_a_strip_that_is_named_lights_the_seat_on_turn() -> None:
    """Red's LEDs shine red over the line that the settings name, without any pins."""
    strip, ours = os.openpty()
    named = StripSettings(port=os.ttyname(ours), leds=4, turn={"red": (1, 2)})
    devices = Devices(Settings(sound=False, strip=named), _unwired, SimpleQueue(), ManualClock())
    devices.lamps.show({turn_lamp("red"): 1.0})
    wanted = framed([(0, 0, 0), (255, 0, 0), (255, 0, 0), (0, 0, 0)])
    heard = b""
    while wanted not in heard:
        heard += os.read(strip, 64)
        assert len(heard) < 500
    devices.close()
    os.close(ours)
    os.close(strip)


def test_leds_beyond_the_strip_are_refused() -> None:
    """A lamp on LEDs that the strip does not have is named."""
    named = StripSettings(port="/dev/null", leds=4, turn={"red": (1, 9)})
    with pytest.raises(StripError, match=r"turn\.red"):
        Devices(Settings(sound=False, strip=named), _unwired, SimpleQueue(), ManualClock())
