"""Every panel's page, and the meaning of touches on it. Pure."""

from __future__ import annotations

import math
from typing import Final, assert_never

from tablet_companion.referee.explaining.stacks import by_area
from tablet_companion.referee.model.panels import (
    BoardPanel,
    CardKeysPanel,
    CheckPanel,
    EndPanel,
    HandOverPanel,
    HandPanel,
    HelpPanel,
    MenuPanel,
    ObjectionPanel,
    Panel,
    PausePanel,
    PlayPanel,
    QuestionPanel,
    SetUpPanel,
    WonderPanel,
)
from tablet_companion.screen.pages import (
    asking,
    cameras,
    cards,
    check,
    correct,
    end,
    hand,
    handover,
    history,
    lesson,
    menu,
    names,
    objection,
    pause,
    play,
    question,
    rules,
    saving,
    setup,
    telephones,
    trial,
    unfinished,
)
from tablet_companion.screen.pages.cameras import CamerasPanel
from tablet_companion.screen.pages.history import HistoryPanel
from tablet_companion.screen.pages.lesson import ChaptersPanel, LessonPanel
from tablet_companion.screen.pages.names import NamesPanel
from tablet_companion.screen.pages.rules import RulePanel, RulesPanel
from tablet_companion.screen.pages.saving import SavingPanel
from tablet_companion.screen.pages.telephones import TelephonesPanel
from tablet_companion.screen.pages.trial import TrialPanel
from tablet_companion.screen.pages.unfinished import UnfinishedPanel
from tablet_companion.screen.toolkit import boardview, picking
from tablet_companion.screen.toolkit.drawing import Meaning, Page, Pick, Scrub, Touch
from tablet_companion.screen.toolkit.local import NOTHING, Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.motion import Slide, find_slides
from tablet_companion.screen.toolkit.orders import ShowTurn, TouchPlace

OwnPanel = (
    CamerasPanel
    | TrialPanel
    | UnfinishedPanel
    | RulesPanel
    | RulePanel
    | ChaptersPanel
    | NamesPanel
    | LessonPanel
    | TelephonesPanel
    | HistoryPanel
    | SavingPanel
)
"""The table's own panels, laid over the referee's."""
Shown = Panel | OwnPanel
"""Everything that has a page: the referee's panels, and the table's own."""


_TINY: Final = 1e-9
_FACING: Final = (PlayPanel, ObjectionPanel, QuestionPanel, CardKeysPanel, HelpPanel, WonderPanel)
"""Pages for the player on turn; a tablet that is passed on is turned by hand."""


def page(panel: Shown, look: Look, local: Local = NOTHING) -> Page:
    """Return the page of a panel; it is the only source of the page's content."""
    if isinstance(panel, OwnPanel):
        return _own(panel, look, local)
    return _of_the_referee(panel, look, local)


def _own(panel: OwnPanel, look: Look, local: Local) -> Page:
    if isinstance(panel, CamerasPanel):
        return cameras.page(panel, look, local)
    if isinstance(panel, TrialPanel):
        return trial.page(panel, look)
    if isinstance(panel, UnfinishedPanel):
        return unfinished.page(panel, look, local)
    if isinstance(panel, TelephonesPanel):
        return telephones.page(panel, look)
    if isinstance(panel, RulesPanel):
        return rules.list_page(panel, look, local)
    if isinstance(panel, RulePanel):
        return rules.page(panel, look)
    if isinstance(panel, ChaptersPanel):
        return lesson.shelf_page(panel, look, local)
    if isinstance(panel, NamesPanel):
        return names.page(panel, look)
    if isinstance(panel, LessonPanel):
        return lesson.page(panel, look, local)
    if isinstance(panel, HistoryPanel):
        return history.page(panel, look)
    if isinstance(panel, SavingPanel):
        return saving.page(panel, look)
    assert_never(panel)


