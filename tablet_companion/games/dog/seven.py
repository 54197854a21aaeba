"""The card `7`: seven steps, split and interleaved among pawns in any way, searched completely (9).

Every step moves one pawn one space; whatever it meets on the track goes home, unless it is
protected. Pawns too far apart to meet are searched apart and combined.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tablet_companion.games.core import Rule
from tablet_companion.games.dog.predicates import may_share
from tablet_companion.games.dog.state import SEVEN, Field
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Outcome
from tablet_companion.games.dog_family.search import Manner, Node, Path, path, searched
from tablet_companion.games.dog_family.spread import Spread, groups, spent, spread, tidied
from tablet_companion.games.dog_family.table import moved


class Runner(NamedTuple):
    """A pawn that may move; ``finish`` is its colour, ``unless`` why it may not enter at once."""

    square: int
    finish: int
    unless: Rule | None


def outcomes(field: Field, total: int = SEVEN) -> list[Outcome]:
    """Return every way to use up the steps, as where pawns go and who is sent home.

    A table may be led to in several ways (see ``repeats``). ``total`` is another number than seven
    only to think of what somebody may do with too few or too many.
    """
    apart = _apart(field, runners(field), total)
    found = spent(apart, total)
    if _nearly_home(field, total):
        found += _continued(field, spread(apart, total))
    return tidied(found)


def repeats(field: Field) -> bool:
    """Whether several ways to use up seven steps may lead to the same table.

    Steps may be spent on pawns that are then sent home. Within a group one way to a table is kept;
    so it takes two groups, each of two pawns at least, one of which spends a step more for its
    part of the table and the other a step less; or the partner's pawns going on.
    """
    sharing = groups(runners(field), SEVEN)
    return sum(len(group) > 1 for group in sharing) > 1 or _nearly_home(field, SEVEN)


def runners(field: Field) -> list[Runner]:
    """Return the pawns that may take steps as the table is now."""
    return [
        Runner(square, field.board[square] - 1, field.entry(field.board[square] - 1))
        for square in itertools.compress(track.ALL, field.board)
        if not may_share(field, square)
    ]


def joining(field: Field, board: bytes) -> tuple[Field, list[Runner]]:
    """Return the table when some pawns have gone, and the partner's that may go on, if any."""
    after = field._replace(board=board)
    return after, [runner for runner in runners(after) if runner.finish == field.partner]


def _continued(field: Field, own: Spread) -> Iterator[Outcome]:
    """Yield the ways that bring the fourth pawn home and go on with the partner's pawns."""
    for left, found in enumerate(reversed(own)):
        for legs, captured in found if left else ():
            after, joined = joining(field, bytes(moved(field.board, legs, captured)))
            if joined:
                for more, also in spent(_apart(after, joined, left), left):
                    yield legs + more, captured + also


def _nearly_home(field: Field, total: int) -> bool:
    """Whether the partner's pawns may join because the fourth comes home before the last step.

    What it excludes ``may_share`` would refuse; asking that of every table takes long.
    """
    if field.canadian_seven:
        return False
    start, value = track.STARTS[field.colour], field.colour + 1
    track_only = field.board[: track.LAP]
    away = [(start - square) % track.LAP for square, pawn in enumerate(track_only) if pawn == value]
    return not field.nests[field.colour] and sum(away) < total and len(away) > 0


def _apart(field: Field, sharing: Iterable[Runner], total: int) -> list[Spread]:
    """Return, for each group of pawns that may meet, what it can do with up to this many steps."""
    how = manner(field)
    return [searched(field.board, group, how, total) for group in groups(sharing, total)]


def manner(field: Field) -> Manner[Runner]:
    """Return how pawns go with a seven: what counts is the table, not who went where on it."""

    def lane(runner: Runner) -> int:
        return 0 if runner.finish == field.colour else 1

    values = (field.colour + 1, field.partner + 1)
    return Manner(lane, values, not field.always_protected, _path, _table, field.guards)


def _path(runner: Runner) -> Path:
    return path(runner.square, runner.finish, runner.unless)


def _table(node: Node) -> tuple[int, int]:
    return node.occupied, node.runners
