"""The rules that DOG and Agent DOG share, a predicate each: None, or what is broken and where.

Whatever may be played is found by keeping what every predicate passes; why something may not be
played is what they return. They speak of squares; ``judge`` names these for people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from tablet_companion.games.core import Rule
from tablet_companion.games.dog_family import rules, track
from tablet_companion.games.dog_family.actions import Legs

ON_TURN: Final = -1
"""As the detail ``seat`` of a fault: the seat on turn."""


class Fault(NamedTuple):
    """A broken rule on some squares.

    ``details`` fill the rule's text: a ``place`` is a square, a ``seat`` a seat's index.
    """

    rule: Rule
    squares: tuple[int, ...] = ()
    details: tuple[tuple[str, str | int], ...] = ()


def fault(rule: Rule, *squares: int, **details: str | int) -> Fault:
    """Return a fault with its details in the order that breaches have."""
    return Fault(rule, squares, tuple(sorted(details.items())))


Faults = tuple[Fault, ...]


def everywhere(rule: Rule, **details: str | int) -> Faults:
    """Return a rule's fault for every square and nest: searching meets the same ones often."""
    return tuple(fault(rule, place, **details) for place in range(track.SQUARES + 4))


_BARRED: Final = tuple(fault(rules.PROTECTED, square, place=square) for square in range(track.LAP))
JUMPED: Final = everywhere(rules.FINISH_JUMP)
"""For every square of a finish, the fault of passing or landing on the piece that stands there."""


# --- who goes ------------------------------------------------------------------------------------


def are_there(board: bytes, nests: bytes, legs: Legs, captured: Iterable[int]) -> Faults:
    """Return the places from which more pawns move, or are captured, than stand there."""
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
"""For every place, why a visible pawn there is not to be moved: the other side's has its turn.

Its owner moved it out of turn, or the wrong hand did; nobody can tell.
"""
PARTNERS: Final = everywhere(rules.WHOSE_PAWN, seat=ON_TURN)
"""The same for a pawn of the player's own side that he does not move now."""


# --- on the way ---------------------------------------------------------------------------------


def may_pass(pawn: int, square: int, guards: track.Guards) -> Fault | None:
    """Nobody passes a protected pawn, lands on it or swaps it; ``pawn`` is its value."""
    return _BARRED[square] if square < track.LAP and pawn == guards[square] else None


def way_back(board: bytes, origin: int, steps: int, guards: track.Guards) -> Fault | None:
    """Check backwards along the track, by fewer steps than a quarter has spaces."""
    start = track.CROSSED_BEHIND[steps][origin]
    return may_pass(board[start], start, guards) if start >= 0 else None


def way_inside(board: bytes, first: int, last: int) -> Fault | None:
    """Inside a finish nobody is passed and nobody captured."""
    if board[first : last + 1] == track.FREE[last + 1 - first]:
        return None
    met = tuple(square for square in range(first, last + 1) if board[square])
    return Fault(rules.FINISH_JUMP, met)


def way_ahead(board: bytes, origin: int, steps: int, guards: track.Guards) -> Fault | None:
    """Check forwards along the track; what is not below a quarter cannot be meant."""
    start = track.CROSSED[steps][origin] if steps < track.QUARTER else -1
    return may_pass(board[start], start, guards) if start >= 0 else None


def obstacles(board: bytes, origin: int, target: int, guards: track.Guards) -> Faults:
    """Return who is in the way forwards from a square to another, into a finish or inside it."""
    if origin >= track.LAP:
        return one_or_none(way_inside(board, origin + 1, target))
    if target < track.LAP:
        return one_or_none(way_ahead(board, origin, (target - origin) % track.LAP, guards))
    colour = track.colour_of_finish(target)
    outside = way_ahead(board, origin, (track.STARTS[colour] - origin) % track.LAP, guards)
    inside = way_inside(board, track.finish(colour), target)
    return one_or_none(outside) + one_or_none(inside)


def one_or_none(found: Fault | None) -> Faults:
    """Return what a predicate returned as a tuple, empty for None."""
    return (found,) if found else ()


def may_enter(origin: int, target: int, finish: int, unless: Rule | None) -> Fault | None:
    """A pawn enters one finish only, and by ``unless`` not where it begins on the start space."""
    if track.colour_of_finish(target) != finish:
        return Fault(rules.FINISH_COLOUR, (origin, target))
    if unless and origin == track.STARTS[finish]:
        return Fault(unless, (origin, target))
    return None


def may_start(board: bytes, colour: int, guards: track.Guards) -> Fault | None:
    """A pawn comes out of its nest, unless its start space is barred."""
    start = track.STARTS[colour]
    return may_pass(board[start], start, guards)


# --- what a move does to others, and how it is written ------------------------------------------


def landed_on(board: bytes, target: int) -> tuple[int, ...]:
    """Return the square that a pawn ends on if one stands there that goes home."""
    return (target,) if target < track.LAP and board[target] else ()


def one_form(legs: Legs, captured: tuple[int, ...]) -> Fault | None:
    """Every move is written in one way: pawns and captures by their squares, nothing twice."""
    in_order = legs == tuple(sorted(set(legs))) and captured == tuple(sorted(set(captured)))
    if in_order and all(origin != target for origin, target in legs):
        return None
    return Fault(rules.ONE_FORM)
