"""Clocks tell the time and never go back."""

from __future__ import annotations

import pytest

from hardware.clock import ManualClock, SystemClock
from hardware.ports import Clock


def test_a_manual_clock_stands_still_until_moved() -> None:
    """It shows what it was told; a step back is a fault of the caller's and changes nothing."""
    clock = ManualClock(5)
    assert clock.now_s() == clock.now_s() == 5
    clock.advance(0.5)
    with pytest.raises(ValueError, match="cannot go back"):
        clock.advance(-0.1)
    assert clock.now_s() == 5.5


def test_the_system_s_clock_never_goes_back() -> None:
    """Nor is it the wall clock, which people and networks set."""
    clock: Clock = SystemClock()
    times = [clock.now_s() for _ in range(100)]
    assert times == sorted(times)
    assert times[0] < 1e9
