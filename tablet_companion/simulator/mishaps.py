"""Mishaps at the simulated table, by key: people's mistakes, and faults of light and cables."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final

import numpy as np

from hardware.simulated import faults
from hardware.simulated.faults import Fault
from hardware.simulated.table import SimulatedTable
from hardware.simulated.things import cup
from tablet_companion.games.text import N_


class Mishap(StrEnum):
    """A key of the table's window."""

    KNOCK = "knock"
    CUP = "cup"
    BUMP = "bump"
    HAND = "hand"
    LAMP = "lamp"
    DIM = "dim"
    CABLE = "cable"
    NONE = "none"


WORDS: Final[Mapping[Mishap, str]] = MappingProxyType(
    {
        Mishap.KNOCK: N_("Knock over"),
        Mishap.CUP: N_("Put a cup down"),
        Mishap.BUMP: N_("Bump the board"),
        Mishap.HAND: N_("Rest a hand"),
        Mishap.LAMP: N_("Shine a lamp"),
        Mishap.DIM: N_("Dim the light"),
        Mishap.CABLE: N_("Unplug the camera"),
        Mishap.NONE: N_("Undo mishaps"),
    }
)
HINTS: Final[Mapping[Mishap, str]] = MappingProxyType(
    {
        Mishap.KNOCK: N_(
            "Now click the piece that should fall over; drag it to stand it up again."
        ),
        Mishap.CUP: N_(
            "Now click where the cup should stand; drag it off the board to take it away."
        ),
        Mishap.CABLE: N_("The camera is unplugged: you see the table, the referee does not."),
    }
)
"""What to do next, or to know, while a key is lit."""

_LASTING: Final[Mapping[Mishap, tuple[Fault, float]]] = MappingProxyType(
    {
        Mishap.HAND: (faults.HAND, 0.6),
        Mishap.LAMP: (faults.GLARE, 0.6),
        Mishap.DIM: (faults.DIM, 0.6),
        Mishap.CABLE: (faults.UNPLUGGED, 1.0),
    }
)
"""Mishaps that last until the key is pressed again, and their strengths."""
_TOOLS: Final = (Mishap.KNOCK, Mishap.CUP)
"""Mishaps that need a click on the table for their position."""
_BUMP_MM: Final = (4.0, 10.0)
_BUMP_DEG: Final = 2.0
"""How far a bump moves the board, and turns it at most."""


class Mishaps:
    """The keys, and what they do to a table."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table
        self._pose = table.pose
        self._rng = np.random.default_rng(0)
        self.tool: Mishap | None = None

    @property
    def lit(self) -> frozenset[Mishap]:
        """Return the keys whose mishap lasts, or waits for a click on the table."""
        lasting = {key for key, (fault, _) in _LASTING.items() if fault in self._table.faults}
        return frozenset(lasting | ({self.tool} if self.tool is not None else set()))

    @property
    def hint(self) -> str | None:
        """Return the present hint (a translation's key), None if there is none."""
        keys = [*([self.tool] if self.tool else []), *sorted(self.lit)]
        return next((HINTS[key] for key in keys if key in HINTS), None)

    def press(self, key: Mishap) -> None:
        """Press a key: the mishap happens, ends, or waits for a click on the table."""
        if key in _TOOLS:
            self.tool = None if self.tool is key else key
        elif key in _LASTING:
            self._toggle(*_LASTING[key])
        elif key is Mishap.BUMP:
            self._bump()
        else:
            self._mend()

    def put_cup(self, x_mm: float, y_mm: float) -> None:
        """Put a cup down here; the key is out again."""
        self.tool = None
        self._table.leave(cup(x_mm, y_mm))

    def _toggle(self, fault: Fault, strength: float) -> None:
        faults = dict(self._table.faults)
        if faults.pop(fault, None) is None:
            faults[fault] = strength
            self._table.fault_seed += 1  # another hand rests elsewhere
        self._table.faults = faults

    def _bump(self) -> None:
        angle, push = self._rng.uniform(0, 2 * np.pi), self._rng.uniform(*_BUMP_MM)
        turn = float(self._rng.uniform(-_BUMP_DEG, _BUMP_DEG))
        self._table.bump(float(push * np.cos(angle)), float(push * np.sin(angle)), turn)

    def _mend(self) -> None:
        """Restore light, camera and board, and take the cups away; pieces stay."""
        self.tool = None
        self._table.faults = {}
        self._table.pose = self._pose
        self._table.clear_things()
