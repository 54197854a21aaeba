"""Every legal action of every phase; ``plays`` decides what may be played."""

from __future__ import annotations

from tablet_companion.games.dog.actions import Action
from tablet_companion.games.dog.plays import plays
from tablet_companion.games.dog.state import State
from tablet_companion.games.dog_family import rounds
from tablet_companion.games.dog_family.actions import GiveUp
from tablet_companion.games.dog_family.state import Phase


def legal(state: State) -> tuple[Action, ...]:
    """Return every legal action, sorted; empty when the game is over.

    Giving up the hand (2) is legal exactly if the hand may contain no playable card.
    """
    if state.phase is not Phase.PLAY:
        return rounds.before_play(state)
    found = plays(state)
    stuck = rounds.may_lack_all(state, {play.card for play in found})
    return tuple(sorted([*found, GiveUp()])) if stuck else tuple(found)
