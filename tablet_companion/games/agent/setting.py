"""What people chose when they set the game up: seats, agents and options."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablet_companion.games.agent.map import NATIONS
from tablet_companion.games.core import Piece, Seat

SEATS: Final = (Seat("white"), Seat("black"), Seat("orange"), Seat("pink"))
"""The players' colours; no agent has one of them, as agents belong to nobody."""
THE_CASE: Final = Piece("case")


@dataclass(frozen=True, slots=True)
class Setting:
    """What people chose when they set the game up.

    ``seats`` are the players, clockwise; the other fields are the options of the same names.
    """

    seats: tuple[Seat, ...]
    agents: tuple[Piece, ...]
    paper: bool
    contest_all: bool
    claims: bool
    most_turns: int

    def after(self, seat: int) -> int:
        """Return the next seat, clockwise."""
        return (seat + 1) % len(self.seats)

    def others(self, seat: int) -> tuple[int, ...]:
        """Return the other seats, clockwise from this one."""
        count = len(self.seats)
        return tuple((seat + step) % count for step in range(1, count))


def agents_for(per_city: int) -> tuple[Piece, ...]:
    """Return the agents: ``green`` …, and with two in each city ``green2`` … as well."""
    return (*NATIONS, *(Piece(f"{nation}2") for nation in NATIONS))[: per_city * len(NATIONS)]
