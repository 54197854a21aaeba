"""Where the cards can be that nobody has shown: what a hand may hold, lacks for sure, or must hold.

The machine mostly does not see hands; it counts them, and remembers what everybody could conclude:
who called a card does not hold its twin, nor does who was wrongly named or accused. A question is
answered by looking for one way to lay all cards that fits (a matching with room for several).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tablet_companion.games.core import UNKNOWN_CARD, Card
from tablet_companion.games.wink.state import BOX, Lies, State

Bin = int
"""A seat, or BOX."""
Only = Mapping[Card, Sequence[Bin]]
"""Cards that may lie only in some bins, for the sake of a question."""


def in_hands_or_box(state: State) -> tuple[Card, ...]:
    """Return the cards whose twin has not been laid on the table yet."""
    pairs = zip(state.setting.cards, state.lies, strict=True)
    return tuple(card for card, lies in pairs if lies in (Lies.UP, Lies.REMOVED))


def loose(state: State) -> tuple[Card, ...]:
    """Return the cards that lie in an unknown hand or in the box, nobody knows which."""
    held = {card for hand in state.hands for card in hand}
    return tuple(card for card in in_hands_or_box(state) if card not in held)


def to_deal(state: State) -> tuple[Card, ...]:
    """Return the cards that may be dealt next; people deal all of them face down."""
    return loose(state) if state.setting.seen_deal else (UNKNOWN_CARD,)


def rooms(state: State) -> dict[Bin, int]:
    """Return how many loose cards lie in each hand, and in the box (less than none: too few)."""
    room: dict[Bin, int] = {seat: hand.count(UNKNOWN_CARD) for seat, hand in enumerate(state.hands)}
    room[BOX] = len(loose(state)) - sum(room.values())
    return room


def arrangement(state: State, only: Only | None = None) -> dict[Card, Bin] | None:
    """Return one way in which the loose cards can lie, or None where there is none."""
    room, only = rooms(state), only or {}
    if room[BOX] < 0:
        return None
    ways = {
        card: [
            place
            for place in only.get(card, room)
            if room.get(place) and (place, card) not in state.barred
        ]
        for card in loose(state)
    }
    filled: dict[Bin, list[Card]] = {place: [] for place in room}
    if not all(_placed(card, ways, room, filled, set()) for card in ways):
        return None
    return {card: place for place, cards in filled.items() for card in cards}


def _placed(
    card: Card,
    ways: Mapping[Card, Sequence[Bin]],
    room: Mapping[Bin, int],
    filled: dict[Bin, list[Card]],
    tried: set[Bin],
) -> bool:
    """Find a place for one more card, moving others on where they can go elsewhere."""
    for place in ways[card]:
        if place in tried:
            continue
        tried.add(place)
        if len(filled[place]) < room[place]:
            filled[place].append(card)
            return True
        for other in tuple(filled[place]):
            if _placed(other, ways, room, filled, tried):
                filled[place].remove(other)
                filled[place].append(card)
                return True
    return False


# --- questions ----------------------------------------------------------------------------------


def may_hold(state: State, seat: int, card: Card) -> bool:
    """Whether a hand holds a card, or may hold it as far as anybody can count."""
    return may_hold_all(state, seat, (card,))


def may_hold_all(state: State, seat: int, cards: Sequence[Card]) -> bool:
    """Whether a hand may hold all of some cards together."""
    hand = state.hands[seat]
    missing = [card for card in cards if card not in hand]
    if not missing:
        return True
    if len(missing) > hand.count(UNKNOWN_CARD) or not set(missing) <= set(loose(state)):
        return False
    return arrangement(state, dict.fromkeys(missing, (seat,))) is not None


def may_be_boxed(state: State, card: Card) -> bool:
    """Whether a card may lie in the box."""
    return card in loose(state) and arrangement(state, {card: (BOX,)}) is not None


def surely_held(state: State, seat: int) -> frozenset[Card]:
    """Return the cards that a hand holds for certain."""
    hand = state.hands[seat]
    known = frozenset(hand) - {UNKNOWN_CARD}
    if UNKNOWN_CARD not in hand:
        return known
    lying = arrangement(state) or {}
    suspects = [card for card, place in lying.items() if place == seat]
    return known | {card for card in suspects if not _may_lie_elsewhere(state, seat, card, lying)}


def _may_lie_elsewhere(state: State, seat: int, card: Card, lying: Mapping[Card, Bin]) -> bool:
    """Whether some arrangement takes a card out of a hand; one exchange mostly shows it."""
    barred = state.barred
    for other, place in lying.items():
        if place != seat and (place, card) not in barred and (seat, other) not in barred:
            return True
    elsewhere = [place for place in rooms(state) if place != seat]
    return arrangement(state, {card: elsewhere}) is not None


def may_lack(state: State, seat: int, card: Card) -> bool:
    """Whether a hand may be without a card."""
    return card not in surely_held(state, seat)
