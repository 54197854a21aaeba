"""A game looked back at, in values: what every player did, as everybody saw it."""

from __future__ import annotations

from dataclasses import dataclass

from tablet_companion.games.core import Card, Message, Placement, Seat


@dataclass(frozen=True, slots=True)
class Turn:
    """What one player did, as everybody saw it: with which card, and how the board looked.

    ``number`` counts players' turns from 1; ``captured`` how many pieces were sent home.
    """

    number: int
    seat: Seat
    card: Card | None
    says: tuple[Message, ...]
    before: Placement
    after: Placement
    captured: int = 0


@dataclass(frozen=True, slots=True)
class Story:
    """A game looked back at; ``left_out`` counts the first turns, which may not be told yet.

    ``game`` is its name; ``winners`` is None while it goes on.
    """

    game: str
    seats: tuple[Seat, ...]
    turns: tuple[Turn, ...]
    left_out: int = 0
    winners: tuple[Seat, ...] | None = None
