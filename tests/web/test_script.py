"""What a telephone's script leaves on the glass when its line ends."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

SCRIPT = resources.files("tablet_companion.web") / "static" / "telephone.js"


def play(*events: str) -> Any:
    """Return what a browser that is none shows after these events."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    stand_in = Path(__file__).with_name("stand_in.mjs")
    command = [node, str(stand_in), str(SCRIPT), *events]
    told = subprocess.run(command, capture_output=True, check=True, text=True, timeout=30).stdout
    return json.loads(told)


def test_a_place_that_is_open_elsewhere_is_taken_back_by_a_touch() -> None:
    """Two tabs of one telephone; nothing else is loaded again by a touch."""
    told = play("touch", "elsewhere", "touch")
    assert told == [["", True], ["elsewhere", False], ["elsewhere", False, "reload"]]


def test_an_invitation_is_not_lost_to_a_bad_network() -> None:
    """It is shown again until the table has answered it; until then the page says why."""
    waits = ["", "offline", "offline", "reload"]
    assert play("join=0,429,204") == [waits, 0, 1]


def test_an_invitation_that_is_refused_is_shown_once() -> None:
    """The telephone may still be a guest: its line is opened, and says so if it is not."""
    assert play("join=403,204") == [["", "reload"], 1, 1]


def test_a_telephone_that_lost_its_seat_shows_nothing_of_it() -> None:
    """Dismissed or replaced it is blank and says why; without a network its page stays."""
    told = play("1006", "1008", "shut=403", "elsewhere")
    words = [one[0] for one in told]
    assert words == ["offline", "offline", "refused", "elsewhere"]
    assert [one[1] for one in told] == [True, False, False, False]


@pytest.mark.parametrize(("status", "word"), [(403, "refused"), (429, "offline"), (0, "offline")])
def test_only_who_is_no_guest_is_sent_for_an_invitation(status: int, word: str) -> None:
    """A table that is too busy for a line, or a network that fails, refuses nobody."""
    told = play(f"shut={status}")
    assert told[0][0] == word


def test_a_page_from_before_an_update_loads_itself_anew() -> None:
    """Once; if it comes back as old, from a cache on the way, it asks for a touch."""
    assert play("old", "old", "touch") == [
        ["old", False, "reload"],
        ["old", False],
        ["old", False, "reload"],
    ]
