"""Lights under the places teach what the page says, and nothing besides."""

from __future__ import annotations

import dataclasses
import inspect
import random

import pytest

from hardware.ports import Rhythm
from tablet_companion.app.wired import placelights
from tablet_companion.app.wired.placelights import find_lights
from tablet_companion.games.core import TABLE, Message, Place, Seat
from tablet_companion.kit import printed
from tablet_companion.referee.model.panels import (
    BoardPanel,
    CheckPanel,
    HandOverPanel,
    HandPanel,
    Mark,
    MarkKind,
    ObjectionPanel,
    Panel,
    PlayPanel,
    QuestionPanel,
)
from tablet_companion.referee.pages.panel import build_panel as panel_of
from tablet_companion.screen.pages.scenes import OwnPanel
from tests.referee.bench import GAME, Bench
from tests.referee.turned_over import states
from tests.screen.situations import situations

BOARD = printed.board("agent_dog")
START = {place.colour: place.name for place in BOARD.places if place.kind == "start"}
MEETINGS = {place.name for place in BOARD.places if place.kind == "meeting"}


def panels() -> dict[str, Panel]:
    """Return every page of the referee's, by the name of its situation."""
    shown = {name: panel for name, (panel, _) in situations().items()}
    return {name: panel for name, panel in shown.items() if not isinstance(panel, OwnPanel)}


def shown(panel: Panel) -> dict[str, Rhythm]:
    """Return the rhythm of every place that shines."""
    return {place: light.rhythm for place, light in find_lights(panel, BOARD).items()}


def playing(*marks: tuple[str, MarkKind], todo: bool = True) -> PlayPanel:
    """Return a page of play, red's turn, with these marks."""
    panel = panels()["play_first"]
    assert isinstance(panel, PlayPanel)
    return dataclasses.replace(
        panel,
        todo=(Message("Do it."),) if todo else (),
        marks=tuple(Mark(Place(place), kind) for place, kind in marks),
    )


def test_what_is_to_be_done_shines() -> None:
    """From where and to where, told apart by rhythm, and whose turn it is."""
    panel = playing(("T5", MarkKind.FROM), ("T9", MarkKind.TO))
    assert panel.view.turn is not None
    assert shown(panel) == {
        "T5": Rhythm.SLOW,
        "T9": Rhythm.STEADY,
        START[panel.view.turn]: Rhythm.DIP,
    }


def test_with_nothing_to_do_the_meeting_points_wink() -> None:
    """The last move is over and no order: it does not shine."""
    panel = playing(("T5", MarkKind.FROM), ("T9", MarkKind.TO), todo=False)
    assert shown(panel) == {
        **dict.fromkeys(MEETINGS, Rhythm.WINK),
        START[panel.view.turn]: Rhythm.DIP,
    }


def test_a_place_in_doubt_is_no_accusation() -> None:
    """What cannot be seen well flashes otherwise than what is wrong."""
    panel = playing(("T5", MarkKind.DOUBT), todo=False)
    assert shown(panel)["T5"] is Rhythm.DOUBLE
    assert not MEETINGS & set(shown(panel))


def test_a_fault_shines_where_it_is_and_so_does_the_way_back() -> None:
    """Every place that the objection marks, with what matters most where marks meet."""
    panel = next(panel for panel in panels().values() if isinstance(panel, ObjectionPanel))
    marks = {mark.place: mark.kind for mark in panel.marks}
    rhythms = shown(panel)
    assert MarkKind.WRONG in marks.values()
    for place in (mark.place for mark in panel.marks if mark.kind is MarkKind.WRONG):
        assert {rhythms[spot.name] for spot in BOARD.areas[place]} == {Rhythm.FAST}
    both = playing(("T9", MarkKind.WRONG), ("T9", MarkKind.TO), ("T9", MarkKind.FROM))
    assert shown(both)["T9"] is Rhythm.FAST


def test_a_question_lights_every_possible_answer() -> None:
    """Where each answer begins and ends, and no other place."""
    panel = next(
        panel
        for panel in panels().values()
        if isinstance(panel, QuestionPanel) and any(choice.marks for choice in panel.choices)
    )
    asked = {mark.place for choice in panel.choices for mark in choice.marks}
    places = {spot.name for area in asked for spot in BOARD.areas[area]}
    assert set(shown(panel)) - {START[panel.view.turn or ""]} <= places
    assert places <= set(shown(panel))


@pytest.mark.parametrize("name", ["check_wrong", "board_disagree"])
def test_differences_shine(name: str) -> None:
    """Where table and record, or table and picture, differ, it blinks fast."""
    panel = panels()[name]
    assert isinstance(panel, CheckPanel | BoardPanel)
    assert panel.differences
    assert shown(panel) == {entry.place: Rhythm.FAST for entry in panel.differences}


def test_a_private_page_leaves_the_board_dark() -> None:
    """Whose hand is shown, and what is in it, is nobody's business."""
    private = [one for one in panels().values() if isinstance(one, HandPanel | HandOverPanel)]
    assert private
    assert all(shown(panel) == {} for panel in private)


def test_rhythm_alone_tells_the_meanings_apart() -> None:
    """No two meanings share a rhythm, save the three that say: put it here.

    What only may be done asks for nothing: it shines steadily, too, but far more weakly.
    """
    marks = dict(placelights._MARKS)
    may = marks.pop(MarkKind.MAY)
    lights = [*marks.values(), placelights._MEETING]
    rhythms = [light.rhythm for light in lights]
    assert rhythms.count(Rhythm.STEADY) == 3
    assert len({*rhythms, Rhythm.DIP}) == len(rhythms) - 1
    assert all(sum(may.colour) < sum(light.colour) / 2 for light in lights)


def test_nothing_but_the_page_and_the_board_is_asked() -> None:
    """No state reaches the lights: what the page may not show they cannot know."""
    assert list(inspect.signature(find_lights).parameters) == ["panel", "board"]
    source = inspect.getsource(placelights)
    assert "referee.table" not in source
    assert ".state" not in source


def test_truths_that_the_table_cannot_tell_apart_shine_alike() -> None:
    """Other pawns under the same dark heads, other cards in the hands: the same lights."""
    rng = random.Random(5)
    for state in states(5)[::40]:
        other = GAME.resample(state, TABLE, rng)
        tables = [Bench().table.but(state=each, past=(), happened=()) for each in (state, other)]
        one, two = (find_lights(panel_of(table), BOARD) for table in tables)
        assert one == two
        assert one


def test_all_pages_light_only_what_the_board_has() -> None:
    """Whatever is shown, every light is a place; a game of other seats is no error."""
    for panel in panels().values():
        assert set(shown(panel)) <= set(BOARD.by_name)
    other = dataclasses.replace(playing(), view=_Turned(Seat("umpire")))  # type: ignore[arg-type]  # the turn is all that is asked
    assert set(shown(other)) == MEETINGS


@dataclasses.dataclass(frozen=True)
class _Turned:
    """As much of a view as the lights ask for."""

    turn: Seat
