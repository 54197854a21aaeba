"""Who may know what of a game of DOG."""

from __future__ import annotations

from dataclasses import dataclass

from tablet_companion.games.core import Place, Seat, View, Viewer
from tablet_companion.games.dog.state import State
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.state import Phase, actor, outcome, seat_views
from tablet_companion.games.dog_family.table import placement


@dataclass(frozen=True, slots=True)
class DogView(View):
    """What one viewer may know of a game of DOG.

    ``fresh`` are the start spaces whose pawn has not moved since it came out; ``opener`` began the
    round; ``stock`` counts the draw pile; ``seen_deal``: the tablet dealt.
    """

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
        opener=setting.seats[state.opener],
        round=state.round,
        stock=state.stock,
    )


def fresh_places(state: State) -> tuple[Place, ...]:
    """Return the start spaces that hold a fresh pawn, in seat order."""
    names = state.setting.names
    pairs = zip(track.STARTS, state.fresh, strict=True)
    return tuple(names[start] for start, fresh in pairs if fresh)
