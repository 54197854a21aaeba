"""Rounds of cards in DOG and Agent DOG: deals, sealed gifts, hands played or given up.

Nothing here checks that an action is legal.
"""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any, Final

from tablet_companion.games.core import UNKNOWN_CARD, Card, Seat
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Action, Deal, Discard, Give, Lot, Redraw
from tablet_companion.games.dog_family.state import NOBODY, Phase, State, after, complete
from tablet_companion.games.shared import cards
from tablet_companion.games.shared.replacing import replace, replace_fields

# Python 3.11 takes long to look up a member, and to find one in a mapping.
_PLAY: Final = Phase.PLAY
_DEAL: Final = Phase.DEAL
_DRAW: Final = Phase.DRAW
_GIFT: Final = Phase.GIFT

# --- dealing and giving -------------------------------------------------------------------------


def deal_unseen(state: State) -> Deal | None:
    """Return the face-down deal of real cards (with their gifts) when it is due, else None."""
    due_now = state.phase in (Phase.DEAL, Phase.DRAW) and not state.setting.seen_deal
    return Deal(UNKNOWN_CARD) if due_now else None


def weigh(state: State, action: object) -> int:
    """Return how many copies of a dealt card are available; 1 for a lot or a face-down deal.

    If the draw pile is empty, the discards are shuffled first, so any of them may come.
    """
    if not isinstance(action, Deal) or action.card == UNKNOWN_CARD:
        return 1
    return to_draw(state)[state.setting.faces.index(action.card)]


def to_draw(state: State) -> tuple[int, ...]:
    """Return, for each face, from how many copies the next card is drawn."""
    return state.unseen if state.stock else _to_shuffle(state)


def _to_shuffle(state: State) -> tuple[int, ...]:
    """Return, for each face, how many copies are discarded, cards given up unseen included."""
    buried = Counter(state.buried)
    faces = zip(state.setting.faces, state.discards, strict=True)
    return tuple(count + buried[card] for card, count in faces)


def seats_from(state: State, first: int) -> tuple[int, ...]:
    """Return the seats that play, in turn order, beginning with one of them."""
    return _order_from(state.setting.playing, first)


@functools.cache
def _order_from(playing: tuple[int, ...], first: int) -> tuple[int, ...]:
    index = playing.index(first)
    return playing[index:] + playing[:index]


def draw(state: State, seat: int, card: Card, phase: Phase) -> State:
    """Move a card to a hand from the draw pile, reshuffling the discards if it is empty.

    If the card is unknown, so is the whole hand from then on: a partly known hand would be known
    again once that card is played, which would reveal it. ``phase`` is the one that follows.
    """
    if not state.stock:
        state = _shuffle(state)
    if card == UNKNOWN_CARD:
        state = turn_over(state, seat, state.hands[seat])
    hands = with_hand(state, seat, cards.with_card(state.hands[seat], card))
    unseen = state.unseen if card == UNKNOWN_CARD else with_count(state, state.unseen, card, -1)
    return replace(state, hands=hands, unseen=unseen, stock=state.stock - 1, phase=phase)


def turn_over(state: State, seat: int, known: cards.Hand) -> State:
    """Return the state with some cards of a hand unknown, and counted as unseen."""
    gone, hand = Counter(known), state.hands[seat]
    for card in known:
        hand = cards.with_card(cards.without(hand, card), UNKNOWN_CARD)
    counts = zip(state.setting.faces, state.unseen, strict=True)
    unseen = tuple(count + gone[card] for card, count in counts)
    return state._replace(hands=with_hand(state, seat, hand), unseen=unseen)


def deal(state: State, card: Card) -> State:
    """Deal one card to the next seat with the fewest, or a whole round unseen, its gifts too."""
    if card == UNKNOWN_CARD:
        for seat in state.setting.playing * state.hand_size:
            state = draw(state, seat, card, _PLAY)
        return state
    seats, hands = seats_from(state, state.opener), state.hands
    sizes = [len(hands[seat]) for seat in seats]
    full = sum(sizes) + 1 == state.hand_size * len(sizes)
    return draw(state, seats[sizes.index(min(sizes))], card, _GIFT if full else _DEAL)


def _shuffle(state: State) -> State:
    """Turn the discards, cards given up unseen included, into the new draw pile."""
    in_hands = sum(map(len, state.hands))
    return state._replace(
        unseen=tuple(map(sum, zip(state.unseen, _to_shuffle(state), strict=True))),
        discards=(0,) * len(state.discards),
        stock=sum(state.setting.deck) - in_hands,
        buried=(),
    )


def give(state: State, card: Card) -> State:
    """Note a gift; once all are chosen, they change hands together."""
    gifts = (*state.gifts, card)
    order = seats_from(state, state.opener)
    if len(gifts) < len(order):
        return replace(state, gifts=gifts, turn=after(state.setting, state.turn))
    hands = list(state.hands)
    for seat, gift in zip(order, gifts, strict=True):
        receiver = _find_receiver(state, seat)
        hands[seat] = cards.without(hands[seat], gift)
        hands[receiver] = cards.with_card(hands[receiver], gift)
    return state._replace(hands=tuple(hands), gifts=(), turn=state.opener, phase=Phase.PLAY)


