"""What the switches in the holes have told in a trial, and how its lights shine. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from hardware.ports import Light, Rhythm, SwitchStates

TRIED: Final = Light((60, 60, 60), Rhythm.STEADY)
"""A light whose turn it is to be tried."""
HELD: Final = Light((0, 90, 60), Rhythm.STEADY)
"""The light of a hole whose switch is closed."""
_NONE: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Contacts:
    """Which switches are closed now, which ever were, and which have opened after that.

    What a switch says before it was first closed proves nothing: open is also what a controller
    tells before it has looked at its pins for long enough.
    """

    closed: frozenset[str] = _NONE
    were_closed: frozenset[str] = _NONE
    opened: frozenset[str] = _NONE

    def heard(self, states: SwitchStates) -> Contacts:
        """Return what is known after the controller told this; of an unplugged one nothing is."""
        closed = frozenset(place for place, (state, _) in states.closed.items() if state)
        were_closed = self.were_closed | closed
        is_open = frozenset(states.closed) - closed
        return Contacts(closed, were_closed, self.opened | (is_open & self.were_closed))

    def anew(self) -> Contacts:
        """Return what is known if trying begins now: how the switches stand, nothing besides."""
        return Contacts(self.closed, self.closed)

    def silent(self, switches: Sequence[str]) -> tuple[str, ...]:
        """Return those of the switches that were never closed."""
        return tuple(place for place in switches if place not in self.were_closed)

    def stuck(self, switches: Sequence[str]) -> tuple[str, ...]:
        """Return those of the switches that were closed and did not open again."""
        return tuple(place for place in switches if place in self.were_closed - self.opened)

    def well(self, switches: Sequence[str]) -> bool:
        """Return whether every one of the switches closed and opened again."""
        return self.opened.issuperset(switches)
