"""Choices that may do some good: players look at no others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from tablet_companion.games.agent import state as agent
from tablet_companion.games.agent.actions import Bid
from tablet_companion.games.agent.contest import find_contested
from tablet_companion.games.pocket_ops.legal import placements
from tablet_companion.games.pocket_ops.state import Phase
from tablet_companion.games.protocol import AnyGame
from tablet_companion.players.seen import Action

Choices = Sequence[Action]


def keep_useful(game: AnyGame, state: Any, actions: Choices) -> Choices:
    """Return the actions without those that are never better than another; public facts decide."""
    find = _USEFUL.get(game.name)
    return actions if find is None or len(actions) == 1 else find(state, actions)


def _guess_where_placed(state: Any, actions: Choices) -> Choices:
    """Pocket Ops: a guess of a room in which the other cannot place foils nothing."""
    if state.phase is not Phase.GUESS:
        return actions
    rooms = {one.room for one in placements(state)}
    counts = [len(rooms.intersection(action.rooms)) for action in actions]
    most = max(counts)
    return [action for action, count in zip(actions, counts, strict=True) if count == most]


def _bid_what_is_known(state: Any, actions: Choices) -> Choices:
    """Agent: a bid of what everybody knows to be staked shows nothing more.

    To bid less takes longer, and to concede before it gives the decision away for nothing.
    """
    if state.phase is not agent.Phase.BID:
        return actions
    known = agent.least(state, state.asked, find_contested(state))
    bids = [one for one in actions if isinstance(one, Bid)]
    free = max((one.amount for one in bids if one.amount <= known), default=None)
    return actions if free is None else [one for one in bids if one.amount >= free]


_USEFUL: Final[Mapping[str, Callable[[Any, Choices], Choices]]] = {
    "agent": _bid_what_is_known,
    "pocket_ops": _guess_where_placed,
}
