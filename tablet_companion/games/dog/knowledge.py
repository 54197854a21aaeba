"""Who may know what: the views of a game of DOG, and other truths that a viewer cannot exclude."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tablet_companion.games.core import Card, Outcome, Place, Placement, Seat, SeatView, Viewer
from tablet_companion.games.dog.state import State, hand_size, opener
from tablet_companion.games.dog_family import rounds, track
from tablet_companion.games.dog_family.rounds import redeal
from tablet_companion.games.dog_family.state import Phase, actor, outcome, seat_views
from tablet_companion.games.dog_family.table import placement


@dataclass(frozen=True, slots=True)
class DogView:
    """What one viewer may know of a game of DOG.

    ``fresh`` are the start spaces whose pawn has not moved since it came out; ``opener`` began the
    round; ``stock`` counts the draw pile; ``seen_deal``: the tablet dealt.
    """

    viewer: Viewer
    placement: Placement
    turn: Seat | None
    seats: tuple[SeatView, ...]
    top_card: Card | None
    outcome: Outcome | None
    phase: Phase
    seen_deal: bool
    fresh: tuple[Place, ...]
    dealer: Seat
    opener: Seat
    round: int
    stock: int


def view(state: State, viewer: Viewer) -> DogView:
    """Return what this viewer may know; raises PositionError for a viewer not at the table."""
    setting = state.setting
    return DogView(
        viewer=viewer,
        placement=placement(state),
        turn=actor(state),
        seats=seat_views(state, viewer),
        top_card=state.top,
        outcome=outcome(state),
        phase=state.phase,
        seen_deal=state.setting.seen_deal,
        fresh=fresh_places(state),
        dealer=setting.seats[state.dealer],
        opener=setting.seats[opener(state)],
        round=state.round,
        stock=state.stock,
    )


def fresh_places(state: State) -> tuple[Place, ...]:
    """Return the start spaces that hold a fresh pawn, in seat order."""
    names = state.setting.names
    pairs = zip(track.STARTS, state.fresh, strict=True)
    return tuple(names[start] for start, fresh in pairs if fresh)


def resample(state: State, viewer: Viewer, rng: random.Random) -> State:
    """Return another truth that this viewer cannot tell from the state: other cards."""
    return redeal(state, viewer, opener(state), rng)


def imagine(state: State, viewer: Viewer, rng: random.Random) -> State:
    """Return another truth for this viewer, with the others' hands known, to play it ahead."""
    return rounds.fill_hands(resample(state, viewer, rng), viewer, opener(state), rng)


def exchanging(state: State, seat: Seat) -> State | None:
    """Return the state in which a seat chooses its gift, if real cards are exchanged now."""
    return rounds.exchanging(state, seat, opener(state), hand_size(state))
