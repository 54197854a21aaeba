"""Positions as JSON, for any other rules engine: what ``moves`` and ``explain`` read and print."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from tablet_companion.games.core import Breach, Card, PositionError
from tablet_companion.games.dog import interpret
from tablet_companion.games.dog.board import carry
from tablet_companion.games.dog.judge import judge
from tablet_companion.games.dog.knowledge import fresh_places
from tablet_companion.games.dog.legal import plays, plays_of
from tablet_companion.games.dog.setup import OPTIONS, first_state, setting
from tablet_companion.games.dog.state import CARDS, State
from tablet_companion.games.dog_family import exchange, track
from tablet_companion.games.dog_family.actions import GiveUp, Play
from tablet_companion.games.dog_family.state import Phase
from tablet_companion.games.dog_family.table import Shown
from tablet_companion.games.protocol import Line
from tablet_companion.games.shared.exchange import check_game, read_options, read_seats


def moves(position: Mapping[str, Any]) -> list[Line]:
    """Return one line for each distinct outcome of each card of a position; sorted.

    Raises PositionError for an invalid position.
    """
    state = read_position(position)
    return exchange.sort_lines((_line(state, play) for play in plays(state)), gives_up=True)


def _line(state: State, play: Play) -> Line:
    carried = carry(state, play)
    return {
        "card": play.card,
        "after": exchange.name_pawns(state.setting, carried.board, carried.nests),
        "fresh": sorted(fresh_places(state._replace(fresh=carried.fresh))),
        "gives_up_hand": False,
    }


def attempt(position: Mapping[str, Any]) -> tuple[Breach, ...]:
    """Return the rules that the attempt of a position breaks; empty when it is legal.

    Raises PositionError if the position, its card or its attempt is invalid.
    """
    state = read_position(position)
    return exchange.judge_attempt(state, position, _judge_passing, partial(_explain, state))


def _judge_passing(state: State) -> tuple[Breach, ...]:
    """Return why the hand may not be given up (2)."""
    return judge(state, GiveUp())


def _explain(state: State, card: Card, shown: Shown) -> tuple[Breach, ...] | None:
    if any(interpret.leads_to(state, play, shown) for play in plays_of(state, card)):
        return None
    return interpret.explain(state, card, shown)


# --- reading ------------------------------------------------------------------------------------


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
