"""How a game goes on: lot, deals, gifts, turns and rounds, victory. Assumes legal actions."""

from __future__ import annotations

from tablet_companion.games._cards import changed, with_card, without
from tablet_companion.games.agent_dog.actions import (
    Action,
    Deal,
    Discard,
    Give,
    GiveUp,
    Lot,
    Play,
    Redraw,
)
from tablet_companion.games.agent_dog.board import carry
from tablet_companion.games.agent_dog.plays import resolved
from tablet_companion.games.agent_dog.state import (
    HAND_SIZE,
    INDEX,
    NOBODY,
    Phase,
    State,
    colour_played,
    complete,
)
from tablet_companion.games.core import UNKNOWN_CARD, Card


def successor(state: State, action: Action) -> State:
    """Return the state after an action. It does not check that the action is legal."""
    match action:
        case Play():
            return _played(state, action)
        case Deal():
            return _dealt(state, action.card)
        case Give():
            return _given(state, action.card)
        case Lot():
            return state._replace(phase=Phase.DEAL, turn=action.seat, dealer=action.seat)
        case GiveUp():
            return _next_turn(_abandoned(state))
        case Redraw() | Discard():
            return _discarded(state, action)


def _discarded(state: State, action: Redraw | Discard) -> State:
    """Throw a card away unused (31); it does not count as played."""
    state = _thrown(state, action.card)
    if isinstance(action, Redraw):
        return state._replace(phase=Phase.DRAW, drawn=True)
    return _next_turn(state)


# --- dealing and giving -------------------------------------------------------------------------


def due(state: State) -> int:
    """Return the seat that the next card is dealt to: first round the table from the dealer."""
    if state.phase is Phase.DRAW:
        return state.turn
    seats = _from_dealer(state)
    return min(seats, key=lambda seat: (len(state.hands[seat]), seats.index(seat)))


def _from_dealer(state: State) -> list[int]:
    playing = state.setting.playing
    first = playing.index(state.dealer)
    return [*playing[first:], *playing[:first]]


def _dealt(state: State, card: Card) -> State:
    if card == UNKNOWN_CARD and state.phase is Phase.DEAL:
        return _dealt_face_down(state)
    seat = due(state)
    state = _drawn(_shuffled(state) if not state.stock else state, seat, card)
    if state.phase is Phase.DRAW:
        return state._replace(phase=Phase.PLAY)
    if all(len(state.hands[seat]) == HAND_SIZE for seat in state.setting.playing):
        return state._replace(phase=Phase.GIFT)
    return state


def _drawn(state: State, seat: int, card: Card) -> State:
    hands = _with_hand(state, seat, with_card(state.hands[seat], card))
    unseen = state.unseen if card == UNKNOWN_CARD else changed(state.unseen, INDEX[card], -1)
    return state._replace(hands=hands, unseen=unseen, stock=state.stock - 1)


def _dealt_face_down(state: State) -> State:
    """Deal a whole round that nobody shows the machine; the gifts change nothing it knows."""
    for seat in state.setting.playing * HAND_SIZE:
        state = _drawn(_shuffled(state) if not state.stock else state, seat, UNKNOWN_CARD)
    return state._replace(phase=Phase.PLAY)


def _shuffled(state: State) -> State:
    """Turn the discards into the new draw pile (2); cards given up unseen are among them."""
    in_hands = sum(map(len, state.hands))
    return state._replace(
        unseen=tuple(map(sum, zip(state.unseen, state.discards, strict=True))),
        discards=(0,) * len(state.discards),
        stock=sum(state.setting.deck) - in_hands,
    )


def _given(state: State, card: Card) -> State:
    """Keep a gift; when all are chosen they change hands together (1, 32)."""
    gifts = (*state.gifts, card)
    order = _from_dealer(state)
    if len(gifts) < len(order):
        return state._replace(gifts=gifts, turn=state.setting.after(state.turn))
    setting = state.setting
    hands = list(state.hands)
    for seat, gift in zip(order, gifts, strict=True):
        receiver = setting.partner(seat) if setting.teams else setting.after(seat)
        hands[seat] = without(hands[seat], gift)
        hands[receiver] = with_card(hands[receiver], gift)
    return state._replace(hands=tuple(hands), gifts=(), turn=state.dealer, phase=Phase.PLAY)


# --- playing ------------------------------------------------------------------------------------


def _played(state: State, play: Play) -> State:
    seat = state.turn
    carried = carry(state, play, colour_played(state, seat))
    state = _laid(state, play.card)._replace(board=carried.board, nests=carried.nests)
    if not {seat, state.setting.partner(seat)}.isdisjoint(carried.victims):
        state = _abandoned(state)
    return _next_turn(state)


def penalised(state: State, play: Play) -> bool:
    """Say whether a play captures a pawn of one's own side, which costs the hand (13)."""
    victims = carry(state, play, colour_played(state, state.turn)).victims
    return not {state.turn, state.setting.partner(state.turn)}.isdisjoint(victims)


def _laid(state: State, card: Card) -> State:
    last = resolved(state, card)
    return _thrown(state, card)._replace(last=last, top=card)


def _thrown(state: State, card: Card) -> State:
    """Move a card from the hand on turn to the discards."""
    hand = state.hands[state.turn]
    unseen = state.unseen if card in hand else changed(state.unseen, INDEX[card], -1)
    return state._replace(
        hands=_with_hand(state, state.turn, without(hand, card)),
        unseen=unseen,
        discards=changed(state.discards, INDEX[card], 1),
    )


def _abandoned(state: State) -> State:
    """Put the rest of the hand under the discards, unseen, and leave the round (3, 13)."""
    discards = list(state.discards)
    for card in state.hands[state.turn]:
        if card != UNKNOWN_CARD:
            discards[INDEX[card]] += 1
    out = tuple(gone or seat == state.turn for seat, gone in enumerate(state.out))
    return state._replace(
        hands=_with_hand(state, state.turn, ()), discards=tuple(discards), out=out
    )


def _with_hand(state: State, seat: int, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def _next_turn(state: State) -> State:
    """Test victory, then pass the turn, or the pile when nobody has cards (2, 4, 20, 32)."""
    winner = _winner(state)
    if winner != NOBODY:
        return state._replace(phase=Phase.OVER, winner=winner, drawn=False)
    seat = state.turn
    for _ in state.setting.playing:
        seat = state.setting.after(seat)
        if state.hands[seat]:
            return state._replace(turn=seat, drawn=False, phase=Phase.PLAY)
    return _next_round(state)


def _winner(state: State) -> int:
    """Return the first seat, from the active one on, whose side is complete, or NOBODY."""
    seat = state.turn
    for _ in state.setting.playing:
        if complete(state, state.board, seat):
            return seat
        seat = state.setting.after(seat)
    return NOBODY


def _next_round(state: State) -> State:
    dealer = state.setting.after(state.dealer)
    return state._replace(
        phase=Phase.DEAL,
        turn=dealer,
        dealer=dealer,
        out=(False,) * 4,
        last=None,
        top=None,
        drawn=False,
        round=state.round + 1,
    )
