"""Announcing actions at the screen, in public or in private."""

from __future__ import annotations

from tablet_companion.games.core import Breach, Seat
from tablet_companion.referee.model import events, sayings
from tablet_companion.referee.model.confiding import may_confide, may_retract
from tablet_companion.referee.model.dialogues import HandingOver, Purpose, Speaking, Whispering
from tablet_companion.referee.model.effects import Effect, Record, Transition
from tablet_companion.referee.model.held_cards import find_hand
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.table_seats import list_people
from tablet_companion.referee.model.verdicts import Objecting
from tablet_companion.referee.turns import record
from tablet_companion.referee.turns.accepting import accept_said


def say(table: Table, said: events.Say) -> Transition:
    """Add one label, or put a completely announced action on record.

    A label that would complete it is left to be touched, even if there is no other.
    """
    if table.stage is not Stage.PLAY:
        return table, ()
    if isinstance(table.dialogue, Whispering):
        return _whisper(table, table.dialogue, said.path)
    found = sayings.find_said(table.position, said)
    path = sayings.follow(found, said.path)
    entry = sayings.choose(found, path)
    if entry is not None and path == said.path:
        return accept_said(table.but(dialogue=None), entry.action)
    path = path if entry is None else path[:-1]
    if not sayings.list_next(found, path):
        return table.but(dialogue=None), ()
    return table.but(dialogue=Speaking(path, said.moves)), ()


def whisper(table: Table, wish: events.Whisper) -> Transition:
    """Hand the tablet to a seat that wants to act in private."""
    if table.stage is not Stage.PLAY or not _may_whisper(table, wish):
        return table, ()
    return table.but(dialogue=HandingOver(wish.seat, Purpose.WHISPER)), ()


def _may_whisper(table: Table, wish: events.Whisper) -> bool:
    """Whether this is a person who was refused, or has a hand to look at or something to enter."""
    if wish.seat not in list_people(table):
        return False
    refused = isinstance(table.verdict, Objecting) and wish.seat == table.turn
    may_look = find_hand(table.position, wish.seat) is not None
    return refused or may_look or wish.seat in sayings.find_whisperers(table.position)


def look_alone(table: Table, seat: Seat) -> Whispering:
    """Return a seat's page: why it was refused (if on turn), or what it may announce."""
    breaches: tuple[Breach, ...] = ()
    if isinstance(table.verdict, Objecting) and seat == table.turn:
        breaches = table.verdict.breaches
    return Whispering(seat, table.now_s, (), breaches)


def _whisper(table: Table, now: Whispering, path: sayings.Path) -> Transition:
    after, effects, going_on = _say_alone(table, now.seat, path)
    if going_on is None and sayings.find_private(after.position, now.seat):
        going_on = Whispering(now.seat, table.now_s)
    return after.but(dialogue=going_on) if going_on is not None else after, effects


def confide(table: Table, wish: events.Confide) -> Transition:
    """Add one label for a seat with its own screen, or put its announced action on record.

    The shared page stays open while it is of use.
    """
    if not may_confide(table, wish.seat):
        return table, ()
    after, effects, going_on = _say_alone(table, wish.seat, wish.path)
    if going_on is None:
        return _keep_alone(table, after), effects
    others = tuple(one for one in after.confiding if one.seat != wish.seat)
    return after.but(confiding=(*others, going_on)), effects


def _keep_alone(before: Table, after: Table) -> Table:
    """Return the table with the private page that a seat was reading, if it still may."""
    now = before.dialogue
    if isinstance(now, Whispering) and sayings.find_private(after.position, now.seat):
        return after.but(dialogue=Whispering(now.seat, now.since_s))
    return after


def _say_alone(
    table: Table, seat: Seat, path: sayings.Path
) -> tuple[Table, tuple[Effect, ...], Whispering | None]:
    """Return the table, the effects, and the seat's progress; None once it is complete."""
    if path == (sayings.RETRACT,):
        now = Whispering(seat, table.now_s)
        if not may_retract(table, seat):
            return table, (), now
        return record.retract_entry(table), (Record("undo", {"count": 1}),), now
    found = sayings.find_private(table.position, seat)
    path = sayings.follow(found, path)
    entry = sayings.choose(found, path)
    if entry is None:
        return table, (), Whispering(seat, table.now_s, path)
    breaches = table.game.judge(table.state, entry.action)
    if breaches:
        return table, (), Whispering(seat, table.now_s, (), breaches)
    return *accept_said(table, entry.action), None
