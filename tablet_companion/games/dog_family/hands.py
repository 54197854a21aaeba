"""Hands in DOG and Agent DOG: other truths that a viewer cannot exclude, what people reveal."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from tablet_companion.games.core import (
    TABLE,
    UNKNOWN_CARD,
    Card,
    Piece,
    PositionError,
    Rule,
    Seat,
    SeatView,
    Viewer,
)
from tablet_companion.games.dog_family import rounds
from tablet_companion.games.dog_family.state import Phase, State, actor, colour_played, outcome
from tablet_companion.games.dog_family.table import placement
from tablet_companion.games.shared.cards import Hand

GIFT: Final = Rule("gift")


def see(state: State, viewer: Viewer) -> dict[str, Any]:
    """Return what a viewer may know in both games, by the fields of its view.

    Raises PositionError for a viewer who is not at the table.
    """
    setting = state.setting
    if viewer != TABLE and viewer not in [setting.seats[index] for index in setting.playing]:
        raise PositionError(f"{viewer!r} does not sit at this table.")
    return {
        "viewer": viewer,
        "placement": placement(state),
        "turn": actor(state),
        "seats": tuple(_see_seat(state, seat, viewer) for seat in setting.playing),
        "top_card": state.top,
        "outcome": outcome(state),
        "phase": state.phase,
        "seen_deal": setting.seen_deal,
        "dealer": setting.seats[state.dealer],
        "round": state.round,
        "stock": state.stock,
    }


def _see_seat(state: State, seat: int, viewer: Viewer) -> SeatView:
    name, hand = state.setting.seats[seat], state.hands[seat]
    return SeatView(
        seat=name,
        cards=len(hand),
        hand=hand if viewer == name else None,
        out=state.out[seat],
        plays=Piece(state.setting.seats[colour_played(state, seat)]),
    )


def redeal(state: State, viewer: Viewer, rng: random.Random) -> State:
    """Return the state with the cards that a viewer does not see, gifts included, dealt again."""
    faces, seats = state.setting.faces, state.setting.seats
    others = [seat for seat in state.setting.playing if seats[seat] != viewer]
    counts = [*state.unseen]
    for card in itertools.chain(state.buried, *(state.hands[seat] for seat in others)):
        if card != UNKNOWN_CARD:
            counts[faces.index(card)] += 1
    pile = [*itertools.chain.from_iterable(map(itertools.repeat, faces, counts))]
    drawn = rng.sample(pile, len(pile) - sum(state.unseen))
    for card in drawn:
        counts[faces.index(card)] -= 1
    hands = list(state.hands)
    for seat in others:
        hands[seat] = tuple(
            sorted([card if card == UNKNOWN_CARD else drawn.pop() for card in hands[seat]])
        )
    return state._replace(
        hands=tuple(hands),
        buried=tuple(sorted(drawn)),
        unseen=tuple(counts),
        gifts=_choose_gifts_again(state, hands, viewer, rng),
    )


def hide(state: State) -> State:
    """Return the state with every card in a hand unknown.

    Sealed gifts count as cards in hands until all are sealed.
    """
    held = Counter(card for hand in (*state.hands, state.buried) for card in hand)
    if held.keys() <= {UNKNOWN_CARD}:
        return state
    counts = zip(state.setting.faces, state.unseen, strict=True)
    return state._replace(
        hands=tuple((UNKNOWN_CARD,) * len(hand) for hand in state.hands),
        unseen=tuple(count + held[card] for card, count in counts),
        gifts=(UNKNOWN_CARD,) * len(state.gifts),
        buried=(),
    )


def fill(state: State, viewer: Viewer, rng: random.Random) -> State:
    """Return the state with every unknown card of others drawn, as if the program had dealt."""
    faces, setting = state.setting.faces, state.setting
    if setting.seen_deal and not any(UNKNOWN_CARD in hand for hand in state.hands):
        return state
    pile = list(Counter(dict(zip(faces, state.unseen, strict=True))).elements())
    rng.shuffle(pile)
    hands = tuple(
        hand
        if seat == viewer
        else tuple(sorted(pile.pop() if card == UNKNOWN_CARD else card for card in hand))
        for seat, hand in zip(setting.seats, state.hands, strict=True)
    )
    left = Counter(pile)
    chosen = zip(rounds.seats_from(state, state.opener), state.gifts, strict=False)
    return state._replace(
        setting=_know_deals(setting),
        hands=hands,
        unseen=tuple(left[card] for card in faces),
        gifts=tuple(rng.choice(hands[s]) if g == UNKNOWN_CARD else g for s, g in chosen),
    )


def _know_deals(setting: Any) -> Any:  # either game's own Setting, a dataclass
    """Return a setting in which the program deals, and so knows every hand."""
    return replace(setting, seen_deal=True)


def imagine(state: State, viewer: Viewer, rng: random.Random) -> State:
    """Return another truth for this viewer, with the others' hands known, to play it ahead."""
    return fill(redeal(state, viewer, rng), viewer, rng)


