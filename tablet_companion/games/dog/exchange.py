"""Positions as JSON, for any other rules engine: what ``moves`` and ``explain`` read and print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablet_companion.games.core import Breach, Card, PositionError, Seat
from tablet_companion.games.dog import interpret
from tablet_companion.games.dog.board import carry
from tablet_companion.games.dog.judge import judge
from tablet_companion.games.dog.knowledge import fresh_places
from tablet_companion.games.dog.plays import plays
from tablet_companion.games.dog.setup import first_state, setting
from tablet_companion.games.dog.state import CARDS, State
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import GiveUp
from tablet_companion.games.dog_family.exchange import (
    flag,
    name_pawns,
    options,
    read_fresh,
    read_pawns,
    strings,
    with_turn,
)
from tablet_companion.games.dog_family.rules import CARD_NOT_HELD, CARD_WHOLLY, GIVING_UP_MOVES
from tablet_companion.games.dog_family.state import Phase
from tablet_companion.games.dog_family.table import Shown
from tablet_companion.games.protocol import Line
from tablet_companion.games.shared.exchange import check_game


def moves(position: Mapping[str, Any]) -> list[Line]:
    """Return one line for each distinct outcome of each card of a position; sorted.

    Raises PositionError for an invalid position.
    """
    state = read_position(position)
    lines = {}
    for play in plays(state):
        carried = carry(state, play)
        after = name_pawns(state.setting, carried.board, carried.nests)
        fresh = sorted(fresh_places(state._replace(fresh=carried.fresh)))
        lines[play.card, str(after), str(fresh)] = {
            "card": play.card,
            "after": after,
            "fresh": fresh,
            "gives_up_hand": False,
        }
    if not lines:
        return [{"card": None, "gives_up_hand": True}]
    return [lines[key] for key in sorted(lines)]


def attempt(position: Mapping[str, Any]) -> tuple[Breach, ...]:
    """Return the rules that the attempt of a position breaks; empty when it is legal.

    Raises PositionError if the position, its card or its attempt is invalid.
    """
    state = read_position(position)
    card = position.get("card")
    if card is not None and card not in CARDS:
        raise PositionError(f"card: {card!r} is not a card of DOG.")
    shown = read_pawns(state.setting, position.get("attempt"), "attempt")
    return _breaches(state, card, shown)


def _breaches(state: State, card: Card | None, shown: Shown) -> tuple[Breach, ...]:
    if card is None:
        moved = shown != Shown(state.board, state.nests)
        return judge(state, GiveUp()) or ((Breach(GIVING_UP_MOVES),) if moved else ())
    if card not in state.hands[state.turn]:
        return (Breach(CARD_NOT_HELD, details=(("card", card),)),)
    legal = any(
        interpret.leads_to(state, play, shown) for play in plays(state) if play.card == card
    )
    wholly = Breach(CARD_WHOLLY, details=(("card", card),))
    return () if legal else interpret.explain(state, card, shown) or (wholly,)


# --- reading ------------------------------------------------------------------------------------


def read_position(position: Mapping[str, Any]) -> State:
    """Return the state of a position; raises PositionError naming the key and the reason."""
    check_game(position, "dog")
    seats = strings(position, "seats", "the four colours of the board")
    chosen = options(position, "always_protected", "canadian_seven")
    where = setting(
        tuple(map(Seat, seats)),
        always_protected=flag(chosen.get("always_protected", False), "always_protected"),
        canadian_seven=flag(chosen.get("canadian_seven", False), "canadian_seven"),
        seen_deal=True,
    )
    board, nests = read_pawns(where, position.get("pawns"), "pawns")
    last = position.get("last_card")
    if last is not None and last not in CARDS:
        raise PositionError(f"last_card: expected a card of DOG or null; got {last!r}.")
    state = first_state(where)._replace(board=board, nests=nests, phase=Phase.PLAY, top=last)
    fresh = read_fresh(state, position)
    return with_turn(
        state._replace(fresh=tuple(start in fresh for start in track.STARTS)), position
    )
