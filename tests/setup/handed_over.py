"""A desk without a camera: frames are handed over, and fingers wait for what they begin."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from hardware.cameras.simulated import SimulatedCamera
from hardware.clock import ManualClock
from tablet_companion import games
from tablet_companion.config import Settings
from tablet_companion.kit import printed
from tablet_companion.setup.pages.desk import Desk, SetupPlatform
from tablet_companion.setup.pages.wizard import Wizard
from tablet_companion.setup.pages.work import SlowStep
from tests.patience import wait_for
from tests.setup.keys import list_keys

PRINTED: Final = ("agent", "agent_dog", "dog", "pocket_ops")
"""The games whose boards can be printed."""


def no_camera(_name: str) -> SimulatedCamera:
    """Fail as a test that opens a camera does."""
    raise AssertionError("frames are handed over by hand")


def make_desk(folder: Path, game: str) -> Desk:
    """Return a desk at which a game is chosen, and frames are handed over."""
    platform = SetupPlatform(ManualClock(), no_camera, tuple, folder=folder)
    board = printed.board(game)
    desk = Desk(Settings(camera=""), folder / "s.toml", games.load(game), board, platform)
    hand_over(desk)
    return desk


def hand_over(desk: Desk) -> None:
    """Let a desk open no camera: its frames are handed over."""
    desk.feed.watch = lambda _name: None  # type: ignore[assignment, method-assign]  # nothing to watch


def touch(wizard: Wizard, what: str) -> None:
    """Touch the key that does this, and wait for what it begins."""
    box = next(box for box, does in list_keys(wizard.step) if does.what == what)
    wizard.press(*box.centre)
    finish(wizard)


def finish(wizard: Wizard) -> None:
    """Wait for what is worked out beside the page."""
    if wizard.open and isinstance(wizard.step, SlowStep) and wizard.step.work is not None:
        wait_for(wizard.step.work.found)
        wizard.look()
