"""Positions as JSON, for any other rules engine: what ``moves`` and ``explain`` read and print."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablet_companion.games import _track as track
from tablet_companion.games.agent_dog import interpret
from tablet_companion.games.agent_dog.actions import GiveUp, Play
from tablet_companion.games.agent_dog.board import carry
from tablet_companion.games.agent_dog.flow import penalised
from tablet_companion.games.agent_dog.interpret import Shown
from tablet_companion.games.agent_dog.judge import judge
from tablet_companion.games.agent_dog.plays import plays
from tablet_companion.games.agent_dog.rules import (
    CARD_NOT_HELD,
    CARD_WHOLLY,
    GIVING_UP_MOVES,
    RULES,
)
from tablet_companion.games.agent_dog.setup import OPTIONS, first_state, setting
from tablet_companion.games.agent_dog.state import (
    CARDS,
    COPY,
    Phase,
    Setting,
    State,
    colour_played,
    complete,
)
from tablet_companion.games.core import Breach, Card, PositionError, Seat

Line = dict[str, Any]
"""One line of output, as JSON wants it."""


def moves(position: Mapping[str, Any]) -> list[Line]:
    """Return one line for each distinct outcome of each card of a position; sorted.

    Raises PositionError where the position is none.
    """
    state = read_position(position)
    lines = {}
    for play in plays(state):
        carried = carry(state, play, colour_played(state, state.turn))
        after = _after(state.setting, carried.board, carried.nests)
        given_up = penalised(state, play)
        lines[play.card, str(after), given_up] = {
            "card": play.card,
            "after": after,
            "fresh": [],
            "gives_up_hand": given_up,
        }
    if not lines:
        return [{"card": None, "gives_up_hand": state.setting.teams}]
    return [lines[key] for key in sorted(lines)]


def explain(position: Mapping[str, Any]) -> Line:
    """Return whether the attempt of a position is legal, and which rules it breaks if not.

    Raises PositionError where the position, its card or its attempt is none.
    """
    state = read_position(position)
    card = position.get("card")
    if card is not None and card not in CARDS:
        raise PositionError(f"card: {card!r} is no card of Agent DOG.")
    shown = Shown(*_pawns(state.setting, position.get("attempt"), "attempt"))
    breaches = _breaches(state, card, shown)
    return {"legal": not breaches, "breaches": [_breach(breach) for breach in breaches]}


def _breaches(state: State, card: Card | None, shown: Shown) -> tuple[Breach, ...]:
    if card is None:
        moved = shown != Shown(state.board, state.nests)
        return judge(state, GiveUp()) or ((Breach(GIVING_UP_MOVES),) if moved else ())
    if card not in state.hands[state.turn]:
        return (Breach(CARD_NOT_HELD, details=(("card", card),)),)
    if any(_leads_to(state, play, shown) for play in plays(state) if play.card == card):
        return ()
    wholly = Breach(CARD_WHOLLY, details=(("card", card),))
    return interpret.explain(state, card, shown, open_eyed=True) or (wholly,)


def _leads_to(state: State, play: Play, shown: Shown) -> bool:
    carried = carry(state, play, colour_played(state, state.turn))
    return (carried.board, carried.nests) == shown


def _breach(breach: Breach) -> Line:
    text = RULES[breach.rule].text.format_map(dict(breach.details))
    return {"rule": breach.rule, "where": list(breach.places), "text": text}


def _after(where: Setting, board: bytes, nests: bytes) -> dict[str, list[str]]:
    """Return every colour's pawns as sorted names of places, colours in seat order."""
    after = {}
    for colour in where.playing:
        squares = [where.names[s] for s in range(track.SQUARES) if board[s] == colour + 1]
        squares += [where.names[track.nest(colour)]] * nests[colour]
        after[str(where.seats[colour])] = sorted(map(str, squares))
    return after


# --- reading ------------------------------------------------------------------------------------


def read_position(position: Mapping[str, Any]) -> State:
    """Return the state of a position; raises PositionError with the key and the reason."""
    if not isinstance(position, Mapping):
        raise PositionError("A position is a JSON object.")
    if position.get("game") != "agent_dog":
        raise PositionError(f"game: expected 'agent_dog', got {position.get('game')!r}.")
    where = _setting(position)
    board, nests = _pawns(where, position.get("pawns"), "pawns")
    state = first_state(where)._replace(
        board=board,
        nests=nests,
        phase=Phase.PLAY,
        last=_last_card(position.get("last_card")),
        drawn=_flag(position.get("drawn", False), "drawn"),
    )
    return _with_turn(_with_hand(state, position), position)


