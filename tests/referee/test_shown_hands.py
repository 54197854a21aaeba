"""Real cards of seats that the table plays: shown to the camera, exchanged, played, and mended."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import TABLE, Card, Seat
from tablet_companion.players.seen import knows_its_hand
from tablet_companion.referee.model.events import (
    Answer,
    Chosen,
    EnterCards,
    GiveUp,
    HandSeat,
    Hide,
    NameCard,
    OpenSeats,
    Pause,
    Reveal,
    ShowAgain,
    ShowCards,
    ShowHand,
)
from tablet_companion.referee.model.panels import HandPanel, MenuPanel, Panel, PlayPanel
from tablet_companion.referee.model.played import (
    find_due,
    find_giver,
    find_thought,
    find_unshown,
)
from tablet_companion.referee.model.table import new_table
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.pages.showing import ENTER
from tablet_companion.referee.turns.replay import replay
from tablet_companion.vision.reading import CardReading
from tests.referee.bench import GAME, Bench

BLUE = Seat("blue")
HAND = ("5", "9", "1/11", "9", "13")
OTHER = ("2", "7", "copy", "3", "10")
GIFT = "partner"
Pose = tuple[float, float, float]


def seated(dealer: str = "blue", **options: Any) -> Bench:
    """Return a table with a bare pile at which the table plays blue, with real cards."""
    bench = Bench(dealer, {**options, "played": "blue"})
    bare(bench)
    return bench


def bare(bench: Bench) -> None:
    """Let the pile lie bare."""
    bench.see(bench.shown(), card="none", pose=None)


def lay(bench: Bench, cards: Sequence[str], first: int = 0) -> None:
    """Lay cards on one another on the pile, each askew."""
    for number, card in enumerate(cards, start=first):
        bench.see(bench.shown(), card=card, pose=(6.0 * number, 0.0, 12.0 * number))


def show(bench: Bench, cards: Sequence[str]) -> None:
    """Turn away, show cards, and cover them."""
    bench.touch(ShowCards())
    lay(bench, cards)
    bare(bench)


def choose(bench: Bench, text: str = "") -> str:
    """Let the table choose what is due, this or anything; return the action's text."""
    table, seat = bench.table, find_due(bench.table)
    assert seat is not None
    state = find_thought(table)
    legal = sorted(table.game.write_action(state, one) for one in table.game.legal(state))
    chosen = text or legal[0]
    assert chosen in legal
    bench.event(Chosen(bench.now_s, seat, len(table.past), chosen))
    return chosen


def exchanged(**options: Any) -> Bench:
    """Return a table that was shown blue's hand and gift: it gave its 13 away."""
    bench = seated(**options)
    show(bench, HAND)
    choose(bench, "give 13")
    show(bench, [GIFT])
    return bench


def hand(bench: Bench) -> tuple[Card, ...]:
    """Return blue's hand as the table knows it."""
    held = next(one.hand for one in bench.table.view(BLUE).seats if one.seat == BLUE)
    assert held is not None
    return held


def facts(page: Panel) -> list[str]:
    """Return what a page says beneath its headline."""
    assert isinstance(page, MenuPanel)
    return [one.text for one in page.facts]


def test_a_hand_is_shown_then_covered() -> None:
    """Each card is counted with a sound; the hand is known once the pile is as before."""
    bench = seated()
    assert find_unshown(bench.table) == BLUE
    assert find_due(bench.table) is None
    bench.touch(ShowCards())
    for number, card in enumerate(HAND):
        lay(bench, [card], number)
        assert isinstance(bench.panel, MenuPanel)
        assert dict(bench.panel.say.details).get("count", number + 1) == number + 1
    assert not knows_its_hand(GAME, bench.table.state, BLUE)
    bare(bench)
    assert hand(bench) == tuple(sorted(HAND))
    assert find_giver(bench.table) == find_due(bench.table) == BLUE
    for other in ("red", "green", "yellow"):
        assert not knows_its_hand(GAME, bench.table.state, Seat(other))


