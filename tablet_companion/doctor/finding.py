"""One line of the doctor's: what was looked at, how it is, and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hardware.blotting import blotted


class State(StrEnum):
    """How it is: well; worth a look; or something that this table needs does not work."""

    OK = "OK"
    WARN = "warn"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was looked at, how it is and what was seen; ``mend`` says what to do about it."""

    what: str
    state: State
    seen: str
    mend: str = ""

    def lines(self) -> str:
        """Return the finding as text of one or two lines, with no password in an address."""
        first = f"{self.state:<5} {self.what:<18} {self.seen}"
        return blotted(f"{first}\n{'':<24} → {self.mend}" if self.mend else first)
