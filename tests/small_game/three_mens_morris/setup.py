"""Setting a game up: who plays, and after how many moves it is a draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tablet_companion.games.core import Option, OptionValue, PositionError, Seat
from tablet_companion.games.shared.options import complete_options
from tablet_companion.games.text import N_

from .state import SEATS, State

OPTIONS: Final = (Option("most_moves", 40, (20, 40, 100), N_("Moves until a draw")),)


def players(options: Mapping[str, OptionValue]) -> tuple[int, ...]:
    """Return that two play; raises PositionError for a wrong option."""
    complete_options(OPTIONS, options)
    return (len(SEATS),)


def setup(options: Mapping[str, OptionValue], seats: Sequence[Seat]) -> State:
    """Return the empty board; raises PositionError."""
    if tuple(seats) != SEATS:
        raise PositionError(f"Red and blue play, not {', '.join(seats) or 'nobody'}.")
    return State(most=int(str(complete_options(OPTIONS, options)["most_moves"])))
