"""A hand that its player entered wrongly does not stand in the way: it is entered again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import CHANCE, Card, Message, Seat
from tablet_companion.referee.explaining.cases import list_candidates
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model import events
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.held_cards import find_hand
from tablet_companion.referee.model.panels import HandPanel, MenuPanel, ObjectionPanel, PlayPanel
from tablet_companion.referee.model.table import new_table
from tablet_companion.referee.model.verdicts import Objecting
from tablet_companion.referee.pages.alone import add_spoken_keys, build_own
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.turns.replay import replay
from tests.conformance.walk import walk
from tests.expected import expect, present
from tests.referee.player import Player
from tests.referee.watched import Watched

WRONG = ("K", "2", "2", "3", "3", "5")
RIGHT = ("2", "2", "3", "3", "5", "6")
CHECK = (events.GiveUp(), events.Answer(1), events.Reveal())


def checked(*hands: tuple[str, ...]) -> Player:
    """Return a player of DOG who entered these hands, one after the other."""
    player = Player(games.load("dog"), 3)
    for touch in CHECK:
        player.touch(touch)
    for hand in hands:
        player.touch(events.ShowHand(tuple(map(Card, hand))))
    return player


def keys(player: Player) -> list[Any]:
    """Return what the page's keys mean."""
    page = player.shown[-1]
    return [key.intent for key in (*getattr(page, "keys", ()), *page.buttons)]


def test_a_wrong_card_is_replaced_on_the_page_where_it_was_entered() -> None:
    """Before, “That cannot be the whole hand” was all that a corrected hand was told."""
    player = checked(WRONG, RIGHT)
    assert isinstance(page := player.shown[-1], HandPanel)
    assert page.verdict is not None
    assert page.verdict.text.startswith("Right: you cannot play any")


def test_a_hand_that_was_hidden_is_entered_again() -> None:
    """Its owner, who can play nothing of the real one, could not give it up for a wrong king."""
    player = checked(WRONG)
    for touch in (events.Hide(), *CHECK):
        player.touch(touch)
    assert isinstance(player.shown[-1], MenuPanel)
    assert events.EnterCards() in keys(player)
    player.touch(events.EnterCards())
    assert isinstance(player.shown[-1], HandPanel)
    player.touch(events.ShowHand(tuple(map(Card, RIGHT))))
    player.touch(events.GiveUp())
    assert player.kinds == [Kind.ACCEPTED]
    entries = [(one.kind, one.body) for one in player.records]
    again = replay(new_table(player.table.game, {}, "en"), entries)
    assert again.state == player.table.state


def test_whoever_looks_alone_may_enter_the_hand_again() -> None:
    """That page says why a card was refused that the wrong hand has not."""
    player = checked(WRONG)
    seat = present(player.table.turn)
    for touch in (events.Hide(), events.Whisper(seat), events.Reveal()):
        player.touch(touch)
    assert events.EnterCards() in keys(player)
    player.touch(events.EnterCards())
    player.touch(events.Hide())
    assert find_hand(player.table.position, seat) is None, "whoever does not know goes on so"
    assert isinstance(player.shown[-1], PlayPanel)


def test_a_hand_is_entered_again_from_the_page_of_its_telephone() -> None:
    """It read “Your cards: …” there, and to put them right was three pages away, by “None”."""
    player = checked(WRONG)
    seat = present(player.table.turn)
    label = "Enter my cards again"
    assert label not in labels(player, seat), "not while a page of somebody is open"
    player.touch(events.Hide())
    assert label in labels(player, seat)
    others = [one for one in player.table.setup.seats if one != seat]
    assert not any(label in labels(player, one) for one in others)
    player.touch(events.EnterCards(others[0]))
    assert player.table.dialogue is None
    player.touch(events.EnterCards(seat))
    page = expect(HandPanel, player.shown[-1])
    assert page.seat == seat


