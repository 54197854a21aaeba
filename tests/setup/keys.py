"""The set-up's pages on a machine without a camera, and the keys on them."""

from __future__ import annotations

from hardware.ports import Camera, CameraError
from tablet_companion import games
from tablet_companion.kit import printed
from tablet_companion.screen.toolkit.drawing import Box, texts
from tablet_companion.setup.pages.desk import Step
from tablet_companion.setup.pages.wizard import Wizard
from tablet_companion.setup.parts.pageparts import Does

GAME = games.load("dog")
BOARD = printed.board("dog")


def no_camera(_name: str) -> Camera:
    """Fail as a camera that is not plugged in does."""
    raise CameraError("It is not plugged in.")


def list_keys(step: Step) -> list[tuple[Box, Does]]:
    """Return the keys of a page."""
    touches = step.page().touches
    return [(one.box, one.meaning) for one in touches if isinstance(one.meaning, Does)]


def touch(wizard: Wizard, does: Does, *, held: bool = False) -> None:
    """Touch the key that does this; ``held``: the finger stays on it."""
    boxes = [box for box, meant in list_keys(wizard.step) if meant == does]
    assert boxes, f"{does} is on no key of {type(wizard.step).__name__}"
    wizard.press(*boxes[0].centre)
    if wizard.open and not held:
        wizard.release()


def read(step: Step) -> str:
    """Return all that a page says."""
    return " ".join(text.text for text in texts(step.page().items))
