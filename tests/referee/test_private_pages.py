"""A private page does not stay open when its player walks off."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import CHANCE, Message
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model import events, sayings
from tablet_companion.referee.model.confiding import may_retract
from tablet_companion.referee.model.dialogues import HandingOver, Purpose, Whispering
from tablet_companion.referee.model.panels import MenuPanel
from tablet_companion.referee.model.passing import must_pass, tell_hand
from tablet_companion.referee.model.table import Stage, Table, new_table
from tablet_companion.referee.pages.alone import build_own
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.step import step
from tablet_companion.referee.turns.replay import replay
from tests.conformance.walk import GAMES, walk
from tests.games.agent import MOVED, position, state
from tests.referee.bench import Bench
from tests.referee.player import Player
from tests.referee.seer import Seer


def hand_page() -> tuple[Table, str, float]:
    """Return a table at which somebody looks at a hand, what of it is private, and since when."""
    bench = Bench()
    for intent in (events.GiveUp(), events.Answer(1), events.Reveal()):
        bench.touch(intent)
    return bench.table, "HandPanel", bench.now_s


def whisper_page() -> tuple[Table, str, float]:
    """Return a table at which somebody says something alone."""
    game: Any = games.load("agent")
    state = next(
        state
        for state, _ in walk(game, game.setup({}, game.seats), 3, most=400)
        if game.actor(state) in game.seats
    )
    table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=state)
    table = table.but(dialogue=HandingOver(game.actor(state), Purpose.WHISPER))
    table, _ = step(table, events.Touched(10.0, events.Reveal()))
    return table, type(build_panel(table)).__name__, 10.0


@pytest.mark.parametrize("page", [hand_page, whisper_page])
def test_it_hides_itself_after_45_seconds(page: Any) -> None:
    """As GOING_WRONG.md promises: 45 seconds after it was opened, not one tick before."""
    table, private, opened_s = page()
    assert type(build_panel(table)).__name__ == private
    table, _ = step(table, events.Ticked(opened_s + 44.9))
    assert type(build_panel(table)).__name__ == private
    table, _ = step(table, events.Ticked(opened_s + 45.0))
    assert table.dialogue is None
    assert type(build_panel(table)).__name__ != private


def test_whispering_is_reached_by_touches() -> None:
    """The page of the test above is the one that ``Whisper`` leads to."""
    table, private, _ = whisper_page()
    game, seat = table.game, table.dialogue.seat  # type: ignore[union-attr] # it is Whispering
    again = new_table(game, {}, "en").but(stage=Stage.PLAY, state=table.state)
    for intent in (events.Whisper(seat), events.Reveal()):
        again, _ = step(again, events.Touched(1.0, intent))
    assert type(build_panel(again)).__name__ == private


@pytest.mark.parametrize("own_screen", [False, True])
def test_a_stake_touched_by_mistake_is_taken_back_in_private(own_screen: bool) -> None:
    """Its player changes it until the sheet is filled in; nobody else hears of it.

    Before, only everybody's “Take back” took it off.
    """
    seer = Seer(games.load("agent"), 1)
    seat = seer.table.turn
    assert seat is not None
    lots = [one for one in sayings.find_private(seer.table.position, seat) if one.saying.labels[1:]]

    def say(*path: Message) -> None:
        seer.touch(events.Confide(seat, path) if own_screen else events.Say(path))

    if not own_screen:
        seer.touch(events.Whisper(seat))
        seer.touch(events.Reveal())
    before = seer.table.state
    say(sayings.RETRACT)
    assert seer.table.state == before  # there is nothing yet
    say(*lots[0].saying.labels)
    once, judged = seer.table.state, len(seer.kinds)
    say(*lots[1].saying.labels)
    say(sayings.RETRACT)
    assert seer.table.state == once
    assert len(seer.kinds) == judged
    say(sayings.RETRACT)
    assert seer.table.state == before
    say(*lots[1].saying.labels)
    entries = [(one.kind, one.body) for one in seer.records]
    assert replay(new_table(seer.table.game, {}, "en"), entries).state == seer.table.state
    seal = next(e for e in sayings.find_private(seer.table.position, seat) if e not in lots)
    say(*seal.saying.labels)
    assert not may_retract(seer.table, seat)


def keep_page() -> Table:
    """Return a table of Pocket Ops at which a specialist is to be kept."""
    player = Player(games.load("pocket_ops"), 3)
    while not sayings.find_whisperers(player.table.position):
        player.play_on()
    return player.table


def bid_page() -> Table:
    """Return a table of Agent at which a sum is to be named."""
    asked = state(position(MOVED, "object", "insist"))
    return new_table(games.load("agent"), {}, "en").but(stage=Stage.PLAY, state=asked)


@pytest.mark.parametrize("page", [keep_page, bid_page])
def test_no_private_page_has_but_a_key_to_go_on(page: Any) -> None:
    """“Which one is yours?” had one key, “Keep a specialist”, and the two specialists came next.

    So had “name a sum, or give up”, and so it was on telephones.
    """
    table = page()
    (seat, *_) = sayings.find_whisperers(table.position)
    alone = table.but(dialogue=Whispering(seat, table.now_s))
    for shown in (build_panel(alone), build_own(table, seat)):
        assert isinstance(shown, MenuPanel)
        paths = [
            one.intent.path
            for one in shown.keys
            if isinstance(one.intent, events.Say | events.Confide)
        ]
        entries = sayings.find_private(table.position, seat)
        assert len(paths) > 1 or len(paths[0]) > 1
        assert all(sayings.list_next(entries, path[:-1]) for path in paths)


@pytest.mark.parametrize("game", [one for one in GAMES if one.pile], ids=lambda one: one.name)
def test_the_table_s_private_page_says_as_much_of_a_hand_as_an_own_screen(game: AnyGame) -> None:
    """It named the cards, and left a newcomer to find out alone that none can be played."""
    unplayable = 0
    first = game.setup({"dealing": "tablet"}, game.seats)
    for now, _ in itertools.islice(walk(game, first, 2, most=200), 0, 200, 3):
        seat = game.actor(now)
        if seat in (None, CHANCE):
            continue
        table = new_table(game, {}, "en").but(stage=Stage.PLAY, state=now)
        told = tell_hand(table, seat)
        page = build_panel(table.but(dialogue=Whispering(seat, 0.0)))
        assert isinstance(page, MenuPanel)
        assert set(told) <= set(page.facts)
        unplayable += must_pass(table)
    assert unplayable
