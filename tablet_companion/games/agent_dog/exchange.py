"""Positions as JSON, for any other rules engine: what ``moves`` and ``explain`` read and print."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any, Final

from tablet_companion.games.agent_dog import interpret
from tablet_companion.games.agent_dog.flow import is_penalised
from tablet_companion.games.agent_dog.judge import judge
from tablet_companion.games.agent_dog.legal import plays, plays_of
from tablet_companion.games.agent_dog.setup import OPTIONS, first_state, setting
from tablet_companion.games.agent_dog.state import CARDS, COPY, Setting
from tablet_companion.games.core import Card, PositionError
from tablet_companion.games.dog_family import exchange
from tablet_companion.games.dog_family.state import Phase, State
from tablet_companion.games.shared.exchange import check_game, read_options, read_seats


def read_position(position: Mapping[str, Any]) -> State:
    """Return the state of a position; raises PositionError naming the key and the reason."""
    check_game(position, "agent_dog")
    where = _setting(position)
    board, nests = exchange.read_pawns(where, position.get("pawns"), "pawns")
    state = first_state(where)._replace(
        board=board,
        nests=nests,
        phase=Phase.PLAY,
        last=_last_card(position.get("last_card")),
        drawn=exchange.read_flag(position.get("drawn", False), "drawn"),
    )
    exchange.read_fresh(state, position)  # not used by this game, but errors are reported
    return exchange.with_turn(state, position)


def _setting(position: Mapping[str, Any]) -> Setting:
    seats, pawns = read_seats(position), position.get("pawns")
    if not isinstance(pawns, Mapping) or not set(pawns) <= set(seats) or len(pawns) < 2:
        raise PositionError("pawns: expected the pawns of two to four of the seats' colours.")
    values = read_options(position, OPTIONS, "order", "dealing", "deck")
    return setting(
        seats,
        tuple(index for index, seat in enumerate(seats) if seat in pawns),
        values["holes"],
        values["meeting_points"],
        seen_deal=True,
    )


def _last_card(card: object) -> Card | None:
    if card is None:
        return None
    if card not in CARDS or card == COPY:
        raise PositionError(
            f"last_card: expected a card already resolved through copies, or null; got {card!r}."
        )
    return Card(str(card))


POSITIONS: Final = exchange.Positions(
    read=read_position,
    plays=plays,
    plays_of=plays_of,
    judge=judge,
    explain=functools.partial(interpret.explain, open_eyed=True),
    is_penalised=is_penalised,
)
