"""Which pages the set-up has, in their order."""

from __future__ import annotations

from tablet_companion.setup.designing import EMPTY, ColoursStep, Design, DesignStep, KeepStep
from tablet_companion.setup.desk import Desk, Step
from tablet_companion.setup.doctoring import DoctorStep
from tablet_companion.setup.firststart import (
    BoardStep,
    CameraStep,
    GameStep,
    LanguageStep,
    ScreenStep,
)
from tablet_companion.setup.outline import CornersStep, SizeStep
from tablet_companion.setup.placing import KindsStep, PlacesStep, has_kinds
from tablet_companion.setup.showing import LearnStep, ShowStep
from tablet_companion.setup.teaching import Teaching
from tablet_companion.setup.update import UpdateStep
from tablet_companion.setup.wiring import ButtonsStep, LampsStep


def plan_steps(desk: Desk) -> list[Step]:
    """Return the steps; every one can be skipped, and gone through again."""
    update = UpdateStep(desk)
    return [
        LanguageStep(desk),
        *([update] if update.needed else ()),
        ScreenStep(desk),
        # What lies on a simulated table is known already.
        *(() if desk.simulated else (GameStep(desk),)),
        CameraStep(desk),
        ButtonsStep(desk),
        LampsStep(desk),
        DoctorStep(desk),
        BoardStep(desk),
    ]


def plan_board(desk: Desk, wants: str) -> list[Step]:
    """Return the steps after the choice of a board: ``teach``, ``new``, or none for others."""
    if wants == "teach":
        return plan_teaching(desk)
    return plan_design(desk) if wants == "new" else []


def plan_design(desk: Desk) -> list[Step]:
    """Return the steps in which a board without rules is laid out."""
    design = Design(desk.board)
    return [
        CornersStep(desk, design),
        SizeStep(desk, design),
        DesignStep(desk, design),
        ColoursStep(desk, design),
        ShowStep(desk, design, (EMPTY,)),
        KeepStep(desk, design),
    ]


def plan_teaching(desk: Desk) -> list[Step]:
    """Return the steps in which a board of another make is taught."""
    teaching = Teaching(desk.board)
    kinds: list[Step] = [KindsStep(desk, teaching)] if has_kinds(teaching) else []
    return [
        CornersStep(desk, teaching),
        SizeStep(desk, teaching),
        PlacesStep(desk, teaching),
        *kinds,
        ShowStep(desk, teaching),
        LearnStep(desk, teaching),
    ]
