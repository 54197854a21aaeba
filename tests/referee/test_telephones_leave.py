"""What a seat's own screen leaves to the table: others' seats, others' moves, the game's end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pytest

from tablet_companion import games
from tablet_companion.games.core import Message, Seat
from tablet_companion.referee.model import events, sayings
from tablet_companion.referee.model.dialogues import FixingBoard, Speaking
from tablet_companion.referee.model.history import find_start_of_last_play
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.panels import (
    BoardPanel,
    Button,
    MenuPanel,
    Panel,
    PausePanel,
    QuestionPanel,
)
from tablet_companion.referee.model.table import Stage, new_table
from tablet_companion.referee.pages.alone import AT_THE_TABLE, BY_ANOTHER, Deciding, leave_own_keys
from tablet_companion.referee.pages.levels import build_levels
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.pages.seats import build_seats
from tablet_companion.referee.turns.touches import handle_touch
from tablet_companion.screen.pages import scenes
from tablet_companion.screen.toolkit.orders import Tune
from tests.conformance.walk import positions
from tests.expected import expect, present
from tests.referee.seer import Seer
from tests.screen.looks import look_at

RED: Final = Seat("red")


def test_nobody_gives_anothers_seat_away_at_a_seats_own_screen() -> None:
    """Red's telephone let the table play blue, who had not left."""
    game: Any = games.load("pocket_ops")
    table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=game.setup({}, game.seats))
    mine = expect(MenuPanel, leave_own_keys(build_seats(table), table, RED))
    assert [one.intent for one in mine.keys] == [events.HandSeat(RED)]


@pytest.mark.parametrize("level", [Level.TEACH, Level.REFEREE, Level.STRICT])
def test_no_telephone_takes_anothers_move_back(level: Level) -> None:
    """One took Pink's move back, unasked; a player's own last one may be, unless strict."""
    seer = Seer(games.load("agent"), 3, most_turns=100)
    while not any(
        isinstance(one.intent, events.TakeBack) for one in build_panel(seer.table).buttons
    ):
        seer.play_on()
    seer.table = seer.table.but(setup=replace(seer.table.setup, level=level))
    last, page = find_start_of_last_play(seer.table), build_panel(seer.table)
    assert last is not None
    for seat in seer.table.setup.seats:
        mine = leave_own_keys(page, seer.table, seat)
        assert (events.TakeBack() in [one.intent for one in mine.buttons]) == (seat == last.actor)
    seer.touch(events.TakeBack())
    asked = build_panel(seer.table)
    assert isinstance(asked, QuestionPanel) == (level is not Level.TEACH)
    for seat in seer.table.setup.seats if level is not Level.TEACH else ():
        mine = expect(QuestionPanel, leave_own_keys(asked, seer.table, seat))
        assert bool(mine.choices) == (seat == last.actor and level is Level.REFEREE)


@pytest.mark.parametrize("level", [Level.TEACH, Level.REFEREE, Level.STRICT])
def test_without_a_page_of_the_table_another_player_answers(level: Level) -> None:
    """A strict player's question, and every other, had no answer on any telephone: it stayed."""
    seer = Seer(games.load("agent"), 3, most_turns=100)
    while not any(
        isinstance(one.intent, events.TakeBack) for one in build_panel(seer.table).buttons
    ):
        seer.play_on()
    seer.table = seer.table.but(setup=replace(seer.table.setup, level=level))
    last = present(find_start_of_last_play(seer.table))
    for seat in seer.table.setup.seats:
        mine = leave_own_keys(build_panel(seer.table), seer.table, seat, Deciding(no_table=True))
        assert events.TakeBack(asking=seat != last.actor) in [one.intent for one in mine.buttons]
    seer.touch(events.TakeBack(asking=True))
    whole = build_panel(seer.table)
    asker = next(seat for seat in seer.table.setup.seats if seat != last.actor)
    assert isinstance(whole, QuestionPanel)
    for seat in seer.table.setup.seats:
        mine = expect(
            QuestionPanel,
            leave_own_keys(whole, seer.table, seat, Deciding(no_table=True, asker=asker)),
        )
        assert mine.choices == (() if seat == asker else whole.choices)
        assert (BY_ANOTHER in mine.more) == (seat == asker)


