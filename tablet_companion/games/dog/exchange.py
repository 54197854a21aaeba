"""Positions as JSON, for any other rules engine: what ``moves`` and ``explain`` read and print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from tablet_companion.games.core import Place, PositionError
from tablet_companion.games.dog import interpret
from tablet_companion.games.dog.flow import fresh_after
from tablet_companion.games.dog.judge import judge
from tablet_companion.games.dog.knowledge import fresh_places
from tablet_companion.games.dog.legal import plays, plays_of
from tablet_companion.games.dog.setup import OPTIONS, first_state, setting
from tablet_companion.games.dog.state import CARDS
from tablet_companion.games.dog_family import exchange, track
from tablet_companion.games.dog_family.actions import Play
from tablet_companion.games.dog_family.state import Phase, State
from tablet_companion.games.shared.exchange import check_game, read_options, read_seats


def read_position(position: Mapping[str, Any]) -> State:
    """Return the state of a position; raises PositionError naming the key and the reason."""
    check_game(position, "dog")
    chosen = read_options(position, OPTIONS, "order", "dealing")
    where = setting(
        read_seats(position),
        always_protected=bool(chosen["always_protected"]),
        canadian_seven=bool(chosen["canadian_seven"]),
        seen_deal=True,
    )
    board, nests = exchange.read_pawns(where, position.get("pawns"), "pawns")
    last = position.get("last_card")
    if last is not None and last not in CARDS:
        raise PositionError(f"last_card: expected a card of DOG or null; got {last!r}.")
    state = first_state(where)._replace(board=board, nests=nests, phase=Phase.PLAY, top=last)
    fresh = exchange.read_fresh(state, position)
    return exchange.with_turn(
        state._replace(fresh=tuple(start in fresh for start in track.STARTS)), position
    )


def _find_fresh(state: State, play: Play) -> tuple[Place, ...]:
    return fresh_places(state._replace(fresh=fresh_after(state.fresh, play)))


POSITIONS: Final = exchange.Positions(
    read=read_position,
    plays=plays,
    plays_of=plays_of,
    judge=judge,
    explain=interpret.explain,
    find_fresh=_find_fresh,
)
