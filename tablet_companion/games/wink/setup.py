"""Setting a game up: options, the cards in play, the first state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from tablet_companion.games.core import Option, OptionValue, PositionError, Seat
from tablet_companion.games.shared.options import complete_options
from tablet_companion.games.text import N_
from tablet_companion.games.wink.editions import EDITIONS, NUMBERS
from tablet_companion.games.wink.state import CARDS, SEATS, CardSide, Phase, Setting, State

ONE_OUT: Final = "left_out_by_5_or_7"
FOUR_OUT: Final = "left_out_by_8"

OPTIONS: Final = (
    Option(
        "edition",
        "agents",
        tuple(EDITIONS),
        N_("Edition"),
        told=(
            N_("first in the booklet, 4 to 8 players. You may move on without naming a partner."),
            N_("second in the booklet, 4 to 8 players. You have to name a partner to move on."),
            N_("third in the booklet, 3 to 6 players. A card named wrongly leaves the table."),
        ),
    ),
    Option("dealing", "people", ("people", "tablet"), N_("Who deals the cards")),
    Option(ONE_OUT, (36,), (), N_("Card left out by five or seven agents")),
    Option(FOUR_OUT, (33, 34, 35, 36), (), N_("Cards left out by eight agents")),
)


def players(options: Mapping[str, OptionValue]) -> tuple[int, ...]:
    """Return an edition's possible numbers of players; raises PositionError."""
    return EDITIONS[str(complete_options(OPTIONS, options)["edition"])].players


def setup(options: Mapping[str, OptionValue], seats: Sequence[Seat]) -> State:
    """Return the first state, before the lot for who begins; raises PositionError.

    ``seats`` are the colours that play, in the order in which they sit clockwise.
    """
    values = complete_options(OPTIONS, options)
    return first_state(
        setting(
            str(values["edition"]),
            seats,
            left_out(values, len(seats)),
            seen_deal=values["dealing"] == "tablet",
        )
    )


def left_out(values: Mapping[str, OptionValue], count: int) -> frozenset[int]:
    """Return the numbers of the cards removed from both packs; raises PositionError."""
    if values["edition"] != "agents" or count not in (5, 7, 8):
        return frozenset()
    name, wanted = (FOUR_OUT, 4) if count == 8 else (ONE_OUT, 1)
    numbers = values[name]
    if not isinstance(numbers, tuple) or not all(type(n) is int and n in NUMBERS for n in numbers):
        raise PositionError(f"The option {name} holds numbers from 1 to 36, not {numbers!r}.")
    found = frozenset(numbers)
    if not len(found) == len(numbers) == wanted:
        raise PositionError(f"The option {name} names {wanted} different cards, not {numbers!r}.")
    return found


def setting(
    edition: str, seats: Sequence[Seat], without: frozenset[int], *, seen_deal: bool
) -> Setting:
    """Return a setting whose players this edition allows; raises PositionError."""
    allowed = EDITIONS[edition].players
    if set(seats) - set(SEATS) or len(set(seats)) != len(seats) or len(seats) not in allowed:
        raise PositionError(
            f"The edition {edition} of Wink is played by {allowed[0]} to {allowed[-1]} of "
            f"{', '.join(SEATS)}, not by {', '.join(seats) or 'nobody'}."
        )
    cards = tuple(card for card in CARDS if int(card) not in without)
    return Setting(edition, tuple(seats), cards, seen_deal)


def first_state(where: Setting) -> State:
    """Return the start: every card of the table face up, no card dealt, no pawn on a card."""
    count = len(where.seats)
    return State(
        setting=where,
        phase=Phase.LOT,
        turn=0,
        lies=(CardSide.UP,) * len(where.cards),
        pawns=(None,) * count,
        hands=((),) * count,
        won=((),) * count,
        down=(0,) * count,
        unused=(where.accusations,) * count,
        laid=(0,) * count,
        banned=frozenset(),
        barred=frozenset(),
        claim=None,
        last=None,
    )
