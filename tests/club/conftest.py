"""What holds for every test of a club."""

from __future__ import annotations

import pytest

from tablet_companion.club import publisher


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connect again at once, and wait for no acknowledgement that never comes.

    paho sleeps through the pause between two tries, also when it is told to stop.
    """
    monkeypatch.setattr(publisher, "_RETRY_S", (0.05, 0.1))
    monkeypatch.setattr(publisher, "_WAIT_S", 0.5)
