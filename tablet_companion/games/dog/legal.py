"""Which plays are legal: those that every predicate passes.

Numbers in brackets are the rulings of the game's README.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from tablet_companion.games.core import Card
from tablet_companion.games.dog import seven
from tablet_companion.games.dog.predicates import may_be_swapped, may_change_places, may_move
from tablet_companion.games.dog.state import POWERS, Field, field_of
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Outcome, Play, make_play
from tablet_companion.games.dog_family.advances import advances, starts
from tablet_companion.games.dog_family.legal import list_holdable
from tablet_companion.games.dog_family.predicates import find_captured, way_back
from tablet_companion.games.dog_family.state import State
from tablet_companion.games.dog_family.table import number_change


def plays(state: State) -> list[Play]:
    """Return every legal play of the seat on turn, sorted; for an unknown card, of every face."""
    field = field_of(state)
    pawns = find_movable(field)
    return [
        make_play((card, legs, captured, (), ()))
        for card in list_holdable(state)
        for legs, captured in _list_outcomes(field, card, pawns)
    ]


def plays_of(state: State, card: Card) -> list[Play]:
    """Return every legal play of one card, sorted, whether or not it is in the hand."""
    return [Play(card, *found) for found in outcomes(field_of(state), card)]


@functools.lru_cache(maxsize=64)
def outcomes(field: Field, card: Card) -> Mapping[Outcome, None]:
    """Return the possible outcomes of a card, sorted, as an ordered set."""
    return MappingProxyType(dict.fromkeys(_list_outcomes(field, card, find_movable(field))))


def _list_outcomes(field: Field, card: Card, pawns: Sequence[int]) -> list[Outcome]:
    """Return the possible outcomes of a card, sorted; ``pawns`` are those a number may move.

    Several ways to the same table count as one.
    """
    whole = _move_whole(field, card, pawns)
    split = seven.outcomes(field) if POWERS[card].splits else []
    found = whole + split
    found.sort()
    if split and (whole or seven.may_repeat(field)):
        return [*_distinct(field, found)]
    return found


def _move_whole(field: Field, card: Card, pawns: Sequence[int]) -> list[Outcome]:
    """Return what a card does without splitting its steps."""
    forwards, backwards, may_start, _, may_swap = POWERS[card]
    board, colour, guards, found = field.board, field.colour, field.guards, []
    if forwards and pawns:
        entering = [(square, colour) for square in pawns]
        found = advances(board, entering, forwards, guards, field.entry(colour))
    if may_start:
        found += starts(board, field.nests, colour, guards)
    if backwards:
        found += retreats(field, pawns, backwards)
    if may_swap:
        found += swaps(field)
    return found


def _distinct(field: Field, found: Iterable[Outcome]) -> Iterator[Outcome]:
    """Yield the first way to each table.

    With a joker, several cards may lead to the same table; with a 7, several orders of the steps.
    """
    tables = set()
    for legs, captured in found:
        table = number_change(field.board, legs, captured)
        if table not in tables:
            tables.add(table)
            yield legs, captured


def find_movable(field: Field) -> list[int]:
    """Return the squares of the pawns that a number may move, those in the finish included."""
    # Why a pawn of another colour may not move need not be worked out here.
    own = track.find_pawns(field.board, field.colour)
    return [square for square in own if not may_move(field, square)]


def retreats(field: Field, pawns: Iterable[int], counts: Iterable[int]) -> Iterator[Outcome]:
    """Yield every move of a pawn backwards by one of these numbers, only on the track (6)."""
    for count in counts:
        for origin in pawns:
            if origin < track.LAP and not way_back(field.board, origin, count, field.guards):
                target = (origin - count) % track.LAP
                yield ((origin, target),), find_captured(field.board, target)


def swaps(field: Field) -> Iterator[Outcome]:
    """Yield every swap of a pawn of the colour played with one of another colour (10)."""
    pawns, value = itertools.compress(track.ALL, field.board), field.colour + 1
    free = [square for square in pawns if not may_be_swapped(field, square)]
    own = [square for square in free if field.board[square] == value]
    # Why two pawns of other colours do not change places need not be worked out here.
    others = [square for square in free if field.board[square] != value] if own else []
    for one, other in map(sorted, itertools.product(own, others)):
        if not may_change_places(field, one, other):
            yield ((one, other), (other, one)), ()
