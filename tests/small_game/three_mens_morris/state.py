"""The state of a game of Three Men's Morris, its actions, and both as text."""

from __future__ import annotations

from typing import Final, NamedTuple

from tablet_companion.games.core import Place, PositionError, Seat
from tablet_companion.games.shared import codec

SEATS: Final = (Seat("red"), Seat("blue"))
NESTS: Final = (Place("red.nest"), Place("blue.nest"))
"""Where the men wait that are not placed yet, seat by seat."""
POINTS: Final = tuple(Place(f"{column}{row}") for row in "123" for column in "abc")
_ROWS: Final = "a1 b1 c1, a2 b2 c2, a3 b3 c3, a1 a2 a3, b1 b2 b3, c1 c2 c3, a1 b2 c3, a3 b2 c1"
LINES: Final = tuple(tuple(map(Place, row.split())) for row in _ROWS.split(", "))
"""Three points each, sorted by their names."""
NEXT_TO: Final = frozenset(pair for a, b, c in LINES for pair in ((a, b), (b, a), (b, c), (c, b)))
"""Which point lies next to which along a line."""
MEN: Final = 3
"""Men of each seat."""


class State(NamedTuple):
    """All there is to know: ``men`` are the points at which each seat's men stand, sorted.

    ``turn`` is None until lots are drawn; ``moves`` have been made, and ``most`` end in a draw.
    """

    most: int
    turn: int | None = None
    men: tuple[tuple[Place, ...], tuple[Place, ...]] = ((), ())
    moves: int = 0


class Lot(NamedTuple):
    """The lot falls on a seat, by its number, which begins."""

    seat: int
    verb: str = "lot"


class Move(NamedTuple):
    """A man goes from a nest, or from a point, to a point."""

    source: Place
    target: Place


Action = Lot | Move


def owner(state: State, source: Place) -> int | None:
    """Return whose man a move from here takes, None if nobody's."""
    if source in NESTS:
        seat = NESTS.index(source)
        return seat if len(state.men[seat]) < MEN else None
    return next((seat for seat in (0, 1) if source in state.men[seat]), None)


def in_rows(state: State) -> list[int]:
    """Return the seats whose men stand in a row."""
    return [seat for seat in (0, 1) if state.men[seat] in LINES]


# --- as text --------------------------------------------------------------------------------------


def read(text: str) -> State:
    """Read a state; raises PositionError."""
    return codec.read(State, text, "Three Men’s Morris", _find_fault)


def _find_fault(state: State) -> str:
    """Return what of a state cannot be, empty if nothing."""
    men = [*state.men[0], *state.men[1]]
    if not set(men) <= set(POINTS) or len(set(men)) < len(men):
        return "its men stand on no points, or two on one"
    if max(map(len, state.men)) > MEN or state.turn not in (None, 0, 1):
        return "its men or its turn are wrong"
    return "" if 0 <= state.moves <= state.most else "its moves are wrong"


def write_action(action: Action) -> str:
    """Return ``lot red``, ``red.nest a1`` or ``a1 b1``."""
    return f"lot {SEATS[action.seat]}" if isinstance(action, Lot) else " ".join(action)


def read_action(text: str) -> Action:
    """Read an action; raises PositionError."""
    match text.split():
        case ["lot", seat] if seat in SEATS:
            return Lot(SEATS.index(Seat(seat)))
        case [source, target] if source in (*NESTS, *POINTS) and target in (*NESTS, *POINTS):
            return Move(Place(source), Place(target))
    raise PositionError(f"{text!r:.40} is no action: write “lot red”, “red.nest a1” or “a1 b1”.")
