"""Debouncing: one press of a button is one press, however often its contact bounces. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

QUIET_S: Final = 0.03
"""How long a contact must have been open before its closing is believed.

Common push buttons settle within 10 ms; nobody lets go and presses again within 30 ms.
"""


@dataclass(frozen=True, slots=True)
class Contact:
    """When a contact was last seen to open, in seconds."""

    opened_s: float = -math.inf

    def opened(self, at_s: float) -> Contact:
        """Return the contact after it opened."""
        return Contact(at_s)

    def is_press(self, at_s: float) -> bool:
        """Return whether the contact's closing is a press: it had been open for ``QUIET_S``.

        A press counts at once, with no delay. A spike picked up by a long wire looks the same: it
        is kept away by the pull-up, not here.
        """
        return at_s - self.opened_s >= QUIET_S
