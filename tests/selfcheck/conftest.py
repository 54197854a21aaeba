"""Tables at which the printed board lies, as the loop's tests have them, and a machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablet_companion.selfcheck.doctor.machine import Machine
from tests.app.conftest import opened, reads, scene
from tests.selfcheck.machines import set_up_machine

__all__ = ["opened", "reads", "scene"]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """Return a Pi on which all is well, with its settings beside it."""
    return set_up_machine(tmp_path)
