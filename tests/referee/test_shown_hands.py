"""Real cards of seats that the table plays: shown to the camera, exchanged and played."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from tablet_companion import games
from tablet_companion.games.core import TABLE, Card, Message, Seat
from tablet_companion.players.seen import knows_its_hand
from tablet_companion.referee.model.effects import Show
from tablet_companion.referee.model.events import (
    Answer,
    AskHelp,
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
    Wonder,
)
from tablet_companion.referee.model.panels import HandPanel, MenuPanel, PlayPanel
from tablet_companion.referee.model.table import new_table
from tablet_companion.referee.model.table_seats import find_due, find_giver, find_unshown
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.turns.replay import replay
from tablet_companion.vision.reading import CardReading
from tests.expected import expect, present
from tests.referee.bench import GAME, Bench
from tests.referee.real_cards import (
    BLUE,
    GIFT,
    HAND,
    OTHER,
    bare,
    choose,
    exchanged,
    facts,
    hand,
    lay,
    seated,
    show,
)


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


def test_who_has_not_dealt_is_told_to_before_cards_are_shown() -> None:
    """The first page of a first game asked for Blue's cards, of a family that held none."""
    bench = seated()
    assert facts(bench.panel)[0].startswith("Deal {count}")
    show(bench, HAND)
    choose(bench, "give 5")
    first, *more = facts(bench.panel)
    assert first == "Give the top card of {seat}’s stack to {seat_two} unseen."
    assert not any(text.startswith("Deal") for text in more)


def test_the_page_of_one_card_speaks_of_one() -> None:
    """“All are read. Now cover them.” it said, in the colour of the player on turn."""
    bench = seated("green")
    show(bench, HAND)
    choose(bench, "give 13")
    bench.touch(ShowCards())
    assert not facts(bench.panel)
    lay(bench, [GIFT])
    assert isinstance(bench.panel, MenuPanel)
    assert bench.panel.say == Message("It is read. Now cover it.", (("seat", BLUE),))


def test_no_rule_that_is_taught_tells_a_shown_card() -> None:
    """“A 13 moves a pawn …” was taught to the next player as the table's 13 lay on the pile."""
    told = []
    for cards in (HAND, OTHER):
        bench = seated("green", level="teach")
        bench.touch(ShowCards())
        lay(bench, cards)
        pages = [one.panel for one in bench.effects if isinstance(one, Show)]
        bench.touch(AskHelp())
        bench.touch(Wonder())
        told.append((pages, bench.panel, bench.table.coach.introduced))
    assert told[0] == told[1]


def test_a_gift_leaves_by_its_place_in_the_stack() -> None:
    """Nobody is told the card: it is the fifth of the stack; only the card that comes is shown."""
    bench = seated()
    show(bench, HAND)
    choose(bench, "give 13")
    page = expect(MenuPanel, build_panel(bench.table))
    assert ("count", 5) in page.facts[0].details
    assert ("seat_two", "yellow") in page.facts[0].details, "it was not said to whom"
    assert "13" not in str(page)
    show(bench, [GIFT])
    assert hand(bench) == tuple(sorted((*HAND[:4], GIFT)))
    assert dict(bench.table.stacks)[BLUE] == (GIFT, *HAND[:4])
    assert find_unshown(bench.table) is find_giver(bench.table) is None


def test_the_card_that_the_table_plays_is_laid_by_somebody() -> None:
    """Pieces and card are both waited for, and another card is named as the wrong one."""
    bench = exchanged()
    choose(bench, "5 T16>T21")
    owed = present(bench.table.owed)
    assert (owed.card, owed.number) == ("5", 2)
    bench.see(bench.shown(), card="none", pose=None, seconds=5)
    assert bench.table.owed is not None
    lay(bench, ["9"])
    page = expect(PlayPanel, bench.panel)
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
        page = expect(HandPanel, bench.panel)
        assert page.seat == BLUE
        keys.add(page.buttons)
    assert len(keys) == 1
