"""What DOG teaches beginners: what they would try, and why some legal moves are right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablet_companion.games.core import Rule
from tablet_companion.games.dog.legal import find_movable
from tablet_companion.games.dog.state import POWERS, State, field_of
from tablet_companion.games.dog_family import coaching
from tablet_companion.games.dog_family.actions import Action, Play
from tablet_companion.games.dog_family.rounds import list_holdable
from tablet_companion.games.dog_family.state import Phase, colour_played

PASSING: Final = Rule("passing")


def tries(state: State) -> Iterator[Action]:
    """Yield what each card would do with every pawn that the player moves."""
    if state.phase is not Phase.PLAY:
        return
    colour = colour_played(state, state.turn)
    pawns = [(square, colour) for square in find_movable(field_of(state))]
    for card in list_holdable(state):
        powers = POWERS[card]
        ways = [*coaching.try_counts(pawns, powers.forwards)]
        ways += coaching.try_start(state) if powers.starts else ()
        for legs in ways:
            yield Play(card, legs, coaching.find_pawn_on(state, legs[0][1]))


def allow(state: State, action: Action) -> tuple[Rule, ...]:
    """Return the rules that allow a play which may look wrong."""
    return coaching.allow(state, action, PASSING) if isinstance(action, Play) else ()
