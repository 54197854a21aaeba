"""What people chose when they set the game up: seats, agents and options."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from tablet_companion.games.agent.map import NATIONS
from tablet_companion.games.core import Piece, Seat

SEATS: Final = (Seat("white"), Seat("black"), Seat("orange"), Seat("pink"))
"""The players' colours; no agent has one of them, as agents belong to nobody."""
THE_CASE: Final = Piece("case")


@dataclass(frozen=True, slots=True)
class Setting:
    """What people chose when they set the game up.

    ``seats`` are the players, clockwise; ``agents`` follow from the options, which are the other
    fields.
    """

    seats: tuple[Seat, ...]
    agents_per_city: int
    paper_sheets: bool
    contest_all: bool
    claims_must_be_made: bool
    most_turns: int
    agents: tuple[Piece, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Work out which agents play."""
        object.__setattr__(self, "agents", agents_for(self.agents_per_city))

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
