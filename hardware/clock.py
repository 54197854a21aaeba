"""The two clocks: the machine's monotonic one, and one that is set by hand."""

from __future__ import annotations

import time


class SystemClock:
    """The machine's monotonic clock; setting the wall clock does not move it."""

    def now_s(self) -> float:
        """Return seconds since an arbitrary moment."""
        return time.monotonic()


class ManualClock:
    """A clock that stands still until it is moved: for simulation, recordings and tests."""

    def __init__(self, start_s: float = 0.0) -> None:
        self._now_s = start_s

    def now_s(self) -> float:
        """Return the time that was set."""
        return self._now_s

    def advance(self, seconds: float) -> None:
        """Move forward by this much; raises ValueError for a negative step."""
        if seconds < 0:
            raise ValueError(f"a clock cannot go back by {-seconds} s")
        self._now_s += seconds
