"""Where a card may bring one pawn, in DOG and Agent DOG: the moves every predicate passes."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Rule
from tablet_companion.games.dog_family import predicates, track
from tablet_companion.games.dog_family.actions import Outcome

_MOVES: Final = tuple(
    tuple(
        tuple(
            tuple((target, ((origin, target),)) for target in row[origin]) for origin in track.ALL
        )
        for row in rows
    )
    for rows in track.AHEAD
)
"""The moves of ``track.AHEAD``, each as its target and its legs; made once, as many are listed."""


def starts(board: bytes, nests: bytes, colour: int, guards: track.Guards) -> list[Outcome]:
    """Return the start of a pawn, if the nest has one and the start space is not barred."""
    if not nests[colour] or predicates.may_start(board, colour, guards):
        return []
    start = track.STARTS[colour]
    return [(((track.nest(colour), start),), predicates.find_captured(board, start))]


def advances(
    board: bytes,
    pawns: list[tuple[int, int]],
    counts: tuple[int, ...],
    guards: track.Guards,
    unless: Rule | None,
) -> list[Outcome]:
    """Return every advance of one pawn by one of these numbers.

    Each pawn is given by its square and the finish it may enter, unless the rule ``unless`` forbids
    it to enter from its start space.
    """
    found: list[Outcome] = []
    for origin, finish in pawns:
        ways = _MOVES[finish]
        for count in counts:
            if origin < track.LAP and predicates.way_ahead(board, origin, count, guards):
                continue
            for target, legs in ways[count][origin]:
                if target < track.LAP or _goes_in(board, origin, target, unless):
                    found.append((legs, predicates.find_captured(board, target)))
    return found


def _goes_in(board: bytes, origin: int, target: int, unless: Rule | None) -> bool:
    if origin >= track.LAP:
        return predicates.way_inside(board, origin + 1, target) is None
    finish = track.colour_of_finish(target)
    if predicates.may_enter(origin, target, finish, unless):
        return False
    return predicates.way_inside(board, track.finish(finish), target) is None
