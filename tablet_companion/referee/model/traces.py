"""Where every piece that moves on record have touched came from, and where it came to.

Only what everybody saw is used: how pieces looked, before and after.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from tablet_companion.games.core import HIDDEN, Piece, Place, Placement, Step, StepKind
from tablet_companion.referee.explaining.evidence import Content, contents
from tablet_companion.referee.explaining.stacks import steps_by_look

Lying = tuple[Place, Piece]


@dataclass(frozen=True, slots=True)
class Trace:
    """A piece: where and how it stood before moves, and where and how it stands after them."""

    was: Lying
    came: Lying

    def reverse(self) -> Trace:
        """Return the trace of the piece as it is taken back."""
        return Trace(self.came, self.was)


def join(later: Iterable[Trace], earlier: Sequence[Trace]) -> tuple[Trace, ...]:
    """Return the traces of pieces over all moves, beside those of the earlier moves alone.

    A piece that went on in a later move came from where the earlier one found it.
    """
    began = {one.came: one.was for one in earlier}
    return (*(Trace(began.get(one.was, one.was), one.came) for one in later), *earlier)


def find_surplus(one: Mapping[Place, Content], other: Mapping[Place, Content]) -> list[Lying]:
    """Return the pieces of one table that the other lacks, by place."""
    return [
        (place, piece)
        for place, content in sorted(one.items())
        if content != other.get(place, ())
        for piece in (Counter(content) - Counter(other.get(place, ()))).elements()
    ]


def may_be(one: Piece, other: Piece) -> bool:
    """Whether two sights may be of one piece, turned over or up in between."""
    return one == other or HIDDEN in (one, other)


def trace_pieces(steps: Iterable[Step], before: Placement, after: Placement) -> tuple[Trace, ...]:
    """Return the traces of the pieces that steps moved, as far as they can be told.

    A step does not name the home of a piece whose colour it turned up: such a piece went where one
    more stands now than the other steps explain, if that is one place only.
    """
    was, came = contents(before), contents(after)
    waiting = {place: one[0] for place, one in was.items() if len(one) == 1}
    ways = _follow_steps(steps_by_look(steps), waiting)
    known = [
        (origin, (place, _find_look(came, place, look)))
        for origin, look, place in ways
        if place is not None
    ]
    lost = [origin for origin, _, place in ways if place is None]
    homes = Counter(find_surplus(came, was)) - Counter(end for _, end in known)
    if len(homes) == 1 and len(lost) == homes.total():
        known += zip(lost, homes.elements(), strict=True)
    return tuple(
        Trace((origin, _find_look(was, origin, end[1])), end)
        for origin, end in known
        if origin != end[0]
    )


def _follow_steps(
    steps: Iterable[Step], waiting: dict[Place, Piece]
) -> list[tuple[Place, Piece, Place | None]]:
    """Return for every moved piece its origin, how it looked there, and its last place.

    ``waiting`` are the pieces that stand alone in their places and have not moved yet. If another
    piece came to such a place, a step from there moves the one that waited: the steps of a move
    are made together, whatever order they are told in.
    """
    ways: list[tuple[Place, Piece, Place | None]] = []
    for step in steps:
        if step.source == step.target:
            continue
        here = {end: number for number, (_, _, end) in enumerate(ways)}
        # Several pieces may lie in a nest: the one that came is not always the one that goes on.
        like = {end: n for n, (_, look, end) in enumerate(ways) if may_be(look, step.piece)}
        stood = waiting.pop(step.source, None)
        waits = stood is not None and may_be(stood, step.piece)
        number = None if waits else like.get(step.source)
        _carry(ways, number, step.source, step.piece, step.target)
        if step.kind is StepKind.SWAPPED and step.target is not None:
            waiting.pop(step.target, None)
            _carry(ways, here.get(step.target), step.target, step.piece, step.source)
    return ways


def _carry(
    ways: list[tuple[Place, Piece, Place | None]],
    number: int | None,
    source: Place,
    piece: Piece,
    target: Place | None,
) -> None:
    """Note that a piece went on, the one of this number if it came there in an earlier step."""
    if number is None:
        ways.append((source, piece, target))
    else:
        ways[number] = (*ways[number][:2], target)


def _find_look(content: Mapping[Place, Content], place: Place, piece: Piece) -> Piece:
    """Return how a piece looks in a place: as all there do, or else as it is known to."""
    there = set(content.get(place, ()))
    return there.pop() if len(there) == 1 else piece
