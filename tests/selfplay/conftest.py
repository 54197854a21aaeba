"""The printed board, calibrated once for all tests of this folder."""

from __future__ import annotations

import pytest

from tablet_companion.selfplay.house import Print, make_print


@pytest.fixture(scope="session")
def kit() -> Print:
    """Return Agent DOG, printed and calibrated."""
    return make_print("agent_dog")
