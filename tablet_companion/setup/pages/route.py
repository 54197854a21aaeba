"""Which pages the set-up has, in their order."""

from __future__ import annotations

from tablet_companion.setup.pages import firststart
from tablet_companion.setup.pages.board_choice import BoardStep
from tablet_companion.setup.pages.camera_page import CameraStep
from tablet_companion.setup.pages.designing import ColoursStep, DesignStep, KeepStep
from tablet_companion.setup.pages.desk import Desk, Step
from tablet_companion.setup.pages.doctor_page import DoctorStep
from tablet_companion.setup.pages.learning import LearnStep
from tablet_companion.setup.pages.outline import CornersStep, SizeStep
from tablet_companion.setup.pages.placing import KindsStep, PlacesStep, has_kinds
from tablet_companion.setup.pages.resuming import ResumeStep
from tablet_companion.setup.pages.showing import ShowStep
from tablet_companion.setup.pages.update import UpdateStep
from tablet_companion.setup.pages.wiring import ButtonsStep, LampsStep
from tablet_companion.setup.parts.pageparts import BACK, SKIP
from tablet_companion.setup.teaching.design import Design
from tablet_companion.setup.teaching.kept import Kept
from tablet_companion.setup.teaching.teaching import Teaching
from tablet_companion.setup.teaching.wanted_pictures import EMPTY, MEN


def plan_steps(desk: Desk) -> list[Step]:
    """Return all steps of the set-up; each can be skipped or repeated."""
    update, kept = UpdateStep(desk), desk.kept.read()
    steps: list[Step] = [
        firststart.LanguageStep(desk),
        *([update] if update.needed else ()),
        firststart.ScreenStep(desk),
        # What lies on a simulated table is known already.
        *(() if desk.simulated else (firststart.GameStep(desk),)),
        CameraStep(desk),
        ButtonsStep(desk),
        *((LampsStep(desk),) if desk.has_pins() else ()),  # one page says that there are none
        DoctorStep(desk),
        BoardStep(desk),
    ]
    return steps if kept is None else [ResumeStep(desk, kept, SKIP, steps), *steps]


def plan_board(desk: Desk, wants: str) -> list[Step]:
    """Return the steps after the choice of a board: ``teach``, ``new``, or none for others.

    A board whose teaching was interrupted comes first, as only one is kept. If only its game turned
    out to be another, its corners stay as they were set.
    """
    if not wants:
        return []
    teaching = Design(desk.board) if wants == "new" else Teaching(desk.board)
    steps, outlined = plan_teaching(desk, teaching), desk.outlined
    if outlined is not None:
        desk.outlined = None
        teaching.take_outline(outlined)
        return steps
    kept = desk.kept.read()
    return steps if kept is None else [ResumeStep(desk, kept, BACK, steps), *steps]


def plan_rest(desk: Desk, kept: Kept) -> tuple[list[Step], int]:
    """Return the steps that teach a board, and which of them was reached."""
    steps = plan_teaching(desk, kept.teaching)
    names = [type(step).__name__ for step in steps]
    return steps, names.index(kept.page) if kept.page in names else 0


def plan_teaching(desk: Desk, teaching: Teaching) -> list[Step]:
    """Return the steps in which a board is taught: of another make, or one without rules."""
    if isinstance(teaching, Design):
        return [
            CornersStep(desk, teaching),
            SizeStep(desk, teaching),
            DesignStep(desk, teaching),
            ShowStep(desk, teaching, (EMPTY, MEN)),
            ColoursStep(desk, teaching),
            KeepStep(desk, teaching),
        ]
    kinds: list[Step] = [KindsStep(desk, teaching)] if has_kinds(teaching) else []
    return [
        CornersStep(desk, teaching),
        SizeStep(desk, teaching),
        PlacesStep(desk, teaching),
        *kinds,
        ShowStep(desk, teaching),
        LearnStep(desk, teaching),
    ]