def test_a_gift_leaves_by_its_place_in_the_stack() -> None:
    """Nobody is told the card: it is the fifth of the stack; only the card that comes is shown."""
    bench = seated()
    show(bench, HAND)
    choose(bench, "give 13")
    page = build_panel(bench.table)
    assert isinstance(page, MenuPanel)
    assert ("count", 5) in page.facts[0].details
    assert "13" not in str(page)
    show(bench, [GIFT])
    assert hand(bench) == tuple(sorted((*HAND[:4], GIFT)))
    assert dict(bench.table.stacks)[BLUE] == (GIFT, *HAND[:4])
    assert find_unshown(bench.table) is find_giver(bench.table) is None


def test_the_card_that_the_table_plays_is_laid_by_somebody() -> None:
    """Pieces and card are both waited for, and another card is named as the wrong one."""
    bench = exchanged()
    choose(bench, "5 T16>T21")
    owed = bench.table.owed
    assert owed is not None
    assert (owed.card, owed.number) == ("5", 2)
    bench.see(bench.shown(), card="none", pose=None, seconds=5)
    assert bench.table.owed is not None
    lay(bench, ["9"])
    page = bench.panel
    assert isinstance(page, PlayPanel)
    assert "{card:the} is not the card that the table plays." in [one.text for one in page.todo]
    assert {NameCard(Card("5")), ShowAgain(BLUE)} <= {key.intent for key in page.buttons}
    bare(bench)
    lay(bench, ["5"])
    assert bench.table.owed is None
    assert hand(bench) == tuple(sorted((GIFT, "9", "1/11", "9")))
    assert dict(bench.table.stacks)[BLUE] == (GIFT, "9", "1/11", "9")
    assert bench.table.card.known is None  # it is not the next player's


@pytest.mark.parametrize("alike", [False, True], ids=["on another face", "on its own face"])
def test_the_card_that_is_waited_for_may_be_read_with_doubt(*, alike: bool) -> None:
    """The camera is not sure to know the 5 at all, but it can be no other: it has been laid.

    At the simulated table a jack was read with 0.87, and the game waited for it without end.
    """
    bench = seated("yellow")
    show(bench, HAND)
    choose(bench, "give 13")
    show(bench, [GIFT])
    for way in ("T48>T53", "T0>T5"):
        card = "5" if alike or way.startswith("T48") else "1/11"
        shown = bench.with_moves(way if card == "5" else "T0>T11")
        bench.see(shown, card=card, pose=(len(way), 0.0, 8.0), seconds=3)
    assert bench.table.turn == BLUE
    choose(bench, "5 T16>T21")
    for share, taught in ((0.55, 0.3), (0.87, 0.0)):
        assert bench.table.owed is not None
        odds = ((Card("5"), share), (Card("2"), taught), (None, 1 - share - taught))
        bench.see(bench.shown())
        bench.looked = replace(bench.looked, card=CardReading(odds, (len("T0>T5"), 0.0, 8.0)))
        bench.look_on(4)
    assert bench.table.owed is None


def test_a_card_on_one_quite_like_it_is_taken_as_laid() -> None:
    """A 5 lies exactly on a 5, which no camera can see: with the pieces right, the game goes on."""
    bench = seated("yellow")
    show(bench, HAND)
    choose(bench, "give 13")
    show(bench, [GIFT])
    for way in ("T48>T53", "T0>T5"):
        bench.see(bench.with_moves(way), card="5", pose=(len(way), 0.0, 8.0), seconds=3)
    assert bench.table.turn == BLUE
    choose(bench, "5 T16>T21")
    bench.see(bench.shown(), card="5", pose=(len("T0>T5"), 0.0, 8.0), seconds=2)
    assert bench.table.owed is not None
    bench.look_on(1)
    assert bench.table.owed is None


