"""The way back from what the table shows to what it should show, piece by piece."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from tablet_companion.games.core import HIDDEN, Piece, Place, Placement, Rule, Step, StepKind
from tablet_companion.referee.explaining.evidence import Content, contents

_NO_RULE: Final = Rule("")
"""No rule asks for these steps."""


def find_way_back(shown: Placement, wanted: Placement) -> tuple[Step, ...]:
    """Return the steps from where pieces stand to where they belong, in an order that works."""
    there, should = contents(shown), contents(wanted)
    surplus, missing = find_surplus(there, should), find_surplus(should, there)
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


def find_surplus(
    one: Mapping[Place, Content], other: Mapping[Place, Content]
) -> list[tuple[Place, Piece]]:
    """Return the pieces of one table that the other lacks, by place."""
    return [
        (place, piece)
        for place, content in sorted(one.items())
        if content != other.get(place, ())
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
