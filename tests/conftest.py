"""What holds for every test, and what many of them look at."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from pathlib import Path

import cv2
import pytest
from hypothesis import settings

from calibration.model import Calibration
from hardware.board import Board
from hardware.printing import raster
from hardware.simulated.render import Renderer
from tablet_companion.simulator import house
from tablet_companion.simulator.house import Print, make_print
from tests import shared

# How long an example takes says something of the machine, not of the code.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Each worker has a core to itself; two that share theirs out in threads wait for each other.
cv2.setNumThreads(1)

_PNG = raster.render_png
_CALIBRATED = house._calibrated

Prints = Callable[[str], Print]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in which order the tests ran, so that it can be run again."""
    seed = getattr(terminalreporter.config.option, "randomly_seed", None)
    if seed is not None:
        terminalreporter.write_line(f"The order of the tests was that of SEED={seed}.")


def pytest_configure(config: pytest.Config) -> None:
    """Let the workers of a run share what is costly to make."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared.share_in(Path(config.option.basetemp).parent / "shared")


@pytest.fixture(scope="session", autouse=True)
def _printed_once() -> None:
    """Keep prints as pictures, and what is calibrated to them, for test after test.

    The same text is the same picture, and every game's print is calibrated alike.
    """
    raster.render_png = functools.cache(_draw)
    house._calibrated = _calibrate


def _draw(svg: str, px_per_mm: float) -> bytes:
    return shared.made_once(f"{px_per_mm} {svg}", lambda: _PNG(svg, px_per_mm))


def _calibrate(name: str, board: Board, renderer: Renderer) -> Calibration:
    return shared.made_once(
        f"calibrated {name} {board}", lambda: _CALIBRATED(name, board, renderer)
    )


@pytest.fixture(scope="session")
def prints() -> Prints:
    """Return what prints and calibrates a game, the first time it is asked for."""
    return functools.cache(make_print)


@pytest.fixture(scope="session")
def kit(prints: Prints) -> Print:
    """Return Agent DOG, printed and calibrated."""
    return prints("agent_dog")
