"""A game as one decision after another, each with a single player to take it.

Most games are that already. Where others may interrupt the player on turn, everybody who could is
asked first, in turn order from the actor's left, and may ``wait``; the actor decides when all have
waited. Nobody learns more from being asked than that those before him did not interrupt.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any, Final

from tablet_companion.games.core import CHANCE, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.research.tables import seats_of

WAIT: Final = None
"""The choice of a player who could interrupt and does not."""
WAITING: Final = "wait"
Choice = Any
"""An action of the game, or WAIT."""


@dataclass(frozen=True, eq=False, slots=True)
class Moment:
    """A state of a game, and who decides what in it.

    ``due`` are those still to decide here, each with all choices, sorted: interrupters, and last
    the actor; nobody once the game is over. ``steps`` counts the decisions, chance's too, so far.
    """

    game: AnyGame
    state: Any
    due: tuple[tuple[Seat, tuple[Choice, ...]], ...]
    steps: int

    @property
    def decider(self) -> Seat | None:
        """Return who decides now: a seat, CHANCE, or None when the game is over."""
        return self.due[0][0] if self.due else None

    @property
    def choices(self) -> tuple[Choice, ...]:
        """Return what he can choose from."""
        return self.due[0][1] if self.due else ()

    def after(self, choice: Choice) -> Moment:
        """Return the moment after one of the choices; it is not checked again."""
        if choice is WAIT:
            return replace(self, due=self.due[1:], steps=self.steps + 1)
        return begin(self.game, self.game.successor(self.state, choice), self.steps + 1)

    def in_other_truth(self, seat: Seat, rng: random.Random) -> Moment:
        """Return the same moment, with as many who have waited, in a truth this seat may be in."""
        other = begin(self.game, self.game.resample(self.state, seat, rng), self.steps)
        return replace(other, due=other.due[len(other.due) - len(self.due) :])

    def said(self, choice: Choice) -> str:
        """Return a choice as text."""
        return WAITING if choice is WAIT else self.game.write_action(self.state, choice)

    def odds(self) -> tuple[int, ...]:
        """Return how often each of chance's choices comes, one against the other."""
        assert self.decider == CHANCE
        return tuple(self.game.weight(self.state, choice) for choice in self.choices)

    def __deepcopy__(self, memo: object) -> Moment:
        """Return itself: nothing in a moment changes."""
        return self


def begin(game: AnyGame, state: Any, steps: int = 0) -> Moment:
    """Return the moment in which a state is entered."""
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
