"""Changing the verdict, with its cue and its line in the log."""

from __future__ import annotations

from tablet_companion.games.core import Breach, Card, Place, Placement, Seat
from tablet_companion.referee.explaining.public import is_private
from tablet_companion.referee.model import verdicts
from tablet_companion.referee.model.differences import find_differing_areas
from tablet_companion.referee.model.effects import Cue, Judged, Kind, Signal, Transition
from tablet_companion.referee.model.steps_in_words import list_places
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.turns.coaching import count_objection


def announce(
    table: Table, verdict: verdicts.Verdict, left: tuple[Breach, ...] = (), card: Card | None = None
) -> Transition:
    """Change the verdict; do nothing if it is the present one.

    ``left`` are the rules that ask for the steps people are reminded of, ``card`` is their card.
    """
    old = table.verdict
    if old == verdict:
        return table, ()
    if _is_same_objection(old, verdict):
        return table.but(verdict=verdict), ()
    judged, cue = _choose_cue(table, verdict, left, card)
    table = table.but(verdict=verdict)
    return table, (*([judged] if judged else []), Signal(cue))


def object_to(
    table: Table,
    breaches: tuple[Breach, ...],
    shown: Placement,
    seat: Seat | None,
    *,
    secret: bool = False,
) -> Transition:
    """Object to what was done; ``secret``: only the player on turn may know why.

    Where the rule alone makes it secret nobody is named, as that would tell something of the rule.
    """
    private = is_private(table.game, breaches) and not secret
    named = None if private else seat
    verdict = verdicts.Objecting(breaches, shown, table.card, secret or private, named)
    table, effects = announce(table, verdict)
    table = table if table.objected else table.but(objected=True)
    table, more = count_objection(table, verdict) if effects else (table, ())
    return table, (*more, *effects)


def _is_same_objection(old: verdicts.Verdict, new: verdicts.Verdict) -> bool:
    """Compare objections by what everybody is told of them."""
    if not (isinstance(old, verdicts.Objecting) and isinstance(new, verdicts.Objecting)):
        return False
    return (old.secret, old.told, old.seat) == (new.secret, new.told, new.seat)


def _choose_cue(
    table: Table, verdict: verdicts.Verdict, left: tuple[Breach, ...], card: Card | None
) -> tuple[Judged | None, Cue]:
    seat = table.turn
    match verdict:
        case verdicts.Objecting():
            return _object(seat, verdict.told, verdict.card.card), Cue.OBJECTION
        case verdicts.Misplaced(pieces):
            places = tuple(dict.fromkeys(p for one in pieces for p in (one.home, one.at) if p))
            return Judged(Kind.WAITING, None, places), Cue.QUESTION
        case verdicts.Waiting(todo, reminded=True):
            return _object(seat, left, card), Cue.QUESTION
        case verdicts.Waiting(todo):
            return Judged(Kind.WAITING, seat, list_places(todo)), Cue.CALM
        case verdicts.Asking():
            return Judged(Kind.ASKED, seat, _list_marked(verdict)), Cue.QUESTION
        case verdicts.AskingCard():
            return Judged(Kind.ASKED, seat, ()), Cue.QUESTION
        case verdicts.Disagreeing():
            places = find_differing_areas(table)
            return Judged(Kind.OUT_OF_STEP, seat, places), Cue.QUESTION
    return None, Cue.CALM


def _object(seat: Seat | None, breaches: tuple[Breach, ...], card: Card | None) -> Judged:
    places = tuple(dict.fromkeys(place for one in breaches for place in one.places))
    return Judged(Kind.OBJECTED, seat, places, "", card, breaches)


def _list_marked(asking: verdicts.Asking) -> tuple[Place, ...]:
    marks = [mark.place for choice in asking.question.choices for mark in choice.marks]
    return tuple(dict.fromkeys(marks))
