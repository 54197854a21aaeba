"""What tests of the eye remember of earlier ones never hides what they look for."""

from __future__ import annotations

import pytest

from tablet_companion.vision.frame import lying, scan
from tests.remembering import Memory


def test_a_test_that_changes_the_eye_is_told_nothing_of_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A changed limit was not noticed by a picture that another test had read without it."""
    memory, picture = Memory(), object()
    assert memory.recall("seen", (picture,), lambda: 1) == 1
    monkeypatch.setattr(lying, "TUNING", lying.TUNING)  # which reads no picture
    assert memory.recall("seen", (picture,), lambda: 2) == 1
    assert memory.recall("seen", (object(),), lambda: 3) == 3
    monkeypatch.setattr(scan, "_MOSTLY", 0.4)
    assert memory.recall("seen", (picture,), lambda: 4) == 4
