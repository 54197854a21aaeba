"""Where the tablet deals a player sees and plays his hand alone; before everybody nobody does."""

from __future__ import annotations

import pytest

from tablet_companion import games
from tablet_companion.games.core import Seat, list_names
from tablet_companion.games.dog_family.rules import CARD_NOT_HELD, MUST_PLAY
from tablet_companion.referee.explaining.explanations import Overtaken
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model import sayings
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import Answer, GiveUp, Reveal, Say, Whisper
from tablet_companion.referee.model.held_cards import find_hand, sort_cards
from tablet_companion.referee.model.panels import MenuPanel, ObjectionPanel, PlayPanel
from tablet_companion.referee.model.verdicts import Asking, Objecting
from tablet_companion.referee.turns.judging import judge
from tablet_companion.referee.turns.questions import ask_for_first
from tests.expected import expect, present
from tests.referee.player import Player

pytestmark = pytest.mark.parametrize("name", ["agent_dog", "dog"])


def playing(name: str) -> tuple[Player, Seat]:
    """Return a player at a table whose tablet has dealt, gifts given, and who is on turn."""
    player = Player(games.load(name), 3, dealing="tablet")
    for _ in player.table.setup.seats:
        player.play_on()
    seat = present(player.table.turn)
    return player, seat


def moved(player: Player) -> int:
    """Return how many actions are on record."""
    return len(player.table.past)


def test_a_player_sees_his_hand_and_plays_it_alone(name: str) -> None:
    """His page shows his cards and has keys for his plays; one touched in full is on record."""
    player, seat = playing(name)
    keys = [button.intent for button in player.shown[-1].buttons]
    assert Whisper(seat) in keys
    assert Say((), moves=True) not in keys
    player.touch(Whisper(seat))
    player.touch(Reveal())
    page = expect(MenuPanel, player.shown[-1])
    game, state = player.table.game, player.table.state
    held = find_hand(Position(game, state), seat) or ()
    told = expect(tuple, dict(page.facts[0].details)["text"])
    assert set(told) == set(list_names("card", held))
    cards = (game.card_of(action) for action in game.legal(state))
    playable = {card for card in cards if card is not None}
    assert {dict(key.label.details)["card"] for key in page.keys} == playable
    before = moved(player)
    while moved(player) == before:
        player.touch(player.shown[-1].keys[0].intent)
    assert player.kinds.count(Kind.ACCEPTED) == len(player.table.setup.seats) + 1


def test_a_card_that_is_not_held_is_refused_alone(name: str) -> None:
    """Said before everybody it is refused without a reason; the player reads the reason alone."""
    player, seat = playing(name)
    game, state = player.table.game, player.table.state
    legal = set(game.legal(state))
    strange = next(e for e in sayings.find_plays(Position(game, state)) if e.action not in legal)
    before = moved(player)
    player.touch(Say(strange.saying.labels, moves=True))
    page = expect(ObjectionPanel, player.shown[-1])
    assert "hand" not in repr(page.breaches)
    assert moved(player) == before
    player.touch(Whisper(seat))
    player.touch(Reveal())
    assert player.shown[-1].say.text == game.rules[CARD_NOT_HELD].text


def test_a_refused_answer_about_two_turns_is_not_asked_for_again_at_once(name: str) -> None:
    """Whoever said yes was refused for a second and asked the same again, without end."""
    player, _ = playing(name)
    table, legal = player.table, set(player.table.game.legal(player.table.state))
    plays = sayings.find_plays(Position(table.game, table.state))
    action = next(entry.action for entry in plays if entry.action not in legal)
    several = Overtaken(((action, Laid(table.game.card_of(action), How.INFERRED)),))
    asked = Asking(ask_for_first(table, several))
    player.table = table.but(explanation=several, verdict=asked, looks=2)
    player.touch(Answer(0))
    assert isinstance(player.table.verdict, Objecting)
    later, _ = judge(player.table.but(now_s=player.table.now_s + 2.0))
    assert isinstance(later.verdict, Objecting)


def test_a_hand_that_can_be_played_is_not_given_up(name: str) -> None:
    """The key is there whatever the hand; touched with a hand that can be played it is refused."""
    player, seat = playing(name)
    assert any(player.table.game.card_of(a) for a in player.table.game.legal(player.table.state))
    assert isinstance(player.shown[-1], PlayPanel)
    assert GiveUp() in [button.intent for button in player.shown[-1].buttons]
    before = moved(player)
    player.touch(GiveUp())
    player.touch(Answer(0))
    assert isinstance(player.shown[-1], ObjectionPanel)
    assert moved(player) == before
    player.touch(Whisper(seat))
    player.touch(Reveal())
    assert player.shown[-1].say.text == player.table.game.rules[MUST_PLAY].text


def test_a_hand_that_the_tablet_dealt_is_checked_without_entering_it(name: str) -> None:
    """“Check the hand first” asked for every card, which the tablet itself had dealt."""
    player, seat = playing(name)
    game, state = player.table.game, player.table.state
    cards = (game.card_of(action) for action in game.legal(state))
    playable = {card for card in cards if card is not None}
    for touch in (GiveUp(), Answer(1), Reveal()):
        player.touch(touch)
    page = expect(MenuPanel, player.shown[-1])
    assert page.private == seat
    (named,) = [dict(fact.details).get("text") for fact in (page.say, *page.facts)][-1:]
    assert named == list_names("card", sort_cards(game, playable))
    assert Answer(0) not in [button.intent for button in page.buttons]
