"""Every legal action of every phase. What may be played is ``plays``' to say."""

from __future__ import annotations

from tablet_companion.games.dog.actions import Action, Play
from tablet_companion.games.dog.plays import outcomes, plays
from tablet_companion.games.dog.state import State, field_of
from tablet_companion.games.dog_family import rounds
from tablet_companion.games.dog_family.actions import GiveUp
from tablet_companion.games.dog_family.state import Phase


def legal(state: State) -> tuple[Action, ...]:
    """Return every legal action, sorted; empty when the game is over.

    A hand is given up (2) exactly when it may hold nothing that can be played.
    """
    if state.phase is not Phase.PLAY:
        return rounds.before_play(state)
    found = plays(state)
    stuck = rounds.may_give_up(state, {play.card for play in found})
    return tuple(sorted([*found, GiveUp()])) if stuck else tuple(found)


def is_legal(state: State, action: Action) -> bool:
    """Say whether an action is legal, without listing the others where that can be saved."""
    if not isinstance(action, Play):
        return action in legal(state)
    return (
        state.phase is Phase.PLAY
        and action.card in rounds.holdable(state)
        and (action.legs, action.captured) in outcomes(field_of(state), action.card)
    )
