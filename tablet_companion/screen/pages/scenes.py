"""Every panel's page, and the meaning of touches on it. Pure."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any, Final

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
    shelf,
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
    | shelf.ChaptersPanel
    | names.NamesPanel
    | lesson.LessonPanel
    | pause.SettingsPanel
    | telephones.TelephonesPanel
    | history.HistoryPanel
    | saving.SavingPanel
)
"""The table's own panels, laid over the referee's."""
Shown = panels.Panel | OwnPanel
"""Everything that has a page: the referee's panels, and the table's own."""


_TINY: Final = 1e-9
"""Rounding of a cosine: seats exactly at the sides are not opposite."""
_FACING: Final = (
    panels.PlayPanel,
    panels.ObjectionPanel,
    panels.QuestionPanel,
    panels.CardKeysPanel,
    panels.HelpPanel,
    panels.WonderPanel,
)
"""Pages for the player on turn; a tablet that is passed on is turned by hand."""


_CHOOSING: Final[Mapping[type, Callable[[Any, Look, Local], Page]]] = {
    panels.SetUpPanel: setup.page,
    panels.PlayPanel: play.page,
    panels.QuestionPanel: question.page,
    panels.MenuPanel: menu.page,
    panels.BoardPanel: correct.page,
    panels.HandPanel: hand.page,
    panels.HelpPanel: asking.page,
    panels.WonderPanel: asking.page,
    cameras.CamerasPanel: cameras.page,
    unfinished.UnfinishedPanel: unfinished.page,
    rules.RulesPanel: rules.list_page,
    shelf.ChaptersPanel: shelf.page,
    lesson.LessonPanel: lesson.page,
}
"""Pages that depend on half-made choices, or on how far they are scrolled."""
_PLAIN: Final[Mapping[type, Callable[[Any, Look], Page]]] = {
    panels.CheckPanel: check.page,
    panels.ObjectionPanel: objection.page,
    panels.CardKeysPanel: cards.page,
    panels.HandOverPanel: handover.page,
    panels.PausePanel: pause.page,
    pause.SettingsPanel: pause.settings_page,
    panels.EndPanel: end.page,
    trial.TrialPanel: trial.page,
    telephones.TelephonesPanel: telephones.page,
    rules.RulePanel: rules.page,
    names.NamesPanel: names.page,
    history.HistoryPanel: history.page,
    saving.SavingPanel: saving.page,
}


def page(panel: Shown, look: Look, local: Local = NOTHING) -> Page:
    """Return the page of a panel; it is the only source of the page's content."""
    plain = _PLAIN.get(type(panel))
    return plain(panel, look) if plain else _CHOOSING[type(panel)](panel, look, local)


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
        isinstance(panel, panels.QuestionPanel | panels.MenuPanel) and panel.for_all
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
            return _interpret_pick(pick, x, y)
        case Scrub(count=count):
            return ShowTurn(min(count - 1, int((x - area.box.x) / area.box.w * count)))
    return area.meaning


def is_scrubbed(page: Page, x: float, y: float) -> bool:
    """Whether a finger can be dragged there, not only put down."""
    return any(isinstance(one.meaning, Scrub) and one.box.holds(x, y) for one in page.touches)


def _interpret_pick(pick: Pick, x: float, y: float) -> Local | TouchPlace | None:
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
