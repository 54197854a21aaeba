"""Where the tablet deals in Wink, people look at their own hands alone, and nobody else does."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from tablet_companion import games
from tablet_companion.games.core import TABLE, Message, Seat, list_names
from tablet_companion.games.wink.editions import EDITIONS
from tablet_companion.games.wink.rules import TWIN_IN_HAND
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model import sayings
from tablet_companion.referee.model.events import Hide, LetBe, Reveal, Say, Whisper
from tablet_companion.referee.model.held_cards import find_hand, sort_cards
from tablet_companion.referee.model.panels import (
    HandOverPanel,
    MenuPanel,
    ObjectionPanel,
    PlayPanel,
)
from tablet_companion.referee.pages.alone import build_own, build_panel_for
from tablet_companion.referee.pages.warnings import WAITS
from tests.expected import expect, present
from tests.referee.player import Player
from tests.referee.seer import Seer

pytestmark = pytest.mark.parametrize("edition", EDITIONS)
WINK: Final = games.load("wink")


def dealt(edition: str, dealing: str = "tablet") -> tuple[Player, Seat]:
    """Return a player at a table of this edition, and who is on turn."""
    player = Player(WINK, 3, edition=edition, dealing=dealing)
    assert player.table.turn is not None
    return player, player.table.turn


def cards_of(player: Player, seat: Seat) -> Message:
    """Return the sentence that names a seat's whole hand."""
    held = next(one.hand for one in player.table.view(seat).seats if one.seat == seat)
    named = list_names("card", sort_cards(WINK, held or ()))
    return Message("Your cards: {text}.", (("text", named),))


def look_alone(player: Player, seat: Seat) -> MenuPanel:
    """Return the private page that a seat reaches by touches."""
    player.touch(Whisper(seat))
    player.touch(Reveal())
    return expect(MenuPanel, player.shown[-1])


def test_everybody_sees_their_hand_alone(edition: str) -> None:
    """All round the table: the key, the whole hand behind it, and the game as it was before."""
    player, _ = dealt(edition)
    for _ in player.table.setup.seats:
        seat, before = player.table.turn, player.table.state
        assert seat is not None
        assert Whisper(seat) in [key.intent for key in player.shown[-1].buttons]
        page = look_alone(player, seat)
        assert page.private == seat
        assert page.facts == (cards_of(player, seat),)
        assert page.keys == ()
        player.touch(Hide())
        assert isinstance(player.shown[-1], PlayPanel)
        assert player.table.state == before
        legal = set(WINK.legal(before))
        calls = sayings.find_moves(Position(WINK, before))
        call = next(entry for entry in calls if entry.action in legal)
        player.touch(Say(call.saying.labels, moves=True))


def test_the_tablet_goes_round_before_the_first_call(edition: str) -> None:
    """Each private page leads on to the next one, closed until its player holds the tablet."""
    player, first = dealt(edition)
    seats = [one.seat for one in player.table.view().seats]
    at = seats.index(first)
    page = look_alone(player, first)
    for seat in (*seats[at + 1 :], *seats[: at + 1]):
        assert Whisper(seat) in [key.intent for key in page.buttons]
        player.touch(Whisper(seat))
        closed = expect(HandOverPanel, player.shown[-1])
        assert closed.seat == seat
        page = look_alone(player, seat)
        assert page.private == seat
        assert page.facts == (cards_of(player, seat),)


def test_nobody_is_led_to_the_hand_of_a_seat_that_the_table_plays(edition: str) -> None:
    """The tablet passes it over, and a touch that asks for it shows nothing."""
    player, first = dealt(edition)
    seats = [one.seat for one in player.table.view().seats]
    second = seats[(seats.index(first) + 1) % len(seats)]
    player.table = player.table.but(setup=replace(player.table.setup, played=(second,)))
    page = look_alone(player, first)
    assert Whisper(second) not in [key.intent for key in page.buttons]
    player.touch(Hide())
    player.touch(Whisper(second))
    assert player.table.dialogue is None