def _of_the_referee(  # noqa: C901, PLR0911, PLR0912 - a match over a union: one line for each panel
    panel: Panel, look: Look, local: Local
) -> Page:
    match panel:
        case SetUpPanel():
            return setup.page(panel, look, local)
        case CheckPanel():
            return check.page(panel, look)
        case PlayPanel():
            return play.page(panel, look, local)
        case ObjectionPanel():
            return objection.page(panel, look)
        case QuestionPanel():
            return question.page(panel, look, local)
        case CardKeysPanel():
            return cards.page(panel, look)
        case MenuPanel():
            return menu.page(panel, look, local)
        case BoardPanel():
            return correct.page(panel, look, local)
        case HandOverPanel():
            return handover.page(panel, look)
        case HandPanel():
            return hand.page(panel, look, local)
        case HelpPanel() | WonderPanel():
            return asking.page(panel, look, local)
        case PausePanel():
            return pause.page(panel, look)
        case EndPanel():
            return end.page(panel, look)
    assert_never(panel)


def find_moved(before: Shown | None, after: Shown | None, look: Look) -> tuple[Slide, ...] | None:
    """Return the pieces that move between two pages.

    Only moves of a game in progress slide: None for any other page.
    """
    if not (isinstance(before, PlayPanel) and isinstance(after, PlayPanel)):
        return None
    if before.seen is not None or after.seen is not None:
        return None
    was, now = (by_area(panel.view.placement) for panel in (before, after))
    if was == now:
        return ()
    return find_slides(
        look.board, boardview.fill_places(look.board, was), boardview.fill_places(look.board, now)
    )


def passes_turn(before: Shown | None, after: Shown | None) -> bool:
    """Whether the turn passes to another player from one page of a game to the next."""
    if not (isinstance(before, PlayPanel) and isinstance(after, PlayPanel)):
        return False
    return after.view.turn not in (None, before.view.turn)


def is_for_opposite(panel: Shown | None) -> bool:
    """Whether a page is for somebody who sits on the far side of the table.

    The first seat is at the screen, the others clockwise round the table.
    """
    if not isinstance(panel, _FACING) or (isinstance(panel, QuestionPanel) and panel.for_all):
        return False
    given = panel.view.turn
    seats = [entry.seat for entry in panel.view.seats]
    if given is None or given not in seats:
        return False
    return math.cos(2 * math.pi * seats.index(given) / len(seats)) < -_TINY


def touch(page: Page, x: float, y: float) -> Meaning | None:
    """Return the meaning of a touch, or None if it has none."""
    area = page.touch_at(x, y)
    return None if area is None else _interpret(area, x, y)


def _interpret(area: Touch, x: float, y: float) -> Meaning | None:
    match area.meaning:
        case Pick() as pick:
            return _picked(pick, x, y)
        case Scrub(count=count):
            return ShowTurn(min(count - 1, int((x - area.box.x) / area.box.w * count)))
    return area.meaning


def is_scrubbed(page: Page, x: float, y: float) -> bool:
    """Whether a finger can be dragged there, not only put down."""
    return any(isinstance(one.meaning, Scrub) and one.box.holds(x, y) for one in page.touches)


def _picked(pick: Pick, x: float, y: float) -> Local | TouchPlace | None:
    place = picking.find_nearest(pick, x, y)
    if place is None:
        return None
    if pick.told:
        return TouchPlace(place)
    return Local(near=place) if pick.near is None else Local(near=pick.near, place=place)


def carry_over(local: Local, before: Shown | None, after: Shown | None) -> Local:
    """Return what the screen still remembers when a panel follows another.

    Half-made choices last only while the same kind of panel asks the same question of the same
    seat: a half-entered hand is gone as soon as it is hidden.
    """
    if type(before) is not type(after):
        return NOTHING
    if isinstance(before, HandPanel) and isinstance(after, HandPanel):
        return local if before.seat == after.seat else NOTHING
    if isinstance(before, MenuPanel) and isinstance(after, MenuPanel):
        return local if before.keys == after.keys else NOTHING
    if isinstance(before, QuestionPanel) and isinstance(after, QuestionPanel):
        return local if before.choices == after.choices else NOTHING
    if isinstance(before, WonderPanel) and isinstance(after, WonderPanel):
        return local if before == after else NOTHING
    if isinstance(before, LessonPanel) and isinstance(after, LessonPanel):
        return local if before.question == after.question else NOTHING
    return local
