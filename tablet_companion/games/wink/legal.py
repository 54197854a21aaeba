"""Every legal action of every phase, and the near misses that people try."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator

from tablet_companion.games.core import Card, Seat
from tablet_companion.games.wink import actions, holding
from tablet_companion.games.wink import predicates as p
from tablet_companion.games.wink.state import CARDS, Phase, State, caller_of, free_cards, open_call


def legal(state: State) -> tuple[actions.Action, ...]:
    """Return every legal action, sorted; with unknown hands, all that some hand allows.

    During a turn: the actions of the seat on turn, and every accusation by anybody.
    """
    match state.phase:
        case Phase.LOT:
            found: Iterable[actions.Action] = map(actions.Lot, state.setting.seats)
        case Phase.DEAL:
            found = map(actions.Deal, holding.to_deal(state))
        case Phase.TURN:
            found = _of_a_turn(state)
        case Phase.ANSWER:
            found = (
                actions.Say(answer)
                for answer in (actions.YES, actions.NO)
                if not p.wrong_answer(state, answer)
            )
        case Phase.LAY:
            seats = (*state.setting.seats, actions.NOBODY)
            found = (actions.Lay(seat) for seat in seats if not p.twin_laid(state, seat))
        case Phase.OVER:
            return ()
    return tuple(sorted(found))


def _of_a_turn(state: State) -> list[actions.Action]:
    found: list[actions.Action] = []
    if not p.nothing_to_name(state):
        found += [
            actions.Name(seat) for seat in state.setting.seats if not p.name_another(state, seat)
        ]
    if not p.name_first(state):
        free = free_cards(state)
        found += _calls(state, free)
        if not p.can_still_call(state, free):
            found.append(actions.Stuck())
    return found + _accusations(state)


def _calls(state: State, free: tuple[Card, ...]) -> list[actions.Action]:
    held = holding.surely_held(state, state.turn)
    return [
        actions.Call(card)
        for card in free
        if not (
            p.out_of_sight(state, card)
            or p.occupied(state, card)
            or p.twin_in_hand(card in held, card)
        )
    ]


def _accusations(state: State) -> list[actions.Action]:
    """Return every accusation about any open call, by every seat that may accuse."""
    seats = state.setting.seats
    accusers = [by for by in range(len(seats)) if not p.no_accusation_left(state, by)]
    found: list[actions.Action] = []
    for caller in range(len(seats)):
        card = open_call(state, caller)
        if card is None or p.one_false_accusation(state, caller, card):
            continue
        for by in accusers:
            if not p.own_call(state, by, caller, card):
                found += _accusations_by(seats, seats[by], card)
    return found


@functools.lru_cache(maxsize=1024)
def _accusations_by(seats: tuple[Seat, ...], by: Seat, card: Card) -> tuple[actions.Accuse, ...]:
    """Return a player's accusations about a card; cached, as most legal actions are these."""
    return tuple([actions.Accuse(by, of, card) for of in seats if not p.accuse_another(by, of)])


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
