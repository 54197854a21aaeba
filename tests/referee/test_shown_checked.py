"""Real cards of the table's seats that were misread, and where they go after a take-back."""

from __future__ import annotations

from typing import Any

from tablet_companion.games.core import Card
from tablet_companion.referee.model import events
from tablet_companion.referee.model.panels import HandOverPanel, MenuPanel, PlayPanel
from tablet_companion.referee.model.table import new_table
from tablet_companion.referee.turns.replay import replay
from tests.referee import real_cards
from tests.referee.bench import GAME, Bench
from tests.referee.looks import AREAS


def check(bench: Bench) -> list[tuple[Any, ...]]:
    """Open the page of what was read, alone; return the number and the card of each key."""
    bench.touch(events.CheckShown())
    bench.touch(events.Reveal())
    page = bench.panel
    assert isinstance(page, MenuPanel)
    assert page.private == real_cards.BLUE
    return [tuple(value for _, value in one.label.details) for one in page.keys]


def test_a_misread_card_is_put_right_before_the_cards_are_covered() -> None:
    """Somebody alone sees what was read, names the right face, and the stack keeps its order."""
    bench = real_cards.seated()
    bench.touch(events.ShowCards())
    real_cards.lay(bench, ("5", "2", *real_cards.HAND[2:]))
    assert check(bench) == list(enumerate(("5", "2", *real_cards.HAND[2:]), start=1))
    bench.touch(events.Misread(2))
    bench.touch(events.NameCard(Card("9")))
    bench.touch(events.Hide())
    bench.look_on(1.0)  # the camera still sees the other face there
    assert not real_cards.facts(bench.panel)[0].startswith("Too many")
    assert check(bench) == list(enumerate(real_cards.HAND, start=1))
    bench.touch(events.Hide())
    real_cards.bare(bench)
    assert dict(bench.table.stacks)[real_cards.BLUE] == real_cards.HAND
    assert real_cards.hand(bench) == tuple(sorted(real_cards.HAND))


def test_what_was_read_is_seen_by_one_person_alone() -> None:
    """It is handed over first, hidden after a while, and never on the page for all."""
    bench = real_cards.seated()
    bench.touch(events.CheckShown())
    assert bench.table.dialogue is None  # nothing was read
    bench.touch(events.ShowCards())
    real_cards.lay(bench, real_cards.HAND)
    bench.touch(events.CheckShown())
    assert isinstance(bench.panel, HandOverPanel)
    bench.touch(events.Reveal())
    bench.now_s += 60
    bench.event(events.Ticked(bench.now_s))
    assert bench.table.dialogue is None
    assert "partner" not in str(bench.panel)
    bench.touch(events.Misread(1))
    assert bench.table.dialogue is None


def test_a_card_taken_back_lies_on_top_of_its_stack() -> None:
    """After a take-back the page says where the card goes, and later where it lies."""
    bench = real_cards.exchanged()
    real_cards.choose(bench, "5 T16>T21")
    real_cards.lay(bench, ["5"], 1)
    bench.see(bench.shown(), card="5", pose=(6.0, 0.0, 12.0), seconds=3)
    assert bench.table.owed is None
    bench.touch(events.TakeBack())
    bench.touch(events.Answer(0))
    page = bench.panel
    assert isinstance(page, PlayPanel)
    assert "Lay it face down on top of {seat}’s stack." in [one.text for one in page.todo]
    assert dict(bench.table.stacks)[real_cards.BLUE] == ("5", real_cards.GIFT, "9", "1/11", "9")
    entries = [(one.kind, one.body) for one in bench.records]
    assert replay(new_table(GAME, AREAS, "en"), entries).stacks == bench.table.stacks
    real_cards.bare(bench)
    real_cards.choose(bench, "9 T16>T25")
    owed = bench.table.owed
    assert owed is not None
    assert owed.number == 3


def test_a_card_that_was_not_laid_yet_stays_where_it_is() -> None:
    """A play that is taken back before anybody laid its card leaves the stack alone."""
    bench = real_cards.exchanged()
    stack = dict(bench.table.stacks)[real_cards.BLUE]
    real_cards.choose(bench, "5 T16>T21")
    bench.touch(events.TakeBack())
    bench.touch(events.Answer(0))
    assert dict(bench.table.stacks)[real_cards.BLUE] == stack
