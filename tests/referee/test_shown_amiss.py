"""Real cards that are shown wrongly, or read wrongly, and how that is mended."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tablet_companion.games.core import Card
from tablet_companion.players.seen import knows_its_hand
from tablet_companion.referee.model.events import EnterCards, Reveal, ShowAgain, ShowCards, ShowHand
from tablet_companion.referee.model.panels import HandPanel, MenuPanel
from tablet_companion.referee.model.table_seats import find_giver, find_unshown
from tablet_companion.referee.pages.showing import ENTER
from tablet_companion.vision.reading import CardReading
from tests.referee import real_cards
from tests.referee.bench import GAME


def test_cards_taken_away_are_shown_again() -> None:
    """Somebody takes the cards away in the middle: none of those read is kept."""
    bench = real_cards.seated()
    bench.touch(ShowCards())
    real_cards.lay(bench, real_cards.HAND[:3])
    real_cards.bare(bench)
    assert "Cards were taken away. Lay them all again, from the first." in real_cards.facts(
        bench.panel
    )
    real_cards.lay(bench, real_cards.HAND)
    real_cards.bare(bench)
    assert real_cards.hand(bench) == tuple(sorted(real_cards.HAND))


@pytest.mark.parametrize("left", [1, 3])
def test_shown_cards_may_be_covered_one_by_one(left: int) -> None:
    """Who took up the top ones before the others had to lay all of them again."""
    bench = real_cards.seated()
    bench.touch(ShowCards())
    real_cards.lay(bench, real_cards.HAND)
    real_cards.lay(bench, real_cards.HAND[left - 1 : left], first=left - 1)
    real_cards.bare(bench)
    assert real_cards.hand(bench) == tuple(sorted(real_cards.HAND))


def test_another_last_card_replaces_the_one_taken_off() -> None:
    """All were read, and somebody takes the last one back for another."""
    bench = real_cards.seated()
    bench.touch(ShowCards())
    real_cards.lay(bench, real_cards.HAND)
    real_cards.lay(bench, real_cards.HAND[3:4], first=3)
    real_cards.lay(bench, real_cards.OTHER[1:2], first=9)
    real_cards.bare(bench)
    assert real_cards.hand(bench) == tuple(sorted((*real_cards.HAND[:4], real_cards.OTHER[1])))


def test_cards_laid_too_early_are_asked_away() -> None:
    """Nobody had touched “Ready”: six cards were laid, none was counted, and nothing said why."""
    bench = real_cards.seated()
    early = "These cards do not count yet. Take them off the pile, then touch “Ready”."
    assert early not in real_cards.facts(bench.panel)
    real_cards.lay(bench, real_cards.HAND)
    assert early in real_cards.facts(bench.panel)
    real_cards.bare(bench)
    assert early not in real_cards.facts(bench.panel)
    real_cards.show(bench, real_cards.HAND)
    assert real_cards.hand(bench) == tuple(sorted(real_cards.HAND))


@pytest.mark.parametrize("begun", [False, True])
def test_a_piece_moved_meanwhile_is_spoken_of(*, begun: bool) -> None:
    """Nothing is judged while cards are shown, but the page was silent about the table."""
    bench = real_cards.seated()
    if begun:
        bench.touch(ShowCards())
        real_cards.lay(bench, real_cards.HAND[:1])
    bench.see(bench.with_moves("T0>T1"), card=real_cards.HAND[0] if begun else "none", pose=None)
    assert any(one.startswith("Something was moved") for one in real_cards.facts(bench.panel))
    bench.see(bench.shown(), card=real_cards.HAND[0] if begun else "none", pose=None)
    assert not any(one.startswith("Something was moved") for one in real_cards.facts(bench.panel))


def test_the_last_card_can_be_taken_back() -> None:
    """A card that is lifted off the others is not counted any more."""
    bench = real_cards.seated()
    bench.touch(ShowCards())
    real_cards.lay(bench, real_cards.HAND[:2])
    real_cards.lay(bench, real_cards.HAND[:1])
    assert dict(bench.panel.say.details)["count"] == 1  # type: ignore[union-attr] # a menu
    real_cards.lay(bench, real_cards.OTHER[1:], 1)
    real_cards.bare(bench)
    assert real_cards.hand(bench) == tuple(sorted((real_cards.HAND[0], *real_cards.OTHER[1:])))


@pytest.mark.parametrize("pushed", [False, True])
def test_one_card_too_many_is_said(pushed: bool) -> None:
    """A sixth card, or one that was laid twice, is noticed before the hand is believed."""
    bench = real_cards.seated()
    bench.touch(ShowCards())
    real_cards.lay(bench, real_cards.HAND[:2])
    if pushed:
        bench.see(bench.shown(), card=real_cards.HAND[1], pose=(40.0, 0.0, 60.0))
        real_cards.lay(bench, real_cards.HAND[2:], 2)
    else:
        real_cards.lay(bench, (*real_cards.HAND[2:], "2"), 2)
    assert any(text.startswith("Too many cards") for text in real_cards.facts(bench.panel))
    real_cards.bare(bench)
    assert not knows_its_hand(GAME, bench.table.state, real_cards.BLUE)
    real_cards.lay(bench, real_cards.HAND)
    real_cards.bare(bench)
    assert real_cards.hand(bench) == tuple(sorted(real_cards.HAND))


def test_an_unreadable_card_is_said_and_entered_by_touch() -> None:
    """The page says that it cannot read a card; the hand can be entered behind another page."""
    bench = real_cards.seated()
    bench.touch(ShowCards())
    real_cards.lay(bench, real_cards.HAND[:2])
    bench.see(bench.shown(), card="7", pose=(30.0, 0.0, 50.0), card_sure=0.6)
    assert "I cannot read this card. Lay it flat and in the light." in real_cards.facts(bench.panel)
    assert isinstance(bench.panel, MenuPanel)
    assert ENTER in bench.panel.buttons
    bench.touch(EnterCards())
    bench.touch(Reveal())
    assert isinstance(bench.panel, HandPanel)
    bench.touch(ShowHand(tuple(map(Card, real_cards.HAND))))
    assert real_cards.hand(bench) == tuple(sorted(real_cards.HAND))
    assert dict(bench.table.stacks)[real_cards.BLUE] == real_cards.HAND


def test_a_card_is_read_that_can_only_be_one_of_the_taught() -> None:
    """The camera is not sure that it knows the card at all, but it can be no other of a hand's.

    At the simulated table a real "exchange" was read with 0.895, and never counted.
    """
    bench = real_cards.seated()
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
    bench = real_cards.seated(deck=tuple(deck))
    real_cards.show(bench, ["9", "9", "9", "2", "3"])
    assert "A card was misread. Lay them all again, from the first." in real_cards.facts(
        bench.panel
    )
    real_cards.lay(bench, real_cards.HAND)
    real_cards.bare(bench)
    assert real_cards.hand(bench) == tuple(sorted(real_cards.HAND))


def test_a_misread_card_is_mended_by_touch() -> None:
    """The card that the table plays is not there: its play is undone and its hand shown again."""
    bench = real_cards.exchanged()
    past = len(bench.table.past)
    real_cards.choose(bench, "5 T16>T21")
    bench.touch(ShowAgain(real_cards.BLUE))
    assert len(bench.table.past) == past
    real_cards.bare(bench)
    assert find_unshown(bench.table) == real_cards.BLUE
    real_cards.show(bench, real_cards.OTHER)
    assert real_cards.hand(bench) == tuple(sorted(real_cards.OTHER))
    assert find_giver(bench.table) is None  # cards were exchanged before


def test_a_card_seen_elsewhere_is_no_fault_of_the_player() -> None:
    """The table was thought to hold both 8s, and green plays one: the hand is shown again."""
    bench = real_cards.seated("green", deck=(2,) * len(GAME.cards))
    real_cards.show(bench, ("8", "8", "1/11", "9", "13"))
    real_cards.choose(bench, "give 13")
    real_cards.show(bench, [real_cards.GIFT])
    bench.see(bench.with_moves("T32>T40"), card="8", pose=(9.0, 0.0, 40.0), seconds=3)
    assert [one.action for one in bench.judged if one.action][-1:] == ["8 T32>T40"]
    assert find_unshown(bench.table) == real_cards.BLUE
    assert real_cards.facts(bench.panel)[0].startswith("{seat} was thought to hold a card")
