"""Reading and writing positions in JSON; the README of this game documents the keys."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from tablet_companion.games.core import UNKNOWN_CARD, Card, PositionError
from tablet_companion.games.protocol import Line
from tablet_companion.games.shared import exchange
from tablet_companion.games.shared.cards import Hand
from tablet_companion.games.wink import holding
from tablet_companion.games.wink.calls import free_cards, open_call
from tablet_companion.games.wink.setup import OPTIONS, first_state, left_out, setting
from tablet_companion.games.wink.state import CardSide, Phase, Setting, State

T = TypeVar("T")

KEYS: Final = frozenset(
    (
        *("game", "options", "seats", "turn", "up", "down", "pawns", "hands", "won", "laid_down"),
        *("accusations", "accused_rightly", "banned", "cannot_hold", "attempt", "winners"),
    )
)


def read_position(position: Mapping[str, Any]) -> State:
    """Return the state of a position; raises PositionError naming the key and the reason."""
    exchange.check_game(position, "wink", KEYS)
    where = _setting(position)
    state = first_state(where)._replace(
        phase=Phase.TURN,
        turn=exchange.read_turn(position, where.seats),
        pawns=_each(position, where, "pawns", _pawn, None),
        hands=_each(position, where, "hands", _hand),
        won=_each(position, where, "won", _won, ()),
        down=_each(position, where, "laid_down", _count, 0),
        unused=_each(position, where, "accusations", _count, where.accusations),
        laid=_each(position, where, "accused_rightly", _count, 0),
        banned=frozenset(_cards(position.get("banned", []), where, "banned")),
    )
    state = state._replace(lies=_lies(state, position), barred=_barred(position, where))
    _check(state)
    return _with_calls(state)


# --- values -------------------------------------------------------------------------------------


def _setting(position: Mapping[str, Any]) -> Setting:
    seats = exchange.read_seats(position)
    values = exchange.read_options(position, OPTIONS, "dealing")
    out = left_out(values, len(seats))
    return setting(str(values["edition"]), seats, out, seen_deal=False)


def _each(
    position: Mapping[str, Any],
    where: Setting,
    key: str,
    read: Callable[[object, Setting, str], T],
    default: T | None = None,
) -> tuple[T, ...]:
    """Return one value for each seat from a mapping; seats not named get the default."""
    given = exchange.read_object(position.get(key, {}), key, where.seats)
    if key == "hands" and len(given) != len(where.seats):
        raise PositionError("hands: every seat needs a hand: a list of cards, or their number.")
    return tuple(
        read(given[seat], where, f"{key}.{seat}") if seat in given else default  # type: ignore[misc] # a default is left out only for hands, where every seat is given
        for seat in where.seats
    )


def _number(value: object, where: Setting, key: str) -> Card:
    card = Card(str(value))
    if isinstance(value, bool) or not isinstance(value, int) or card not in where.index:
        raise PositionError(f"{key}: expected the number of a card in play, got {value!r}.")
    return card


def _cards(value: object, where: Setting, key: str) -> Hand:
    numbers = exchange.read_list(value, key, "a list of numbers of cards")
    return tuple(_number(number, where, key) for number in numbers)


def _pawn(value: object, where: Setting, key: str) -> Card | None:
    return None if value is None else _number(value, where, key)


def _hand(value: object, where: Setting, key: str) -> Hand:
    if isinstance(value, int) and not isinstance(value, bool) and 0 < value <= where.hand_size:
        return (UNKNOWN_CARD,) * value
    if not isinstance(value, list) or not 0 < len(value) <= where.hand_size:
        raise PositionError(
            f"{key}: expected one to {where.hand_size} cards, or their number; got {value!r}."
        )
    known = _cards([number for number in value if number != UNKNOWN_CARD], where, key)
    return tuple(sorted((*known, *(UNKNOWN_CARD,) * (len(value) - len(known)))))


def _won(value: object, where: Setting, key: str) -> Hand:
    return tuple(sorted(_cards(value, where, key)))


def _count(value: object, where: Setting, key: str) -> int:
    most = len(where.cards) if key.startswith("laid_down") else where.accusations
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise PositionError(f"{key}: expected a number from 0 to {most}, got {value!r}.")
    return value


def _barred(position: Mapping[str, Any], where: Setting) -> frozenset[tuple[int, Card]]:
    nothing: Hand = ()
    each = _each(position, where, "cannot_hold", _cards, nothing)
    return frozenset((seat, card) for seat, cards in enumerate(each) for card in cards)


# --- the table ----------------------------------------------------------------------------------


def _lies(state: State, position: Mapping[str, Any]) -> tuple[CardSide, ...]:
    where = state.setting
    up = Counter(_cards(position.get("up"), where, "up"))
    down = Counter(_cards(position.get("down", []), where, "down"))
    won = Counter(card for cards in state.won for card in cards)
    return tuple(_lie(where, card, (up[card], down[card], won[card])) for card in where.cards)


def _lie(where: Setting, card: Card, seen: tuple[int, int, int]) -> CardSide:
    """Return what became of a card, given how often it is face up, turned down, and won."""
    twin_laid = where.rules.twin_laid
    kinds = {(1, 0, 0): CardSide.UP, (0, 0, 2): CardSide.WON}
    kinds[0, int(twin_laid), 0] = CardSide.DOWN if twin_laid else CardSide.REMOVED
    if seen not in kinds:
        raise PositionError(
            f"up, down, won: card {card} is once on the table or twice among the cards won"
            + ("." if twin_laid else ", or nowhere if it was removed.")
        )
    return kinds[seen]


def _check(state: State) -> None:
    """Raise PositionError for a state that no game can reach."""
    pawns = Counter(card for card in state.pawns if card is not None)
    if max(pawns.values(), default=0) > 1:
        raise PositionError("pawns: no two pawns stand on one card.")
    held = Counter(card for hand in state.hands for card in hand if card != UNKNOWN_CARD)
    strange = set(held) - set(holding.in_hands_or_box(state))
    if max(held.values(), default=0) > 1 or strange:
        raise PositionError("hands: every card is held once, and none that was laid on the table.")
    used = zip(state.unused, state.laid, strict=True)
    right_laid = state.setting.rules.right_laid
    if any(sum(pair) > state.setting.accusations or (pair[1] and not right_laid) for pair in used):
        raise PositionError("accusations, accused_rightly: more accusation cards than there are.")
    if sum(state.down) > state.lies.count(CardSide.DOWN):
        raise PositionError("laid_down: more twins than there are cards turned down on the table.")


def _with_calls(state: State) -> State:
    """Note that no caller holds the twin of the called card; reject a game that is over."""
    calls = {(seat, open_call(state, seat)) for seat in range(len(state.pawns))}
    barred = state.barred | {(seat, card) for seat, card in calls if card is not None}
    state = state._replace(barred=barred)
    if any((seat, card) in barred for seat, hand in enumerate(state.hands) for card in hand):
        raise PositionError("hands: players cannot hold the twin of a card that they called.")
    if holding.arrangement(state) is None:
        raise PositionError("hands: the cards that are left cannot be dealt out like that.")
    if open_call(state, state.turn) is None and not free_cards(state):
        raise PositionError("The game is over: no card is left to call.")
    return state


# --- writing ------------------------------------------------------------------------------------


def write_position(state: State) -> Line:
    """Return a position's entries other than game, options and seats."""
    cards = list(zip(state.setting.cards, state.lies, strict=True))
    names = list(map(str, state.setting.seats))
    return {
        "turn": names[state.turn],
        "up": [int(card) for card, lies in cards if lies is CardSide.UP],
        "down": [int(card) for card, lies in cards if lies is CardSide.DOWN],
        "pawns": dict(zip(names, (_json(card) for card in state.pawns), strict=True)),
        "hands": dict(zip(names, map(_numbers, state.hands), strict=True)),
        "won": dict(zip(names, map(_numbers, state.won), strict=True)),
        "laid_down": dict(zip(names, state.down, strict=True)),
        "accusations": dict(zip(names, state.unused, strict=True)),
        "accused_rightly": dict(zip(names, state.laid, strict=True)),
        "banned": sorted(map(int, state.banned)),
        "cannot_hold": {
            name: sorted(int(card) for at, card in state.barred if at == seat)
            for seat, name in enumerate(names)
        },
    }


def _json(card: Card | None) -> int | None:
    return None if card is None else int(card)


def _numbers(hand: Hand) -> list[int | str]:
    """Return the cards of a hand as numbers in order, the unknown ones last."""
    known = sorted(int(card) for card in hand if card != UNKNOWN_CARD)
    return [*known, *[str(UNKNOWN_CARD)] * (len(hand) - len(known))]
