"""What is allowed: one predicate for each rule, and every legal action of every phase.

``judge`` asks the same predicates to say why something is not allowed.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablet_companion.games.core import UNKNOWN_CARD, Card
from tablet_companion.games.wink import holding
from tablet_companion.games.wink.actions import (
    NO,
    NOBODY,
    YES,
    Accuse,
    Action,
    Call,
    Deal,
    Lay,
    Lot,
    Name,
    Say,
    Stuck,
)
from tablet_companion.games.wink.state import (
    Phase,
    State,
    free_cards,
    open_call,
)


def legal(state: State) -> tuple[Action, ...]:
    """Return every legal action, sorted; with unknown hands, all that some hand allows.

    During a turn these are the actions of the seat on turn and every accusation by anybody.
    """
    match state.phase:
        case Phase.LOT:
            found: Iterator[Action] = map(Lot, state.setting.seats)
        case Phase.DEAL:
            found = _deals(state)
        case Phase.TURN:
            found = _of_a_turn(state)
        case Phase.ANSWER:
            found = _answers(state)
        case Phase.LAY:
            found = _layings(state)
        case Phase.OVER:
            return ()
    return tuple(sorted(found))


# --- rules --------------------------------------------------------------------------------------


def must_name(state: State) -> bool:
    """Say whether the seat on turn has to name a partner before anything else."""
    return state.setting.rules.must_name and open_call(state, state.turn) is not None


def stuck(state: State) -> bool:
    """Say whether the seat on turn may hold the twin of every card it could call."""
    return holding.may_hold_all(state, state.turn, free_cards(state))


def has_accusation(state: State, seat: int) -> bool:
    """Say whether a seat has an accusation card left."""
    return state.unused[seat] > 0


def may_be_accused_about(state: State, card: Card) -> bool:
    """Say whether no false accusation has closed this card to further ones."""
    return card not in state.banned


# --- every action -------------------------------------------------------------------------------


def _deals(state: State) -> Iterator[Action]:
    if not state.setting.seen_deal:
        yield Deal(UNKNOWN_CARD)
        return
    yield from map(Deal, holding.loose(state))


def _of_a_turn(state: State) -> Iterator[Action]:
    seats = state.setting.seats
    if open_call(state, state.turn) is not None:
        yield from (Name(seat) for seat in seats if seat != seats[state.turn])
    if not must_name(state):
        held = holding.surely_held(state, state.turn)
        yield from (Call(card) for card in free_cards(state) if card not in held)
        if stuck(state):
            yield Stuck()
    yield from _accusations(state)


def _accusations(state: State) -> Iterator[Action]:
    """Yield every accusation: about any open call, by all but its caller, of all but oneself."""
    seats = state.setting.seats
    accusers = [seat for seat in range(len(seats)) if has_accusation(state, seat)]
    for caller in range(len(seats)):
        card = open_call(state, caller)
        if card is None or not may_be_accused_about(state, card):
            continue
        for by in accusers:
            if by != caller:
                yield from (Accuse(seats[by], of, card) for of in seats if of != seats[by])


def _answers(state: State) -> Iterator[Action]:
    assert state.claim is not None
    if holding.may_hold(state, state.claim.of, state.claim.card):
        yield Say(YES)
    if holding.may_lack(state, state.claim.of, state.claim.card):
        yield Say(NO)


def _layings(state: State) -> Iterator[Action]:
    assert state.claim is not None
    card = state.claim.card
    for seat, name in enumerate(state.setting.seats):
        if holding.may_hold(state, seat, card):
            yield Lay(name)
    if holding.may_be_boxed(state, card):
        yield Lay(NOBODY)