def _setting(position: Mapping[str, Any]) -> Setting:
    seats, pawns = (
        _strings(position, "seats", "the four colours of the board"),
        position.get("pawns"),
    )
    if not isinstance(pawns, Mapping) or not set(pawns) <= set(seats) or len(pawns) < 2:
        raise PositionError("pawns: expected the pawns of two to four of the seats' colours.")
    options = position.get("options") or {}
    defaults = {option.name: option.default for option in OPTIONS}
    if not isinstance(options, Mapping) or not set(options) <= {"holes", "meeting_points"}:
        raise PositionError(f"options: known are holes and meeting_points; got {options!r}.")
    values = defaults | dict(options)
    return setting(
        tuple(map(Seat, seats)),
        tuple(index for index, seat in enumerate(seats) if seat in pawns),
        values["holes"],
        values["meeting_points"],
        seen_deal=True,
    )


def _strings(
    position: Mapping[str, Any], key: str, expected: str, default: Any = None
) -> list[str]:
    """Return a list of texts; raises PositionError naming the key and what was expected."""
    value = position.get(key, default)
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise PositionError(f"{key}: expected {expected}, got {value!r}.")
    return value


def _flag(value: object, key: str) -> bool:
    if not isinstance(value, bool):
        raise PositionError(f"{key}: expected true or false, got {value!r}.")
    return value


def _last_card(card: object) -> Card | None:
    if card is None:
        return None
    if card not in CARDS or card == COPY:
        raise PositionError(
            f"last_card: expected a card already resolved through copies, or null; got {card!r}."
        )
    return Card(str(card))


def _pawns(where: Setting, pawns: object, key: str) -> tuple[bytes, bytes]:
    """Return board and nests of a mapping from colours to four places each."""
    if not isinstance(pawns, Mapping) or set(pawns) != {where.seats[c] for c in where.playing}:
        raise PositionError(f"{key}: expected four places for every colour in play.")
    board, nests = bytearray(track.SQUARES), bytearray(4)
    squares = {str(name): number for number, name in enumerate(where.names)}
    for colour in where.playing:
        seat = where.seats[colour]
        names = pawns[seat]
        if not isinstance(names, list) or len(names) != track.PAWNS_EACH:
            raise PositionError(f"{key}: {seat} needs a list of four places, got {names!r}.")
        for name in map(str, names):
            _put(board, nests, colour, squares.get(name, -1), f"{key}: {seat} on {name!r}")
    return bytes(board), bytes(nests)


def _put(board: bytearray, nests: bytearray, colour: int, square: int, label: str) -> None:
    if square == track.nest(colour):
        nests[colour] += 1
        return
    if not 0 <= square < track.SQUARES:
        raise PositionError(f"{label}: there is no such place for this colour.")
    if square >= track.LAP and track.colour_of_finish(square) != colour:
        raise PositionError(f"{label}: only its own colour stands in a finish.")
    if board[square]:
        raise PositionError(f"{label}: another pawn stands there already.")
    board[square] = colour + 1


def _with_hand(state: State, position: Mapping[str, Any]) -> State:
    hand = [Card(card) for card in _strings(position, "hand", "a list of cards")]
    if not set(hand) <= set(CARDS):
        raise PositionError(f"hand: the cards are {', '.join(CARDS)}; got {hand!r}.")
    turn = position.get("turn")
    seats = [state.setting.seats[index] for index in state.setting.playing]
    if turn not in seats:
        raise PositionError(f"turn: expected one of {', '.join(seats)}, got {turn!r}.")
    index = state.setting.seats.index(Seat(turn))
    hands = tuple(tuple(sorted(hand)) if seat == index else () for seat in range(4))
    return state._replace(hands=hands, turn=index, dealer=index)


def _with_turn(state: State, position: Mapping[str, Any]) -> State:
    """Check who has left the round, that the game goes on, and the start spaces named fresh."""
    left = _strings(position, "left_round", "a list of seats", [])
    seats = state.setting.seats
    if not set(left) <= set(seats):
        raise PositionError(f"left_round: expected a list of seats, got {left!r}.")
    if seats[state.turn] in left:
        raise PositionError(f"turn: {seats[state.turn]} has left the round.")
    for seat in state.setting.playing:
        if complete(state, state.board, seat):
            raise PositionError(f"The game is over: {seats[seat]}'s side is home.")
    expected = "a list of start spaces that hold their own pawn"
    fresh = _strings(position, "fresh", expected, [])
    held = {state.setting.names[s] for s in track.STARTS if track.protected(state.board, s)}
    if not set(fresh) <= held:
        raise PositionError(f"fresh: expected {expected}, got {fresh!r}.")
    return state._replace(out=tuple(seat in left for seat in seats))
