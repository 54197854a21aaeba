"""Tables at which the printed board lies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tablet_companion.simulator.house import Print
from tests.app.table import Scene

Opened = Callable[..., Scene]


@pytest.fixture
def reads() -> bool:
    """Return whether the tables' pictures are read; else the referee is told what they show."""
    return False


@pytest.fixture
def opened(kit: Print, tmp_path: Path, reads: bool) -> Iterator[Opened]:
    """Return what opens a scene on one folder of journals; all are closed at the end."""
    scenes: list[Scene] = []

    def open_scene() -> Scene:
        for scene in scenes:
            scene.close()
        scenes.append(Scene(kit, tmp_path, reads=reads))
        return scenes[-1]

    yield open_scene
    scenes[-1].close()


@pytest.fixture
def scene(opened: Opened) -> Scene:
    """Return a scene at which a game has begun, red dealing."""
    scene = opened()
    scene.begin()
    return scene
