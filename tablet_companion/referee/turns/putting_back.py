"""Moves that were taken back: what people have to put where before anything is judged again.

The table as it stood when a move was taken back still shows that move, card and all. To take it for
a new one would undo the taking back, so it explains nothing until somebody has touched it.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final

from tablet_companion.games.core import Placement, Step
from tablet_companion.referee.explaining.cases import AGREES
from tablet_companion.referee.explaining.evidence import Evidence, contents
from tablet_companion.referee.explaining.laid import How, laid
from tablet_companion.referee.model.table import PuttingBack, Table
from tablet_companion.referee.model.way_back import find_surplus, find_way_back
from tablet_companion.vision.reading import CardReading, Reading

LOOKS: Final = 2
"""This many looks, one after another, must show the table touched: one may have misread it."""


def begin(before: Table, after: Table) -> PuttingBack | None:
    """Return what is to be put back once moves were taken back, or None where nothing is.

    ``before`` still has the moves on record, ``after`` has not.
    """
    stood, unseen = before.shown, before.placement == after.placement
    there, should = contents(stood), after.position.contents
    # Where no way can be told, too: but what no camera looks at is nothing to wait for.
    differs = any(there.get(area) != should.get(area) for area in before.areas)
    card = before.pile
    if before.reading is not None:
        card = before.reading.card or card
    if card is None and before.past[-1].laid.card is not None and before.game.pile:
        card = CardReading(((before.past[-1].laid.card, 1.0),))
    steps = find_way_back(stood, after.placement)
    off = card is not None and laid(None, card, after.pile).how is How.SEEN
    # Where the pieces went back first, the card that still lies there may be played otherwise.
    due = steps or differs or (unseen and off)
    return PuttingBack(stood, card, steps, off, stood) if due else None


def follow(table: Table, evidence: Evidence) -> Table:
    """Return the table with what is still to be put back, if it still is."""
    back = table.back
    if back is None:
        return table
    reading = evidence.reading
    untouched = evidence.gap(back.stood) <= AGREES and _same_card(reading, back)
    back = replace(back, looks=0 if untouched else min(back.looks + 1, LOOKS))
    back = replace(back, touched=back.touched or back.looks == LOOKS)
    if back.touched and (untouched or not _under_way(table, evidence, back)):
        return table.but(evidence=evidence, back=None)
    shown = evidence.shown(back.stood)
    steps = _left(shown, table.placement, back.steps)
    off = back.off and _same_card(reading, back)
    return table.but(evidence=evidence, back=replace(back, steps=steps, off=off, shown=shown))


def _left(shown: Placement, wanted: Placement, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the steps left to do, those of a piece in somebody's hand as they were."""
    now = find_way_back(shown, wanted)
    missing = {place for place, _ in find_surplus(contents(wanted), contents(shown))}
    in_hand = missing - {step.target for step in now}
    return (*now, *(step for step in steps if step.target in in_hand))


def _same_card(reading: Reading, back: PuttingBack) -> bool:
    """Whether the pile may still show the card that it showed then."""
    known = laid(None, reading.card, back.card).how
    return back.card is None or known in (How.SAME, How.BLIND)


def _under_way(table: Table, evidence: Evidence, back: PuttingBack) -> bool:
    """Whether pieces are still to be put back, and nothing else is done with them."""
    if evidence.gap(table.placement) <= AGREES:
        return False
    stood, should = contents(back.stood), table.position.contents
    return all(
        Counter(evidence.seen[area]) <= Counter(stood.get(area, ())) | Counter(should.get(area, ()))
        for area in evidence.areas
    )
