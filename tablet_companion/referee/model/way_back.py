"""The steps from what the table shows to what it should show, piece by piece."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from tablet_companion.games.core import HIDDEN, Piece, Place, Placement, Rule, Step, StepKind
from tablet_companion.referee.explaining.evidence import Content, contents
from tablet_companion.referee.model.traces import Lying, Trace, find_surplus, may_be

_NO_RULE: Final = Rule("")
"""The rule of steps that no rule asks for."""
_MAX_TRIED: Final = 5
"""Up to this many pieces, every order is tried."""
_FAR: Final = 64
"""The spaces between places that nobody counts: more than any card leads."""
Spaces = Callable[[Place, Place], int | None]


def find_way_back(
    shown: Placement,
    wanted: Placement,
    traces: Iterable[Trace] = (),
    spaces: Spaces = lambda *_: None,
) -> tuple[Step, ...]:
    """Return the steps that bring every piece to where it belongs, in a workable order.

    Pieces that look alike go the shortest ways in ``spaces``, so that no two cross.
    ``traces`` are the ways that pieces are known to have come, and so have to go back. Pieces that
    are turned over look alike: without traces, the one that left a place may be led back to it by
    another.
    """
    there, should = contents(shown), contents(wanted)
    surplus, missing = find_surplus(there, should), find_surplus(should, there)
    there_still = (one for one in traces if one.came[1] in there.get(one.came[0], ()))
    known = _find_due(there_still, surplus, missing)
    surplus = _leave_out(surplus, (one.came for one in known))
    missing = _leave_out(missing, (one.was for one in known))
    pairs = _pair(surplus, missing, spaces)
    left = _leave_out(surplus, (stands for stands, _ in pairs))
    lacking = _leave_out(missing, (belongs for _, belongs in pairs))
    ways = [*((one.came, one.was) for one in known), *pairs]
    steps = [step for way in ways for step in _find_way(*way)]
    steps += _exchange_hidden(there, should, left, lacking)
    return tuple(sorted(steps, key=lambda step: _rank(step, steps)))


def _find_due(traces: Iterable[Trace], surplus: list[Lying], missing: list[Lying]) -> list[Trace]:
    """Return the traces not yet gone back: of pieces still to arrive, or still to leave."""
    lacking, extra = Counter(missing), Counter(surplus)
    due = []
    for one in sorted(traces, key=lambda one: one.was not in lacking):
        if lacking[one.was] > 0 or extra[one.came] > 0:
            due.append(one)
            lacking[one.was] -= 1
            extra[one.came] -= 1
    return due


def _leave_out(pieces: list[Lying], those: Iterable[Lying]) -> list[Lying]:
    return [*(Counter(pieces) - Counter(those)).elements()]


def _pair(surplus: list[Lying], missing: list[Lying], spaces: Spaces) -> list[tuple[Lying, Lying]]:
    """Pair surplus with missing pieces: as many as possible, with the fewest turnings, and nearest.

    Where there is one too many, it may as well have lain turned over: then no other is led there.
    """
    best: list[tuple[Lying, Lying]] = []
    few = len(surplus) <= _MAX_TRIED
    orders = itertools.permutations(surplus) if few else [surplus]
    for order in orders:
        left = list(order)
        pairs = []
        for belongs in missing:
            fits = [one for one in left if may_be(one[1], belongs[1])]
            if fits:
                stands = fits[0] if few else max(fits, key=lambda one: one[1] == belongs[1])
                left.remove(stands)
                pairs.append((stands, belongs))
        best = max(best, pairs, key=lambda found: _rate(found, spaces))
    if len(surplus) <= len(missing):
        return best
    over = {piece for _, piece in _leave_out(surplus, (stands for stands, _ in best))} - {HIDDEN}
    return [pair for pair in best if not (_is_turned_up(*pair) and over - {pair[0][1]})]


def _is_turned_up(stands: Lying, belongs: Lying) -> bool:
    """Whether a piece is thought to have lain turned over, so that it may have been another."""
    return belongs[1] == HIDDEN != stands[1]


def _rate(pairs: list[tuple[Lying, Lying]], spaces: Spaces) -> tuple[int, int, int]:
    ways = (spaces(stands[0], belongs[0]) for stands, belongs in pairs)
    far = sum((_FAR if way is None else way) ** 2 for way in ways)  # as ways within ways cross, too
    return len(pairs), sum(one[1] == other[1] for one, other in pairs), -far


def _exchange_hidden(
    there: Mapping[Place, Content],
    should: Mapping[Place, Content],
    surplus: list[Lying],
    missing: list[Lying],
) -> Iterator[Step]:
    """Yield the steps for one surplus and one missing piece of different colours.

    The missing one must lie face down where the surplus one should: on the only place that hides a
    piece both before and now. If all others of the surplus one's colour lie in the open, it is a
    spare that never lay face down, and the two would be exchanged again and again.
    """
    hidden = [place for place, one in should.items() if one == (HIDDEN,) == there.get(place)]
    if len(surplus) == len(missing) == len(hidden) == 1 and _may_hide(surplus[0][1], should):
        yield from _find_way((hidden[0], HIDDEN), missing[0])
        yield from _find_way(surplus[0], (hidden[0], HIDDEN))


def _may_hide(colour: Piece, should: Mapping[Place, Content]) -> bool:
    """Whether a piece of a colour may lie face down: fewer are in the open than of another colour.

    Each colour has the same number of pieces.
    """
    open_ones = Counter(itertools.chain.from_iterable(should.values()))
    others = (count for one, count in open_ones.items() if one not in (colour, HIDDEN))
    return open_ones[colour] < max(others, default=0)


def _find_way(stands: Lying, belongs: Lying) -> Iterator[Step]:
    """Yield the steps that bring one piece home, turning it at the end if necessary."""
    (source, piece), (target, should) = stands, belongs
    if source != target:
        yield Step(StepKind.MOVED, piece, source, target, _NO_RULE)
    if piece != should:
        kind = StepKind.TURNED_DOWN if should == HIDDEN else StepKind.TURNED_UP
        yield Step(kind, piece, target, target, _NO_RULE)


def _rank(step: Step, steps: list[Step]) -> int:
    """Return a sort key: later if more places have to be left before this step."""
    count = 0
    place = step.target
    while count < len(steps):
        leaving = next((one for one in steps if one.source == place != one.target), None)
        if leaving is None:
            break
        count, place = count + 1, leaving.target
    turns = step.source == step.target
    return 2 * count + turns
