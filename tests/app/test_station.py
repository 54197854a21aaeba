"""The whole program at a simulated table: eye, referee, page, lamps, buttons, journal."""

from __future__ import annotations

import pygame
import pytest

from hardware.signals import OBJECTION, turn_lamp
from hardware.simulated import faults
from tablet_companion.games.core import CHANCE, Place
from tablet_companion.journal import JournalError
from tablet_companion.referee.model.events import Answer, Begin, Busy, Choose, NewGame, NoHand
from tablet_companion.referee.model.panels import ObjectionPanel, PausePanel, PlayPanel
from tablet_companion.referee.model.patience import COVERED_S
from tablet_companion.referee.model.table import Stage
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.session.interpreter import FrameInterpreter
from tests.app.conftest import Opened
from tests.app.table import Scene
from tests.expected import expect, present

UNREAD = pytest.mark.parametrize("reads", [False])
"""For what says nothing of reading."""


@pytest.fixture
def reads() -> bool:
    """Have every picture read: here the whole program is tried."""
    return True


def test_a_legal_move_is_accepted_without_a_touch(scene: Scene) -> None:
    """Card and pawn are seen, the move is on record, and the next seat's lamp is lit."""
    assert scene.table.turn == "red"
    scene.play("13", "T0", "T13")
    assert scene.table.past[-1].laid.card == "13"
    assert scene.table.turn == "blue"
    assert scene.lit(turn_lamp("blue"))
    assert not scene.lit(turn_lamp("red"))


def test_an_illegal_move_is_objected_to_until_it_is_mended(scene: Scene) -> None:
    """A pawn leaves its nest with a 7: page and lamp object, and calm down once it is back."""
    before = scene.station.window.pixels().copy()
    scene.play("7", "red.nest", "T5")
    shown = expect(ObjectionPanel, build_panel(scene.table))
    assert shown.breaches[0].rule.text.startswith("Only a 1/11 or a 13")
    assert (scene.station.window.pixels() != before).any()
    assert scene.flashes(OBJECTION)
    home = next(spot for spot in scene.table.areas["red.nest"] if not scene.sim.pawn_on(spot))  # type: ignore[index]  # tests name areas
    scene.drag("T5", home)
    scene.pass_time(2.5)
    assert isinstance(build_panel(scene.table), PlayPanel)
    assert not scene.flashes(OBJECTION)


def test_a_pawn_in_a_hole_is_heard(scene: Scene) -> None:
    """Its switch closes, either way up, and agrees with what the camera sees."""
    scene.play("10", "T0", "T10")
    closed = {place for place, state, _ in scene.table.switches if state}
    assert closed == {"T10"}
    scene.turn_over("T10")
    scene.pass_time(2.5)
    assert scene.table.turn == "blue"
    assert {place for place, state, _ in scene.table.switches if state} == {"T10"}
    reading = present(scene.table.reading)
    assert reading.by_place[Place("T10")].probability > 0.99
    assert reading.disputed == ()


@pytest.mark.parametrize("reads", [True])
def test_what_people_call_no_hand_is_told_to_the_eye(opened: Opened) -> None:
    """The eye alone can pass it over, in the camera's thread; before it was told of, nobody can."""
    scene = opened()
    eye = expect(FrameInterpreter, scene.station.source.interpret)
    scene.station.loop.handle(Busy(scene.clock.now_s(), resting=True))
    scene.station.loop.touch(NoHand())
    assert not eye.reader.passing_over
    scene.clock.advance(COVERED_S)
    scene.station.loop.touch(NoHand())
    assert eye.reader.passing_over


def test_an_unplugged_camera_is_noticed_and_so_is_its_return(scene: Scene) -> None:
    """Without pictures the page says to look at the cable; the game goes on once they return."""
    scene.sim.faults = {faults.UNPLUGGED: 1.0}
    scene.pass_time(0.2)
    shown = expect(PlayPanel, build_panel(scene.table))
    assert shown.unseen is not None
    assert shown.unseen.text.startswith("The camera sends no picture")
    scene.sim.faults = {}
    scene.play("13", "T0", "T13")
    assert scene.table.turn == "blue"


