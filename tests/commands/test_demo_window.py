"""`make demo` opens its window wherever there is a display."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

import pytest

from tablet_companion.commands import demo, run
from tablet_companion.simulator import live

_ASK = """
import os
from tablet_companion.commands import demo
print(demo.has_display())
os.environ["SDL_VIDEODRIVER"] = "dummy"
print(demo.has_display())
"""


def test_a_display_is_found() -> None:
    """Nothing that the command imports hides the display from it; a dummy is none."""
    around = {**os.environ, "DISPLAY": ":0"}
    around.pop("SDL_VIDEODRIVER", None)
    answer = subprocess.run(
        [sys.executable, "-c", _ASK], env=around, capture_output=True, text=True, check=True
    )
    assert answer.stdout.split() == ["True", "False"]


def test_who_takes_over_has_the_whole_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """The demonstration's own window has no lessons, no “?” and no history: a new one opens."""
    begun: list[argparse.Namespace] = []
    monkeypatch.setattr(live, "watch_play", lambda *_: True)
    monkeypatch.setattr(demo, "has_display", lambda: True)
    monkeypatch.setattr(run, "run", begun.append)
    parser = argparse.ArgumentParser()
    demo.add_arguments(parser)
    demo.run(parser.parse_args(["--game", "dog", "--seed", "3"]))
    (given,) = begun
    assert (given.simulated, given.game, given.seed) == (True, "dog", 3)
