"""Choices that may do some good: players look at no others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

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


_USEFUL: Final[Mapping[str, Callable[[Any, Choices], Choices]]] = {
    "pocket_ops": _guess_where_placed
}
