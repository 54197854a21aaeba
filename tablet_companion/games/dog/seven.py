"""The card `7`: a complete search of every way to split seven steps among pawns (9).

Every step moves one pawn one space; whatever it meets on the track goes home, unless it is
protected. Pawns too far apart to meet are searched separately and combined.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from typing import Final

from tablet_companion.games.dog.predicates import may_share
from tablet_companion.games.dog.state import SEVEN, Field
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Outcome
from tablet_companion.games.dog_family.search import Manner, search_outcomes
from tablet_companion.games.dog_family.spread import (
    Runner,
    Spread,
    groups,
    sort_outcomes,
    spent,
    spread,
)
from tablet_companion.games.dog_family.table import move_pawns

_KEY: Final = operator.attrgetter("occupied", "runners")
"""Plays differ by the table, not by who went where."""


def outcomes(field: Field, total: int = SEVEN) -> list[Outcome]:
    """Return every way to spend the steps: where pawns go and which are sent home.

    Several ways may lead to one table (see ``may_repeat``). ``total`` differs from seven only to
    explain a play with too few or too many steps.
    """
    apart = _apart(field, list_runners(field), total)
    found = spent(apart, total)
    if _nearly_home(field, total):
        found += _continued(field, spread(apart, total))
    return sort_outcomes(found)


def may_repeat(field: Field) -> bool:
    """Whether several ways to spend seven steps may lead to the same table.

    Steps may be spent on pawns that are then sent home. Within a group, only one way to each table
    is kept; so duplicates require two groups of at least two pawns, one of which spends a step more
    on its part of the table and the other a step less, or partner's pawns that join.
    """
    if _nearly_home(field, SEVEN):
        return True
    board = field.board
    if board.count(field.colour + 1) + board.count(field.partner + 1) < 4:
        return False  # nearly always
    return sum(len(group) > 1 for group in _groups(field, list_runners(field), SEVEN)) > 1


def list_runners(field: Field) -> list[Runner]:
    """Return the pawns that may take steps in the present position."""
    found: list[Runner] = []
    # Why pawns of the other side may not move need not be worked out here.
    for lane, colour in enumerate((field.colour, field.partner)):
        unless = field.entry(colour)
        pawns = track.find_pawns(field.board, colour)
        found += [Runner(at, colour, lane, unless) for at in pawns if not may_share(field, at)]
    return found


def find_joining(field: Field, board: bytes) -> tuple[Field, list[Runner]]:
    """Return the table after some pawns have moved, and the partner's pawns that may join."""
    after = field._replace(board=board)
    return after, [runner for runner in list_runners(after) if runner.finish == field.partner]


def _continued(field: Field, own: Spread) -> Iterator[Outcome]:
    """Yield the ways that bring the fourth pawn home and continue with the partner's pawns."""
    for left, found in enumerate(reversed(own)):
        for legs, captured in found if left else ():
            after, joined = find_joining(field, bytes(move_pawns(field.board, legs, captured)))
            if joined:
                for more, also in spent(_apart(after, joined, left), left):
                    yield legs + more, captured + also


def _nearly_home(field: Field, total: int) -> bool:
    """Whether the fourth pawn may come home before the last step, so that the partner's join.

    ``may_share`` would refuse what this excludes; asking it about every table takes long.
    """
    if field.canadian_seven or field.nests[field.colour]:
        return False
    start, value = track.STARTS[field.colour], field.colour + 1
    track_only = field.board[: track.LAP]
    away = [(start - square) % track.LAP for square, pawn in enumerate(track_only) if pawn == value]
    return sum(away) < total and len(away) > 0


def _groups(field: Field, sharing: Iterable[Runner], total: int) -> list[list[Runner]]:
    """Return the pawns that may take steps, without those that are stuck, by whom they may meet."""
    free = [runner for runner in sharing if not track.is_stuck(field.board, runner.square)]
    return groups(free, total)


def _apart(field: Field, sharing: Iterable[Runner], total: int) -> list[Spread]:
    """Return what each group of pawns that may meet can do with up to this many steps."""
    how, apart = manner(field), _groups(field, sharing, total)
    return [search_outcomes(field.board, group, how, total) for group in apart]


def manner(field: Field) -> Manner:
    """Return how pawns move with a seven."""
    values = field.colour + 1, field.partner + 1
    return Manner(values, not field.always_protected, _KEY, field.guards)
