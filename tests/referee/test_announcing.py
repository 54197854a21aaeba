"""What is said is said once: a verdict that stands is no news."""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.games.core import Breach, Place, Placement, Rule, Seat
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.model.effects import Cue, Judged, Signal
from tablet_companion.referee.model.verdicts import Objecting
from tablet_companion.referee.turns.announcing import announce, object_to
from tests.referee.bench import Bench

COUNT = Breach(Rule("exact_count"), (Place("T7"),))
TURN = Breach(Rule("turn_down"), (Place("T6"),))
FIRST = Objecting((COUNT,), Placement(()), Laid(None, How.BLIND), seat=Seat("red"))
ELSEWHERE = Placement(((Place("T7"), "red"),))  # type: ignore[arg-type] # as good as a piece


def test_the_same_objection_is_announced_once() -> None:
    """A table that looks otherwise meanwhile changes the page, and nobody hears it again."""
    table, first = announce(Bench().table, FIRST)
    assert Signal(Cue.OBJECTION) in first
    table, again = announce(table, replace(FIRST, shown=ELSEWHERE))
    assert again == ()
    assert isinstance(table.verdict, Objecting)
    assert table.verdict.shown == ELSEWHERE


def test_another_objection_is_news() -> None:
    """Another rule, or another player."""
    table, _ = announce(Bench().table, FIRST)
    for other in (replace(FIRST, breaches=(TURN,)), replace(FIRST, seat=None)):
        assert Signal(Cue.OBJECTION) in announce(table, other)[1]


def test_a_secret_objection_tells_no_rule_and_no_place() -> None:
    """It is always the player on turn who may see why, whether or not that player is named."""
    bench = Bench()
    for seat in (None, Seat("red")):
        table, effects = object_to(bench.table, (COUNT,), Placement(()), seat, secret=True)
        assert isinstance(table.verdict, Objecting)
        assert table.verdict.seat == seat
        judged = [effect for effect in effects if isinstance(effect, Judged)]
        assert [(one.seat, one.places, one.breaches) for one in judged] == [("red", (), ())]


def test_other_secret_reasons_are_no_news() -> None:
    """Refused for one secret reason and then for another, people hear one objection."""
    table, _ = object_to(Bench().table, (COUNT,), Placement(()), None, secret=True)
    table, again = object_to(table, (TURN,), ELSEWHERE, None, secret=True)
    assert again == ()
    assert isinstance(table.verdict, Objecting)
    assert table.verdict.breaches == (TURN,)