def test_no_telephone_changes_the_record_or_anothers_level() -> None:
    """Three touches had put a pawn at home, one more made Blue strict."""
    game: Any = games.load("pocket_ops")
    table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=game.setup({}, game.seats))
    table = table.but(setup=replace(table.setup, seats=game.seats))
    mine = expect(MenuPanel, leave_own_keys(build_levels(table), table, RED))
    assert [one.intent for one in mine.keys if isinstance(one.intent, events.Choose)] == [
        events.Choose(f"level {RED}", Level.STRICT)
    ]
    assert len(mine.keys) == 1
    fixing = table.but(dialogue=FixingBoard())
    board = build_panel(fixing)
    for no_table in (False, True):
        left = expect(BoardPanel, leave_own_keys(board, fixing, RED, Deciding(no_table=no_table)))
        assert (events.TableIsRight() in [one.intent for one in left.buttons]) == no_table


def test_no_telephone_ends_the_game_or_switches_off() -> None:
    """Three touches on Orange's switched the table off, and nobody at the table was asked."""
    seer = Seer(games.load("agent"), 3, most_turns=100)
    for grave in (events.SwitchOff(), events.NewGame()):
        seer.touch(events.Pause())
        paused = expect(PausePanel, leave_own_keys(build_panel(seer.table), seer.table, RED))
        assert not {events.SwitchOff(), events.NewGame()} & {one.intent for one in paused.buttons}
        look = look_at(seer.table.game, "en", "7 inches")
        keys = {type(one.meaning) for one in scenes.page(paused, look).touches}
        assert {events.Choose, Tune} <= keys, "language and loudness stay"
        seer.touch(grave)
        whole = expect(QuestionPanel, build_panel(seer.table))
        asked = expect(QuestionPanel, leave_own_keys(whole, seer.table, RED))
        assert (asked.say, asked.choices) == (whole.say, ())
        assert AT_THE_TABLE in asked.more
        seer.touch(events.GoOn())


def test_a_key_leads_on_to_the_next_choice_of_its_player() -> None:
    """“Accuse” led to a page with one key, “Red accuses”: nobody else's telephone it was.

    One touch still accuses nobody: a key never says a whole action that it did not say before.
    """
    seer = Seer(games.load("wink"), 4)
    accuse = Message("Accuse")
    while len(seer.table.past) < 6 or not _find(accuse, build_panel(seer.table)):
        seer.play_on()
    page = build_panel(seer.table)
    for seat in seer.table.setup.seats:
        mine = leave_own_keys(page, seer.table, seat)
        (key,) = _find(accuse, mine)
        table, _ = handle_touch(seer.table, key.intent)
        asked = expect(MenuPanel, leave_own_keys(build_panel(table), table, seat))
        assert len(asked.keys) > 1
        assert len(table.past) == len(seer.table.past)


def _find(label: Message, page: Panel) -> list[Button]:
    return [one for one in page.buttons if one.label == label]


def test_a_telephone_that_waits_says_who_enters_something() -> None:
    """“Place the sniper” stood on Blue's telephone, as if it were Blue's to do, and no board."""
    game: Any = games.load("pocket_ops")
    for state in positions(game, 20):
        table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=state)
        for first in sayings.list_next(sayings.find_moves(table.position), ()):
            entering = table.but(dialogue=Speaking((first,), moves=True))
            pages = {
                seat: leave_own_keys(build_panel(entering), entering, seat) for seat in game.seats
            }
            for seat, page in pages.items():
                assert isinstance(page, MenuPanel)
                waits = Message("{seat}", (("seat", str(table.turn)),))
                assert page.said == ((first,) if seat == table.turn else (waits, first))
                assert bool(page.keys) == bool(page.facts) == (seat == table.turn)
            return
    raise AssertionError("no move is entered")


def test_nobody_gives_anothers_hand_up_at_a_seats_own_screen() -> None:
    """“Right: give up the hand” of Yellow was on Red's telephone, and counted."""
    game: Any = games.load("agent_dog")
    for state in positions(game, 40):
        table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=state, blind="unused")
        asked, _ = handle_touch(table, events.GiveUp())
        whole = build_panel(asked)
        if not isinstance(whole, QuestionPanel):
            continue
        for seat in (entry.seat for entry in table.view().seats):
            mine = expect(QuestionPanel, leave_own_keys(whole, asked, seat))
            assert mine.choices == (whole.choices if seat == table.turn else ())
            assert (BY_ANOTHER in mine.more) == (seat != table.turn)
            without = expect(
                QuestionPanel, leave_own_keys(whole, asked, seat, Deciding(no_table=True))
            )
            assert without.choices == whole.choices
        return
    raise AssertionError("nobody gives up")
