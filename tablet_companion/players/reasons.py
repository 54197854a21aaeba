"""Why a move is good, in words: its visible merits.

A reason is a text and a condition; those that apply are told, most important first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from tablet_companion.games.core import EMPTY, HIDDEN, Message, Seat, Step, StepKind
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.text import N_
from tablet_companion.players.search import foresee
from tablet_companion.players.seen import Action

_MOST: Final = 2
"""The most reasons to tell."""
_REACH: Final = 13
"""The most spaces that a pawn moves with one card, and so the reach of its captures."""
_NOTICED: Final = 0.02
_ON: Final = N_("It brings your pawns on.")
_BEST: Final = N_("Of all that I tried it came out best.")


class _Move:
    """An action as everybody sees it, with the positions before and after."""

    def __init__(self, game: AnyGame, state: Any, seat: Seat, action: Action) -> None:
        self.game, self.state, self.seat, self.action = game, state, seat, action
        self.steps: tuple[Step, ...] = game.steps(state, action)
        self.view = game.view(state, seat)
        self.colour = next(one.plays for one in self.view.seats if one.seat == seat)
        self.mates = next(team for team in game.teams(state) if seat in team)
        self.standing = self.view.placement.pieces

    def moved(self) -> list[Step]:
        """Return the steps that move a pawn of the player's."""
        kinds = (StepKind.MOVED, StepKind.CALLED)
        return [s for s in self.steps if s.kind in kinds and s.target and s.piece == self.colour]

    def followers(self, place: str) -> int:
        """Return how many other pawns stand within reach behind a space of the track."""
        if not place.startswith("T"):
            return 0
        others = (
            int(at[1:])
            for at, piece in self.standing
            if at.startswith("T") and piece not in (HIDDEN, EMPTY, *self.mates)
        )
        return sum(0 < (int(place[1:]) - at) % 64 <= _REACH for at in others)


def _captures(move: _Move) -> bool:
    taken = [step.piece for step in move.steps if step.kind is StepKind.CAPTURED]
    return any(piece not in (HIDDEN, *move.mates) for piece in taken)


def _captures_unknown(move: _Move) -> bool:
    return any(s.kind is StepKind.CAPTURED and s.piece == HIDDEN for s in move.steps)


def _comes_home(move: _Move) -> bool:
    return any(".F" in str(s.target) and ".F" not in s.source for s in move.moved())


def _comes_out(move: _Move) -> bool:
    return any(step.source.endswith(".nest") for step in move.moved())


def _protects(move: _Move) -> bool:
    return any(move.followers(s.source) > move.followers(str(s.target)) for s in move.moved())


def _hides(move: _Move) -> bool:
    return any(step.kind is StepKind.TURNED_DOWN for step in move.steps)


_DOG: Final = (
    (N_("It brings a pawn home."), _comes_home),
    (N_("It captures a pawn of the others."), _captures),
    (N_("It captures a turned-over pawn."), _captures_unknown),
    (N_("It brings a new pawn out."), _comes_out),
    (N_("It takes a pawn out of reach of those behind it."), _protects),
    (N_("It hides a pawn."), _hides),
)


def _gain(move: _Move) -> float:
    before = foresee(move.game, move.state, None)[move.seat]
    return foresee(move.game, move.state, move.action)[move.seat] - before


def _kind(move: _Move) -> str:
    return type(move.action).__name__


def _lines_up(move: _Move) -> bool:
    return _kind(move) == "Place" and _gain(move) > 0.3


def _brings_on(move: _Move) -> bool:
    return _kind(move) in ("Move", "Attack", "Place") and _gain(move) > _NOTICED


def _lines(kind: str) -> Callable[[_Move], bool]:
    return lambda move: _kind(move) == kind


_OTHERS: Final = {
    "pocket_ops": (
        (N_("It makes three in line, or keeps the other from it."), _lines_up),
        (N_("It opens a line, or closes one of the other’s."), _brings_on),
        (N_("The other would most like to place there."), _lines("Guessed")),
    ),
    "wink": (
        (N_("It is the most likely, by all that was said so far."), _lines("Name")),
        (N_("By all that was said so far it must be there."), _lines("Accuse")),
    ),
    "agent": (
        (N_("It brings the case nearer to where you have staked most."), _brings_on),
        (N_("Others gain more by this than you do."), _lines("Object")),
        (N_("It does you no harm."), _lines("Accept")),
    ),
}
_REASONS: Final[Mapping[str, tuple[tuple[str, Callable[[_Move], bool]], ...]]] = {
    "dog": _DOG,
    "agent_dog": _DOG,
    **_OTHERS,
}


def find_reasons(game: AnyGame, state: Any, seat: Seat, action: Action) -> tuple[Message, ...]:
    """Return why an action is good for a seat, as far as that seat may know."""
    move = _Move(game, state, seat, action)
    found = [Message(text) for text, holds in _REASONS.get(game.name, ()) if holds(move)]
    return tuple(found[:_MOST]) or (Message(_ON if move.moved() else _BEST),)
