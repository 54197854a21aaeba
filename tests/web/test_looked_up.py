"""What a telephone asks, and reads about, it asks and reads alone: no other page changes by it."""

from __future__ import annotations

import json

import pytest

from tablet_companion import games
from tablet_companion.games.core import TABLE, Breach, Place, Placement, Rule, Seat, Viewer
from tablet_companion.referee.model import events
from tablet_companion.referee.model.panels import HandOverPanel, HelpPanel, WonderPanel
from tablet_companion.referee.model.table import SetUp
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.turns.announcing import object_to
from tablet_companion.screen.pages.history import HistoryPanel
from tablet_companion.screen.toolkit.orders import LeaveHistory, LeaveRules, OpenHistory, OpenRules
from tests.expected import expect, present
from tests.web.wired import Begun, Key, Wired, settle


def begin(game: str) -> tuple[Wired, Seat, Seat]:
    """Return a table, who is on turn, and another player; all have telephones."""
    loaded = games.load(game)
    begun = Begun(loaded, loaded.setup({}, loaded.seats), SetUp(loaded.seats))
    wired = Wired(begun, lambda *_: 0)
    settle(wired)
    turn = present(wired.table.turn)
    return wired, turn, next(one for one in loaded.seats if one != turn)


def touch(wired: Wired, viewer: Viewer, key: Key) -> None:
    """Touch a key of a telephone, and wait until its page is there."""
    wired.tap(viewer, wired.list_keys(viewer)[key])
    settle(wired)


@pytest.mark.parametrize("other_first", [False, True])
def test_questions_and_rules_are_read_alone(other_first: bool) -> None:
    """No seat's telephone had a “?”; what it read of the rules lay on the table's page, too.

    Neither who asks nor that anybody does reaches the referee, the table or another telephone.
    """
    wired, turn, other = begin("agent")
    seat = other if other_first else turn
    before, shown = wired.table, wired.loop._display.shown
    wired.heard.clear()
    for keys in (
        (events.Wonder(), events.GoOn()),
        (events.AskWhy(), events.GoOn()),
        (OpenRules(), LeaveRules(), events.GoOn()),
    ):
        touch(wired, seat, events.AskHelp())
        assert isinstance(wired.find(seat).display.panel, HelpPanel)
        assert (events.AskAdvice() in wired.list_keys(seat)) <= (seat == turn)
        assert None not in wired.list_keys(seat), "no other page is under it"
        for key in keys:
            touch(wired, seat, key)
        assert events.AskHelp() in wired.list_keys(seat)
    assert {viewer for _, viewer, _ in wired.heard} == {seat}
    assert len({tuple(json.loads(text)["size"]) for *_, text in wired.heard}) == 1
    assert wired.table.but(now_s=0.0) == before.but(now_s=0.0)
    assert wired.loop._display.shown is shown


def test_a_telephone_tells_its_own_player_what_to_do() -> None:
    """“What may I do now?” on a private page lists what that seat enters alone, nobody else."""
    wired, turn, other = begin("agent")
    for seat in (turn, other):
        entered = [one.path[-1] for one in wired.list_keys(seat) if isinstance(one, events.Confide)]
        touch(wired, seat, events.AskHelp())
        touch(wired, seat, events.Wonder())
        panel = expect(WonderPanel, wired.find(seat).display.panel)
        assert panel.view.viewer == seat
        assert {*entered} <= {*panel.told}
        assert bool(entered) == (seat == turn)
        touch(wired, seat, events.GoOn())
    touch(wired, turn, None)  # everybody may see it: the table's page
    touch(wired, turn, events.AskHelp())
    touch(wired, turn, events.Wonder())
    assert wired.find(turn).display.panel.view.viewer == TABLE  # type: ignore[union-attr]


def test_a_page_that_stands_for_anothers_tells_nothing_of_it() -> None:
    """“Red looks at a telephone”: “?” on that page of Blue's asked for Red, and told its hand."""
    wired, turn, other = begin("agent")
    wired.put(events.Touched(wired.clock.now_s(), events.Whisper(turn)))
    settle(wired)
    for viewer in (other, TABLE):
        panel = expect(HandOverPanel, wired.find(viewer).display.panel)
        assert panel.seat == turn
        for key in (events.AskHelp(), events.Wonder()):
            touch(wired, viewer, key)
        answer = expect(WonderPanel, wired.find(viewer).display.panel)
        assert answer.view.viewer == TABLE


def test_one_telephone_closes_nothing_on_another() -> None:
    """The history opened on one closed it on the other; a pause still concerns everybody."""
    wired, turn, other = begin("agent")
    wired.put(events.Touched(wired.clock.now_s(), events.Pause()))
    settle(wired)
    for seat in (turn, other):
        touch(wired, seat, OpenHistory())
    touch(wired, other, LeaveHistory())
    assert isinstance(wired.find(turn).display.shown, HistoryPanel)
    assert wired.loop._display.over is None
    touch(wired, turn, LeaveHistory())
    assert OpenHistory() in wired.list_keys(turn)


def test_what_is_read_gives_way_to_what_is_asked() -> None:
    """Nobody would have seen it: at the table such a page gives way, too. Others read on."""
    wired, turn, other = begin("dog")
    for seat in (turn, other):
        touch(wired, seat, events.AskHelp())
        touch(wired, seat, OpenRules())
    broken = Breach(Rule("exact_count"), (Place("T7"),))
    table, _ = object_to(wired.table, (broken,), Placement(()), None, secret=True)
    wired.telephones.show(build_panel(table), table)
    while not wired.telephones.is_done:
        wired.telephones.turn()
    assert LeaveRules() not in wired.list_keys(turn)
    assert LeaveRules() in wired.list_keys(other)
