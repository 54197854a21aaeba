"""What a telephone's script leaves on the glass when its line ends."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib import resources
from pathlib import Path

import pytest

SCRIPT = resources.files("tablet_companion.web") / "static" / "telephone.js"


def test_a_telephone_that_lost_its_seat_shows_nothing_of_it() -> None:
    """Dismissed or replaced it is blank and says why; without a network its page stays."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    stand_in = Path(__file__).with_name("stand_in.mjs")
    command = [node, str(stand_in), str(SCRIPT), "1006", "1008", "elsewhere"]
    told = subprocess.run(command, capture_output=True, check=True, text=True, timeout=30).stdout
    assert json.loads(told) == [["offline", True], ["refused", False], ["elsewhere", False]]
