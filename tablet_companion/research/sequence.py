"""A game as a sequence of decisions, each by a single player.

Most games are that already. If others may interrupt the player on turn, every such seat is asked
first, in turn order from the actor's left, and may ``wait``; the actor decides when all have
waited. Being asked tells a seat only that the seats before it did not interrupt.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any, Final

from tablet_companion.games.core import CHANCE, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.research.tables import seats_of

WAIT: Final = None
"""The choice of a seat that could interrupt and does not."""
WAITING: Final = "wait"
Choice = Any
"""An action of the game, or WAIT."""


@dataclass(frozen=True, eq=False, slots=True)
class Moment:
    """A state of a game, with who decides what.

    ``due`` are the seats still to decide here, each with all choices, sorted: interrupters first,
    the actor last; empty once the game is over. ``steps`` counts the decisions so far, including
    chance's.
    """

    game: AnyGame
    state: Any
    due: tuple[tuple[Seat, tuple[Choice, ...]], ...]
    steps: int

    @property
    def decider(self) -> Seat | None:
        """The seat that decides now, CHANCE, or None when the game is over."""
        return self.due[0][0] if self.due else None

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The choices of the seat that decides."""
        return self.due[0][1] if self.due else ()

    def after(self, choice: Choice) -> Moment:
        """Return the moment after one of the choices; it is not checked again."""
        if choice is WAIT:
            return replace(self, due=self.due[1:], steps=self.steps + 1)
        return begin(self.game, self.game.successor(self.state, choice), self.steps + 1)

    def in_other_truth(self, seat: Seat, rng: random.Random) -> Moment:
        """Return this moment in another truth that is possible for a seat."""
        return self.with_state(self.game.resample(self.state, seat, rng))

    def with_state(self, state: Any) -> Moment:
        """Return this moment, with the same seats having waited, in another state."""
        other = begin(self.game, state, self.steps)
        return replace(other, due=other.due[len(other.due) - len(self.due) :])

    def said(self, choice: Choice) -> str:
        """Return a choice as text."""
        return WAITING if choice is WAIT else self.game.write_action(self.state, choice)

    def odds(self) -> tuple[int, ...]:
        """Return the relative frequency of each of chance's choices."""
        assert self.decider == CHANCE
        return tuple(self.game.weight(self.state, choice) for choice in self.choices)

    def __deepcopy__(self, memo: object) -> Moment:
        """Return itself: a moment never changes."""
        return self


def begin(game: AnyGame, state: Any, steps: int = 0) -> Moment:
    """Return the moment at which a state is entered."""
    actor = game.actor(state)
    if actor is None:
        return Moment(game, state, (), steps)
    own: dict[Seat, list[Choice]] = {actor: []}
    for action in game.legal(state):
        own.setdefault(game.interrupter(action) or actor, []).append(action)
    if len(own) == 1:
        return Moment(game, state, ((actor, tuple(own[actor])),), steps)
    seats = seats_of(game, state)
    first = seats.index(actor) + 1
    asked = [seat for seat in seats[first:] + seats[: first - 1] if seat in own]
    due = [*((seat, (*own[seat], WAIT)) for seat in asked), (actor, tuple(own[actor]))]
    return Moment(game, state, tuple(due), steps)
