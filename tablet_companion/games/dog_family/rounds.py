"""Rounds of cards in DOG and Agent DOG: deals, sealed gifts, hands played or given up.

Nothing here checks that an action is legal.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final

from tablet_companion.games.core import UNKNOWN_CARD, Card, Rule
from tablet_companion.games.dog_family import rules, track
from tablet_companion.games.dog_family.actions import Deal, Give, Lot
from tablet_companion.games.dog_family.predicates import Fault, fault
from tablet_companion.games.dog_family.state import NOBODY, Phase, S, State, after, complete
from tablet_companion.games.shared import cards
from tablet_companion.games.shared.cards import Counts
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


def draw(state: S, seat: int, card: Card, phase: Phase) -> S:
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


def turn_over(state: S, seat: int, known: cards.Hand) -> S:
    """Return the state with some cards of a hand unknown, and counted as unseen."""
    gone, hand = Counter(known), state.hands[seat]
    for card in known:
        hand = cards.with_card(cards.without(hand, card), UNKNOWN_CARD)
    counts = zip(state.setting.faces, state.unseen, strict=True)
    unseen = tuple(count + gone[card] for card, count in counts)
    return state._replace(hands=with_hand(state, seat, hand), unseen=unseen)


def deal(state: S, card: Card) -> S:
    """Deal one card to the next seat with the fewest, or a whole round unseen, its gifts too."""
    if card == UNKNOWN_CARD:
        for seat in state.setting.playing * state.hand_size:
            state = draw(state, seat, card, _PLAY)
        return state
    seats, hands = seats_from(state, state.opener), state.hands
    sizes = [len(hands[seat]) for seat in seats]
    full = sum(sizes) + 1 == state.hand_size * len(sizes)
    return draw(state, seats[sizes.index(min(sizes))], card, _GIFT if full else _DEAL)


def _shuffle(state: S) -> S:
    """Turn the discards, cards given up unseen included, into the new draw pile."""
    in_hands = sum(map(len, state.hands))
    return state._replace(
        unseen=tuple(map(sum, zip(state.unseen, _to_shuffle(state), strict=True))),
        discards=(0,) * len(state.discards),
        stock=sum(state.setting.deck) - in_hands,
        buried=(),
    )


def give(state: S, card: Card) -> S:
    """Note a gift; once all are chosen, they change hands together.

    A gift goes to the partner, or to the next seat if everybody plays alone.
    """
    gifts = (*state.gifts, card)
    order = seats_from(state, state.opener)
    if len(gifts) < len(order):
        return replace(state, gifts=gifts, turn=after(state.setting, state.turn))
    setting = state.setting
    hands = list(state.hands)
    for seat, gift in zip(order, gifts, strict=True):
        partner = setting.partner(seat)
        receiver = partner if partner != seat else after(setting, seat)
        hands[seat] = cards.without(hands[seat], gift)
        hands[receiver] = cards.with_card(hands[receiver], gift)
    return state._replace(hands=tuple(hands), gifts=(), turn=state.opener, phase=Phase.PLAY)


KINDS: Final[Mapping[Phase, type]] = {
    Phase.LOT: Lot,
    Phase.DEAL: Deal,
    Phase.DRAW: Deal,
    Phase.GIFT: Give,
}
"""The action type of each phase in which nothing is played."""


def before_play(state: State) -> tuple[Lot | Deal | Give, ...]:
    """Return every legal action, sorted, of a phase in which nothing is played."""
    phase = state.phase
    if phase is _DEAL or phase is _DRAW:
        return _list_deals(state)
    if phase is _GIFT:
        return tuple(map(_gift_of, list_holdable(state)))
    return tuple(map(Lot, state.setting.playing)) if phase is Phase.LOT else ()


def _list_deals(state: State) -> tuple[Deal, ...]:
    """Return the deals of the cards that may come, sorted: of an unknown one if people deal."""
    if not state.setting.seen_deal:
        return (Deal(UNKNOWN_CARD),)
    deals, in_order = _deals(state.setting.faces)
    # With an empty pile the discards are shuffled first, so any of them may come.
    return tuple(itertools.compress(deals, in_order(to_draw(state))))


# Chance lists every face at each of a round's twenty deals; each action is made once.
@functools.cache
def _deals(faces: tuple[Card, ...]) -> tuple[tuple[Deal, ...], Callable[[Counts], Counts]]:
    """Return the deals of all faces, sorted, and what brings their counts into that order."""
    ordered, in_order = cards.sort_faces(faces)
    return tuple(map(Deal, ordered)), in_order


_gift_of: Final = functools.cache(Give)


def may_happen(state: State, action: object, *turns: type) -> Fault | None:
    """A lot, a deal and a gift have their phases; the kinds of action of ``turns`` the other."""
    if not isinstance(action, turns if state.phase is _PLAY else KINDS.get(state.phase, ())):
        return Fault(rules.WRONG_MOMENT)
    match action:
        case Lot(seat):
            known = seat in state.setting.playing
            return None if known else Fault(rules.WRONG_MOMENT)
        case Deal(card):
            there = action in _list_deals(state)
            return None if there else fault(rules.CARD_NOT_HELD, card=card)
        case Give(card):
            return may_hold(state, card)
    return None


def may_hold(state: State, card: Card) -> Fault | None:
    """The hand on turn holds the card, or may hold it by the count of cards."""
    return None if card in list_holdable(state) else fault(rules.CARD_NOT_HELD, card=card)


def list_holdable(state: State) -> tuple[Card, ...]:
    """Return every face that the hand on turn holds or may hold, sorted, without duplicates."""
    hand = state.hands[state.turn]
    if UNKNOWN_CARD not in hand:
        return tuple(dict.fromkeys(hand))  # hands are sorted
    held = {*hand, *cards.list_present(state.setting.faces, state.unseen)}
    return tuple(sorted(held - {UNKNOWN_CARD}))


def may_lack_all(state: State, playable: Collection[Card]) -> bool:
    """Whether the hand on turn may hold no playable card, by the count of cards."""
    hand = state.hands[state.turn]
    if any(map(playable.__contains__, hand)):
        return False
    counts = zip(state.setting.faces, state.unseen, strict=True)
    others = sum(count for face, count in counts if face not in playable)
    return hand.count(UNKNOWN_CARD) <= others


def must_play(state: State, playable: Collection[Card], named: Rule) -> Fault | None:
    """A player who can play must; ``named`` is that rule with a card that is surely held."""
    if may_lack_all(state, playable):
        return None
    for card in state.hands[state.turn]:
        if card in playable:
            return fault(named, card=card)
    return Fault(rules.MUST_PLAY_ONE)


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


def abandon_hand(state: S) -> S:
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


def follow_correction(state: S, next_round: Callable[[S], S]) -> S:
    """Return a state whose board people corrected: won if a side is home, else played on.

    Where the board alone ends the game, nobody has acted since the turn passed to the seat on turn:
    the one before it counts as the last to have acted, and if that was wrong, the game goes on.
    """
    won = winner(state)
    if state.phase is not Phase.OVER:
        last = seats_from(state, state.turn)[-1]
        return state if won == NOBODY else state._replace(phase=Phase.OVER, winner=won, turn=last)
    after_it = pass_on(state._replace(winner=NOBODY), next_round)
    gives = won == NOBODY and state.gifts
    return after_it._replace(phase=Phase.GIFT) if gives else after_it


def play_card(state: S, card: Card, next_round: Callable[[S], S], board: bytes, **also: Any) -> S:
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
    return pass_on(state, next_round) if ends else state


def pass_on(state: S, next_round: Callable[[S], S]) -> S:
    """Test for victory, then pass the turn, or begin another round if nobody has cards."""
    won = winner(state)
    if won != NOBODY:
        return state._replace(phase=Phase.OVER, winner=won)
    seat = next_with_cards(state)
    return next_round(state) if seat == NOBODY else replace(state, turn=seat, phase=_PLAY)