def _find_receiver(state: State, seat: int) -> int:
    """Return who gets a seat's gift: the partner, or the next seat if everybody plays alone."""
    partner = state.setting.partner(seat)
    return partner if partner != seat else after(state.setting, seat)


def name_receiver(state: State, giver: Seat) -> Seat:
    """Return the name of the seat that gets another's gift."""
    seats = state.setting.seats
    return seats[_find_receiver(state, seats.index(giver))]


# --- using hands up -----------------------------------------------------------------------------


def with_hand(state: State, seat: int, hand: cards.Hand) -> tuple[cards.Hand, ...]:
    """Return the hands with one of them replaced."""
    hands = [*state.hands]
    hands[seat] = hand
    return tuple(hands)


def with_count(state: State, counts: tuple[int, ...], card: Card, by: int) -> tuple[int, ...]:
    """Return counts of cards with one of them changed."""
    changed = [*counts]
    changed[state.setting.faces.index(card)] += by
    return tuple(changed)


def discarded(state: State, card: Card) -> dict[str, Any]:
    """Return the fields that change when a card leaves the hand on turn for the discards."""
    hand = state.hands[state.turn]
    return {
        "hands": with_hand(state, state.turn, cards.without(hand, card)),
        "unseen": state.unseen if card in hand else with_count(state, state.unseen, card, -1),
        "discards": with_count(state, state.discards, card, 1),
        "top": card,
    }


def abandon_hand(state: State) -> State:
    """Discard the rest of the hand on turn unseen, and leave the round."""
    known = (card for card in state.hands[state.turn] if card != UNKNOWN_CARD)
    buried = tuple(sorted((*state.buried, *known)))
    gone = tuple(left or seat == state.turn for seat, left in enumerate(state.out))
    return replace(state, hands=with_hand(state, state.turn, ()), buried=buried, out=gone)


def next_with_cards(state: State) -> int:
    """Return the next seat after the one on turn that still has cards, or NOBODY."""
    hands, order = state.hands, seats_from(state, state.turn)
    for seat in order[1:]:
        if hands[seat]:
            return seat
    return state.turn if hands[state.turn] else NOBODY


def winner(state: State) -> int:
    """Return the first seat, beginning with the active one, whose side is home, or NOBODY."""
    if track.count_in_finishes(state.board) < track.PAWNS_EACH:
        return NOBODY  # nearly always
    seats = seats_from(state, state.turn)
    return next((seat for seat in seats if complete(state, state.board, seat)), NOBODY)


def follow_correction(state: State) -> State:
    """Return a state whose board people corrected: won if a side is home, else played on.

    Where the board alone ends the game, nobody has acted since the turn passed to the seat on turn:
    the one before it counts as the last to have acted, and if that was wrong, the game goes on.
    """
    won = winner(state)
    if state.phase is not Phase.OVER:
        last = seats_from(state, state.turn)[-1]
        return state if won == NOBODY else state._replace(phase=Phase.OVER, winner=won, turn=last)
    after_it = pass_on(state._replace(winner=NOBODY))
    gives = won == NOBODY and state.gifts
    return after_it._replace(phase=Phase.GIFT) if gives else after_it


def play_card(state: State, card: Card, board: bytes, **also: Any) -> State:
    """Lay the card played, put the board in place, and go on as ``pass_on`` does.

    ``also`` are other fields to replace.
    """
    seat = next_with_cards(state)
    ends = seat in (NOBODY, state.turn) or track.count_in_finishes(board) >= track.PAWNS_EACH
    # Nearly always nothing ends, and one copy of the state does.
    changes = discarded(state, card)
    changes["board"], changes["turn"] = board, state.turn if ends else seat
    changes.update(also)
    state = replace_fields(state, changes)
    return pass_on(state) if ends else state


def pass_on(state: State) -> State:
    """Test for victory, then pass the turn, or begin another round if nobody has cards."""
    won = winner(state)
    if won != NOBODY:
        return state._replace(phase=Phase.OVER, winner=won)
    seat = next_with_cards(state)
    return begin_round(state) if seat == NOBODY else replace(state, turn=seat, phase=_PLAY)


def begin_round(state: State) -> State:
    """Begin the next round: another dealer, or the same one and another opener."""
    dealer, setting = state.dealer, state.setting
    return await_deal(
        state._replace(
            dealer=after(setting, dealer) if setting.does_dealer_change else dealer,
            out=(False,) * 4,
            last=None,
            top=None,
            drawn=False,
            round=state.round + 1,
        )
    )


def await_deal(state: State) -> State:
    """Return the state in which a round's first card is dealt next."""
    return state._replace(phase=Phase.DEAL, turn=state.opener)


def follow(state: State, action: Action) -> State:
    """Return the state after an action that plays no card."""
    match action:
        case Deal(card):
            if state.phase is _DRAW:  # the replacement for a discarded card
                return draw(state, state.turn, card, _PLAY)
            return deal(state, card)
        case Give(card):
            return give(state, card)
        case Lot(seat):
            return await_deal(state._replace(dealer=seat))
        case Redraw(card):
            return replace(state, phase=_DRAW, drawn=True, **discarded(state, card))
        case Discard(card):
            return pass_turn(replace(state, **discarded(state, card)))
    return pass_turn(abandon_hand(state))


def pass_turn(state: State) -> State:
    """Pass the turn on; the next player may replace a card."""
    return pass_on(state._replace(drawn=False) if state.drawn else state)
