"""How a game goes on: lot, deal, turns, answers, the end. Assumes legal actions."""

from __future__ import annotations

from typing import Any, Final

from tablet_companion.games.core import UNKNOWN_CARD, Card
from tablet_companion.games.shared.cards import Hand, with_card, without
from tablet_companion.games.shared.replacing import replace, replace_at, replace_fields
from tablet_companion.games.wink import actions
from tablet_companion.games.wink.calls import free_cards, has_free_card, open_call
from tablet_companion.games.wink.holding import Bin
from tablet_companion.games.wink.state import BOX, CardSide, Claim, Phase, State

_TURN: Final = Phase.TURN  # Python 3.11 takes long to look up a member


def successor(state: State, action: actions.Action) -> State:
    """Return the state after an action. It does not check that the action is legal."""
    seats = state.setting.seats
    match action:
        case actions.Lot():
            return replace(state, phase=Phase.DEAL, turn=seats.index(action.seat))
        case actions.Deal():
            return _deal(state, action.card)
        case actions.Call():
            return _call(state, action.card)
        case actions.Name():
            return _claim(state, state.turn, seats.index(action.seat), accusing=False)
        case actions.Accuse():
            by, of = seats.index(action.by), seats.index(action.of)
            return _claim(state, by, of, action.card, accusing=True)
        case actions.Say():
            return _answer(state, right=action.answer == actions.YES)
        case actions.Lay():
            return _lay(state, None if action.seat == actions.NOBODY else seats.index(action.seat))
        case actions.Stuck():
            return replace(_show_hand(state), phase=Phase.OVER)


# --- dealing ------------------------------------------------------------------------------------


def due(state: State) -> int:
    """Return the seat that gets the next card: round the table from the first player."""
    count = len(state.hands)
    return min(range(count), key=lambda s: (len(state.hands[s]), (s - state.turn) % count))


def _deal(state: State, card: Card) -> State:
    size = state.setting.hand_size
    if card == UNKNOWN_CARD:
        return replace(state, phase=Phase.TURN, hands=((card,) * size,) * len(state.hands))
    seat = due(state)
    hands = replace_at(state.hands, seat, with_card(state.hands[seat], card))
    done = all(len(hand) == size for hand in hands)
    return replace(state, phase=Phase.TURN if done else Phase.DEAL, hands=hands)


# --- calls and claims ---------------------------------------------------------------------------


def _call(state: State, card: Card) -> State:
    """Move the pawn and pass the turn; by calling, the caller proves not to hold the twin."""
    return _settle(
        state,
        pawns=replace_at(state.pawns, state.turn, card),
        barred=state.barred | {(state.turn, card)},
        turn=state.setting.after(state.turn),
        last=card,
    )


def _claim(state: State, by: int, of: int, card: Card | None = None, *, accusing: bool) -> State:
    called = card if card is not None else state.pawns[by]
    assert called is not None, "only who has called a card can name a partner for it"
    return replace(state, phase=Phase.ANSWER, claim=Claim(by, of, called, accusing))


def _answer(state: State, *, right: bool) -> State:
    claim = state.claim
    assert claim is not None
    paid = _pay(state, claim.by, right=right) if claim.accusing else {}
    if right:
        return _settle(state, **_give_pair(state, claim), **paid)
    barred = state.barred | {(claim.of, claim.card)}
    if claim.accusing:
        closed = {claim.card} if state.setting.one_false_accusation else set()
        return _settle(state, barred=barred, banned=state.banned | closed, **paid)
    if state.setting.rules.twin_laid:
        return replace(state, phase=Phase.LAY, barred=barred)
    return _settle(state, barred=barred, lies=_mark(state, claim.card, CardSide.REMOVED))


def _pay(state: State, seat: int, *, right: bool) -> dict[str, Any]:
    """Use up an accusation card; in some editions, a right one stays before the accuser.

    Here and below, returns the fields that change.
    """
    stays = right and state.setting.rules.right_laid
    return {
        "unused": replace_at(state.unused, seat, state.unused[seat] - 1),
        "laid": replace_at(state.laid, seat, state.laid[seat] + stays),
    }


def _give_pair(state: State, claim: Claim) -> dict[str, Any]:
    """Give the pair away: both cards to an accuser, or one to each partner."""
    won = replace_at(state.won, claim.by, with_card(state.won[claim.by], claim.card))
    other = claim.by if claim.accusing else claim.of
    won = replace_at(won, other, with_card(won[other], claim.card))
    hands = _drop_card(state, claim.of, claim.card)
    return {"won": won, "hands": hands, "lies": _mark(state, claim.card, CardSide.WON)}


def _lay(state: State, holder: int | None) -> State:
    """Turn down the card of a wrong name; its twin is laid face down unless it is in the box."""
    assert state.claim is not None
    card = state.claim.card
    lies = _mark(state, card, CardSide.DOWN)
    if holder is None:
        return _settle(state, lies=lies)
    down = replace_at(state.down, holder, state.down[holder] + 1)
    return _settle(state, lies=lies, hands=_drop_card(state, holder, card), down=down)


def _drop_card(state: State, seat: int, card: Card) -> tuple[Hand, ...]:
    """Return the hands after a card has left one of them."""
    return replace_at(state.hands, seat, without(state.hands[seat], card))


def _mark(state: State, card: Card, lies: CardSide) -> tuple[CardSide, ...]:
    """Return what became of each card of the table, one of them changed."""
    return replace_at(state.lies, state.setting.index[card], lies)


# --- the end ------------------------------------------------------------------------------------


def _settle(state: State, **changes: Any) -> State:
    """Continue with the turn after a call or an answer, or end the game if everybody sees it.

    Nobody sees whether one hand holds the twins of all free cards; its player says so. ``changes``
    are the fields that the call or the answer changes.
    """
    changes["phase"], changes["claim"] = _TURN, None
    state = replace_fields(state, changes)
    ended = () in state.hands or _has_nothing_left(state)
    return replace(state, phase=Phase.OVER) if ended else state


def _has_nothing_left(state: State) -> bool:
    """Whether the seat on turn has nothing to name and no card without a pawn to call.

    It finds none once all cards of the table are gone.
    """
    return open_call(state, state.turn) is None and not has_free_card(state)


def _show_hand(state: State) -> State:
    """Make it public that the hand on turn holds the twin of every free card."""
    hand, free = state.hands[state.turn], free_cards(state)
    for card in free:
        if card not in hand:
            hand = with_card(without(hand, UNKNOWN_CARD), card)
    elsewhere: list[Bin] = [s for s in range(len(state.hands)) if s != state.turn]
    barred = {(place, card) for place in (*elsewhere, BOX) for card in free}
    return replace(
        state, hands=replace_at(state.hands, state.turn, hand), barred=state.barred | barred
    )
