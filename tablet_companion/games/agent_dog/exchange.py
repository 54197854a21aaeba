"""Positions as JSON, for any other rules engine: what ``moves`` and ``explain`` read and print."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from tablet_companion.games.agent_dog import interpret
from tablet_companion.games.agent_dog.flow import is_penalised
from tablet_companion.games.agent_dog.judge import judge
from tablet_companion.games.agent_dog.legal import plays, plays_of
from tablet_companion.games.agent_dog.setup import OPTIONS, first_state, setting
from tablet_companion.games.agent_dog.state import CARDS, COPY, Setting
from tablet_companion.games.core import Breach, Card, PositionError
from tablet_companion.games.dog_family import exchange
from tablet_companion.games.dog_family.state import Phase, State
from tablet_companion.games.protocol import Line
from tablet_companion.games.shared.exchange import check_game, read_options, read_seats


def moves(position: Mapping[str, Any]) -> list[Line]:
    """Return one line for each distinct outcome of each card of a position; sorted.

    Raises PositionError for an invalid position.
    """
    state = read_position(position)
    lines = (
        exchange.describe_play(state, play, (), gives_up=is_penalised(state, play))
        for play in plays(state)
    )
    return exchange.sort_lines(lines, gives_up=state.setting.teams)


def attempt(position: Mapping[str, Any]) -> tuple[Breach, ...]:
    """Return the rules that the attempt of a position breaks; empty when it is legal.

    Raises PositionError if the position, its card or its attempt is invalid.
    """
    state = read_position(position)
    return exchange.judge_attempt(state, position, _REASONS)


_REASONS: Final = exchange.Reasons(judge, plays_of, partial(interpret.explain, open_eyed=True))


# --- reading ------------------------------------------------------------------------------------


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