def test_a_card_that_cannot_be_seen_to_lie_there_is_said_to() -> None:
    """By touch the card counts as laid, and is not the next player's."""
    bench = exchanged()
    choose(bench, "5 T16>T21")
    bench.see(bench.shown(), card="none", pose=None, seconds=5)
    bench.touch(NameCard(Card("5")))
    bench.look_on(1)
    assert bench.table.owed is None
    assert bench.table.named is None


def test_the_pile_is_known_before_anybody_looks_away() -> None:
    """An older card on it is none of the hand, though an arm hides it when “Ready” is touched."""
    bench = seated()
    bench.see(bench.shown(), card="7", pose=(1.0, 0.0, 3.0))
    bench.hand()
    bench.touch(ShowCards())
    bench.see(bench.shown(), card="7", pose=(1.0, 0.0, 3.0))
    assert bench.table.showing is not None
    assert not bench.table.showing.read


def test_a_gift_needs_a_place_in_the_stack() -> None:
    """Where the order was lost, the hand is shown again: to name the gift would give it away."""
    bench = seated()
    show(bench, HAND)
    bench.table = bench.table.but(stacks=())
    choose(bench, "give 13")
    assert not bench.table.gave
    assert find_unshown(bench.table) == BLUE


def test_the_next_player_s_card_is_not_taken_for_the_table_s() -> None:
    """The next player lays a card at once on the table's, and moves: both are understood."""
    bench = exchanged()
    choose(bench, "5 T16>T21")
    lay(bench, ["5"])
    bench.see(bench.with_moves("T32>T40"), card="8", pose=(9.0, 0.0, 40.0), seconds=3)
    assert [one.action for one in bench.judged if one.action][-2:] == ["5 T16>T21", "8 T32>T40"]


def test_cards_taken_away_are_shown_again() -> None:
    """Somebody takes the cards away in the middle: none of those read is kept."""
    bench = seated()
    bench.touch(ShowCards())
    lay(bench, HAND[:3])
    bare(bench)
    assert "Cards were taken away. Lay them all again, from the first." in facts(bench.panel)
    lay(bench, HAND)
    bare(bench)
    assert hand(bench) == tuple(sorted(HAND))


def test_the_last_card_can_be_taken_back() -> None:
    """A card that is lifted off the others is not counted any more."""
    bench = seated()
    bench.touch(ShowCards())
    lay(bench, HAND[:2])
    lay(bench, HAND[:1])
    assert dict(bench.panel.say.details)["count"] == 1  # type: ignore[union-attr] # a menu
    lay(bench, OTHER[1:], 1)
    bare(bench)
    assert hand(bench) == tuple(sorted((HAND[0], *OTHER[1:])))


@pytest.mark.parametrize("pushed", [False, True])
def test_one_card_too_many_is_said(pushed: bool) -> None:
    """A sixth card, or one that was laid twice, is noticed before the hand is believed."""
    bench = seated()
    bench.touch(ShowCards())
    lay(bench, HAND[:2])
    if pushed:
        bench.see(bench.shown(), card=HAND[1], pose=(40.0, 0.0, 60.0))
        lay(bench, HAND[2:], 2)
    else:
        lay(bench, (*HAND[2:], "2"), 2)
    assert any(text.startswith("Too many cards") for text in facts(bench.panel))
    bare(bench)
    assert not knows_its_hand(GAME, bench.table.state, BLUE)
    lay(bench, HAND)
    bare(bench)
    assert hand(bench) == tuple(sorted(HAND))


def test_an_unreadable_card_is_said_and_entered_by_touch() -> None:
    """The page says that it cannot read a card; the hand can be entered behind another page."""
    bench = seated()
    bench.touch(ShowCards())
    lay(bench, HAND[:2])
    bench.see(bench.shown(), card="7", pose=(30.0, 0.0, 50.0), card_sure=0.6)
    assert "I cannot read this card. Lay it flat and in the light." in facts(bench.panel)
    assert isinstance(bench.panel, MenuPanel)
    assert ENTER in bench.panel.buttons
    bench.touch(EnterCards())
    bench.touch(Reveal())
    assert isinstance(bench.panel, HandPanel)
    bench.touch(ShowHand(tuple(map(Card, HAND))))
    assert hand(bench) == tuple(sorted(HAND))
    assert dict(bench.table.stacks)[BLUE] == HAND


