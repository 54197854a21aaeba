"""One line of a report: what was looked at or tried, how it is, and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hardware.blotting import blotted


class State(StrEnum):
    """How it is: well; shown, if only people can tell; worth a look; or not working."""

    OK = "OK"
    SHOWN = "shown"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, how it is and what was seen; ``mend`` says what to do about it."""

    what: str
    state: State
    seen: str
    mend: str = ""

    def lines(self, width: int = 18) -> str:
        """Return the finding as text of one or two lines, with no password in an address.

        What was looked at is padded to ``width`` characters.
        """
        first = f"{self.state:<5} {self.what:<{width}} {self.seen}"
        return blotted(f"{first}\n{'':<{width + 6}} → {self.mend}" if self.mend else first)
