"""Setting a game up: options, the deck, the first state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tablet_companion.games.core import Option, OptionValue, PositionError, Seat
from tablet_companion.games.dog.state import CARDS, Setting
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.state import SEATS, State, begin
from tablet_companion.games.shared.cards import deck
from tablet_companion.games.shared.options import complete_options
from tablet_companion.games.text import N_

USUAL: Final = "red blue green yellow"
SWAPPED: Final = "red yellow green blue"

OPTIONS: Final = (
    Option("order", USUAL, (USUAL, SWAPPED), N_("Seats, anticlockwise")),
    Option("dealing", "people", ("people", "tablet"), N_("Who deals the cards")),
    Option(
        "always_protected",
        default=False,
        choices=(False, True),
        text=N_("Start spaces always protect"),
    ),
    Option(
        "canadian_seven",
        default=False,
        choices=(False, True),
        text=N_("Partners share every seven"),
    ),
)


def setup(options: Mapping[str, OptionValue], seats: Sequence[Seat]) -> State:
    """Return the first state, before the lot for the dealer; raises PositionError."""
    values = complete_options(OPTIONS, options)
    if len(seats) != len(SEATS) or set(seats) != set(SEATS):
        raise PositionError(
            f"DOG is played by {', '.join(SEATS)}, not by {', '.join(seats) or 'nobody'}."
        )
    return first_state(
        setting(
            tuple(map(Seat, str(values["order"]).split())),
            always_protected=bool(values["always_protected"]),
            canadian_seven=bool(values["canadian_seven"]),
            seen_deal=values["dealing"] == "tablet",
        )
    )


def setting(
    quarters: tuple[Seat, ...], *, always_protected: bool, canadian_seven: bool, seen_deal: bool
) -> Setting:
    """Return a setting; raises PositionError unless the quarters are the four seats."""
    if sorted(quarters) != sorted(SEATS):
        raise PositionError(f"The seats are {', '.join(SEATS)} in some order, not {quarters}.")
    return Setting(quarters, deck(__package__, CARDS), seen_deal, always_protected, canadian_seven)


def first_state(where: Setting) -> State:
    """Return the starting position: every pawn in its nest."""
    nests = bytes([track.PAWNS_EACH] * 4)
    return begin(where, bytes(track.SQUARES), nests)


def players(options: Mapping[str, OptionValue]) -> tuple[int, ...]:
    """Return that four play, whatever the options; raises PositionError for wrong ones."""
    complete_options(OPTIONS, options)
    return (len(SEATS),)