def test_a_key_to_enter_cards_hides_nothing_that_is_left_to_do() -> None:
    """A telephone's page tells its seat what has happened or is left, if it has nothing to say."""
    player = checked(RIGHT)
    player.touch(events.Hide())
    seat = present(player.table.turn)
    own, page = build_own(player.table, seat), player.shown[-1]
    assert own is not None
    assert isinstance(page, PlayPanel)
    left = Message("left")
    joined = add_spoken_keys(own, replace(page, left=True, todo=(left,)))
    assert left in joined.facts
    assert joined.keys[-1] == own.keys[-1]


def labels(player: Player, seat: Seat) -> list[str]:
    """Return the words of the keys on the page of a seat's telephone."""
    own = build_own(player.table, seat)
    return [] if own is None else [key.label.text for key in own.keys]


def test_a_hand_that_the_tablet_dealt_is_not_entered() -> None:
    """The tablet knows it better."""
    player = Player(games.load("dog"), 3, dealing="tablet")
    for _ in player.table.setup.seats:
        player.play_on()
    for touch in CHECK:
        player.touch(touch)
    assert isinstance(player.shown[-1], MenuPanel)
    assert events.EnterCards() not in keys(player)
    before = player.table.state
    player.touch(events.EnterCards())
    assert player.table.state == before


@pytest.mark.parametrize("name", ["dog", "agent_dog"])
def test_a_checked_hand_is_given_up_by_one_touch(name: str) -> None:
    """Before, the next page offered to check the hand first, which had just been done."""
    player = Player(games.load(name), 3)
    for touch in CHECK:
        player.touch(touch)
    hand = RIGHT if name == "dog" else ("copy", "copy", "exchange", "exchange", "exchange")
    player.touch(events.ShowHand(tuple(map(Card, hand))))
    turn = player.table.turn
    player.touch(events.GiveUp())
    assert player.kinds == [Kind.ACCEPTED]
    assert player.table.turn != turn
    assert isinstance(player.shown[-1], PlayPanel)


def refused() -> tuple[Watched, tuple[Card, ...]]:
    """Return a table at which a 5 was played that its player did not enter, and that hand."""
    game: Any = games.load("dog")
    for state, _ in walk(game, game.setup({"dealing": "people"}, game.seats), 3, most=200):
        if game.actor(state) in (None, CHANCE):
            continue
        public = Position(game, state).public
        five = next((one for one in list_candidates(public) if one.card == "5"), None)
        if five is not None:
            break
    else:
        pytest.fail("nobody could play a 5")
    held = len(state.hands[game.seats.index(game.actor(state))])
    hand = tuple(map(Card, ("2", "2", "3", "3", "6", "6")[:held]))
    known = game.learn(Position(game, state).public.state, game.actor(state), hand)
    watched = Watched(game, known)
    watched.see(public.placement, 0.3, "none", 0.0)
    watched.see(five.after, 3.0, "5", 0.0)
    return watched, hand


def test_a_move_that_is_refused_in_secret_has_no_key_to_go_on() -> None:
    """“Go on” brought the same page back, as the pieces still stood there."""
    watched, _ = refused()
    assert isinstance(watched.table.verdict, Objecting)
    assert watched.table.verdict.secret
    page = expect(ObjectionPanel, build_panel(watched.table))
    assert events.LetBe() not in [key.intent for key in page.buttons]


@pytest.mark.parametrize("entered", [True, False])
def test_a_refused_move_stands_only_once_the_hand_has_been_entered_again(entered: bool) -> None:
    """The hand was forgotten at the first touch, so any card counted, and the page was covered."""
    watched, hand = refused()
    seat = present(watched.table.turn)
    for touch in (events.Whisper(seat), events.Reveal(), events.EnterCards()):
        watched.touch(touch)
    watched.stay(8.0)
    assert isinstance(build_panel(watched.table), HandPanel), "nobody has touched anything"
    assert isinstance(watched.table.verdict, Objecting)
    right = (Card("5"), *hand[1:])
    watched.touch(events.ShowHand(right) if entered else events.Hide())
    watched.stay(8.0)
    assert [one.action[:2] for one in watched.judged if one.kind is Kind.CORRECTED] == ["5 "]
    assert isinstance(build_panel(watched.table), PlayPanel)
