"""What tests of the set-up share."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.clock import ManualClock
from hardware.ports import AvailableCamera
from tablet_companion.config.reading import read_settings
from tablet_companion.setup.checks import picture_faults
from tablet_companion.setup.pages import showing
from tablet_companion.setup.pages.desk import Desk, SetupPlatform
from tests.patience import PATIENCE_S
from tests.setup.keys import BOARD, GAME, no_camera

_WORK: Final = "set-up"
"""The name of the threads on which pages work."""


@pytest.fixture(autouse=True)
def _finish_work(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:  # noqa: ARG001 - undone later
    """Let no page's work go on into the next test, which may have put something in its way.

    Nor beyond what its own test put there: then a board was learnt in earnest for nobody.
    """
    yield
    for thread in threading.enumerate():
        if thread.name == _WORK:
            thread.join(PATIENCE_S)


@pytest.fixture
def factory() -> Iterator[Any]:
    """Return pins of no machine."""
    made = MockFactory(pin_class=MockPWMPin)
    yield made
    made.reset()


@pytest.fixture
def desk(tmp_path: Path, factory: Any) -> Desk:
    """Return a desk with a file of settings that somebody has commented."""
    path = tmp_path / "settings.toml"
    path.write_text("# mine\nsound = false  # the baby sleeps\n[voice]\nvolume = 40\n")
    platform = SetupPlatform(
        ManualClock(),
        no_camera,
        lambda: (AvailableCamera("usb:0", "A"),),
        lambda: factory,
        tmp_path,
    )
    settings = read_settings(path)
    return Desk(settings, path, GAME, BOARD, platform)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have every picture be a good one."""
    monkeypatch.setattr(picture_faults, "find_strangers", lambda *_: (set(), set()))
    monkeypatch.setattr(picture_faults, "find_standing", lambda *asked: (asked[-1], set()))
    monkeypatch.setattr(picture_faults, "find_twin", lambda *_: (None, None))
    monkeypatch.setattr(showing, "sees_hand", lambda *_: False)