def test_a_card_is_read_that_can_only_be_one_of_the_taught() -> None:
    """The camera is not sure that it knows the card at all, but it can be no other of a hand's.

    At the simulated table a real "exchange" was read with 0.895, and never counted.
    """
    bench = seated()
    bench.touch(ShowCards())
    for share, read in ((0.55, 0), (0.895, 1)):
        rest = (Card("2"), 0.3) if share < 0.8 else (Card("2"), 0.0)
        odds = ((Card("exchange"), share), rest, (None, 1 - share - rest[1]))
        bench.hand()
        bench.looked = replace(bench.looked, card=CardReading(odds, (0.0, 0.0, 30.0)))
        bench.look_on(1)
        assert bench.table.showing is not None
        assert len(bench.table.showing.read) == read


def test_cards_that_cannot_all_be_there_are_shown_again() -> None:
    """More copies than the deck has: something was misread."""
    deck = [2] * len(GAME.cards)
    bench = seated(deck=tuple(deck))
    show(bench, ["9", "9", "9", "2", "3"])
    assert "A card was misread. Lay them all again, from the first." in facts(bench.panel)
    lay(bench, HAND)
    bare(bench)
    assert hand(bench) == tuple(sorted(HAND))


def test_a_misread_card_is_mended_by_touch() -> None:
    """The card that the table plays is not there: its play is undone and its hand shown again."""
    bench = exchanged()
    past = len(bench.table.past)
    choose(bench, "5 T16>T21")
    bench.touch(ShowAgain(BLUE))
    assert len(bench.table.past) == past
    bare(bench)
    assert find_unshown(bench.table) == BLUE
    show(bench, OTHER)
    assert hand(bench) == tuple(sorted(OTHER))
    assert find_giver(bench.table) is None  # cards were exchanged before


def test_a_card_seen_elsewhere_is_no_fault_of_the_player() -> None:
    """The table was thought to hold both 8s, and green plays one: the hand is shown again."""
    bench = seated("green", deck=(2,) * len(GAME.cards))
    show(bench, ("8", "8", "1/11", "9", "13"))
    choose(bench, "give 13")
    show(bench, [GIFT])
    bench.see(bench.with_moves("T32>T40"), card="8", pose=(9.0, 0.0, 40.0), seconds=3)
    assert [one.action for one in bench.judged if one.action][-1:] == ["8 T32>T40"]
    assert find_unshown(bench.table) == BLUE
    assert facts(bench.panel)[0].startswith("{seat} was thought to hold a card")


def test_showing_goes_on_after_a_restart() -> None:
    """In every moment the journal gives the same table; a hand half shown is shown again."""
    bench = seated()
    show(bench, HAND)
    moments = [bench.table]
    for text in ("give 13", ""):
        if text:
            choose(bench, text)
        else:
            show(bench, [GIFT])
        moments.append(bench.table)
        kept = [(record.kind, record.body) for record in bench.records]
        again = replay(new_table(GAME, bench.table.areas, "en"), kept)
        assert again.state == bench.table.state
        assert (again.stacks, again.gave) == (bench.table.stacks, bench.table.gave)
        assert find_unshown(again) == find_unshown(bench.table)
        assert find_giver(again) == find_giver(bench.table)
    bench.touch(ShowCards())


