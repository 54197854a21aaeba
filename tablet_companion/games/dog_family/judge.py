"""Why a pawn may not go its way, in DOG and in Agent DOG: what both games ask in the same words.

Each game has its own Case, which answers where they differ: which numbers a card has, who may
enter a finish, what bars the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from tablet_companion.games.core import HIDDEN, Breach, Card, Piece, Rule
from tablet_companion.games.dog_family import rules, track
from tablet_companion.games.dog_family.actions import Legs
from tablet_companion.games.dog_family.state import S


class Moves(Protocol):
    """What both games' plays hold: the card as laid, who goes where, who is captured."""

    @property
    def card(self) -> Card: ...
    @property
    def legs(self) -> Legs: ...
    @property
    def captured(self) -> tuple[int, ...]: ...


P = TypeVar("P", bound=Moves)


@dataclass(frozen=True, slots=True)
class Case(Generic[S, P]):
    """A play under examination: its state, the card it stands for, the colour that is moved."""

    state: S
    play: P
    card: Card
    colour: int

    def breach(self, rule: Rule, *squares: int, **details: str | int) -> Breach:
        """Return a breach on these squares, in public terms."""
        names = self.state.setting.names
        return Breach(
            rule,
            tuple(names[square] for square in squares),
            tuple(self.piece(square) for square in squares if self.occupied(square)),
            tuple(sorted(details.items())),
        )

    def occupied(self, square: int) -> bool:
        """Say whether a pawn stands on a square, nests apart, before the play."""
        return square < track.SQUARES and self.state.board[square] != track.EMPTY

    def hidden(self, square: int) -> bool:
        """Say whether a pawn on this square lies turned over."""
        return self.state.setting.is_hole[square]

    def piece(self, square: int) -> Piece:
        """Return what everybody sees of the pawn on a square."""
        if self.hidden(square):
            return HIDDEN
        return Piece(self.state.setting.seats[self.state.board[square] - 1])

    @property
    def guards(self) -> track.Guards:
        """Return whom the start spaces protect."""
        return track.OWNER

    @property
    def starts(self) -> bool:
        """Say whether the card brings a pawn out of its nest."""
        raise NotImplementedError

    def counted(self, target: int, steps: int) -> Iterator[Breach]:
        """Yield what is wrong with going forwards so many steps."""
        raise NotImplementedError

    def on_track(self, origin: int, target: int) -> Iterator[Breach]:
        """Yield what is wrong with going from one space of the track to another."""
        raise NotImplementedError

    def entering(self, origin: int, target: int) -> Iterator[Breach]:
        """Yield why a pawn may not enter this finish from where it stands."""
        raise NotImplementedError


AnyCase = Case[S, P]


def started(case: AnyCase[S, P], colour: int, target: int) -> Iterator[Breach]:
    """Check a pawn that came out of a nest."""
    names, start = case.state.setting.names, track.STARTS[colour]
    if colour != case.colour:
        yield not_ones_own(case, track.nest(colour), target)
    if not case.starts:
        yield case.breach(rules.START_CARD, track.nest(colour), target)
    elif target != start:
        yield case.breach(rules.START_SPACE, target, place=names[start])
    elif track.protected(case.state.board, start, case.guards):
        yield case.breach(rules.PROTECTED, start, place=names[start])


def not_ones_own(case: AnyCase[S, P], *squares: int) -> Breach:
    """Return the breach of moving a pawn that is not the player's to move."""
    seat = case.state.setting.seats[case.state.turn]
    return case.breach(rules.WHOSE_PAWN, *squares, seat=seat)


def way(case: AnyCase[S, P], origin: int, target: int) -> Iterator[Breach]:
    """Check the way of a pawn from one square to another."""
    if target >= track.SQUARES:
        yield case.breach(rules.NOT_CAPTURED, origin, place=case.state.setting.names[origin])
    elif origin >= track.LAP:
        yield from _way_in_finish(case, origin, target)
    elif target >= track.LAP:
        yield from _way_into_finish(case, origin, target)
    else:
        yield from case.on_track(origin, target)


def barred(case: AnyCase[S, P], origin: int, steps: int) -> Iterator[Breach]:
    """Check that no protected pawn stands on the way; long ways cannot be meant."""
    if 0 < steps < track.QUARTER:
        start = track.barrier(case.state.board, origin, steps, case.guards)
        if start >= 0:
            yield case.breach(rules.PROTECTED, start, place=case.state.setting.names[start])


def _way_in_finish(case: AnyCase[S, P], origin: int, target: int) -> Iterator[Breach]:
    if target < track.LAP or track.colour_of_finish(target) != track.colour_of_finish(origin):
        yield case.breach(rules.FINISH_STAYS, origin, target)
        return
    yield from case.counted(target, target - origin)
    if origin < target and track.deeper(case.state.board, origin, target - origin) < 0:
        yield case.breach(rules.FINISH_JUMP, *_inside(case, origin + 1, target))


def _inside(case: AnyCase[S, P], first: int, last: int) -> list[int]:
    return [square for square in range(first, last + 1) if case.occupied(square)]


def _way_into_finish(case: AnyCase[S, P], origin: int, target: int) -> Iterator[Breach]:
    refused = list(case.entering(origin, target))
    if refused:
        yield from refused
        return
    colour = track.colour_of_finish(target)
    first = track.finish(colour)
    ahead = (track.STARTS[colour] - origin) % track.LAP
    yield from case.counted(target, ahead + target - first + 1)
    yield from barred(case, origin, ahead)
    blocked = _inside(case, first, target)
    if blocked:
        yield case.breach(rules.FINISH_JUMP, *blocked)


def captures(
    case: AnyCase[S, P], due: Iterable[int], rule: Rule = rules.CAPTURED_HOME
) -> Iterator[Breach]:
    """Check that exactly the pawns were captured that were due; ``rule`` asks for those."""
    due, taken = set(due), set(case.play.captured)
    for square in sorted(due - taken):
        yield case.breach(rule, square)
    for square in sorted(taken - due):
        yield case.breach(rules.NOT_CAPTURED, square, place=case.state.setting.names[square])


def landed_on(case: AnyCase[S, P]) -> Iterator[int]:
    """Yield the squares of the track on which moved pawns found others."""
    for _, target in case.play.legs:
        if target < track.LAP and case.occupied(target):
            yield target
