"""`make demo` opens its window wherever there is a display."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

_ASK = "from tablet_companion.commands import demo; print(demo.has_display())"


@pytest.mark.parametrize(("driver", "opens"), [(None, "True"), ("dummy", "False")])
def test_a_display_is_found(driver: str | None, opens: str) -> None:
    """Nothing that the command imports hides the display from it."""
    around = {**os.environ, "DISPLAY": ":0"} | ({"SDL_VIDEODRIVER": driver} if driver else {})
    if driver is None:
        around.pop("SDL_VIDEODRIVER", None)
    answer = subprocess.run(
        [sys.executable, "-c", _ASK], env=around, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == opens
