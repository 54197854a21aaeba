"""Moves that were taken back: what people have to put back before judging resumes.

Right after a move is taken back, the table still shows it, card included. Judging that would put
the move on record again, so nothing is explained until somebody has touched the table.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final

from tablet_companion.games.core import Placement, Step
from tablet_companion.referee.explaining.cases import AGREES
from tablet_companion.referee.explaining.evidence import Evidence, contents
from tablet_companion.referee.explaining.explanations import Displaced, Displacement
from tablet_companion.referee.explaining.laid import How, read_laid
from tablet_companion.referee.model.history import trace_moves
from tablet_companion.referee.model.outstanding import Owed, PuttingBack
from tablet_companion.referee.model.table import Moment, Table
from tablet_companion.referee.model.traces import find_surplus, join
from tablet_companion.referee.model.way_back import find_way_back
from tablet_companion.vision.reading import CardReading, Reading

MIN_LOOKS: Final = 2
"""This many consecutive looks must show a change: a single one may be misread."""


def begin(before: Table, after: Table) -> PuttingBack | None:
    """Return what people have to put back after moves were taken back, or None.

    ``before`` still has the moves on record, ``after`` does not.
    """
    stood, unseen = before.shown, before.placement == after.placement
    there, should = contents(stood), after.position.contents
    # Even if no way back is known; but areas that no camera sees are not waited for.
    differs = any(there.get(area) != should.get(area) for area in before.areas)
    card = before.pile
    if before.reading is not None:
        card = before.reading.card or card
    if card is None and before.past[-1].laid.card is not None and before.game.pile:
        card = CardReading(((before.past[-1].laid.card, 1.0),))
    traces = trace_moves(before.past[len(after.past) :], before.placement)
    if before.back is not None:  # what was taken back before may still stand there
        traces = join(before.back.traces, traces)
    # What lies where no camera looks, such as a card in a hand, is never seen to leave it.
    traces = tuple(one for one in traces if one.came[0] in before.areas)
    steps = find_way_back(stood, after.placement, traces)
    off = card is not None and read_laid(None, card, after.pile).how is How.SEEN
    # If the pieces went back first, the card still on the pile may be played differently.
    due = steps or differs or (unseen and off)
    return PuttingBack(stood, card, steps, off, stood, traces=traces) if due else None


def find_left_owed(before: Table, after: Table) -> Owed | None:
    """Return what is still owed if nobody has moved a piece for the actions that were undone."""
    if before.owed is None or before.owed.card is not None:
        return None
    owed = before.owed.acts

    def is_owed(moment: Moment) -> bool:
        return any((moment.state, moment.action) == (one.state, action) for one, action in owed)

    if not all(not one.steps or is_owed(one) for one in before.past[len(after.past) :]):
        return None
    acts = tuple((one.position, one.action) for one in after.past if is_owed(one))
    return Owed(*acts[-1], acts[:-1]) if acts else None


def follow(table: Table, evidence: Evidence) -> Table:
    """Return the table with ``back`` updated; it is None once nothing is left to put back."""
    back = table.back
    if back is None:
        return table
    reading = evidence.reading
    same_card = _may_be_same_card(reading, back)
    untouched = evidence.gap(back.stood) <= AGREES and same_card
    left = same_card and _is_left_standing(table, evidence, back)
    looks = 0 if untouched else min(back.looks + 1, MIN_LOOKS)
    stirred = 0 if left else min(back.stirred + 1, MIN_LOOKS)
    touched = back.touched or stirred == MIN_LOOKS
    back = replace(back, looks=looks, stirred=stirred, touched=touched)
    if back.touched and (untouched or not _is_under_way(table, evidence, back)):
        return _take_uncovered(table, evidence, back).but(evidence=evidence, back=None)
    shown = evidence.shown(back.stood)
    steps = _list_left(shown, table.placement, back)
    off = back.off and same_card
    # What a single look misses may be there all the same.
    lost = back.lost if back.looks == 1 else _list_lost(shown, table.placement, steps)
    back = replace(back, steps=steps, off=off, shown=shown, lost=lost)
    return table.but(evidence=evidence, back=back)


def _is_left_standing(table: Table, evidence: Evidence, back: PuttingBack) -> bool:
    """Whether what the moves changed stands as it did, whatever happens elsewhere.

    A piece that falls elsewhere, and is put up again, plays nothing: the moves stay taken back.
    """
    stood, should = contents(back.stood), table.position.contents
    areas = (one for one in evidence.areas if stood.get(one, ()) != should.get(one, ()))
    return sum(evidence.gap_at(one, [stood.get(one, ())]) for one in areas) <= AGREES


def _take_uncovered(table: Table, evidence: Evidence, back: PuttingBack) -> Table:
    """Return the table with the card that taking others off the pile uncovered as its old top.

    More may have been taken off than are remembered. If it was laid instead, its move is accepted
    all the same, a little later; to object to an old card would lead people to take off the next.
    """
    top, agrees = evidence.reading.card, evidence.gap(table.placement) <= AGREES
    if (
        not agrees
        or back.card is None
        or top is None
        or read_laid(None, top, back.card).how is not How.SEEN
    ):
        return table
    return table.but(pile=top, glimpsed=None)


def _list_left(shown: Placement, wanted: Placement, back: PuttingBack) -> tuple[Step, ...]:
    """Return the steps left to do; those of a piece in somebody's hand stay unchanged."""
    now = find_way_back(shown, wanted, back.traces)
    missing = {place for place, _ in find_surplus(contents(wanted), contents(shown))}
    in_hand = missing - {step.target for step in now}
    return (*now, *(step for step in back.steps if step.target in in_hand))


def _list_lost(
    shown: Placement, wanted: Placement, steps: tuple[Step, ...]
) -> tuple[Displaced, ...]:
    """Return the pieces that are gone from where they belong, and that no step brings there.

    They have nothing to do with the moves: without a word about them the page would wait for ever.
    """
    due = {step.target for step in steps}
    gone = find_surplus(contents(wanted), contents(shown))
    return tuple(
        Displaced(place, piece, Displacement.MISSING) for place, piece in gone if place not in due
    )


def _may_be_same_card(reading: Reading, back: PuttingBack) -> bool:
    """Whether the pile may still show the card of the move taken back."""
    known = read_laid(None, reading.card, back.card).how
    if known is How.SAME and reading.card is not None and reading.card.best is None:
        return back.card is None or back.card.best is None  # the pile is bare
    return back.card is None or known in (How.SAME, How.BLIND)


def _is_under_way(table: Table, evidence: Evidence, back: PuttingBack) -> bool:
    """Whether pieces are still being put back, and nothing else is done with them."""
    if evidence.gap(table.placement) <= AGREES:
        return False
    stood, should = contents(back.stood), table.position.contents
    return all(
        Counter(evidence.seen[area]) <= Counter(stood.get(area, ())) | Counter(should.get(area, ()))
        for area in evidence.areas
    )
