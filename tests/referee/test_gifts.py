"""Where the tablet deals, partners give each other a card at the screen, each one alone."""

from __future__ import annotations

import pytest

from tablet_companion import games
from tablet_companion.games.core import UNKNOWN_CARD, Card, Message, Seat
from tablet_companion.referee.model import events
from tablet_companion.referee.model.coaching import find_rules
from tablet_companion.referee.model.panels import MenuPanel, PlayPanel
from tablet_companion.referee.model.verdicts import AskingCard, Objecting, Quiet
from tests.referee.player import Player
from tests.referee.seer import Seer

pytestmark = pytest.mark.parametrize("name", ["agent_dog", "dog"])


def dealt(name: str) -> Player:
    """Return a player at a table where the tablet has dealt and the gifts are due."""
    player = Player(games.load(name), 3, dealing="tablet")
    assert verbs(player) == {"give"}
    return player


def verbs(player: Player) -> set[str]:
    """Return what kinds of action are legal now, by the first word of their texts."""
    game, state = player.table.game, player.table.state
    return {game.write_action(state, action).split()[0] for action in game.legal(state)}


def hand(player: Player, seat: Seat) -> tuple[Card, ...]:
    """Return what a seat holds, as it sees it."""
    view = player.table.game.view(player.table.state, seat)
    found: tuple[Card, ...] | None = next(e.hand for e in view.seats if e.seat == seat)
    assert found is not None
    return found


def intents(player: Player) -> set[str]:
    """Return what the keys of the page do, by name."""
    return {type(button.intent).__name__ for button in player.shown[-1].buttons}


def give(player: Player, card: Card) -> None:
    """Let the seat on turn give a card away, alone with the screen."""
    player.touch(events.Whisper(Seat(str(player.table.turn))))
    player.touch(events.Reveal())
    player.touch(events.Say((Message("{card}", (("card", card),)),)))


def test_nobody_gives_a_card_away_by_a_key_for_something_else(name: str) -> None:
    """“No card can be played” is not offered while gifts are due, and does nothing if touched."""
    player = dealt(name)
    assert isinstance(player.shown[-1], PlayPanel)
    assert "GiveUp" not in intents(player)
    before = player.table.state
    player.touch(events.GiveUp())
    assert player.table.dialogue is None
    player.touch(events.Answer(0))
    player.touch(events.GoOn())
    assert player.table.state == before


def test_a_gift_is_chosen_alone_and_reaches_the_partner(name: str) -> None:
    """Each seat chooses any of its cards out of the others' sight; then all change hands."""
    player = dealt(name)
    seats = player.table.setup.seats
    before = {seat: hand(player, seat) for seat in seats}
    gifts = {}
    for _ in seats:
        seat = Seat(str(player.table.turn))
        gifts[seat] = before[seat][-1]
        assert UNKNOWN_CARD not in before[seat]
        give(player, gifts[seat])
    for seat, partner in zip(seats, (*seats[2:], *seats[:2]), strict=True):
        left = [*before[seat]]
        left.remove(gifts[seat])
        assert hand(player, seat) == tuple(sorted([*left, gifts[partner]]))
        assert player.table.game.receiver(player.table.state, seat) == partner
    assert "give" not in verbs(player)


def test_a_gift_stays_a_secret(name: str) -> None:
    """Only the page shown to the seat alone holds its cards; what is told afterwards does not."""
    player = dealt(name)
    seat = Seat(str(player.table.turn))
    player.touch(events.Whisper(seat))
    assert "'card'" not in repr(player.shown[-1])
    player.touch(events.Reveal())
    page = player.shown[-1]
    assert isinstance(page, MenuPanel)
    assert page.private == seat
    cards = [dict(key.label.details)["card"] for key in page.keys]
    assert set(cards) == set(hand(player, seat))
    player.touch(events.Hide())
    give(player, Card(str(cards[-1])))
    assert isinstance(player.shown[-1], PlayPanel)
    assert "'card'" not in repr((player.shown[-1].happened, player.shown[-1].say))
    assert player.shown[-1].card is None


def test_no_card_is_named_while_gifts_are_due(name: str) -> None:
    """Before, a card touched by mistake was objected to, and nothing led back to the gifts."""
    player = dealt(name)
    assert "OpenCardKeys" not in intents(player)
    before = player.table
    player.touch(events.OpenCardKeys())
    player.touch(events.NameCard(Card("2")))
    assert (player.table.dialogue, player.table.verdict) == (before.dialogue, before.verdict)
    assert player.table.named is None


def test_a_card_laid_while_gifts_are_due_is_asked_about_once(name: str) -> None:
    """It is read with doubt. Before, its name was not taken, and the page asked without end."""
    player = Seer(games.load(name), 3, dealing="tablet")
    shown = games.load(name).placement(player.table.state)
    player.see(shown, card="2", card_sure=0.85)
    player.see(shown, seconds=8.0, card="2", card_sure=0.85)
    assert isinstance(player.table.verdict, AskingCard)
    player.touch(events.NameCard(Card("2")))
    player.see(shown, card="2", card_sure=0.85)
    assert isinstance(player.table.verdict, Objecting)
    player.see(shown, card="none", pose=None)
    assert player.table.verdict == Quiet()


def test_a_card_laid_while_gifts_are_due_is_too_early(name: str) -> None:
    """It is not said to be impossible, and nobody is told to give up the hand."""
    state = dealt(name).table.state
    game = games.load(name)
    found = game.diagnose(state, Card("2"), game.placement(state))
    assert [breach.rule for breach in found] == ["wrong_moment"]


def test_the_page_says_for_whom_the_card_is(name: str) -> None:
    """Before, it only said that a card is given away."""
    table = dealt(name).table
    assert table.game.prompt(table.view()).text == "{seat}: choose a card for your partner."


def test_the_exchange_is_taught_first_while_cards_are_exchanged(name: str) -> None:
    """Before who plays against whom, which can wait; laying a hand down is no exchange."""
    player = dealt(name)
    assert find_rules(player.table.position)[0] == "gift"
    while verbs(player) == {"give"}:
        player.play_on()
    assert find_rules(player.table.position)[0] == "aim"
    assert "gift" not in find_rules(player.table.position)


def test_what_happened_says_that_a_card_was_given(name: str) -> None:
    """A gift moves no piece: “What happened?” was an empty page, for as many seconds as gifts."""
    player = dealt(name)
    give(player, hand(player, Seat(str(player.table.turn)))[0])
    player.touch(events.Recall())
    shown = player.shown[-1]
    assert isinstance(shown, PlayPanel)
    assert [one.text for one in shown.happened] == ["{seat} gives a card to the partner."]
