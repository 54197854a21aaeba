"""The lamps, the sounder and the lights of a table while they are tried."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from hardware.ports import Lamp, Lamps, Light, Sounder
from tablet_companion.selfcheck.checks import Outputs


class Actuators:
    """Brings devices to where they should be; lamps and sounder are told only what changes."""

    def __init__(
        self,
        lamps: Lamps,
        sounder: Sounder,
        shine: Callable[[Mapping[str, Light]], None],
        wired: Iterable[Lamp],
    ) -> None:
        """Drive these devices; ``shine`` lets exactly some places shine, ``wired`` lamps exist."""
        self._lamps = lamps
        self._sounder = sounder
        self._shine = shine
        self._dark = dict.fromkeys(wired, 0.0)
        self.forget()

    def forget(self) -> None:
        """Tell the devices everything next time: somebody else had them meanwhile."""
        self._levels: Mapping[Lamp, float] | None = None
        self._pitch_hz: float | None = None

    def drive(self, outputs: Outputs) -> None:
        """Let exactly this shine and sound."""
        levels = {**self._dark, **outputs.lamps}
        if levels != self._levels:
            self._lamps.show(levels)
            self._levels = levels
        if outputs.pitch_hz != self._pitch_hz:
            self._sounder.sound(outputs.pitch_hz)
            self._pitch_hz = outputs.pitch_hz
        self._shine(outputs.lights)
