"""What is said and asked about places that cannot be seen well enough."""

from __future__ import annotations

from typing import Final

from tablet_companion.referee.explaining.explanations import DidOneOf, Unclear
from tablet_companion.referee.model.differences import find_differing_areas
from tablet_companion.referee.model.effects import Cue, Signal, Transition
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.verdicts import Asking, Disagreeing, Doubting, Quiet
from tablet_companion.referee.turns import questions
from tablet_companion.referee.turns.announcing import announce
from tablet_companion.referee.turns.vouching import vouch
from tablet_companion.vision.reading import Thing

ASK_S: Final = 0.6
"""How long before a question, or before saying what is left to do."""
DOUBT_S: Final = 1.5
"""How long places are not clearly seen before the page says so."""
DOUBTED_S: Final = 4.0
"""Doubt that decides has lasted this long, at whatever places: ask. A shadow or a hand at the edge
of the picture is usually gone by then; until then the page tells people to wait. Seven seconds left
people at DOG waiting."""
FALLEN_S: Final = 12.0
"""As ``DOUBTED_S``, where a known piece lies, and before people are reminded to move one: it is
named before, and there is time to stand it up."""
MAX_ANSWERS: Final = 2
"""After people have said of this many places in one turn what stands there, more would not help."""


def find_doubt_s(table: Table) -> float:
    """Return how long (s) doubt stays unmentioned: less if the page is out of date."""
    return DOUBT_S if isinstance(table.verdict, Quiet) else ASK_S


def doubt(table: Table, unclear: Unclear, held: float) -> Transition:
    """Say which places cannot be seen; if the doubt persists, ask what stands there.

    What people have answered is not asked again: with that, table and record disagree. So they do
    after some answers in one turn; a pawn that is seen nowhere may be wherever there is doubt.
    """
    area, *_ = unclear.places
    stands = table.position.contents.get(area, ())
    if area == table.trusted and stands in unclear.options:  # asked again, they would say the same
        table = table.but(verdict=Quiet(), trusted=None)
        return vouch(table, ((area, stands),)), (Signal(Cue.CALM),)
    asked_enough = table.answered >= MAX_ANSWERS and find_differing_areas(table)
    if asked_enough or {*unclear.places} <= {area for area, *_ in table.vouched}:
        return announce(table, Disagreeing(table.shown))
    patience = FALLEN_S if _has_fallen_there(table, unclear) else DOUBTED_S
    if held < patience or len(unclear.options) <= 1:
        return announce(table, Doubting(unclear.places))
    if unclear.apart:
        return announce(table, Asking(questions.ask_what_was_done(table, unclear)))
    if unclear.actions:
        which = DidOneOf(unclear.actions)
        return announce(table, Asking(questions.ask_which(table, which, table.card)))
    return announce(table, Asking(questions.ask_what_stands(table, unclear)))


def _has_fallen_there(table: Table, unclear: Unclear) -> bool:
    """Whether a piece that can be named lies at a place that is in doubt."""
    spots = {spot for area in unclear.places for spot in table.areas.get(area, ())}
    return any(thing.near in spots for thing in find_fallen(table))


def find_fallen(table: Table) -> tuple[Thing, ...]:
    """Return the pieces that lie and can be named."""
    things = () if table.reading is None else table.reading.things
    return tuple(thing for thing in things if thing.piece is not None)
