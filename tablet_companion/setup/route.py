"""Which pages the set-up has, in their order."""

from __future__ import annotations

from tablet_companion.setup.desk import Desk, Step
from tablet_companion.setup.firststart import BoardStep, CameraStep, LanguageStep, ScreenStep
from tablet_companion.setup.update import UpdateStep
from tablet_companion.setup.wiring import ButtonsStep, LampsStep


def plan_steps(desk: Desk) -> list[Step]:
    """Return the steps; every one can be skipped, and gone through again."""
    board = BoardStep(desk)
    update = UpdateStep(desk)
    return [
        LanguageStep(desk),
        *([update] if update.needed else ()),
        ScreenStep(desk),
        CameraStep(desk),
        ButtonsStep(desk),
        LampsStep(desk),
        board,
    ]
