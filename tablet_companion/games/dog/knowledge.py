"""Who may know what of a game of DOG."""

from __future__ import annotations

from dataclasses import dataclass

from tablet_companion.games.core import Place, Seat, View, Viewer
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.hands import see
from tablet_companion.games.dog_family.state import Phase, State


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
    opener = state.setting.seats[state.opener]
    return DogView(**see(state, viewer), fresh=fresh_places(state), opener=opener)


def fresh_places(state: State) -> tuple[Place, ...]:
    """Return the start spaces that hold a fresh pawn, in seat order."""
    names = state.setting.names
    pairs = zip(track.STARTS, state.fresh, strict=True)
    return tuple(names[start] for start, fresh in pairs if fresh)
