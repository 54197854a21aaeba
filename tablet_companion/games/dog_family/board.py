"""What happens on the board when a play is carried out, legal or not: pure physics.

The order is the booklet's for the end of a turn: captures, pawns turned over, up, or revealed in
the finish, then meetings. Other modules decide whether the play is allowed.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, NamedTuple

from tablet_companion.games.core import Placement
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Legs, Play
from tablet_companion.games.dog_family.state import Setting, State, colour_played, count_missing
from tablet_companion.games.dog_family.table import (
    UNKNOWN_PAWN,
    Shown,
    fill_nests,
    move_pawns,
    placement,
    show_placement,
)


class Carried(NamedTuple):
    """The board and nests after a play, and the colours of the captured pawns."""

    board: bytes
    nests: bytes
    victims: tuple[int, ...]


def meetings(setting: Setting, board: bytearray, legs: Legs) -> tuple[Legs, ...]:
    """Return every way the meetings that these moves trigger can go (22-24), each once.

    ``board`` is as it stands after the moves. There is one way, usually without any call, unless
    several meetings are triggered and their order matters.
    """
    meeting = setting.meeting_squares
    points = [target for _, target in legs if target in meeting]
    if not points:
        return ((),)
    if len(points) == 1:
        return (_meet(bytearray(board), points),)
    ways = (_meet(bytearray(board), order) for order in itertools.permutations(points))
    return tuple(sorted(set(ways)))


def _meet(board: bytearray, points: Sequence[int]) -> Legs:
    called = []
    for point in points:
        guest = track.nearest_behind(bytes(board), point) if board[point] else -1
        hole = (point - 1) % track.LAP
        if guest >= 0 and guest != hole:
            board[hole], board[guest] = board[guest], track.EMPTY
            called.append((guest, hole))
    return tuple(called)


def find_turned_up(state: State, legs: Legs, captured: Sequence[int]) -> tuple[int, ...]:
    """Return the squares from which pawns of unknown colour are turned up by these moves."""
    board, is_hole = state.board, state.setting.is_hole
    if UNKNOWN_PAWN not in board:
        return ()
    return (
        *(square for square in captured if board[square] == UNKNOWN_PAWN),
        *(
            origin
            for origin, target in legs
            if origin < track.SQUARES and board[origin] == UNKNOWN_PAWN and not is_hole[target]
        ),
    )


def showings(state: State, legs: Legs, captured: Sequence[int]) -> list[tuple[int, ...]]:
    """Return every combination of colours that the unknown pawns turned up can have."""
    count = len(find_turned_up(state, legs, captured))
    if not count:
        return [()]
    pool = [colour for colour, number in enumerate(count_missing(state)) for _ in range(number)]
    return sorted(set(itertools.permutations(pool, count)))


def carry(state: State, play: Play) -> Carried:
    """Carry a play out."""
    board: bytes | bytearray = state.board
    if UNKNOWN_PAWN in board:
        board = bytearray(board)
        unknown = find_turned_up(state, play.legs, play.captured)
        for square, shown in zip(unknown, play.shown, strict=True):
            board[square] = shown + 1
    victims = tuple([board[square] - 1 for square in play.captured])
    nests = fill_nests(state.nests, play.legs, victims)
    after = move_pawns(board, play.legs, play.captured)
    if state.setting.holes:
        for origin, target in play.legs:
            if track.LAP <= target < track.SQUARES and state.setting.is_hole[origin]:
                _reveal(state, after, nests, target)
    for guest, hole in play.called:
        after[hole], after[guest] = after[guest], track.EMPTY
    return Carried(bytes(after), bytes(nests), victims)


def _reveal(state: State, board: bytearray, nests: bytearray, square: int) -> None:
    """Turn up a pawn that entered the finish of the colour played face down (17-19)."""
    pawn, colour = board[square] - 1, colour_played(state, state.turn)
    if pawn == colour:
        return
    board[square] = track.EMPTY
    if pawn == state.setting.partner(colour):
        nests[pawn] += 1
    else:
        board[track.deepest_free(bytes(board), pawn)] = pawn + 1


def attempted(state: State, action: Any) -> Placement:
    """Return what the table would show after an action, legal or not."""
    if not isinstance(action, Play):
        return placement(state)
    carried = carry(state, action)
    return show_placement(state.setting, carried.board, carried.nests)


def leads_to(state: State, play: Play, shown: Shown) -> bool:
    """Whether a play leads to exactly what is shown."""
    carried = carry(state, play)
    return (carried.board, carried.nests) == shown
