"""Sharing steps among pawns: groups that cannot meet are searched apart and combined."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tablet_companion.games.core import Rule
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Outcome

Spread = list[list[Outcome]]
"""For each number of steps, beginning with 0, the possible outcomes."""


class Runner(NamedTuple):
    """A pawn that may move.

    ``finish`` is the colour whose finish it may enter, unless the rule ``unless`` forbids it to
    enter from its start space. ``lane`` numbers the kinds of pawns that differ in protection.
    """

    square: int
    finish: int
    lane: int
    unless: Rule | None


def combine(some: Spread, more: Spread) -> Spread:
    """Return the joint outcomes of two groups that cannot meet, by number of steps."""
    return [combine_exactly(some, more, steps) for steps in range(len(some))]


def combine_exactly(some: Spread, more: Spread, steps: int) -> list[Outcome]:
    """Return the joint outcomes of two groups that cannot meet, with exactly this many steps.

    Those in which the first group stays come last, so that sorted outcomes stay nearly sorted:
    sorting them takes long otherwise.
    """
    return [
        (legs + further, captured + also)
        for first in (*range(1, steps + 1), 0)
        for legs, captured in some[first]
        for further, also in more[steps - first]
    ]


def spread(apart: Sequence[Spread], total: int) -> Spread:
    """Return the joint outcomes of groups that cannot meet, for every number of steps."""
    if not apart:
        return _nothing(total)
    return functools.reduce(lambda more, some: combine(some, more), reversed(apart))


def spent(apart: Sequence[Spread], total: int) -> list[Outcome]:
    """Return the joint outcomes of groups that cannot meet, with all the steps."""
    if len(apart) < 2:
        return [*apart[0][total]] if apart else []
    return combine_exactly(apart[0], spread(apart[1:], total), total)


def _nothing(total: int) -> Spread:
    """Return the outcomes of no pawn at all: one for 0 steps, none for more."""
    return [[((), ())], *([] for _ in range(total))]


def groups(pawns: Iterable[Runner], total: int) -> list[list[Runner]]:
    """Split the pawns into groups that can never touch a common square."""
    found: list[tuple[int, list[Runner]]] = []
    for pawn in pawns:
        bits, members = reach(pawn.square, pawn.finish, total), [pawn]
        apart = []
        for other, others in found:
            if other & bits:
                bits, members = bits | other, others + members
            else:
                apart.append((other, others))
        found = [*apart, (bits, members)]
    return [members for _, members in found]


def order_foremost_first(members: Iterable[Runner]) -> list[Runner]:
    """Return the pawns in an order in which each precedes those that may run into it.

    The order begins at the widest gap on the track, which no pawn can cross.
    """
    ranked = sorted(members, key=lambda runner: runner.square)
    inside = [runner for runner in reversed(ranked) if runner.square >= track.LAP]
    outside = [runner for runner in ranked if runner.square < track.LAP]
    behind = [*outside[-1:], *outside[:-1]]
    pairs = zip(outside, behind, strict=True)
    gaps = [(pawn.square - before.square) % track.LAP for pawn, before in pairs]
    last = gaps.index(max(gaps)) if len(outside) > 1 else 0
    return [*inside, *reversed(outside[last:] + outside[:last])]


@functools.cache
def reach(square: int, finish: int, total: int) -> int:
    """Return, as bits, every square that a pawn may reach within this many steps.

    ``finish`` is the colour whose finish it may enter.
    """
    if square >= track.LAP:
        last = track.finish(finish) + track.PAWNS_EACH
        return pack_bits(range(square, min(square + total + 1, last)))
    inside = total - (track.STARTS[finish] - square) % track.LAP
    first = track.finish(finish)
    return pack_bits((square + step) % track.LAP for step in range(total + 1)) | pack_bits(
        range(first, first + min(max(inside, 0), track.PAWNS_EACH))
    )


def pack_bits(squares: Iterable[int]) -> int:
    """Return a set of squares as bits."""
    bits = 0
    for square in squares:
        bits |= 1 << square
    return bits


def sort_outcomes(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """Return outcomes with their legs and captures sorted."""
    return [
        (
            legs if len(legs) < 2 else tuple(sorted(legs)),
            captured if len(captured) < 2 else tuple(sorted(captured)),
        )
        for legs, captured in outcomes
    ]
