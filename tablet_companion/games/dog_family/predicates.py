"""The rules that DOG and Agent DOG share, one predicate each: None, or what is broken and where.

Generating keeps the plays that every predicate passes; judging collects what predicates return.
They use square numbers; ``judge`` turns these into names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from tablet_companion.games.core import Rule
from tablet_companion.games.dog_family import rules, track
from tablet_companion.games.dog_family.actions import Legs

ON_TURN: Final = -1
"""A value of the detail ``seat`` of a fault: the seat on turn."""


class Fault(NamedTuple):
    """A broken rule on some squares.

    ``details`` fill the rule's text: a ``place`` is a square, a ``seat`` a seat's index.
    """

    rule: Rule
    squares: tuple[int, ...] = ()
    details: tuple[tuple[str, str | int], ...] = ()


def fault(rule: Rule, *squares: int, **details: str | int) -> Fault:
    """Return a fault with its details sorted as in breaches."""
    return Fault(rule, squares, tuple(sorted(details.items())))


Faults = tuple[Fault, ...]


def everywhere(rule: Rule, **details: str | int) -> Faults:
    """Return a rule's fault for every square and nest, precomputed for the search."""
    return tuple(fault(rule, place, **details) for place in range(track.SQUARES + 4))


_BARRED: Final = tuple(fault(rules.PROTECTED, square, place=square) for square in range(track.LAP))
JUMPED: Final = everywhere(rules.FINISH_JUMP)
"""For every finish square, the fault of passing the pawn there or landing on it."""


# --- which pawns may move ------------------------------------------------------------------------


def are_there(board: bytes, nests: bytes, legs: Legs, captured: Iterable[int]) -> Faults:
    """Return a fault for each place from which more pawns move or are captured than stand there."""
    going = Counter([*(origin for origin, _ in legs), *captured])
    return tuple(
        fault(rules.NO_PAWN, place, place=place)
        for place, count in sorted(going.items())
        if count > pawns_on(board, nests, place)
    )


def pawns_on(board: bytes, nests: bytes, place: int) -> int:
    """Return how many pawns stand on a square or in a nest."""
    return nests[place - track.SQUARES] if place >= track.SQUARES else bool(board[place])


NOT_OWN_SIDE: Final = everywhere(rules.WHOSE_TURN, seat=ON_TURN)
"""For every place, the fault of moving the other side's visible pawn there.

Its owner may have moved it out of turn, or the player the wrong pawn; nobody can tell.
"""
PARTNERS: Final = everywhere(rules.WHOSE_PAWN, seat=ON_TURN)
"""As ``NOT_OWN_SIDE``, for a pawn of the player's own side that may not be moved now."""


# --- on the way ---------------------------------------------------------------------------------


def may_pass(pawn: int, square: int, guards: track.Guards) -> Fault | None:
    """No pawn passes a protected pawn, lands on it or swaps with it; ``pawn`` is its value."""
    return _BARRED[square] if square < track.LAP and pawn == guards[square] else None


def way_back(board: bytes, origin: int, steps: int, guards: track.Guards) -> Fault | None:
    """Check the way backwards on the track, for fewer steps than a quarter has spaces."""
    start = track.CROSSED_BEHIND[steps][origin]
    return may_pass(board[start], start, guards) if start >= 0 else None


def way_inside(board: bytes, first: int, last: int) -> Fault | None:
    """Inside a finish no pawn is passed or captured."""
    if board[first : last + 1] == track.FREE[last + 1 - first]:
        return None
    met = tuple(square for square in range(first, last + 1) if board[square])
    return Fault(rules.FINISH_JUMP, met)


def way_ahead(board: bytes, origin: int, steps: int, guards: track.Guards) -> Fault | None:
    """Check the way forwards on the track; a quarter or more cannot be meant."""
    start = track.CROSSED[steps][origin] if steps < track.QUARTER else -1
    return may_pass(board[start], start, guards) if start >= 0 else None


def obstacles(board: bytes, origin: int, target: int, guards: track.Guards) -> Faults:
    """Return what is in the way forwards, on the track, into a finish or inside it."""
    if origin >= track.LAP:
        return one_or_none(way_inside(board, origin + 1, target))
    if target < track.LAP:
        return one_or_none(way_ahead(board, origin, (target - origin) % track.LAP, guards))
    colour = track.colour_of_finish(target)
    outside = way_ahead(board, origin, (track.STARTS[colour] - origin) % track.LAP, guards)
    inside = way_inside(board, track.finish(colour), target)
    return one_or_none(outside) + one_or_none(inside)


def one_or_none(found: Fault | None) -> Faults:
    """Return a predicate's answer as a tuple, empty for None."""
    return (found,) if found else ()


def may_enter(origin: int, target: int, finish: int, unless: Rule | None) -> Fault | None:
    """A pawn enters one finish only, and not from its start space if ``unless`` forbids it."""
    if track.colour_of_finish(target) != finish:
        return Fault(rules.FINISH_COLOUR, (origin, target))
    if unless and origin == track.STARTS[finish]:
        return Fault(unless, (origin, target))
    return None


def may_start(board: bytes, colour: int, guards: track.Guards) -> Fault | None:
    """A pawn comes out of its nest unless its start space is barred."""
    start = track.STARTS[colour]
    return may_pass(board[start], start, guards)


# --- effects of a move, and its notation --------------------------------------------------------


def find_captured(board: bytes, target: int) -> tuple[int, ...]:
    """Return the target square if a pawn stands there, which goes home; else nothing."""
    return (target,) if target < track.LAP and board[target] else ()


def one_form(legs: Legs, captured: tuple[int, ...]) -> Fault | None:
    """Check the notation: pawns and captures sorted by square, without duplicates."""
    in_order = legs == tuple(sorted(set(legs))) and captured == tuple(sorted(set(captured)))
    if in_order and all(origin != target for origin, target in legs):
        return None
    return Fault(rules.ONE_FORM)
