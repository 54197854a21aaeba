"""Why an action is not allowed: the predicates' answers. Without any it is legal."""

from __future__ import annotations

from tablet_companion.games.core import Breach
from tablet_companion.games.wink import holding
from tablet_companion.games.wink import predicates as p
from tablet_companion.games.wink.actions import Accuse, Action, Call, Deal, Lay, Name, Say, Stuck
from tablet_companion.games.wink.calls import caller_of, free_cards
from tablet_companion.games.wink.state import State


def judge(state: State, action: Action) -> tuple[Breach, ...]:
    """Return the rules that an action breaks; empty when it is legal."""
    if wrong := p.wrong_moment(state, action):
        return (wrong,)
    return tuple(breach for breach in _answers(state, action) if breach)


def _answers(state: State, action: Action) -> tuple[Breach | None, ...]:
    match action:
        case Call(card):
            return (p.name_first(state), p.out_of_sight(state, card) or _calling(state, action))
        case Name(seat):
            return (p.nothing_to_name(state), p.name_another(state, seat))
        case Accuse():
            return _accusing(state, action)
        case Stuck():
            return (p.name_first(state), p.can_still_call(state, free_cards(state)))
        case Say(answer):
            return (p.wrong_answer(state, answer),)
        case Lay(seat):
            return (p.twin_laid(state, seat),)
        case Deal(card):
            return (p.not_to_deal(state, card),)
    return ()


def _calling(state: State, call: Call) -> Breach | None:
    """Check the call of a face-up card; the hand is checked last."""
    if taken := p.occupied(state, call.card):
        return taken
    held = holding.holds_surely(state, state.turn, call.card)
    return p.twin_in_hand(call.card, held=held)


def _accusing(state: State, action: Accuse) -> tuple[Breach | None, ...]:
    by, card = state.setting.seats.index(action.by), action.card
    caller = caller_of(state, card)
    return (
        p.no_accusation_left(state, by),
        p.accuse_another(action.by, action.of),
        p.not_called(caller, card),
        p.own_call(state, by, caller, card),
        p.one_false_accusation(state, caller, card),
    )
