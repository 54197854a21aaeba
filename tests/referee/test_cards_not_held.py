"""A card that the hand on turn does not hold, where the tablet has dealt: refused, nobody named."""

from __future__ import annotations

from typing import Any

import pytest

from tablet_companion.games.core import CHANCE, Card
from tablet_companion.referee.explaining.cases import Candidate, list_candidates
from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model.effects import Kind
from tablet_companion.referee.model.events import NameCard
from tablet_companion.referee.model.verdicts import AskingCard, Objecting
from tests.conformance.walk import walk
from tests.referee.bench import GAME, Bench


def unheld_then_next() -> tuple[Any, Candidate, Candidate]:
    """Return a dealt state, a play of a card that is not in the hand, and the next one's play."""
    for state, _ in walk(GAME, GAME.setup({"dealing": "tablet"}, GAME.seats), 7, most=400):
        if GAME.actor(state) in (None, CHANCE):
            continue
        position = Position(GAME, state)
        for first in list_candidates(position):
            action = GAME.recorded(state, first.action)
            if action is None or not GAME.judge(state, action) or len(first.changes) != 2:
                continue
            then = position.public.follow(first.action).public
            touched = {change.area for change in first.changes}
            for second in list_candidates(then):
                areas = {change.area for change in second.changes}
                if len(areas) == 2 and not areas & touched and second.card != first.card:
                    return state, first, second
    raise AssertionError("everything is in every hand")


@pytest.mark.parametrize("strict", [False, True], ids=["referee", "strict"])
def test_who_laid_a_card_that_the_hand_lacks_is_not_known(*, strict: bool) -> None:
    """The next player's card may have come down upon the right one, in the same movement.

    The player on turn was named, although the tablet had not dealt that player this card. A strict
    player has agreed to that.
    """
    state, first, _ = unheld_then_next()
    bench = Bench(options={"level": "strict" if strict else "referee"})
    bench.table = bench.table.but(state=state, past=(), happened=())
    bench.see(bench.shown(), card="none", seconds=1)
    bench.see(first.after, card=first.card or "", seconds=3)
    assert isinstance(bench.table.verdict, Objecting)
    assert bench.table.verdict.secret
    assert bench.table.verdict.seat == (GAME.actor(state) if strict else None)


def test_a_card_that_only_the_move_tells_is_asked_for_before_it_is_refused() -> None:
    """The top of the pile is read with doubt, and the card of the move may lie beneath it.

    Before, people were told at once that this is not allowed, and nobody but the player why.
    """
    state, first, _ = unheld_then_next()
    bench = Bench()
    bench.table = bench.table.but(state=state, past=(), happened=())
    bench.see(bench.shown(), card="none", seconds=1)
    bench.see(first.after, card=first.card or "", card_sure=0.85, seconds=3)
    assert bench.kinds == [Kind.ASKED]
    assert isinstance(bench.table.verdict, AskingCard)
    alike = {one.card for one in list_candidates(Position(GAME, state)) if one.after == first.after}
    assert {*bench.table.verdict.cards} == alike
    bench.touch(NameCard(Card(first.card or "")))
    bench.look_on(2)
    assert isinstance(bench.table.verdict, Objecting)
    assert bench.table.verdict.secret
    assert bench.table.verdict.seat is None


def test_after_a_first_move_that_is_refused_the_rest_waits() -> None:
    """The card is not in the hand: that is objected to, secretly, and nothing is put on record."""
    state, first, second = unheld_then_next()
    bench = Bench()
    bench.table = bench.table.but(state=state, past=(), happened=())
    bench.glimpse(first.card or "", (0.0, 0.0, 3.0))
    bench.see(second.after, card=second.card or "", pose=(2.0, 0.0, 9.0), seconds=3)
    assert bench.kinds == [Kind.OBJECTED]
    assert bench.judged[0].breaches == ()
    assert bench.table.state == state


def test_what_lies_beneath_a_card_that_the_hand_lacks_is_asked_for_first() -> None:
    """The next player's card lies on the turn's own, whose exchange nobody can see.

    Before, the move was refused at once, though nobody had done anything wrong. Whoever names the
    top card after all is told that the hand lacks it.
    """
    state, first, second = unheld_then_next()
    bench = Bench()
    bench.table = bench.table.but(state=state, past=(), happened=())
    bench.see(bench.shown(), card="none", seconds=1)
    bench.glimpse(second.card or "", (0.0, 0.0, 3.0))
    bench.see(first.after, card=first.card or "", pose=(2.0, 0.0, 9.0), seconds=3)
    assert bench.kinds == [Kind.ASKED]
    assert isinstance(bench.table.verdict, AskingCard)
    assert {first.card, second.card} <= {*bench.table.verdict.cards}
    bench.touch(NameCard(Card(first.card or "")))
    bench.look_on(2)
    assert isinstance(bench.table.verdict, Objecting)
    assert bench.table.verdict.secret
