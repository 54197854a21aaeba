"""Changing what the referee says: the verdict, its cue and its line in the log."""

from __future__ import annotations

from tablet_companion.games.core import Breach, Card, Place, Placement
from tablet_companion.referee.explaining.evidence import Evidence
from tablet_companion.referee.model import describe
from tablet_companion.referee.model.effects import Cue, Judged, Kind, Signal
from tablet_companion.referee.model.table import (
    Asking,
    AskingCard,
    Disagreeing,
    Misplaced,
    Objecting,
    Table,
    Verdict,
    Waiting,
)
from tablet_companion.referee.turns.record import Turned


def say_verdict(
    table: Table, verdict: Verdict, left: tuple[Breach, ...] = (), card: Card | None = None
) -> Turned:
    """Change the verdict; nothing is said if it stands already.

    ``left`` are the rules that ask for the steps that people are reminded of, ``card`` is theirs.
    """
    old = table.verdict
    if old == verdict:
        return table, ()
    if _same_objection(old, verdict):
        return table.but(verdict=verdict), ()
    judged, cue = _announced(table, verdict, left, card)
    table = table.but(verdict=verdict)
    return table, (*([judged] if judged else []), Signal(cue))


def _same_objection(old: Verdict, new: Verdict) -> bool:
    """Compare objections by what everybody is told of them."""
    if not (isinstance(old, Objecting) and isinstance(new, Objecting)):
        return False
    return (old.secret, old.told, old.seat) == (new.secret, new.told, new.seat)


def _announced(
    table: Table, verdict: Verdict, left: tuple[Breach, ...], card: Card | None
) -> tuple[Judged | None, Cue]:
    seat = table.turn
    match verdict:
        case Objecting():
            places = tuple(dict.fromkeys(p for b in verdict.told for p in b.places))
            objected = Judged(Kind.OBJECTED, seat, places, "", verdict.card.card, verdict.told)
            return objected, Cue.OBJECTION
        case Misplaced(pieces):
            places = tuple(dict.fromkeys(p for one in pieces for p in (one.home, one.at) if p))
            return Judged(Kind.WAITING, None, places), Cue.QUESTION
        case Waiting(todo, reminded=True):
            places = tuple(dict.fromkeys(place for one in left for place in one.places))
            return Judged(Kind.OBJECTED, seat, places, "", card, left), Cue.QUESTION
        case Waiting(todo):
            return Judged(Kind.WAITING, seat, describe.places(todo)), Cue.CALM
        case Asking():
            return Judged(Kind.ASKED, seat, _marked(verdict)), Cue.QUESTION
        case AskingCard():
            return Judged(Kind.ASKED, seat, ()), Cue.QUESTION
        case Disagreeing():
            return Judged(Kind.OUT_OF_STEP, seat, differing(table)), Cue.QUESTION
    return None, Cue.CALM


def _marked(asking: Asking) -> tuple[Place, ...]:
    marks = [mark.place for choice in asking.question.choices for mark in choice.marks]
    return tuple(dict.fromkeys(marks))


def shown_now(table: Table) -> Placement:
    """Return what the table most likely shows, as the record has it where nothing is seen."""
    before = table.game.placement(table.state)
    if table.reading is None:
        return before
    return Evidence(table.reading, table.areas).shown(before)


def differing(table: Table) -> tuple[Place, ...]:
    """Return the areas at which table and record differ, sorted."""
    seen, wanted = shown_now(table).pieces, table.game.placement(table.state).pieces
    return tuple(sorted({place for place, _ in set(seen) ^ set(wanted)}))
