"""Every legal action of every phase. What may be played is ``plays``' to say."""

from __future__ import annotations

from tablet_companion.games.agent_dog.actions import Action, Discard, Play, Redraw
from tablet_companion.games.agent_dog.plays import plays, plays_of
from tablet_companion.games.agent_dog.state import State
from tablet_companion.games.dog_family import rounds
from tablet_companion.games.dog_family.actions import GiveUp
from tablet_companion.games.dog_family.state import Phase


def legal(state: State) -> tuple[Action, ...]:
    """Return every legal action, sorted; empty when the game is over."""
    if state.phase is not Phase.PLAY:
        return rounds.before_play(state)
    found = plays(state)
    others = passes(state, found)
    return tuple(sorted([*found, *others])) if others else tuple(found)


def is_legal(state: State, action: Action) -> bool:
    """Say whether an action is legal, without listing the others where that can be saved."""
    if not isinstance(action, Play):
        return action in legal(state)
    return (
        state.phase is Phase.PLAY
        and action.card in rounds.holdable(state)
        and action in plays_of(state, action.card)
    )


def passes(state: State, found: list[Play]) -> tuple[Action, ...]:
    """Return what a player may do who can play nothing (5, 31), given what he can play."""
    playable = {play.card for play in found}
    if not rounds.may_give_up(state, playable):
        return ()
    if state.setting.teams:
        return (GiveUp(),)
    kind = Discard if state.drawn else Redraw
    return tuple(kind(card) for card in rounds.holdable(state) if card not in playable)
