"""A slow camera for whole games: every look is a picture that is drawn and read."""

from __future__ import annotations

import pytest

from tablet_companion.simulator import house


@pytest.fixture(autouse=True)
def small_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the camera deliver some seven pictures a second, as a small machine reads them."""
    monkeypatch.setattr(house, "FRAME_S", 2 * house.FRAME_S)
