"""How a game goes on: lot, deal, turns, answers, the end. Assumes legal actions."""

from __future__ import annotations

from typing import TypeVar

from tablet_companion.games.core import UNKNOWN_CARD, Card
from tablet_companion.games.shared.cards import with_card, without
from tablet_companion.games.wink import actions
from tablet_companion.games.wink.holding import Bin
from tablet_companion.games.wink.state import (
    BOX,
    Claim,
    Lies,
    Phase,
    State,
    free_cards,
    has_free_card,
    open_call,
)

T = TypeVar("T")


def successor(state: State, action: actions.Action) -> State:
    """Return the state after an action. It does not check that the action is legal."""
    seats = state.setting.seats
    match action:
        case actions.Lot():
            return state._replace(phase=Phase.DEAL, turn=seats.index(action.seat))
        case actions.Deal():
            return _dealt(state, action.card)
        case actions.Call():
            return _called(state, action.card)
        case actions.Name():
            return _claimed(state, state.turn, seats.index(action.seat), accusing=False)
        case actions.Accuse():
            by, of = seats.index(action.by), seats.index(action.of)
            return _claimed(state, by, of, action.card, accusing=True)
        case actions.Say():
            return _answered(state, right=action.answer == actions.YES)
        case actions.Lay():
            return _laid(state, None if action.seat == actions.NOBODY else seats.index(action.seat))
        case actions.Stuck():
            return _shown(state)._replace(phase=Phase.OVER)


# --- dealing ------------------------------------------------------------------------------------


def due(state: State) -> int:
    """Return the seat that the next card is dealt to: round the table from the first player."""
    count = len(state.hands)
    return min(range(count), key=lambda s: (len(state.hands[s]), (s - state.turn) % count))


def _dealt(state: State, card: Card) -> State:
    size = state.setting.hand_size
    if card == UNKNOWN_CARD:
        return state._replace(phase=Phase.TURN, hands=((card,) * size,) * len(state.hands))
    seat = due(state)
    hands = _changed(state.hands, seat, with_card(state.hands[seat], card))
    done = all(len(hand) == size for hand in hands)
    return state._replace(phase=Phase.TURN if done else Phase.DEAL, hands=hands)


# --- calls and claims ---------------------------------------------------------------------------


def _called(state: State, card: Card) -> State:
    """Move the pawn, and pass the turn; the caller shows thereby not to hold the twin."""
    return _settled(
        state._replace(
            pawns=_changed(state.pawns, state.turn, card),
            barred=state.barred | {(state.turn, card)},
            turn=state.setting.after(state.turn),
            last=card,
        )
    )


def _claimed(state: State, by: int, of: int, card: Card | None = None, *, accusing: bool) -> State:
    called = card if card is not None else state.pawns[by]
    assert called is not None, "only who has called a card can name a partner for it"
    return state._replace(phase=Phase.ANSWER, claim=Claim(by, of, called, accusing))


def _answered(state: State, *, right: bool) -> State:
    claim = state.claim
    assert claim is not None
    if claim.accusing:
        state = _paid(state, claim.by, right=right)
    if right:
        return _settled(_won(state, claim))
    state = state._replace(barred=state.barred | {(claim.of, claim.card)})
    if claim.accusing:
        closed = {claim.card} if state.setting.one_false_accusation else set()
        return _settled(state._replace(banned=state.banned | closed))
    if state.setting.rules.twin_laid:
        return state._replace(phase=Phase.LAY)
    return _settled(_lying(state, claim.card, Lies.REMOVED))


def _paid(state: State, seat: int, *, right: bool) -> State:
    """Use up an accusation card; a right one stays in front of the accuser in some editions."""
    stays = right and state.setting.rules.right_laid
    return state._replace(
        unused=_changed(state.unused, seat, state.unused[seat] - 1),
        laid=_changed(state.laid, seat, state.laid[seat] + stays),
    )


def _won(state: State, claim: Claim) -> State:
    """Give the pair away: both cards to an accuser, one to each of two partners."""
    won = _changed(state.won, claim.by, with_card(state.won[claim.by], claim.card))
    other = claim.by if claim.accusing else claim.of
    won = _changed(won, other, with_card(won[other], claim.card))
    state = _without(state, claim.of, claim.card)
    return _lying(state._replace(won=won), claim.card, Lies.WON)


def _laid(state: State, holder: int | None) -> State:
    """Turn the card of a wrong name down; its twin is laid face down unless it is in the box."""
    assert state.claim is not None
    card = state.claim.card
    if holder is not None:
        state = _without(state, holder, card)
        state = state._replace(down=_changed(state.down, holder, state.down[holder] + 1))
    return _settled(_lying(state, card, Lies.DOWN))


def _without(state: State, seat: int, card: Card) -> State:
    return state._replace(hands=_changed(state.hands, seat, without(state.hands[seat], card)))


def _lying(state: State, card: Card, lies: Lies) -> State:
    return state._replace(lies=_changed(state.lies, state.setting.index[card], lies))


def _changed(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


# --- the end ------------------------------------------------------------------------------------


def _settled(state: State) -> State:
    """Go on with the turn after a call or an answer, or end the game where everybody sees it.

    Whether the twins of all free cards are in one hand nobody sees; that hand's player says so.
    """
    ended = () in state.hands or _nothing_left(state)
    return state._replace(phase=Phase.OVER if ended else Phase.TURN, claim=None)


def _nothing_left(state: State) -> bool:
    """Whether the seat on turn has nothing to name and finds no card without a pawn.

    It never does once all cards of the table are gone.
    """
    return open_call(state, state.turn) is None and not has_free_card(state)


def _shown(state: State) -> State:
    """Make it known that the hand on turn holds the twin of every free card."""
    hand, free = state.hands[state.turn], free_cards(state)
    for card in free:
        if card not in hand:
            hand = with_card(without(hand, UNKNOWN_CARD), card)
    elsewhere: list[Bin] = [s for s in range(len(state.hands)) if s != state.turn]
    barred = {(place, card) for place in (*elsewhere, BOX) for card in free}
    return state._replace(
        hands=_changed(state.hands, state.turn, hand), barred=state.barred | barred
    )
