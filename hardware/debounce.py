"""Debouncing: one press of a button is one press, however often its contact bounces. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

QUIET_S: Final = 0.03
"""How long a contact must have been open for its closing to count as a press.

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
        """Whether the contact's closing is a press: it had been open for ``QUIET_S``.

        A press counts at once, without delay. A spike picked up by a long wire looks the same; the
        pull-up prevents it, not this code.
        """
        return at_s - self.opened_s >= QUIET_S
