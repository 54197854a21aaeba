"""Every legal action of every phase. What may be played is ``plays``' to say."""

from __future__ import annotations

from tablet_companion.games._cards import may_lack, possible
from tablet_companion.games.agent_dog.actions import (
    Action,
    Deal,
    Discard,
    Give,
    GiveUp,
    Lot,
    Play,
    Redraw,
)
from tablet_companion.games.agent_dog.plays import plays, plays_of
from tablet_companion.games.agent_dog.state import CARDS, Phase, State
from tablet_companion.games.core import UNKNOWN_CARD


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
            return _deals(state)
        case Phase.GIFT:
            hand = state.hands[state.turn]
            return tuple(Give(card) for card in possible(hand, state.unseen, CARDS))
        case Phase.OVER:
            return ()


def is_legal(state: State, action: Action) -> bool:
    """Say whether an action is legal, without listing the others where that can be saved."""
    if not isinstance(action, Play):
        return action in legal(state)
    return (
        state.phase is Phase.PLAY
        and action.card in possible(state.hands[state.turn], state.unseen, CARDS)
        and action in plays_of(state, action.card)
    )


def _deals(state: State) -> tuple[Deal, ...]:
    if not state.setting.seen_deal:
        return (Deal(UNKNOWN_CARD),)
    # With an empty pile the discards are shuffled first, so any of them may come.
    counts = state.unseen if state.stock else state.discards
    return tuple(sorted(Deal(card) for card, count in zip(CARDS, counts, strict=True) if count))


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
    return tuple(kind(card) for card in possible(hand, state.unseen, CARDS) if card not in playable)
