"""Moves that were taken back: what people have to put where before anything is judged again.

The table as it stood when a move was taken back still shows that move, card and all. To take it for
a new one would undo the taking back, so it explains nothing until somebody has touched it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tablet_companion.games.core import HIDDEN, Piece, Place, Placement, Rule, Step, StepKind
from tablet_companion.referee.explaining.cases import AGREES
from tablet_companion.referee.explaining.evidence import Evidence, contents
from tablet_companion.referee.explaining.laid import How, laid
from tablet_companion.referee.model.table import PuttingBack, Table
from tablet_companion.vision.reading import CardReading, Reading

LOOKS: Final = 2
"""So many looks, one after another, have to show the table touched: one may have misread it."""
_NO_RULE: Final = Rule("")
"""No rule asks for these steps."""


def begin(before: Table, after: Table) -> PuttingBack | None:
    """Return what is to be put back once moves were taken back, or None where nothing is.

    ``before`` still has the moves on record, ``after`` has not.
    """
    stood = before.game.placement(before.state)
    unseen = stood == after.game.placement(after.state)
    card = before.pile
    if before.reading is not None:
        stood = Evidence(before.reading, before.areas).shown(stood)
        card = before.reading.card or card
    if card is None and before.past[-1].laid.card is not None and before.game.pile:
        card = CardReading(((before.past[-1].laid.card, 1.0),))
    steps = steps_back(stood, after.game.placement(after.state))
    off = card is not None and laid(None, card, after.pile).how is How.SEEN
    # Where the pieces went back first, the card that still lies there may be played otherwise.
    return PuttingBack(stood, card, steps, off, stood) if steps or (unseen and off) else None


def noted(table: Table, reading: Reading) -> Table:
    """Return the table with what is still to be put back, if it still is."""
    back = table.back
    if back is None:
        return table
    evidence = Evidence(reading, table.areas)
    untouched = evidence.gap(back.stood) <= AGREES and _same_card(reading, back)
    back = replace(back, looks=0 if untouched else min(back.looks + 1, LOOKS))
    back = replace(back, touched=back.touched or back.looks == LOOKS)
    if back.touched and (untouched or not _under_way(table, evidence, back)):
        return table.but(reading=reading, back=None)
    shown = evidence.shown(back.stood)
    steps = _left(shown, table.game.placement(table.state), back.steps)
    off = back.off and _same_card(reading, back)
    return table.but(reading=reading, back=replace(back, steps=steps, off=off, shown=shown))


def _left(shown: Placement, wanted: Placement, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Return the steps left to do, those of a piece in somebody's hand as they were."""
    now = steps_back(shown, wanted)
    missing = {place for place, _ in _more(contents(wanted), contents(shown))}
    in_hand = missing - {step.target for step in now}
    return (*now, *(step for step in steps if step.target in in_hand))


def _same_card(reading: Reading, back: PuttingBack) -> bool:
    """Whether the pile may still show the card that it showed then."""
    known = laid(None, reading.card, back.card).how
    return back.card is None or known in (How.SAME, How.BLIND)


def _under_way(table: Table, evidence: Evidence, back: PuttingBack) -> bool:
    """Whether pieces are still to be put back, and nothing else is done with them."""
    wanted = table.game.placement(table.state)
    if evidence.gap(wanted) <= AGREES:
        return False
    stood, should = contents(back.stood), contents(wanted)
    return all(
        Counter(evidence.seen[area]) <= Counter(stood.get(area, ())) | Counter(should.get(area, ()))
        for area in evidence.areas
    )


def steps_back(shown: Placement, wanted: Placement) -> tuple[Step, ...]:
    """Return the steps from where pieces stand to where they belong, in an order that works."""
    there, should = contents(shown), contents(wanted)
    surplus, missing = _more(there, should), _more(should, there)
    steps: list[Step] = []
    for same in (True, False):
        for place, piece in list(missing):
            fits = (one for one in surplus if _may_be(one[1], piece, same=same))
            found = next(fits, None)
            if found is not None:
                missing.remove((place, piece))
                surplus.remove(found)
                steps += _way(found, (place, piece))
    return tuple(sorted(steps, key=lambda step: _after_others(step, steps)))


def _may_be(one: Piece, other: Piece, *, same: bool) -> bool:
    """Whether what is seen twice may be one piece; turned over or up unless ``same``."""
    return one == other or (not same and HIDDEN in (one, other))


def _more(
    one: dict[Place, tuple[Piece, ...]], other: dict[Place, tuple[Piece, ...]]
) -> list[tuple[Place, Piece]]:
    """Return the pieces of one table that the other lacks, by place."""
    return [
        (place, piece)
        for place, content in sorted(one.items())
        for piece in (Counter(content) - Counter(other.get(place, ()))).elements()
    ]


def _way(stands: tuple[Place, Piece], belongs: tuple[Place, Piece]) -> Iterator[Step]:
    """Yield the way of one piece home; one that was turned is turned where it ends."""
    (source, piece), (target, should) = stands, belongs
    if source != target:
        yield Step(StepKind.MOVED, piece, source, target, _NO_RULE)
    if piece != should:
        kind = StepKind.TURNED_DOWN if should == HIDDEN else StepKind.TURNED_UP
        yield Step(kind, piece, target, target, _NO_RULE)


def _after_others(step: Step, steps: list[Step]) -> int:
    """Return how many places have to be left before a step can be done, as far as that is plain."""
    count = 0
    place = step.target
    while count < len(steps):
        leaving = next((one for one in steps if one.source == place != one.target), None)
        if leaving is None:
            break
        count, place = count + 1, leaving.target
    turns = step.source == step.target
    return 2 * count + turns
