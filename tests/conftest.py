"""What holds for every test, and what many of them look at."""

from __future__ import annotations

import functools
from collections.abc import Callable

import cv2
import pytest
from hypothesis import settings

from hardware.printing import raster
from tablet_companion.selfplay.house import Print, make_print

# How long an example takes says something of the machine, not of the code.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Each worker has a core to itself; two that share theirs out in threads wait for each other.
cv2.setNumThreads(1)

# The same boards and cards are drawn by test after test: the same text is the same picture.
raster.png = functools.cache(raster.png)

Prints = Callable[[str], Print]


@pytest.fixture(scope="session")
def prints() -> Prints:
    """Return what prints and calibrates a game, the first time it is asked for."""
    return functools.cache(make_print)


@pytest.fixture(scope="session")
def kit(prints: Prints) -> Print:
    """Return Agent DOG, printed and calibrated."""
    return prints("agent_dog")