@UNREAD
def test_the_simulated_table_follows_the_number_of_players(scene: Scene) -> None:
    """Chosen for a new game, two have their eight pawns put out; once play goes on, none is."""
    for leave in (NewGame(), Answer(0)):
        scene.station.loop.touch(leave)
    for players, pawns in ((2, 8), (3, 12), (4, 16), (2, 8)):
        scene.station.loop.touch(Choose("players", players))
        scene.window.follow(scene.table)
        assert len(scene.sim.scene.pawns) == pawns
    scene.begin()
    scene.sim.take(scene.sim.scene.pawns[0])
    scene.window.follow(scene.table)
    assert len(scene.sim.scene.pawns) == 7


def test_a_game_broken_off_goes_on(opened: Opened) -> None:
    """Opened again on the same journals, the game stands where it stood, its lamp lit.

    The simulated table is put as the record says, the pawn turned over in a hole included.
    """
    first = opened()
    first.begin()
    first.play("10", "T0", "T10")
    first.turn_over("T10")
    first.pass_time(2.5)
    assert first.table.turn == "blue"
    second = opened()
    assert second.table.state == first.table.state
    second.pass_time(0.2)
    assert second.lit(turn_lamp("blue"))
    second.window.put(second.table)
    hidden = present(second.sim.pawn_on("T10"))
    assert (hidden.colour, hidden.turned) == ("red", True)
    second.play("13", "T16", "T29")
    assert second.table.turn == "green"


@UNREAD
def test_lots_due_when_the_plug_was_pulled_are_drawn_on_the_next_start(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game begun, but broken off before its lots, does not wait for them for ever."""
    first = opened()
    monkeypatch.setattr(first.station.loop.session, "_draw", lambda *_: None)
    first.station.loop.touch(Choose("dealing", "tablet"))
    first.station.loop.touch(Begin())
    first.station.loop.touch(Begin())
    assert first.table.turn == CHANCE
    second = opened()
    assert second.table.stage is Stage.PLAY
    assert second.table.turn != CHANCE


@UNREAD
def test_what_cannot_be_recorded_stops_the_game_until_there_is_room(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a full disk the move is not accepted and the page says why; afterwards it is."""

    def full(*_: object) -> None:
        raise JournalError("The journal cannot be written (the disk is full); make room.")

    with monkeypatch.context() as patch:
        patch.setattr(scene.station.loop.session._keeper, "keep", full)
        scene.play("13", "T0", "T13")
        assert scene.table.turn == "red"
        notice = scene.station.window.pixels().copy()
        scene.pass_time(1)
        assert (scene.station.window.pixels() == notice).all(), "nothing else is shown"
        assert scene.flashes(OBJECTION)
    scene.pass_time(1)
    assert scene.table.turn == "red", "nobody said that there is room"
    x, y = 720, 460  # the page's one key, where “Go on” is on every page
    pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=1, touch=False))
    scene.pass_time(2.5)
    assert scene.table.turn == "blue"


@UNREAD
def test_the_referee_button_pauses_and_goes_on(scene: Scene) -> None:
    """A press stops the judging, another one resumes it."""
    scene.press("referee")
    scene.pass_time(0.5)
    assert isinstance(build_panel(scene.table), PausePanel)
    scene.press("referee")
    scene.pass_time(0.1)
    assert isinstance(build_panel(scene.table), PlayPanel)


def test_the_mouse_grips_what_lies_under_it(opened: Opened) -> None:
    """The table is shown in a second window; a motion of the mouse alone grips nothing."""
    scene = opened()
    scene.pass_time(0.07)
    scene.sim.set_up({"T5": ("red", False)}, sloppy_mm=0)
    scene.pass_time(0.33)
    second = scene.station.window._picture
    assert second is not None, "the table is shown"
    second.window.size = scene.window.picture().shape[1::-1]
    top = scene._pixel("T5", scene.sim.board.pawn.height_mm)
    for kind in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
        assert not scene.sim.scene.hands
        fields = {"pos": top, "button": 1, "window": second.window}
        pygame.event.post(pygame.event.Event(kind, fields))
        scene.pass_time(0.07)
    scene.pass_time(0.4)
    assert scene.sim.scene.hands
