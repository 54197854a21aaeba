"""The card `7`: seven steps, split and interleaved among pawns in any way, searched completely (9).

Every step moves one pawn one space; whatever it meets on the track goes home, unless it is
protected. Pawns too far apart to meet are searched apart and combined.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tablet_companion.games.dog.state import SEVEN, Field
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Outcome
from tablet_companion.games.dog_family.search import Manner, Node, Path, path, searched
from tablet_companion.games.dog_family.spread import Spread, groups, spent, spread, tidied
from tablet_companion.games.dog_family.table import moved


class Runner(NamedTuple):
    """A pawn that may move; ``finish`` is its colour. A fresh one may not enter from its start."""

    square: int
    finish: int
    fresh: bool


def outcomes(field: Field, total: int = SEVEN) -> list[Outcome]:
    """Return every way to use up the steps, as where pawns go and who is sent home.

    A table may be led to in several ways (see ``repeats``). ``total`` is another number than seven
    only to explain what somebody did with too few or too many.
    """
    apart = _apart(field, _colours(field), total)
    found = spent(apart, total)
    if not field.canadian_seven and _nearly_home(field, total):
        found += _continued(field, spread(apart, total), (field.colour + 2) % 4)
    return tidied(found)


def repeats(field: Field) -> bool:
    """Say whether several ways to use up seven steps may lead to the same table.

    Steps may be spent on pawns that are then sent home. Within a group one way to a table is kept;
    so it takes two groups, each of two pawns at least, one of which spends a step more for its
    part of the table and the other a step less; or the partner's pawns going on.
    """
    large = [group for group in _groups(field, _colours(field), SEVEN) if len(group) > 1]
    return len(large) > 1 or (not field.canadian_seven and _nearly_home(field, SEVEN))


def _colours(field: Field) -> tuple[int, ...]:
    """Return the colours that may share in the steps from the first on."""
    partner = (field.colour + 2) % 4
    return (field.colour, partner) if field.canadian_seven else (field.colour,)


def _continued(field: Field, own: Spread, partner: int) -> Iterator[Outcome]:
    """Yield the ways that bring the fourth pawn home and go on with the partner's pawns."""
    for left, found in enumerate(reversed(own)):
        for legs, captured in found if left else ():
            board = bytes(moved(field.board, legs, captured))
            if track.is_home(board, field.colour):
                after = field._replace(board=board)
                for more, also in spent(_apart(after, (partner,), left), left):
                    yield legs + more, captured + also


def _nearly_home(field: Field, total: int) -> bool:
    """Say whether the colour that is played may have its fourth pawn home before the last step."""
    start, value = track.STARTS[field.colour], field.colour + 1
    track_only = field.board[: track.LAP]
    away = [(start - square) % track.LAP for square, pawn in enumerate(track_only) if pawn == value]
    return not field.nests[field.colour] and sum(away) < total and len(away) > 0


def _apart(field: Field, colours: tuple[int, ...], total: int) -> list[Spread]:
    """Return, for each group of these colours' pawns, what it can do with up to so many steps."""
    manner = _manner(field)
    apart = _groups(field, colours, total)
    return [searched(field.board, group, manner, total) for group in apart]


def _groups(field: Field, colours: tuple[int, ...], total: int) -> list[list[Runner]]:
    """Return these colours' pawns in groups that cannot meet."""
    runners = (
        Runner(square, pawn - 1, square == track.STARTS[pawn - 1] and field.fresh[pawn - 1])
        for square, pawn in enumerate(field.board)
        if pawn and pawn - 1 in colours
    )
    return groups(runners, total)


def _manner(field: Field) -> Manner[Runner]:
    """Return how pawns go with a seven: what counts is the table, not who went where on it."""

    def bars(node: Node, lane: int, square: int) -> bool:
        """Say whether a pawn of the group is protected where it stands now (3)."""
        colour = (field.colour + 2 * lane) % 4
        fresh = field.fresh[colour] and bool(node.unmoved >> square & 1)
        return square == track.STARTS[colour] and (field.always_protected or fresh)

    def lane(runner: Runner) -> int:
        return 0 if runner.finish == field.colour else 1

    return Manner(lane, _path, bars, _table, field.guards)


def _path(runner: Runner) -> Path:
    return path(runner.square, runner.finish, stays=runner.fresh)


def _table(node: Node) -> tuple[int, int]:
    return node.occupied, node.runners
