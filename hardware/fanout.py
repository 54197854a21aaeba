"""One lamp or sound on several devices at once, such as a buzzer and a loudspeaker."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack

from hardware.ports import Lamp, Lamps, Sounder


class AllLamps:
    """Passes levels on to every device given; none at all is allowed."""

    def __init__(self, *devices: Lamps) -> None:
        """Own the devices: closing this closes them."""
        self._devices = devices

    def show(self, levels: Mapping[Lamp, float]) -> None:
        """Show the levels on every device."""
        for device in self._devices:
            device.show(levels)

    def close(self) -> None:
        """Close every device, even when one of them fails to."""
        _close(self._devices)


class AllSounders:
    """Passes the pitch on to every device given; none at all is allowed."""

    def __init__(self, *devices: Sounder) -> None:
        """Own the devices: closing this closes them."""
        self._devices = devices

    def sound(self, pitch_hz: float) -> None:
        """Sound the pitch on every device."""
        for device in self._devices:
            device.sound(pitch_hz)

    def set_volume(self, percent: int) -> None:
        """Set the volume of every device, in percent."""
        for device in self._devices:
            device.set_volume(percent)

    def close(self) -> None:
        """Close every device, even when one of them fails to."""
        _close(self._devices)


def _close(devices: tuple[Lamps | Sounder, ...]) -> None:
    with ExitStack() as stack:
        for device in devices:
            stack.callback(device.close)
