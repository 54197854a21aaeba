"""Every legal action of every phase; ``plays`` decides what may be played."""

from __future__ import annotations

from collections.abc import Collection

from tablet_companion.games.agent_dog.actions import Action
from tablet_companion.games.agent_dog.plays import plays
from tablet_companion.games.agent_dog.predicates import may_pass, passing
from tablet_companion.games.agent_dog.state import State
from tablet_companion.games.core import Card
from tablet_companion.games.dog_family import rounds
from tablet_companion.games.dog_family.actions import GiveUp
from tablet_companion.games.dog_family.state import Phase


def legal(state: State) -> tuple[Action, ...]:
    """Return every legal action, sorted; empty when the game is over."""
    if state.phase is not Phase.PLAY:
        return rounds.before_play(state)
    found = plays(state)
    others = passes(state, {play.card for play in found})
    return tuple(sorted([*found, *others])) if others else tuple(found)


def passes(state: State, playable: Collection[Card]) -> tuple[Action, ...]:
    """Return what a player without a playable card may do (5, 31)."""
    if not rounds.may_lack_all(state, playable):
        return ()
    kind = passing(state)
    if kind is GiveUp:
        return (GiveUp(),)
    choices = (kind(card) for card in rounds.list_holdable(state))
    return tuple(action for action in choices if not may_pass(state, action, playable))
