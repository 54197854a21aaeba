"""Every lamp in turn: three flashes, one lamp at a time, so that crossed wires show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hardware.ports import Lamp, Lamps
from hardware.signals import pulses
from tablet_companion.selftest.bench import Bench
from tablet_companion.selftest.course import Outcome, Part, Verdict

FLASHES: Final = 3
_PATTERN: Final = pulses(FLASHES)
_LENGTH_S: Final = sum(length_s for _, length_s in _PATTERN.spans)


class LampPart:
    """One lamp flashes, and no other."""

    def __init__(self, lamp: Lamp, lamps: Lamps) -> None:
        """Try this lamp of these."""
        self._lamp = lamp
        self._lamps = lamps
        self._began_s = 0.0

    @property
    def name(self) -> str:
        """Return what is tried."""
        return f"lamp {self._lamp}"

    @property
    def ask(self) -> str:
        """Return what people should look for."""
        return f"it flashes {FLASHES} times, and no other lamp does"

    def begin(self, now_s: float) -> None:
        """Begin to flash."""
        self._began_s = now_s

    def step(self, now_s: float) -> Outcome | None:
        """Bring the lamp to where the pattern is."""
        since_s = now_s - self._began_s
        self._lamps.show({self._lamp: _PATTERN.level(since_s)})
        return None if since_s < _LENGTH_S else Outcome(Verdict.SHOWN, self.ask)

    def end(self) -> None:
        """Leave it dark."""
        self._lamps.show({self._lamp: 0.0})


def parts(bench: Bench) -> Iterator[Part]:
    """Yield a part for every lamp that the settings name, on pins or on a strip."""
    settings = bench.settings
    for lamp in sorted({*settings.gpio.lamps(), *settings.strip.lamps()}):
        yield LampPart(lamp, bench.lamps)
