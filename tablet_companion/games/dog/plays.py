"""Which plays are legal. The predicates here are the rules; ``judge`` asks the same ones why not.

Numbers in brackets are the rulings of the game's README.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from tablet_companion.games.core import Card
from tablet_companion.games.dog import seven
from tablet_companion.games.dog.actions import Play
from tablet_companion.games.dog.state import POWERS, Field, State, field_of
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Outcome
from tablet_companion.games.dog_family.rounds import holdable
from tablet_companion.games.dog_family.table import moved


def plays(state: State) -> list[Play]:
    """Return every legal play of the seat on turn, sorted; for an unknown card, of every face."""
    field = field_of(state)
    return [Play(card, *found) for card in holdable(state) for found in outcomes(field, card)]


def plays_of(state: State, card: Card) -> list[Play]:
    """Return every legal play of one card, sorted, whether or not it is in the hand."""
    return [Play(card, *found) for found in outcomes(field_of(state), card)]


@functools.lru_cache(maxsize=64)
def outcomes(field: Field, card: Card) -> Mapping[Outcome, None]:
    """Return what a card can be used for, sorted, as a set that keeps its order.

    Several ways to the same table are one.
    """
    powers = POWERS[card]
    whole = [
        *(starts(field) if powers.starts else ()),
        *advances(field, powers.forwards),
        *retreats(field, powers.backwards),
        *(swaps(field) if powers.swaps else ()),
    ]
    split = seven.outcomes(field) if powers.splits else []
    ordered: Iterable[Outcome] = sorted(whole + split)
    if split and (whole or seven.repeats(field)):
        ordered = _distinct(field, ordered)
    return MappingProxyType(dict.fromkeys(ordered))


def _distinct(field: Field, found: Iterable[Outcome]) -> Iterator[Outcome]:
    """Yield the first of the ways to each table.

    With a joker several cards may lead to the same, with a 7 several ways to spend the steps.
    """
    tables = set()
    for legs, captured in found:
        table = bytes(moved(field.board, legs, captured))
        if table not in tables:
            tables.add(table)
            yield legs, captured


def starts(field: Field) -> Iterator[Outcome]:
    """Yield the start of a pawn from its nest, unless its start space is barred (3, 4)."""
    square = track.STARTS[field.colour]
    if field.nests[field.colour] and not track.protected(field.board, square, field.guards):
        yield ((track.nest(field.colour), square),), _on(field, square)


def _on(field: Field, square: int) -> tuple[int, ...]:
    """Return the square as one where a pawn is sent home, if one stands there (5)."""
    return (square,) if field.board[square] else ()


def pawns(field: Field, colour: int, last: int = track.SQUARES) -> list[int]:
    """Return the squares of a colour's pawns, those of its finish included, up to a square."""
    return [square for square, pawn in enumerate(field.board[:last]) if pawn == colour + 1]


def advances(field: Field, counts: Iterable[int]) -> Iterator[Outcome]:
    """Yield every advance of one pawn by one of these numbers (3, 5, 7, 8)."""
    board, colour, guards = field.board, field.colour, field.guards
    from_start = field.may_enter_from_start(colour)
    origins = pawns(field, colour) if counts else ()
    for origin in origins:
        for count in counts:
            for target in track.advances(
                board, origin, count, colour, guards, from_start=from_start
            ):
                yield ((origin, target),), _on(field, target)


def retreats(field: Field, counts: Iterable[int]) -> Iterator[Outcome]:
    """Yield every move of one pawn backwards by one of these numbers, on the track only (6)."""
    for count in counts:
        for origin in pawns(field, field.colour, track.LAP):
            if track.barrier_behind(field.board, origin, count, field.guards) < 0:
                target = (origin - count) % track.LAP
                yield ((origin, target),), _on(field, target)


def swaps(field: Field) -> Iterator[Outcome]:
    """Yield every swap of a pawn that is played with one of another colour (10)."""
    mine = [square for square in pawns(field, field.colour, track.LAP) if swappable(field, square)]
    for other in range(track.LAP):
        if field.board[other] not in (track.EMPTY, field.colour + 1) and swappable(field, other):
            for own in mine:
                yield tuple(sorted(((own, other), (other, own)))), ()


def swappable(field: Field, square: int) -> bool:
    """Say whether a pawn on this square may be swapped: on the track and not protected (10)."""
    return square < track.LAP and not track.protected(field.board, square, field.guards)
