"""The rules of Wink, one predicate each: None, or why not.

``legal`` keeps what every predicate passes, ``judge`` collects the answers. These depend on no hand
except the acting player's.
"""

from __future__ import annotations

import functools
from typing import Final

from tablet_companion.games.core import Breach, Card, Place, Rule, Seat
from tablet_companion.games.wink import actions, holding, rules
from tablet_companion.games.wink.calls import caller_of, lie, open_call
from tablet_companion.games.wink.state import CardSide, Phase, State

MOMENTS: Final[dict[type, Phase]] = {
    actions.Lot: Phase.LOT,
    actions.Deal: Phase.DEAL,
    actions.Call: Phase.TURN,
    actions.Name: Phase.TURN,
    actions.Accuse: Phase.TURN,
    actions.Stuck: Phase.TURN,
    actions.Say: Phase.ANSWER,
    actions.Lay: Phase.LAY,
}
"""The phases in which each kind of action may come."""

_UP: Final = CardSide.UP  # Python 3.11 takes long to look up a member
_WRONG_MOMENT: Final = Breach(rules.WRONG_MOMENT)
_NAME_ANOTHER: Final = Breach(rules.NAME_ANOTHER)
_ACCUSE_ANOTHER: Final = Breach(rules.ACCUSE_ANOTHER)
_CAN_STILL_CALL: Final = Breach(rules.CAN_STILL_CALL)


@functools.cache
def _of_seat(rule: Rule, seat: Seat) -> Breach:
    return Breach(rule, details=(("seat", str(seat)),))


@functools.cache
def _on_card(rule: Rule, card: Card, seat: Seat | None = None) -> Breach:
    """Return a breach on a card's place; cached, as there are few cards and seats."""
    details = (("card", str(card)), *((("seat", str(seat)),) if seat else ()))
    return Breach(rule, (Place(card),), (), details)


def wrong_moment(state: State, action: actions.Action) -> Breach | None:
    """Every kind of action has its phase, and a lot falls to a player."""
    strange = isinstance(action, actions.Lot) and action.seat not in state.setting.seats
    timely = state.phase is MOMENTS.get(type(action))
    return None if timely and not strange else _WRONG_MOMENT


def not_to_deal(state: State, card: Card) -> Breach | None:
    """The program deals cards that nobody has yet; people deal all of them face down."""
    return None if card in holding.to_deal(state) else _WRONG_MOMENT


# --- calls ----------------------------------------------------------------------------------------


def name_first(state: State) -> Breach | None:
    """In some editions a partner must be named for an open call before anything else."""
    card = open_call(state, state.turn)
    if card is None or not state.setting.rules.must_name:
        return None
    return _on_card(rules.NAME_FIRST, card)


def out_of_sight(state: State, card: Card) -> Breach | None:
    """Only face-up cards may be called."""
    lies = lie(state, card)
    if lies is _UP:
        return None
    return _on_card(rules.CARD_TURNED_DOWN if lies is CardSide.DOWN else rules.CARD_GONE, card)


def occupied(state: State, card: Card) -> Breach | None:
    """Two pawns may not stand on one card, and the caller's pawn has to move."""
    if card not in state.pawns:  # the usual case, and a fast look-up
        return None
    caller = caller_of(state, card)
    if caller is None:
        return None
    if caller == state.turn:
        return _on_card(rules.JUST_LEFT, card)
    return _on_card(rules.OCCUPIED, card, state.setting.seats[caller])


def twin_in_hand(card: Card, *, held: bool) -> Breach | None:
    """Nobody calls a card whose twin is certainly in the caller's hand."""
    return _on_card(rules.TWIN_IN_HAND, card) if held else None


def can_still_call(state: State, free: tuple[Card, ...]) -> Breach | None:
    """A player is stuck only if the hand may hold the twin of every free card."""
    return None if holding.may_hold_all(state, state.turn, free) else _CAN_STILL_CALL


# --- names and answers ----------------------------------------------------------------------------


def nothing_to_name(state: State) -> Breach | None:
    """A partner is named for an open call."""
    if open_call(state, state.turn) is not None:
        return None
    return _of_seat(rules.NOTHING_TO_NAME, state.setting.seats[state.turn])


def name_another(state: State, seat: Seat) -> Breach | None:
    """A partner is another player."""
    return _NAME_ANOTHER if seat == state.setting.seats[state.turn] else None


def wrong_answer(state: State, answer: str) -> Breach | None:
    """A player who has the card asked for shows it, and nobody else does."""
    assert state.claim is not None
    of, card = state.claim.of, state.claim.card
    if answer == actions.YES:
        may_be = holding.may_hold(state, of, card)
        return None if may_be else _on_card(rules.CARD_NOT_HELD, card)
    denied = answer == actions.NO and not holding.holds_surely(state, of, card)
    return None if denied else _on_card(rules.CARD_HELD, card)


def twin_laid(state: State, seat: Seat) -> Breach | None:
    """After a wrong name the true holder lays the twin down; nobody does if it is in the box."""
    assert state.claim is not None
    card = state.claim.card
    if seat == actions.NOBODY:
        may_be = holding.may_be_boxed(state, card)
    else:
        may_be = holding.may_hold(state, state.setting.seats.index(seat), card)
    return None if may_be else _on_card(rules.TWIN_LAID, card)


# --- accusations ----------------------------------------------------------------------------------


def no_accusation_left(state: State, by: int) -> Breach | None:
    """An accusation costs a card."""
    if state.unused[by] > 0:
        return None
    return _of_seat(rules.NO_ACCUSATION_LEFT, state.setting.seats[by])


def accuse_another(by: Seat, of: Seat) -> Breach | None:
    """The accused is another player."""
    return _ACCUSE_ANOTHER if by == of else None


def not_called(caller: int | None, card: Card) -> Breach | None:
    """An accusation concerns a call without a partner; ``caller`` is whose, if any."""
    return _on_card(rules.NOT_CALLED, card) if caller is None else None


def own_call(state: State, by: int, caller: int | None, card: Card) -> Breach | None:
    """Callers name a partner instead of accusing."""
    return _on_card(rules.OWN_CALL, card, state.setting.seats[by]) if by == caller else None


def one_false_accusation(state: State, caller: int | None, card: Card) -> Breach | None:
    """In some editions, a false accusation closes an open call to further ones."""
    if caller is None or card not in state.banned:
        return None
    return _on_card(rules.ONE_FALSE_ACCUSATION, card)
