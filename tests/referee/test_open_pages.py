"""A page that somebody opened never hides what the referee has to tell about the table."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from tablet_companion.games.core import Message, Place, Seat
from tablet_companion.referee.model import dialogues, events
from tablet_companion.referee.model.effects import Show
from tablet_companion.referee.model.panels import (
    BoardPanel,
    CardKeysPanel,
    HelpPanel,
    ObjectionPanel,
    QuestionPanel,
    WonderPanel,
)
from tablet_companion.referee.model.table import Stage, new_table
from tablet_companion.referee.model.verdicts import Misplaced
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.step import step
from tablet_companion.vision.reading import Thing
from tests.referee.bench import GAME, LOOK_S, Bench, placement
from tests.referee.levels import begun, play
from tests.referee.looks import AREAS, look

WITHIN_S: Final = 8.0
READ: Final[tuple[events.Intent, ...]] = (
    events.AskHelp(),
    events.AskWhy(),
    events.Wonder(),
    events.Wonder(asking=True),
    events.Recall(),
)
ASKED: Final[tuple[events.Intent, ...]] = (
    events.TakeBack(),
    events.OpenCardKeys(),
    events.OpenSeats(),
    events.OpenLevels(),
    events.NewGame(),
    events.SwitchOff(),
    events.GiveUp(),
    events.AskHand(),
    events.Say((Message("anything"),), moves=True),
)


def opened(*touches: events.Intent) -> Bench:
    """Return a game one move on, in which somebody opened a page and walked off."""
    bench = begun("referee")
    bench.see(bench.with_moves("T0>T5"), card="5")
    for touch in touches:
        bench.touch(touch)
    return bench


every_page = pytest.mark.parametrize("touch", [*READ, *ASKED], ids=lambda one: type(one).__name__)


@every_page
def test_a_broken_rule_is_told_over_a_page(touch: events.Intent) -> None:
    """It was passed over in silence until somebody closed the page."""
    bench = opened(touch)
    bench.see(bench.with_moves("T16>T22"), card="3", pose=(4, 4, 0), seconds=WITHIN_S)
    assert isinstance(bench.panel, ObjectionPanel)


@every_page
def test_a_piece_out_of_place_is_named_over_a_page(touch: events.Intent) -> None:
    """Nobody has laid a card, so nobody has moved it in the game."""
    bench = opened(touch)
    bench.see(bench.with_moves("T5>"), card="5", seconds=WITHIN_S)
    assert isinstance(bench.table.verdict, Misplaced)
    assert play(bench).todo


@every_page
def test_a_move_is_accepted_and_closes_the_page(touch: events.Intent) -> None:
    """Play goes on; where somebody was asked, a little later."""
    bench = opened(touch)
    bench.see(
        bench.with_moves("T16>T19"),
        card="3",
        pose=(4, 4, 0),
        seconds=1 if touch in READ else WITHIN_S,
    )
    assert [one.action for one in bench.judged][-1] == "3 T16>T19"
    assert bench.table.dialogue is None


def test_a_thing_on_the_board_is_named_over_a_page() -> None:
    """It is no verdict, but people have to take it away all the same."""
    bench = opened(events.AskHelp())
    bench.hand()
    cup = Thing(0.0, 0.0, 40.0, Place("T30"))
    bench.looked = replace(look(placement(bench.table.state), card="5"), things=(cup,))
    bench.look_on(WITHIN_S)
    assert play(bench).todo


@pytest.mark.parametrize("touch", [events.AskHelp(), events.AskWhy(), events.Wonder()])
def test_a_page_about_what_is_known_stays(touch: events.Intent) -> None:
    """People who read why, or what now, read on: the page below says the same as before."""
    bench = opened()
    bench.see(bench.with_moves("T16>T22"), card="3", pose=(4, 4, 0), seconds=3.0)
    bench.touch(touch)
    bench.look_on(60.0)
    assert isinstance(bench.panel, HelpPanel | WonderPanel)


def test_a_page_stays_while_a_piece_is_held() -> None:
    """A player who asks what is allowed may hold a pawn: that is nothing to be told at once."""
    bench = opened(events.Wonder())
    bench.see(bench.with_moves("T16>"), card="5", seconds=4.0)
    assert isinstance(bench.panel, WonderPanel)


def test_who_names_a_card_has_time_to_find_it() -> None:
    """The card that was read may be the wrong one; the time runs from the last touch."""
    bench = opened()
    moved = bench.with_moves("T16>T19")
    bench.see(moved, card="6", pose=(4, 4, 0), seconds=0.2)
    bench.touch(events.OpenCardKeys())
    bench.look_on(4.0)
    assert isinstance(bench.panel, CardKeysPanel)
    bench.touch(events.CorrectCard())
    bench.look_on(4.0)
    assert isinstance(bench.panel, CardKeysPanel)
    bench.look_on(2.0)
    assert isinstance(bench.panel, ObjectionPanel)


@pytest.mark.parametrize("touch", [events.Pause(), events.OpenBoard()], ids=["pause", "board"])
def test_a_pause_and_the_correction_of_the_board_stay(touch: events.Intent) -> None:
    """Nothing is judged because somebody wished it so; questions lead back there."""
    bench = opened(touch)
    before = type(bench.panel)
    bench.touch(events.AskHelp())
    bench.see(bench.with_moves("T16>T22"), card="3", pose=(4, 4, 0), seconds=60.0)
    assert isinstance(bench.panel, HelpPanel)
    bench.touch(events.GoOn())
    assert isinstance(bench.panel, before)


def test_the_correction_of_the_board_shows_what_differs() -> None:
    """So it need not give way."""
    bench = opened(events.OpenBoard())
    bench.see(bench.with_moves("T16>T22"), card="3", pose=(4, 4, 0), seconds=WITHIN_S)
    assert isinstance(bench.table.dialogue, dialogues.FixingBoard)
    assert isinstance(bench.panel, BoardPanel)
    assert {one.place for one in bench.panel.differences} >= {"T16", "T22"}


@pytest.mark.parametrize(
    "private",
    [dialogues.EnteringHand, dialogues.Advised, dialogues.Whispering, dialogues.CheckingShown],
    ids=lambda one: one.__name__,
)
def test_a_private_page_is_covered_before_all_are_told(private: type) -> None:
    """A finger on its way to a card of the hand finds no key that would name it to everybody.

    Before, nothing was said until the page hid itself, after 45 seconds.
    """
    bench = opened()
    bench.now_s += 1
    page = private(Seat("blue"), bench.now_s)
    assert isinstance(page, dialogues.PRIVATE)
    bench.table = bench.table.but(dialogue=page)
    before = len(bench.effects)
    bench.see(bench.with_moves("T16>T22"), card="3", pose=(4, 4, 0), seconds=WITHIN_S)
    assert isinstance(bench.panel, QuestionPanel)
    assert "covered" in bench.panel.say.text
    assert [one.label.text for one in bench.panel.choices] == ["Go on"]
    told = [one for one in bench.effects[before:] if isinstance(one, Show)]
    assert not any(isinstance(one.panel, ObjectionPanel) for one in told)
    bench.look_on(WITHIN_S)
    assert isinstance(bench.panel, ObjectionPanel)


def test_a_private_page_stays_while_the_table_is_as_on_record() -> None:
    """Nobody who enters a hand is disturbed by a hand that passes over the board."""
    bench = opened()
    bench.now_s += 1
    bench.table = bench.table.but(dialogue=dialogues.EnteringHand(Seat("blue"), bench.now_s))
    for _ in range(3):
        bench.see(bench.shown(), card="5", seconds=WITHIN_S)
    assert isinstance(bench.table.dialogue, dialogues.EnteringHand)


def test_a_game_begins_behind_the_page_for_help() -> None:
    """The page stays for its reader. Before, the game waited for somebody to close it."""
    table = new_table(GAME, AREAS, "en")
    for intent in (events.Choose("dealer", "red"), events.Begin(), events.AskHelp()):
        table, _ = step(table, events.Touched(table.now_s + 1.0, intent))
    assert table.stage is Stage.CHECK
    reading = look(GAME.placement(table.state), areas=AREAS, card="none")
    for _ in range(20):
        table, _ = step(table, events.Saw(table.now_s + 0.1, reading))
    assert table.stage is Stage.PLAY
    assert isinstance(build_panel(table), HelpPanel)


def test_what_gives_way_never_uncovers_a_hand() -> None:
    """A question asked on a private page leads back to a hand-over, and gives way to all's page."""
    bench = opened()
    bench.table = bench.table.but(dialogue=dialogues.EnteringHand(Seat("blue"), bench.now_s))
    bench.touch(events.AskHelp())
    bench.see(bench.with_moves("T16>T22"), card="3", pose=(4, 4, 0), seconds=WITHIN_S)
    assert isinstance(bench.panel, ObjectionPanel)
    bench.see(bench.shown(), card="5", seconds=WITHIN_S)
    assert not isinstance(bench.table.dialogue, dialogues.PRIVATE | dialogues.HandingOver)


def test_a_page_gives_way_once() -> None:
    """Opened again over the same objection it stays."""
    bench = opened(events.TakeBack())
    bench.see(bench.with_moves("T16>T22"), card="3", pose=(4, 4, 0), seconds=WITHIN_S)
    bench.touch(events.TakeBack())
    bench.look_on(WITHIN_S)
    assert isinstance(bench.panel, QuestionPanel)


def test_nothing_is_judged_while_a_hand_is_there() -> None:
    """The page stays for as long as nobody can tell what was done."""
    bench = opened(events.AskHelp())
    for _ in range(100):
        bench.hand()
    assert isinstance(bench.panel, HelpPanel)
    bench.event(events.Saw(bench.now_s + LOOK_S, look(placement(bench.table.state), card="5")))
    assert isinstance(bench.panel, HelpPanel)
