"""The story of a game as values: what every player did, as everybody saw it."""

from __future__ import annotations

from dataclasses import dataclass

from tablet_companion.games.core import Card, Message, Placement, Seat


@dataclass(frozen=True, slots=True)
class Turn:
    """What one player did, with which card, and the board before and after, as everybody saw it.

    ``number`` counts turns from 1; ``captured`` counts the pieces sent home.
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
    """The story of a game; ``left_out`` counts the first turns, which are still secret.

    ``game`` is its name; ``winners`` is None while it goes on. ``facts`` are what the table was
    told once it was over, such as everybody's points.
    """

    game: str
    seats: tuple[Seat, ...]
    turns: tuple[Turn, ...]
    left_out: int = 0
    winners: tuple[Seat, ...] | None = None
    facts: tuple[Message, ...] = ()
