"""What the switches in the holes have reported during their check. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hardware.ports import SwitchStates

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
        """Return what is known after the controller reported this; nothing of an unplugged one."""
        closed = frozenset(place for place, (state, _) in states.closed.items() if state)
        were_closed = self.were_closed | closed
        is_open = frozenset(states.closed) - closed
        return Contacts(closed, were_closed, self.opened | (is_open & self.were_closed))

    def begin_again(self) -> Contacts:
        """Return what is known if the check begins now: only which switches are closed."""
        return Contacts(self.closed, self.closed)

    def list_troubles(self, switches: Sequence[str]) -> Iterator[str]:
        """Yield in words which of the switches never closed, and which never opened again."""
        silent = [place for place in switches if place not in self.were_closed]
        stuck = [place for place in switches if place in self.were_closed - self.opened]
        if silent:
            yield f"never closed: {', '.join(silent)}"
        if stuck:
            yield f"never opened again: {', '.join(stuck)}"

    def are_well(self, switches: Sequence[str]) -> bool:
        """Whether every one of the switches closed and opened again."""
        return self.opened.issuperset(switches)
