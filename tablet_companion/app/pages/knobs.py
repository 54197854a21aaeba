"""Volume and brightness of a table, set on its page during a game and saved for the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hardware.errors import CompanionError
from hardware.log import log
from hardware.ports import Sounder, Speaker
from tablet_companion.screen.toolkit.orders import Knob, Tune


@dataclass(frozen=True, slots=True)
class KnobTargets:
    """What the keys control: tones and voice, the screen's light; and where values are saved."""

    sounder: Sounder
    speaker: Speaker | None
    light: Callable[[int], None]
    keep: Callable[[str, int | str], None]


class Knobs:
    """Handles the keys for volume and brightness, in percent."""

    def __init__(
        self, targets: KnobTargets, volume: int, brightness: int, *, facing: bool = False
    ) -> None:
        """Begin with these values, which are sent to the devices at once."""
        self._targets = targets
        self._waiting: dict[str, int | str] = {}
        self.values = {Knob.VOLUME: volume, Knob.BRIGHTNESS: brightness, Knob.FACING: 100 * facing}
        for knob, percent in self.values.items():
            self._turn(knob, percent)

    def obey(self, order: Tune) -> None:
        """Change one value, and save it."""
        self.values[order.knob] = order.percent
        self._turn(order.knob, order.percent)
        self.keep(order.knob.value, order.percent)

    def keep(self, name: str, value: int | str) -> None:
        """Save a value for the next time, with what could not be saved before.

        A failure is logged, and ``unkept`` until all is saved.
        """
        self._waiting[name] = value
        error = self.save()
        if error is not None:
            log(error)

    def save(self) -> CompanionError | None:
        """Save what could not be saved before; return why it still cannot."""
        try:
            for waiting, kept in tuple(self._waiting.items()):
                self._targets.keep(waiting, kept)
                del self._waiting[waiting]
        except CompanionError as error:
            return error
        return None

    @property
    def unkept(self) -> bool:
        """Whether something that was chosen is not saved."""
        return bool(self._waiting)

    def _turn(self, knob: Knob, percent: int) -> None:
        if knob is Knob.FACING:
            return  # the display looks at the value
        if knob is Knob.BRIGHTNESS:
            self._targets.light(percent)
            return
        self._targets.sounder.set_volume(percent)
        if self._targets.speaker is not None:
            self._targets.speaker.set_volume(percent)