def test_a_seat_changes_hands() -> None:
    """Given back to a person, the hand is forgotten; given to the table, it is shown first."""
    bench = exchanged()
    for known in (False, False):
        bench.touch(Pause())
        bench.touch(OpenSeats())
        bench.touch(HandSeat(BLUE))
        assert knows_its_hand(GAME, bench.table.state, BLUE) == known
        bench.table = bench.table.but(dialogue=None)
        assert (find_unshown(bench.table) == BLUE) == (BLUE in bench.table.setup.played)
    kept = [(record.kind, record.body) for record in bench.records]
    again = replay(new_table(GAME, bench.table.areas, "en"), kept)
    assert (again.state, again.gave) == (bench.table.state, bench.table.gave)


def test_a_drawn_card_is_shown_alone() -> None:
    """The table cannot play, discards and draws: only the new card is shown."""
    bench = seated(players=3)
    unplayable = ("exchange", "copy", "copy", "exchange", "5")
    show(bench, unplayable)
    choose(bench, "give 5")
    show(bench, ["copy"])
    text = choose(bench)
    assert text.startswith("redraw")
    card = text.removeprefix("redraw ")
    assert bench.table.owed is not None
    lay(bench, [card])
    assert find_unshown(bench.table) == BLUE
    assert "Lay only the new card face up on the pile." in facts(bench.panel)
    bench.touch(ShowCards())
    lay(bench, ["5"], 1)
    lay(bench, [card])  # what was discarded comes to light again
    assert knows_its_hand(GAME, bench.table.state, BLUE)
    assert dict(bench.table.stacks)[BLUE][0] == "5"


def test_pages_and_sounds_do_not_depend_on_the_cards() -> None:
    """Two hands shown in the same way give the same pages, cues and verdicts, event by event."""
    told = []
    for cards in (HAND, OTHER):
        bench = seated("red")  # blue is not on turn, and plays nothing yet
        show(bench, cards)
        choose(bench, f"give {cards[0]}")
        show(bench, [GIFT if cards is HAND else "6"])
        assert knows_its_hand(GAME, bench.table.state, BLUE)
        told.append([one for one in bench.effects if one not in bench.records])
    assert told[0] == told[1]


@pytest.mark.parametrize("name", ["agent_dog", "dog"])
def test_the_table_imagines_the_hands_that_it_has_not_seen(name: str) -> None:
    """Whatever the others hold, they are dealt from what is not seen, by the generator alone."""
    game = games.load(name)
    state = game.setup({"dealing": "people"}, game.seatings({}, 4)[0])
    state = game.successor(state, game.lot(state, BLUE))
    state = game.successor(state, game.legal(state)[0])
    size = next(one.cards for one in game.view(state, TABLE).seats)
    mine = tuple(game.cards[:size])
    state = game.learn(state, BLUE, mine)
    assert game.imagine is not None
    one, other = (game.imagine(state, BLUE, random.Random(3)) for _ in range(2))
    assert one == other != game.imagine(state, BLUE, random.Random(4))
    assert all(knows_its_hand(game, one, seat.seat) for seat in game.view(one, TABLE).seats)
    assert one.hands[state.setting.seats.index(BLUE)] == tuple(sorted(mine))
    seen = [*one.unseen, *(1 for hand in one.hands for _ in hand)]
    assert sum(seen) == sum(state.setting.deck)


def test_the_page_of_the_table_s_cards_says_nothing_of_another_hand() -> None:
    """Red had it checked that no card can be played: whoever enters Blue's cards is not told."""
    keys = set()
    for held in (("copy", "copy", "exchange", "exchange", "exchange"), HAND):
        bench = Bench("red")
        bench.see(bench.shown(), card="none", pose=None)
        for intent in (GiveUp(), Answer(1), Reveal(), ShowHand(tuple(map(Card, held))), Hide()):
            bench.touch(intent)
        for next_touch in (Pause(), OpenSeats(), HandSeat(BLUE), EnterCards(), Reveal()):
            bench.touch(next_touch)
        bench.touch(ShowHand(tuple(map(Card, HAND))))
        page = bench.panel
        assert isinstance(page, HandPanel)
        assert page.seat == BLUE
        keys.add(page.buttons)
    assert len(keys) == 1
