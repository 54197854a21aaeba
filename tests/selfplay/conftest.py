"""Printed boards, each calibrated once for all tests of this folder."""

from __future__ import annotations

import functools
from collections.abc import Callable

import pytest

from tablet_companion.selfplay.house import Print, make_print

Prints = Callable[[str], Print]


@pytest.fixture(scope="session")
def prints() -> Prints:
    """Return what prints and calibrates a game, the first time it is asked for."""
    return functools.cache(make_print)


@pytest.fixture(scope="session")
def kit(prints: Prints) -> Print:
    """Return Agent DOG, printed and calibrated."""
    return prints("agent_dog")
