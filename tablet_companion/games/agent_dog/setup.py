"""Setting a game up: options, the deck, the first state."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from tablet_companion.games.agent_dog.state import CARDS, Setting
from tablet_companion.games.core import Option, OptionValue, PositionError, Seat
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.state import SEATS, State, begin
from tablet_companion.games.shared.cards import Counts, deck
from tablet_companion.games.shared.options import complete_options
from tablet_companion.games.text import N_

CLOCKWISE: Final = "red blue green yellow"
SWAPPED: Final = "red yellow green blue"

BOX: Final = deck(__package__, CARDS)
"""How many of each of CARDS there are; a commercial box may differ."""
MIN_DECK: Final = 20
"""A deck has to be enough for four hands of five."""
_OFFSETS: Final = tuple(range(track.QUARTER))

OPTIONS: Final = (
    Option("order", CLOCKWISE, (CLOCKWISE, SWAPPED), N_("Seats, clockwise")),
    Option("dealing", "people", ("people", "tablet"), N_("Who deals the cards")),
    Option("holes", (2, 6, 10, 14), (), N_("Holes in every quarter"), members=_OFFSETS),
    Option("meeting_points", (7,), (), N_("Meeting points in every quarter"), members=_OFFSETS),
    Option("deck", BOX, (), N_("Cards of the deck"), counted=tuple(CARDS)),
)


def seatings(options: Mapping[str, OptionValue], players: int) -> tuple[tuple[Seat, ...], ...]:
    """Return the possible seats, clockwise: two sit opposite each other, or as they like."""
    quarters = tuple(map(Seat, str(complete_options(OPTIONS, options)["order"]).split()))
    found = itertools.combinations(range(len(quarters)), players)
    return tuple(
        tuple(quarters[number] for number in numbers)
        for numbers in sorted(found, key=lambda numbers: numbers not in ((0, 2), (1, 3)))
    )


def setup(options: Mapping[str, OptionValue], seats: Sequence[Seat]) -> State:
    """Return the first state, before the lot for the dealer; raises PositionError.

    ``seats`` are the colours that play: all four, in this version of the rules two or three too.
    """
    values = complete_options(OPTIONS, options)
    quarters = tuple(map(Seat, str(values["order"]).split()))
    strange = set(seats) - set(quarters)
    if strange or not 2 <= len(set(seats)) == len(seats) <= 4:
        raise PositionError(
            f"Agent DOG is played by two to four of {', '.join(quarters)}, not by "
            f"{', '.join(seats) or 'nobody'}."
        )
    playing = tuple(index for index, seat in enumerate(quarters) if seat in seats)
    where = setting(
        quarters,
        playing,
        values["holes"],
        values["meeting_points"],
        seen_deal=values["dealing"] == "tablet",
    )
    return first_state(replace(where, deck=_counts(values["deck"])))


_HOLES: Final = N_(
    "A start space or a meeting point is never a hole, and the space just behind a meeting point "
    "always is one."
)
_DECK: Final = N_("A deck has 20 cards or more.")


def players(options: Mapping[str, OptionValue]) -> tuple[int, ...]:
    """Return the possible numbers of players; raises PositionError for a wrong option."""
    complete_options(OPTIONS, options)
    return (2, 3, 4)


def setting(
    quarters: tuple[Seat, ...],
    playing: tuple[int, ...],
    holes: object,
    meeting_points: object,
    *,
    seen_deal: bool,
) -> Setting:
    """Return a setting whose holes and meeting points are possible; raises PositionError."""
    hole, meeting = _offsets("holes", holes), _offsets("meeting_points", meeting_points)
    if 0 in hole or set(hole) & set(meeting) or not {m - 1 for m in meeting} <= set(hole):
        raise PositionError(_HOLES)
    if sorted(quarters) != sorted(SEATS):
        raise PositionError(f"The seats are {', '.join(SEATS)} in some order, not {quarters}.")
    return Setting(quarters, playing, hole, meeting, BOX, seen_deal)


def _counts(value: object) -> Counts:
    """Return the number of each card; raises PositionError for an impossible deck."""
    numbers = value if isinstance(value, Sequence) and not isinstance(value, str) else ()
    counts = tuple(n for n in numbers if isinstance(n, int) and not isinstance(n, bool) and n >= 0)
    if len(counts) != len(CARDS) or len(counts) != len(numbers) or sum(counts) < MIN_DECK:
        raise PositionError(_DECK)
    return counts


def _offsets(name: str, value: object) -> tuple[int, ...]:
    """Return offsets in a quarter, sorted."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise PositionError(f"The option {name} is a list of numbers, not {value!r}.")
    whole = all(isinstance(v, int) and not isinstance(v, bool) for v in value)
    if not whole or not all(0 <= offset < track.QUARTER for offset in value):
        raise PositionError(f"The option {name} holds numbers from 0 to 15, not {list(value)}.")
    return tuple(sorted(set(value)))


def first_state(where: Setting) -> State:
    """Return the starting position: one pawn on each start space, three in each nest."""
    board = bytearray(track.SQUARES)
    nests = bytearray(4)
    for colour in where.playing:
        board[track.STARTS[colour]] = colour + 1
        nests[colour] = track.PAWNS_EACH - 1
    return begin(where, bytes(board), bytes(nests))
