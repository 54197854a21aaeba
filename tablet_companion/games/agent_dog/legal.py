"""Every legal action of every phase. What may be played is ``plays``' to say."""

from __future__ import annotations

from tablet_companion.games import _dog_rounds as rounds
from tablet_companion.games._cards import may_lack
from tablet_companion.games._dog_actions import GiveUp, Lot
from tablet_companion.games._dog_state import Phase
from tablet_companion.games.agent_dog.actions import Action, Discard, Play, Redraw
from tablet_companion.games.agent_dog.plays import plays, plays_of
from tablet_companion.games.agent_dog.state import CARDS, State


def legal(state: State) -> tuple[Action, ...]:
    """Return every legal action, sorted; empty when the game is over."""
    match state.phase:
        case Phase.PLAY:
            found = plays(state)
            others = passes(state, found)
            return tuple(sorted([*found, *others])) if others else tuple(found)
        case Phase.LOT:
            return tuple(Lot(seat) for seat in state.setting.playing)
        case Phase.DEAL | Phase.DRAW:
            return rounds.deals(state)
        case Phase.GIFT:
            return rounds.gifts(state)
        case Phase.OVER:
            return ()


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
    """Return what a player may do who can play nothing (5, 31), given what he can play.

    With an unknown hand that is possible as long as some hand it can be holds no playable card.
    """
    hand = state.hands[state.turn]
    playable = {play.card for play in found}
    if not may_lack(hand, playable, state.unseen, CARDS):
        return ()
    if state.setting.teams:
        return (GiveUp(),)
    kind = Discard if state.drawn else Redraw
    return tuple(kind(card) for card in rounds.holdable(state) if card not in playable)