def test_the_shared_page_leads_to_nobody_with_a_telephone(edition: str) -> None:
    """Whoever has a telephone looks there, and no telephone passes the tablet on."""
    player, first = dealt(edition)
    page = look_alone(player, first)
    seats = player.table.setup.seats
    shared = build_panel_for(page, TABLE, [one for one in seats if one != first], shared=True)
    own = build_panel_for(page, first, seats, shared=False)
    for one in (shared, own):
        assert isinstance(one, MenuPanel)
        assert [key.intent for key in one.buttons] == [Hide()]


def test_a_call_refused_by_the_hand_is_explained_beside_it(edition: str) -> None:
    """The page of the reason, for the player alone, shows the hand that forbids the call."""
    player, seat = dealt(edition)
    held = find_hand(Position(WINK, player.table.state), seat) or ()
    calls = sayings.find_moves(Position(WINK, player.table.state))
    call = next(entry for entry in calls if WINK.card_of(entry.action) in held)
    player.touch(Say(call.saying.labels, moves=True))
    assert isinstance(player.shown[-1], ObjectionPanel)
    page = look_alone(player, seat)
    assert page.say.text == WINK.rules[TWIN_IN_HAND].text
    mend = Message(WINK.rules[TWIN_IN_HAND].mend, page.say.details)
    assert page.facts == (mend, cards_of(player, seat))


def test_a_call_refused_by_the_hand_stays_before_a_camera(edition: str) -> None:
    """The pawn was not moved: the next look took the refusal away before anybody could read it."""
    player = Seer(WINK, 3, edition=edition, dealing="tablet")
    before, seat = player.table.state, player.table.turn
    assert seat is not None
    player.see(WINK.placement(before))
    held = find_hand(Position(WINK, before), seat) or ()
    calls = sayings.find_moves(Position(WINK, before))
    call = next(entry for entry in calls if WINK.card_of(entry.action) in held)
    player.touch(Say(call.saying.labels, moves=True))
    player.see(WINK.placement(before))
    assert isinstance(player.shown[-1], ObjectionPanel)
    assert look_alone(player, seat).say.text == WINK.rules[TWIN_IN_HAND].text
    player.touch(Hide())
    player.touch(LetBe())
    assert isinstance(player.shown[-1], PlayPanel)


def test_a_telephone_shows_its_own_hand_and_no_other(edition: str) -> None:
    """Whoever is on turn."""
    player, _ = dealt(edition)
    for seat in player.table.setup.seats:
        own = present(build_own(player.table, seat))
        asked = WINK.prompt(player.table.view(seat))
        assert own.facts == (
            cards_of(player, seat),
            *([] if seat == player.table.turn else [asked]),
        )


def test_where_people_deal_there_is_no_hand_to_look_at(edition: str) -> None:
    """Nobody told the tablet the hands, so that it offers no page for them."""
    player, seat = dealt(edition, "people")
    assert Whisper(seat) not in [key.intent for key in player.shown[-1].buttons]
    own = present(build_own(player.table, seat))
    assert not {one.text for one in own.facts} - {WINK.prompt(player.table.view(seat)).text}


def test_a_call_refused_on_the_table_leads_back_and_nowhere_else(edition: str) -> None:
    """The page of the reason led to another's hand, and spoke of an answer nobody waits for."""
    player = Seer(WINK, 3, edition=edition, dealing="tablet")
    before, seat = player.table.state, player.table.turn
    assert seat is not None
    held = find_hand(Position(WINK, before), seat) or ()
    calls = sayings.find_moves(Position(WINK, before))
    call = next(entry.action for entry in calls if WINK.card_of(entry.action) in held)
    player.see(WINK.attempted(before, call))
    assert isinstance(player.shown[-1], ObjectionPanel)
    page = look_alone(player, seat)
    assert WAITS not in page.facts
    assert [key.intent for key in page.buttons] == [Hide()]
