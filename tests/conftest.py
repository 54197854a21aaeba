"""What holds for every test, and what many of them look at."""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import cv2
import pytest
from hypothesis import settings

from hardware.printing import raster
from tablet_companion.simulator.house import Print, make_print

# How long an example takes says something of the machine, not of the code.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

# Each worker has a core to itself; two that share theirs out in threads wait for each other.
cv2.setNumThreads(1)

_PNG = raster.png

Prints = Callable[[str], Print]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say in which order the tests ran, so that it can be run again."""
    seed = getattr(terminalreporter.config.option, "randomly_seed", None)
    if seed is not None:
        terminalreporter.write_line(f"The order of the tests was that of SEED={seed}.")


@pytest.fixture(scope="session", autouse=True)
def _drawn_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep prints as pictures for test after test, and for every worker of the run.

    The same text is the same picture.
    """
    if "PYTEST_XDIST_WORKER" not in os.environ:
        raster.png = functools.cache(_PNG)
        return
    folder = tmp_path_factory.getbasetemp().parent / "drawn"
    folder.mkdir(exist_ok=True)
    raster.png = functools.cache(functools.partial(_kept, folder))


def _kept(folder: Path, svg: str, px_per_mm: float) -> bytes:
    """Return a picture from the workers' folder, or draw it and put it there."""
    kept = folder / hashlib.sha256(f"{px_per_mm} {svg}".encode()).hexdigest()
    if not kept.exists():
        unfinished = kept.with_suffix(f".{os.getpid()}")
        unfinished.write_bytes(_PNG(svg, px_per_mm))
        unfinished.replace(kept)
    return kept.read_bytes()


@pytest.fixture(scope="session")
def prints() -> Prints:
    """Return what prints and calibrates a game, the first time it is asked for."""
    return functools.cache(make_print)


@pytest.fixture(scope="session")
def kit(prints: Prints) -> Print:
    """Return Agent DOG, printed and calibrated."""
    return prints("agent_dog")
