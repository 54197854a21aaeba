"""Bends of Wink."""

import random
from typing import Any, Final

from tablet_companion.games.core import UNKNOWN_CARD, Card
from tablet_companion.games.wink.actions import NO, YES, Accuse, Call, Lay, Name, Say, Stuck
from tablet_companion.games.wink.state import CARDS, CardSide, Phase, State
from tests.games.bent import Bend, some

Bent = tuple[Any, Any] | None


def _lying(state: State, *kinds: CardSide) -> list[Card]:
    return [c for c, lies in zip(state.setting.cards, state.lies, strict=True) if lies in kinds]


def _called(state: State) -> dict[Card, int]:
    """Return the cards whose partner is looked for, by whom."""
    up = _lying(state, CardSide.UP)
    return {card: seat for seat, card in enumerate(state.pawns) if card is not None and card in up}


def _free(state: State) -> list[Card]:
    return [card for card in _lying(state, CardSide.UP) if card not in state.pawns]


def _may_call(state: State) -> bool:
    named = state.pawns[state.turn] not in _called(state)
    return state.phase is Phase.TURN and (named or not state.setting.rules.must_name)


def occupied(state: State, _action: Any, rng: random.Random) -> Bent:
    """Call a card on which another pawn stands."""
    taken = [card for card, seat in _called(state).items() if seat != state.turn]
    return some(rng, state, map(Call, taken if _may_call(state) else ()))


def just_left(state: State, _action: Any, rng: random.Random) -> Bent:
    """Call the same card again."""
    own = [card for card, seat in _called(state).items() if seat == state.turn]
    return some(rng, state, map(Call, own if _may_call(state) else ()))


def turned_down(state: State, _action: Any, rng: random.Random) -> Bent:
    """Call a card that is turned down."""
    return some(rng, state, map(Call, _lying(state, CardSide.DOWN) if _may_call(state) else ()))


def gone(state: State, _action: Any, rng: random.Random) -> Bent:
    """Call a card that was won, removed, or never in play."""
    there = _lying(state, CardSide.UP, CardSide.DOWN)
    cards = [card for card in CARDS if card not in there]
    return some(rng, state, map(Call, cards if _may_call(state) else ()))


def twin_in_hand(state: State, _action: Any, rng: random.Random) -> Bent:
    """Call a free card whose twin is in your own hand."""
    cards = [card for card in _free(state) if card in state.hands[state.turn]]
    return some(rng, state, map(Call, cards if _may_call(state) else ()))


def move_on(state: State, _action: Any, rng: random.Random) -> Bent:
    """Call a card instead of naming the partner, in the edition that wants the name."""
    bound = state.phase is Phase.TURN and not _may_call(state)
    return some(rng, state, map(Call, _free(state) if bound else ()))


def give_up_naming(state: State, _action: Any, _rng: random.Random) -> Bent:
    """Say that nothing can be called instead of naming the partner."""
    return (state, Stuck()) if state.phase is Phase.TURN and not _may_call(state) else None


def not_stuck(state: State, _action: Any, _rng: random.Random) -> Bent:
    """Say that nothing can be called, with a hand that lacks the twin of a free card."""
    hand = state.hands[state.turn]
    lacks = UNKNOWN_CARD not in hand and not set(_free(state)) <= set(hand)
    return (state, Stuck()) if _may_call(state) and lacks else None


def name_nobody(state: State, _action: Any, rng: random.Random) -> Bent:
    """Name a partner without a call that waits for one."""
    others = [seat for seat in state.setting.seats if seat != state.setting.seats[state.turn]]
    idle = state.phase is Phase.TURN and state.turn not in _called(state).values()
    return some(rng, state, map(Name, others if idle else ()))


def name_oneself(state: State, _action: Any, _rng: random.Random) -> Bent:
    """Name oneself."""
    own = state.setting.seats[state.turn]
    return (state, Name(own)) if state.phase is Phase.TURN else None


def accuse_oneself(state: State, action: Any, _rng: random.Random) -> Bent:
    """Accuse oneself."""
    return (state, action._replace(of=action.by)) if isinstance(action, Accuse) else None


def accuse_for_oneself(state: State, action: Any, _rng: random.Random) -> Bent:
    """Accuse about your own call."""
    if not isinstance(action, Accuse):
        return None
    caller = state.setting.seats[_called(state)[action.card]]
    return state, action._replace(by=caller)


def accuse_early(state: State, action: Any, rng: random.Random) -> Bent:
    """Accuse about a card that nobody has called."""
    if not isinstance(action, Accuse):
        return None
    return some(rng, state, (action._replace(card=card) for card in _free(state)))


def accuse_for_nothing(state: State, action: Any, _rng: random.Random) -> Bent:
    """Accuse without an accusation card."""
    if not isinstance(action, Accuse):
        return None
    by = state.setting.seats.index(action.by)
    unused = tuple(0 if seat == by else left for seat, left in enumerate(state.unused))
    return state._replace(unused=unused), action


def accuse_again(state: State, action: Any, _rng: random.Random) -> Bent:
    """Accuse about a card that a false accusation has closed."""
    if not isinstance(action, Accuse):
        return None
    return state._replace(banned=state.banned | {action.card}), action


def deny(state: State, _action: Any, _rng: random.Random) -> Bent:
    """Say that one has not the card that is in one's hand."""
    claim = state.claim
    if state.phase is not Phase.ANSWER or claim is None or claim.card not in state.hands[claim.of]:
        return None
    return state, Say(NO)


def pretend(state: State, _action: Any, _rng: random.Random) -> Bent:
    """Say that one has a card that is not in one's hand."""
    claim = state.claim
    if state.phase is not Phase.ANSWER or claim is None:
        return None
    hand = state.hands[claim.of]
    return None if claim.card in hand or UNKNOWN_CARD in hand else (state, Say(YES))


def lay_for_another(state: State, _action: Any, rng: random.Random) -> Bent:
    """Lay a twin down that is in another hand."""
    claim = state.claim
    if state.phase is not Phase.LAY or claim is None:
        return None
    seats = zip(state.setting.seats, state.hands, strict=True)
    lacking = [s for s, hand in seats if claim.card not in hand and UNKNOWN_CARD not in hand]
    return some(rng, state, map(Lay, lacking))


def answer_unasked(state: State, _action: Any, _rng: random.Random) -> Bent:
    """Answer though nobody was asked."""
    return (state, Say(YES)) if state.phase is Phase.TURN else None


BENDS: Final[dict[str, Bend]] = {
    "occupied": occupied,
    "just_left": just_left,
    "card_turned_down": turned_down,
    "card_gone": gone,
    "twin_in_hand": twin_in_hand,
    "name_first": move_on,
    "name_first: stuck": give_up_naming,
    "can_still_call": not_stuck,
    "nothing_to_name": name_nobody,
    "name_another": name_oneself,
    "accuse_another": accuse_oneself,
    "own_call": accuse_for_oneself,
    "not_called": accuse_early,
    "no_accusation_left": accuse_for_nothing,
    "one_false_accusation": accuse_again,
    "card_held": deny,
    "card_not_held": pretend,
    "twin_laid": lay_for_another,
    "wrong_moment": answer_unasked,
}
