"""Why an action is not allowed: the rules it breaks, found with the predicates that allow others.

``judge`` is empty exactly for what ``legal`` lists. What it says hangs on no hand but that of the
player whose action it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablet_companion.games.core import Breach, Card, Place, Rule
from tablet_companion.games.wink import holding, rules
from tablet_companion.games.wink.actions import YES, Accuse, Action, Call, Lay, Name, Say, Stuck
from tablet_companion.games.wink.legal import (
    has_accusation,
    legal,
    may_be_accused_about,
    must_name,
    stuck,
)
from tablet_companion.games.wink.state import Lies, Phase, State, caller_of, lie, open_call


def judge(state: State, action: Action) -> tuple[Breach, ...]:
    """Return the rules that an action breaks; empty when it is legal."""
    match state.phase, action:
        case Phase.TURN, Call():
            return tuple(_call(state, action.card))
        case Phase.TURN, Name():
            return tuple(_name(state, action))
        case Phase.TURN, Accuse():
            return tuple(_accuse(state, action))
        case Phase.TURN, Stuck():
            return tuple(_stuck(state))
        case Phase.ANSWER, Say():
            return tuple(_say(state, action))
    if action in legal(state):
        return ()
    if state.phase is Phase.LAY and isinstance(action, Lay) and state.claim is not None:
        return (_on_card(rules.TWIN_LAID, state.claim.card),)
    return (Breach(rules.WRONG_MOMENT),)


def _on_card(rule: Rule, card: Card, **details: str) -> Breach:
    """Return a breach on the place of a card."""
    named = tuple(sorted({"card": str(card), **details}.items()))
    return Breach(rule, (Place(card),), (), named)


def _seat(state: State, seat: int) -> str:
    return str(state.setting.seats[seat])


def _must_name(state: State) -> Iterator[Breach]:
    card = open_call(state, state.turn)
    if must_name(state) and card is not None:
        yield _on_card(rules.NAME_FIRST, card)


def _call(state: State, card: Card) -> Iterator[Breach]:
    yield from _must_name(state)
    lies, caller = lie(state, card), caller_of(state, card)
    if lies is Lies.DOWN:
        yield _on_card(rules.CARD_TURNED_DOWN, card)
    elif lies is not Lies.UP:
        yield _on_card(rules.CARD_GONE, card)
    elif caller == state.turn:
        yield _on_card(rules.JUST_LEFT, card)
    elif caller is not None:
        yield _on_card(rules.OCCUPIED, card, seat=_seat(state, caller))
    elif card in holding.surely_held(state, state.turn):
        yield _on_card(rules.TWIN_IN_HAND, card)


def _name(state: State, action: Name) -> Iterator[Breach]:
    seat = _seat(state, state.turn)
    if open_call(state, state.turn) is None:
        yield Breach(rules.NOTHING_TO_NAME, details=(("seat", seat),))
    if action.seat == seat:
        yield Breach(rules.NAME_ANOTHER)


def _accuse(state: State, action: Accuse) -> Iterator[Breach]:
    by = state.setting.seats.index(action.by)
    caller = caller_of(state, action.card)
    if not has_accusation(state, by):
        yield Breach(rules.NO_ACCUSATION_LEFT, details=(("seat", action.by),))
    if action.by == action.of:
        yield Breach(rules.ACCUSE_ANOTHER)
    if caller is None:
        yield _on_card(rules.NOT_CALLED, action.card)
    elif caller == by:
        yield _on_card(rules.OWN_CALL, action.card, seat=action.by)
    if caller is not None and not may_be_accused_about(state, action.card):
        yield _on_card(rules.ONE_FALSE_ACCUSATION, action.card)


def _stuck(state: State) -> Iterator[Breach]:
    yield from _must_name(state)
    if not stuck(state):
        yield Breach(rules.CAN_STILL_CALL)


def _say(state: State, action: Say) -> Iterator[Breach]:
    assert state.claim is not None
    of, card = state.claim.of, state.claim.card
    if action.answer == YES:
        if not holding.may_hold(state, of, card):
            yield _on_card(rules.CARD_NOT_HELD, card)
    elif not holding.may_lack(state, of, card):
        yield _on_card(rules.CARD_HELD, card)
