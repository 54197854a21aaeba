"""Which hidden cards a hand may hold, must hold, or cannot hold.

The machine hardly sees any hands; it counts cards and remembers public inferences: a player who
calls a card does not hold its twin, nor does one who was wrongly named or accused. A question is
answered by looking for one consistent arrangement of all cards (a bipartite matching with
capacities).
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Final

from tablet_companion.games.core import UNKNOWN_CARD, Card
from tablet_companion.games.wink.state import BOX, CardSide, State

Bin = int
"""A seat, or BOX."""
Only = Mapping[Card, Sequence[Bin]]
"""For some cards, the only bins in which a question allows them."""
_UP: Final = CardSide.UP  # Python 3.11 takes long to look up a member
_REMOVED: Final = CardSide.REMOVED


def in_hands_or_box(state: State) -> tuple[Card, ...]:
    """Return the cards whose twin is not on the table yet."""
    pairs = zip(state.setting.cards, state.lies, strict=True)
    return tuple([card for card, lies in pairs if lies is _UP or lies is _REMOVED])


def loose(state: State) -> tuple[Card, ...]:
    """Return the cards that lie in an unknown hand or in the box."""
    held = {*itertools.chain.from_iterable(state.hands)}
    return tuple([card for card in in_hands_or_box(state) if card not in held])


def to_deal(state: State) -> tuple[Card, ...]:
    """Return the cards that may be dealt next; an unknown one if people deal."""
    return loose(state) if state.setting.seen_deal else (UNKNOWN_CARD,)


def arrangement(state: State, only: Only | None = None) -> dict[Card, Bin] | None:
    """Return one possible arrangement of the loose cards, or None if there is none."""
    cards, only = loose(state), only or {}
    room = _rooms(state, cards)
    if room[BOX] < 0:
        return None
    bound = {card for _, card in state.barred} | only.keys()
    ways = {card: _ways(state, card, room, only) for card in cards if card in bound}
    filled: dict[Bin, list[Card]] = {place: [] for place in room}
    if not all(_place(card, ways, room, filled, set()) for card in ways):
        return None
    # There is just as much room as there are cards: those that may lie anywhere take what is left.
    rest = iter([card for card in cards if card not in bound])
    for place, there in filled.items():
        there.extend(itertools.islice(rest, room[place] - len(there)))
    return {card: place for place, there in filled.items() for card in there}


def _rooms(state: State, cards: Sequence[Card]) -> dict[Bin, int]:
    """Return the number of loose cards in each hand and in the box (negative: too few)."""
    room: dict[Bin, int] = {seat: hand.count(UNKNOWN_CARD) for seat, hand in enumerate(state.hands)}
    room[BOX] = len(cards) - sum(room.values())
    return room


def _ways(state: State, card: Card, room: Mapping[Bin, int], only: Only) -> list[Bin]:
    """Return the bins with room in which a card may lie."""
    barred = state.barred
    return [
        place for place in only.get(card, room) if room.get(place) and (place, card) not in barred
    ]


def _place(
    card: Card,
    ways: Mapping[Card, Sequence[Bin]],
    room: Mapping[Bin, int],
    filled: dict[Bin, list[Card]],
    tried: set[Bin],
) -> bool:
    """Find a bin for one more card, moving other cards if necessary."""
    for place in ways[card]:
        if place in tried:
            continue
        tried.add(place)
        if len(filled[place]) < room[place]:
            filled[place].append(card)
            return True
        for other in tuple(filled[place]):
            if _place(other, ways, room, filled, tried):
                filled[place].remove(other)
                filled[place].append(card)
                return True
    return False


# --- questions ----------------------------------------------------------------------------------


def may_hold(state: State, seat: int, card: Card) -> bool:
    """Whether a hand holds a card, or may hold it by the count of cards."""
    return may_hold_all(state, seat, (card,))


def may_hold_all(state: State, seat: int, cards: Sequence[Card]) -> bool:
    """Whether a hand may hold all of these cards together."""
    hand = state.hands[seat]
    unknown = hand.count(UNKNOWN_CARD)
    if not unknown:
        return all(card in hand for card in cards)
    missing = [card for card in cards if card not in hand]
    if not missing:
        return True
    if len(missing) > unknown or not set(missing) <= set(loose(state)):
        return False
    return arrangement(state, dict.fromkeys(missing, (seat,))) is not None


def may_be_boxed(state: State, card: Card) -> bool:
    """Whether a card may lie in the box."""
    return card in loose(state) and arrangement(state, {card: (BOX,)}) is not None


def surely_held(state: State, seat: int) -> frozenset[Card]:
    """Return the cards that a hand certainly holds."""
    hand = state.hands[seat]
    known = frozenset(hand) - {UNKNOWN_CARD}
    if UNKNOWN_CARD not in hand:
        return known
    lying = arrangement(state) or {}
    suspects = [card for card, place in lying.items() if place == seat]
    return known | {card for card in suspects if not _may_lie_elsewhere(state, seat, card, lying)}


def holds_surely(state: State, seat: int, card: Card) -> bool:
    """Whether a hand certainly holds a card; faster than all that it certainly holds."""
    hand = state.hands[seat]
    if card in hand or UNKNOWN_CARD not in hand:
        return card in hand
    lying = arrangement(state) or {}
    return lying.get(card) == seat and not _may_lie_elsewhere(state, seat, card, lying)


def _may_lie_elsewhere(state: State, seat: int, card: Card, lying: Mapping[Card, Bin]) -> bool:
    """Whether some arrangement moves a card out of a hand; usually a single exchange does."""
    barred = state.barred
    for other, place in lying.items():
        if place != seat and (place, card) not in barred and (seat, other) not in barred:
            return True
    elsewhere = [place for place in (*range(len(state.hands)), BOX) if place != seat]
    return arrangement(state, {card: elsewhere}) is not None
