"""Every legal action of every phase, and the near misses that people try."""

from __future__ import annotations

import bisect
import functools
import itertools
from collections.abc import Iterator
from typing import Final

from tablet_companion.games.core import Card, Seat
from tablet_companion.games.wink import actions, holding
from tablet_companion.games.wink import predicates as p
from tablet_companion.games.wink.calls import caller_of, free_cards, open_calls
from tablet_companion.games.wink.state import CARDS, Phase, State


def legal(state: State) -> tuple[actions.Action, ...]:
    """Return every legal action, sorted; with unknown hands, all that some hand allows.

    During a turn: the actions of the seat on turn, and every accusation by anybody.
    """
    phase, seats = state.phase, state.setting.seats
    if phase is _TURN:
        return _of_a_turn(state)
    if phase is _DEAL:
        return tuple(map(_deal_of, sorted(holding.to_deal(state))))
    found: list[actions.Action] = []
    if phase is _ANSWER:
        found += [_say_of(answer) for answer in _ANSWERS if not p.wrong_answer(state, answer)]
    elif phase is Phase.LAY:
        holders = (*seats, actions.NOBODY)
        found += [actions.Lay(seat) for seat in holders if not p.twin_laid(state, seat)]
    elif phase is Phase.LOT:
        found += map(actions.Lot, seats)
    return tuple(sorted(found))


_TURN: Final = Phase.TURN  # Python 3.11 takes long to look up a member
_ANSWER: Final = Phase.ANSWER
_DEAL: Final = Phase.DEAL
_ANSWERS: Final = (actions.YES, actions.NO)
_call_of: Final = functools.cache(actions.Call)
_name_of: Final = functools.cache(actions.Name)
_deal_of: Final = functools.cache(actions.Deal)
_say_of: Final = functools.cache(actions.Say)


def _of_a_turn(state: State) -> tuple[actions.Action, ...]:
    """Return what is legal during a turn: calls first, as their numbers precede all names."""
    calls: list[actions.Action] = []
    found = _names_and_accusations(state)
    if not p.name_first(state):
        free = free_cards(state)
        calls = _calls(state, free)
        if not p.can_still_call(state, free):
            bisect.insort(found, actions.Stuck())
    return (*calls, *found)


def _calls(state: State, free: tuple[Card, ...]) -> list[actions.Action]:
    """Return the calls of free cards, sorted: these lie face up, and no pawn stands on them."""
    held = holding.surely_held(state, state.turn)
    return [
        _call_of(card)
        for card in sorted(free)
        if card not in held or not p.twin_in_hand(card, held=True)
    ]


def _names_and_accusations(state: State) -> list[actions.Action]:
    """Return the names of a partner, and every accusation about any open call, sorted.

    Accusations come from every seat that may accuse.
    """
    seats = state.setting.seats
    naming = not p.nothing_to_name(state)
    called = open_calls(state)
    if state.banned:
        called = {c: by for c, by in called.items() if not p.one_false_accusation(state, by, c)}
    about, callers = tuple(sorted(called)), {*called.values()}
    found: list[actions.Action] = []
    for seat, by in _in_order(seats):
        cards = () if p.no_accusation_left(state, by) else about
        if cards and by in callers:  # a player's own call
            cards = tuple([c for c in cards if not p.own_call(state, by, called[c], c)])
        named = naming and not p.name_another(state, seat)
        if cards or named:
            found += _beginning_with(seats, seat, cards, named)
    return found


@functools.cache
def _in_order(seats: tuple[Seat, ...]) -> tuple[tuple[Seat, int], ...]:
    """Return the seats sorted, each with its number."""
    return tuple(sorted(zip(seats, range(len(seats)), strict=True)))


@functools.lru_cache(maxsize=256)  # three in four are as they were a few actions ago
def _beginning_with(
    seats: tuple[Seat, ...], seat: Seat, cards: tuple[Card, ...], named: bool
) -> tuple[actions.Action, ...]:
    """Return a player's accusations about these cards, and the player's name as a partner's."""
    about = [_accusations_about(seats, seat, card) for card in cards]
    found: list[actions.Action] = [*itertools.chain.from_iterable(zip(*about, strict=True))]
    if named:
        bisect.insort(found, _name_of(seat))
    return tuple(found)


@functools.cache
def _accusations_about(seats: tuple[Seat, ...], by: Seat, card: Card) -> tuple[actions.Accuse, ...]:
    """Return a player's accusations about a card, sorted; most legal actions are accusations."""
    others = [of for of in sorted(seats) if not p.accuse_another(by, of)]
    return tuple([actions.Accuse(by, of, card) for of in others])


# --- what people try ------------------------------------------------------------------------------


def conceivable(state: State) -> Iterator[actions.Action]:
    """Yield every legal action and the near misses, each once.

    On a turn people call any card, name anybody (themselves too, or without a call), accuse anybody
    about any card, or believe that they can call none; asked for a card they deny it or show
    another, and the wrong player lays a card down.
    """
    match state.phase:
        case Phase.TURN:
            yield from map(actions.Call, CARDS)
            yield from map(actions.Name, state.setting.seats)
            yield from _any_accusations(state)
            yield actions.Stuck()
        case Phase.ANSWER:
            yield from map(actions.Say, (actions.YES, actions.NO))
        case Phase.LAY:
            yield from map(actions.Lay, (*state.setting.seats, actions.NOBODY))
        case _:
            yield from legal(state)


def _any_accusations(state: State) -> Iterator[actions.Accuse]:
    """Yield accusations by everybody; for cards without an open call, only of one other player."""
    seats = state.setting.seats
    for card in state.setting.cards:
        called = caller_of(state, card) is not None
        for seat, by in enumerate(seats):
            others = seats if called else (seats[state.setting.after(seat)],)
            yield from (actions.Accuse(by, of, card) for of in others)
