"""How loud and how bright a table is, turned on its page in mid-game and kept for the next time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hardware.errors import CompanionError
from hardware.log import log
from hardware.ports import Sounder, Speaker
from tablet_companion.screen.toolkit.orders import Knob, Tune


@dataclass(frozen=True, slots=True)
class Ways:
    """What is turned: tones and voice, the light of the screen; and where values are kept."""

    sounder: Sounder
    speaker: Speaker | None
    light: Callable[[int], None]
    keep: Callable[[str, int | str], None]


class Knobs:
    """Follows the keys for loudness and brightness, in percent."""

    def __init__(self, ways: Ways, volume: int, brightness: int, *, facing: bool = False) -> None:
        """Begin with these values, which are brought to the devices at once."""
        self._ways = ways
        self.values = {Knob.VOLUME: volume, Knob.BRIGHTNESS: brightness, Knob.FACING: 100 * facing}
        for knob, percent in self.values.items():
            self._turn(knob, percent)

    def obey(self, order: Tune) -> None:
        """Turn one of them, and keep it."""
        self.values[order.knob] = order.percent
        self._turn(order.knob, order.percent)
        self.keep(order.knob.value, order.percent)

    def keep(self, name: str, value: int | str) -> None:
        """Keep a value for the next time; that it cannot be kept goes to the log."""
        try:
            self._ways.keep(name, value)
        except CompanionError as error:
            log(error)

    def _turn(self, knob: Knob, percent: int) -> None:
        if knob is Knob.FACING:
            return  # the display looks at the value
        if knob is Knob.BRIGHTNESS:
            self._ways.light(percent)
            return
        self._ways.sounder.set_volume(percent)
        if self._ways.speaker is not None:
            self._ways.speaker.set_volume(percent)
