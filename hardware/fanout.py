"""One lamp or sound on several devices at once, such as a buzzer and a loudspeaker."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from typing import Generic, TypeVar

from hardware.ports import Lamp, Lamps, Sounder

Device = TypeVar("Device", Lamps, Sounder)


class _All(Generic[Device]):
    """Several devices of one kind; none at all is allowed."""

    def __init__(self, *devices: Device) -> None:
        """Own the devices: closing this closes them."""
        self._devices: tuple[Device, ...] = devices

    def close(self) -> None:
        """Close every device, even when one of them fails to."""
        with ExitStack() as stack:
            for device in self._devices:
                stack.callback(device.close)


class AllLamps(_All[Lamps]):
    """Passes levels on to every device given."""

    def show(self, levels: Mapping[Lamp, float]) -> None:
        """Show the levels on every device."""
        for device in self._devices:
            device.show(levels)


class AllSounders(_All[Sounder]):
    """Passes the pitch on to every device given."""

    def sound(self, pitch_hz: float) -> None:
        """Sound the pitch on every device."""
        for device in self._devices:
            device.sound(pitch_hz)

    def set_volume(self, percent: int) -> None:
        """Set the volume of every device, in percent."""
        for device in self._devices:
            device.set_volume(percent)