def exchanging(state: State, name: Seat) -> State | None:
    """Return the state in which a seat chooses its gift, if no real card was laid since a deal.

    The others' gifts are not known.
    """
    setting, seat = state.setting, state.setting.seats.index(name)
    if not _do_people_give(state) or UNKNOWN_CARD in state.hands[seat]:
        return None
    earlier = rounds.seats_from(state, state.opener).index(seat)
    return state._replace(
        setting=_know_deals(setting), phase=Phase.GIFT, turn=seat, gifts=(UNKNOWN_CARD,) * earlier
    )


def list_bidden(state: State) -> tuple[Rule, ...]:
    """Return the rule of the gift while people deal and exchange, unseen by the table."""
    return (GIFT,) if _do_people_give(state) else ()


def _do_people_give(state: State) -> bool:
    """Whether no real card was laid since people dealt."""
    untouched = state.phase is Phase.PLAY and state.top is None
    whole = all(len(state.hands[one]) == state.hand_size for one in state.setting.playing)
    return untouched and whole and not state.setting.seen_deal


def _choose_gifts_again(
    state: State, hands: Sequence[Hand], viewer: Viewer, rng: random.Random
) -> tuple[Card, ...]:
    """Choose the other seats' sealed gifts again from their new hands."""
    seats = state.setting.seats
    chosen = zip(rounds.seats_from(state, state.opener), state.gifts, strict=False)
    return tuple(
        gift if seats[seat] == viewer else rng.choice(hands[seat]) for seat, gift in chosen
    )


def learn(state: State, name: Seat, hand: Hand) -> State:
    """Return the state with a hand known; raises PositionError if that hand is impossible."""
    seat, faces = state.setting.seats.index(name), state.setting.faces
    held = state.hands[seat]
    new = Counter(hand) - Counter(held)
    left = [count - new[card] for card, count in zip(faces, state.unseen, strict=True)]
    known = Counter(held) - Counter({UNKNOWN_CARD: len(held)})
    if (
        len(hand) != len(held)
        or known - Counter(hand)
        or min(left) < 0
        or not set(hand) <= {*faces}
    ):
        raise PositionError(f"{name} cannot hold {', '.join(hand) or 'nothing'}; look again.")
    return state._replace(
        hands=rounds.with_hand(state, seat, tuple(sorted(hand))), unseen=tuple(left)
    )


def forget(state: State, name: Seat, known: Hand) -> State:
    """Return the state with known cards of a hand unknown; raises PositionError for others."""
    seat = state.setting.seats.index(name)
    if UNKNOWN_CARD in known or Counter(known) - Counter(state.hands[seat]):
        raise PositionError(f"{name} is not known to hold {', '.join(known)}.")
    return rounds.turn_over(state, seat, known)
