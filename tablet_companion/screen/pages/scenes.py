"""Every panel's page, and the meaning of touches on it. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final, assert_never

from tablet_companion.referee.model import panels
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
from tablet_companion.screen.toolkit import boardview, picking
from tablet_companion.screen.toolkit.drawing import Meaning, Page, Pick, Scrub, Touch
from tablet_companion.screen.toolkit.local import NOTHING, Local
from tablet_companion.screen.toolkit.look import Look
from tablet_companion.screen.toolkit.motion import Slide, find_slides
from tablet_companion.screen.toolkit.orders import ShowTurn, TouchPlace

OwnPanel = (
    cameras.CamerasPanel
    | trial.TrialPanel
    | unfinished.UnfinishedPanel
    | rules.RulesPanel
    | rules.RulePanel
    | lesson.ChaptersPanel
    | names.NamesPanel
    | lesson.LessonPanel
    | telephones.TelephonesPanel
    | history.HistoryPanel
    | saving.SavingPanel
)
"""The table's own panels, laid over the referee's."""
Shown = panels.Panel | OwnPanel
"""Everything that has a page: the referee's panels, and the table's own."""


_TINY: Final = 1e-9
_FACING: Final = (
    panels.PlayPanel,
    panels.ObjectionPanel,
    panels.QuestionPanel,
    panels.CardKeysPanel,
    panels.HelpPanel,
    panels.WonderPanel,
)
"""Pages for the player on turn; a tablet that is passed on is turned by hand."""


def page(  # noqa: C901, PLR0911, PLR0912 - a match over a union: one case for each panel
    panel: Shown, look: Look, local: Local = NOTHING
) -> Page:
    """Return the page of a panel; it is the only source of the page's content."""
    match panel:
        case panels.SetUpPanel():
            return setup.page(panel, look, local)
        case panels.CheckPanel():
            return check.page(panel, look)
        case panels.PlayPanel():
            return play.page(panel, look, local)
        case panels.ObjectionPanel():
            return objection.page(panel, look)
        case panels.QuestionPanel():
            return question.page(panel, look, local)
        case panels.CardKeysPanel():
            return cards.page(panel, look)
        case panels.MenuPanel():
            return menu.page(panel, look, local)
        case panels.BoardPanel():
            return correct.page(panel, look, local)
        case panels.HandOverPanel():
            return handover.page(panel, look)
        case panels.HandPanel():
            return hand.page(panel, look, local)
        case panels.HelpPanel() | panels.WonderPanel():
            return asking.page(panel, look, local)
        case panels.PausePanel():
            return pause.page(panel, look)
        case panels.EndPanel():
            return end.page(panel, look)
        case cameras.CamerasPanel():
            return cameras.page(panel, look, local)
        case trial.TrialPanel():
            return trial.page(panel, look)
        case unfinished.UnfinishedPanel():
            return unfinished.page(panel, look, local)
        case telephones.TelephonesPanel():
            return telephones.page(panel, look)
        case rules.RulesPanel():
            return rules.list_page(panel, look, local)
        case rules.RulePanel():
            return rules.page(panel, look)
        case lesson.ChaptersPanel():
            return lesson.shelf_page(panel, look, local)
        case names.NamesPanel():
            return names.page(panel, look)
        case lesson.LessonPanel():
            return lesson.page(panel, look, local)
        case history.HistoryPanel():
            return history.page(panel, look)
        case saving.SavingPanel():
            return saving.page(panel, look)
    assert_never(panel)


def find_moved(before: Shown | None, after: Shown | None, look: Look) -> tuple[Slide, ...] | None:
    """Return the pieces that move between two pages.

    Only moves of a game in progress slide: None for any other page.
    """
    if not (isinstance(before, panels.PlayPanel) and isinstance(after, panels.PlayPanel)):
        return None
    if before.seen is not None or after.seen is not None:
        return None
    was, now = (
        boardview.fill_places(look.board, panel.view.placement) for panel in (before, after)
    )
    return find_slides(look.board, was, now)


def passes_turn(before: Shown | None, after: Shown | None) -> bool:
    """Whether the turn passes to another player from one page of a game to the next."""
    if not (isinstance(before, panels.PlayPanel) and isinstance(after, panels.PlayPanel)):
        return False
    return after.view.turn not in (None, before.view.turn)


def is_for_opposite(panel: Shown | None) -> bool:
    """Whether a page is for somebody who sits on the far side of the table.

    The first seat is at the screen, the others clockwise round the table.
    """
    if not isinstance(panel, _FACING) or (
        isinstance(panel, panels.QuestionPanel) and panel.for_all
    ):
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


_QUESTIONS: Final[Mapping[type, Callable[[Any], object]]] = {
    panels.HandPanel: lambda panel: panel.seat,
    panels.MenuPanel: lambda panel: panel.keys,
    panels.QuestionPanel: lambda panel: panel.choices,
    panels.WonderPanel: lambda panel: panel,
    lesson.LessonPanel: lambda panel: panel.question,
}
"""What a panel asks, where another one of its kind may ask something else."""


def carry_over(local: Local, before: Shown | None, after: Shown | None) -> Local:
    """Return what the screen still remembers when a panel follows another.

    Half-made choices last only while the same kind of panel asks the same question of the same
    seat: a half-entered hand is gone as soon as it is hidden.
    """
    if type(before) is not type(after):
        return NOTHING
    question = _QUESTIONS.get(type(after))
    return local if question is None or question(before) == question(after) else NOTHING
