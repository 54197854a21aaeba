"""Judging a card whose steps are shared among pawns: the search, restricted to one outcome.

The pawns move as in the search, foremost first, each to where it went; where the search would give
up, the faults that the predicates return are collected.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from tablet_companion.games.core import Rule
from tablet_companion.games.dog_family import rules, search, track
from tablet_companion.games.dog_family.actions import Legs
from tablet_companion.games.dog_family.judge import Case, captures, way
from tablet_companion.games.dog_family.predicates import Fault, fault
from tablet_companion.games.dog_family.spread import Runner, groups, order_foremost_first


class Spending(NamedTuple):
    """One way to spend the steps: how many, what barred the way, which pawns were captured."""

    steps: int
    faults: tuple[Fault, ...]
    captured: tuple[int, ...]


def check_ways(case: Case, total: int, count: Rule) -> Sequence[Fault]:
    """Check that every pawn moved forwards, no further than any card leads.

    If one did not, another that took more than all ``total`` steps is a fault too: who went where
    is guessed, and one guess must not look better by overlooking that.
    """
    found: list[Fault] = []
    right: Legs = ()
    for origin, target in case.play.legs:
        if origin >= track.SQUARES:
            wrong = [Fault(rules.START_CARD, (origin, target))]
        else:
            wrong = [*way(case, origin, target)]
        found += wrong
        right += () if wrong else ((origin, target),)
    if found and count_seen_steps(right) > total:
        found.append(fault(count, *(target for _, target in right), count=count_seen_steps(right)))
    return found


def judge_spendings(
    case: Case, spendings: Iterable[Spending], total: int, count: Rule, taken: Rule
) -> Sequence[Fault]:
    """Return the faults of the best spending; the rule ``count`` asks for using all steps.

    ``taken`` asks for the captures of overtaken pawns. Steps may have been spent on pawns that were
    then captured; nobody can see how many.
    """
    legs = case.play.legs
    targets = [target for _, target in legs]
    found = []
    for steps, barred, due in spendings:
        short = [] if steps == total else [fault(count, *targets, count=count_seen_steps(legs))]
        moves = [*short, *barred]
        found.append((moves or [*captures(case, due, taken)], bool(moves)))
    # Of two spendings with equally many faults, prefer the one whose moves are right.
    return min(found, key=lambda one: (len(one[0]), one[1]))[0]


def count_seen_steps(legs: Legs) -> int:
    """Return how many steps are visible in the moves of the pawns still on the board."""
    return sum(track.distance(*leg) for leg in legs)


class _Walk(NamedTuple):
    """How pawns move: where each went, and the effect of a step."""

    targets: Mapping[int, int]
    meet: search.Meet

    def all_gone(self, going: Sequence[Runner], node: search.Node, spare: int) -> Iterator[_Gone]:
        """Yield the tables after all moves, with what barred the way and the spare steps."""
        if not going:
            yield _Gone(node, (), spare)
            return
        for one in self._let_go(going[0], node, spare):
            for last in self.all_gone(going[1:], one.node, one.spare):
                yield last._replace(faults=one.faults + last.faults)

    def _let_go(self, runner: Runner, node: search.Node, spare: int) -> Iterator[_Gone]:
        """Yield the tables after one pawn's move; a captured pawn may have gone any distance."""
        origin = runner.square
        if not node.unmoved >> origin & 1:
            yield _Gone(node, (), spare)
        elif origin in self.targets:
            yield self._move_pawn(runner, node, self.targets[origin], spare)
        else:
            yield _Gone(node, (), spare)
            for steps, ends in enumerate(search.path_of(runner).ends[1 : spare + 1], 1):
                for end in ends:
                    gone = self._move_pawn(runner, node, end, spare - steps)
                    if not gone.faults:
                        yield gone

    def _move_pawn(self, runner: Runner, node: search.Node, target: int, spare: int) -> _Gone:
        """Return the table after a pawn's whole move, and what barred it."""
        origin, side = runner.square, track.SQUARES * runner.lane
        node, faults = node.lifted(origin, side), []
        for square in track.route(origin, target):
            after = self.meet(node, square)
            if isinstance(after, search.Node):
                node = after
            else:
                faults.append(after)
        return _Gone(node.arrived(origin, target, side), tuple(faults), spare)


class _Gone(NamedTuple):
    """The table after moves, what barred them, and how many spare steps are left."""

    node: search.Node
    faults: tuple[Fault, ...]
    spare: int


class Table(NamedTuple):
    """A board, the pawns that may be given steps on it, and how they move."""

    board: bytes
    members: Sequence[Runner]
    manner: search.Manner


def spendings(table: Table, legs: Legs, captured: Iterable[int], total: int) -> Iterator[Spending]:
    """Yield how the pawns may have reached their squares with this many steps or fewer."""
    board, members, manner = table
    seen, moved = count_seen_steps(legs), {*dict(legs), *captured}
    if seen > search.MAX_STEPS:
        yield Spending(seen, (), tuple(captured))
        return
    ordered = (
        runner
        for group in groups(members, max(total, seen))
        for runner in order_foremost_first(group)
    )
    going = [runner for runner in ordered if runner.square in moved]
    walk = _Walk(dict(legs), search.bind_meet(board, members, manner))
    spare = max(total - seen, 0)
    for gone in walk.all_gone(going, search.start_group(board, members), spare):
        yield Spending(seen + spare - gone.spare, gone.faults, gone.node.captured)
