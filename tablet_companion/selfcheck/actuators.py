"""The lamps, the sounder and the lights of a table while they are tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hardware.ports import Lamp, Lamps, Light, Sounder
from tablet_companion.selfcheck.checks import Outputs


class Actuators:
    """Drives devices to given outputs; lamps and sounder get only changes."""

    def __init__(
        self,
        lamps: Lamps,
        sounder: Sounder,
        shine: Callable[[Mapping[str, Light]], None],
        wired: Iterable[Lamp],
    ) -> None:
        """Drive these devices; ``shine`` lights exactly the given places, ``wired`` lamps exist."""
        self._lamps = lamps
        self._sounder = sounder
        self._shine = shine
        self._dark = dict.fromkeys(wired, 0.0)
        self.forget()

    def forget(self) -> None:
        """Send everything to the devices at the next call, since something else used them."""
        self._levels: Mapping[Lamp, float] | None = None
        self._pitch_hz: float | None = None

    def drive(self, outputs: Outputs) -> None:
        """Output exactly these lights and sounds."""
        levels = {**self._dark, **outputs.lamps}
        if levels != self._levels:
            self._lamps.show(levels)
            self._levels = levels
        if outputs.pitch_hz != self._pitch_hz:
            self._sounder.sound(outputs.pitch_hz)
            self._pitch_hz = outputs.pitch_hz
        self._shine(outputs.lights)
