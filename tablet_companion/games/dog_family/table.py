"""The tables of DOG and Agent DOG: moving pawns, and converting boards to placements and back."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final, NamedTuple

from tablet_companion.games.core import HIDDEN, Breach, Piece, Place, Placement, PositionError, Seat
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Legs
from tablet_companion.games.dog_family.rules import TURN_UP, WRONG_NEST
from tablet_companion.games.dog_family.state import Setting, State

UNKNOWN_PAWN = 5
"""On a board: a face-down pawn whose colour the machine does not know."""

_DIGITS: Final = tuple(8**square for square in track.ALL)


class Shown(NamedTuple):
    """What a table shows, like a state's board and nests; UNKNOWN_PAWN for face-down pawns."""

    board: bytes
    nests: bytes


def move_pawns(board: bytes | bytearray, legs: Legs, captured: tuple[int, ...]) -> bytearray:
    """Return the board after removing the captured pawns and moving the others.

    It does not count nests, nor apply what a game adds to a move.
    """
    after = bytearray(board)
    for square in captured:
        after[square] = track.EMPTY
    arriving: list[tuple[int, int]] = []
    for origin, target in legs:
        if origin < track.SQUARES:
            arriving.append((target, after[origin]))
        else:
            arriving.append((target, origin - track.SQUARES + 1))
    for origin, _ in legs:
        if origin < track.SQUARES:
            after[origin] = track.EMPTY
    for target, pawn in arriving:
        if target < track.SQUARES:
            after[target] = pawn
    return after


def number_change(board: bytes, legs: Legs, captured: Sequence[int]) -> int:
    """Return a number for what ``move_pawns`` changes; it is equal only for equal boards.

    A board is read as a number with an octal digit for each square; this is the difference.
    """
    change = 0
    for square in captured:
        change -= board[square] * _DIGITS[square]
    for origin, target in legs:
        if origin < track.SQUARES:
            change += board[origin] * (_DIGITS[target] - _DIGITS[origin])
        else:
            change += (origin - track.SQUARES + 1) * _DIGITS[target]
    return change


def fill_nests(nests: bytes, legs: Sequence[tuple[int, int]], victims: Sequence[int]) -> bytearray:
    """Return the nests after the victims, given by colour, have come and started pawns left.

    Moving a pawn into a nest is illegal, but people try it: it counts as there.
    """
    after = bytearray(nests)
    for home in victims:
        after[home] += 1
    for origin, target in legs:
        if origin >= track.SQUARES:
            after[origin - track.SQUARES] -= 1
        if target >= track.SQUARES:
            after[target - track.SQUARES] += 1
    return after


def placement(state: State) -> Placement:
    """Return what the table should show."""
    return show_placement(state.setting, state.board, state.nests)


def look_at_pawn(state: State, square: int) -> Piece:
    """Return how the pawn on a square, or one from a nest, looks."""
    setting = state.setting
    if square >= track.SQUARES:
        return Piece(setting.seats[square - track.SQUARES])
    return HIDDEN if setting.is_hole[square] else Piece(setting.seats[state.board[square] - 1])


def show_placement(setting: Setting, board: bytes, nests: bytes) -> Placement:
    """Return the placement of a board and nests, as everybody sees it."""
    names, is_hole, pawns = setting.names, setting.is_hole, [*map(Piece, setting.seats)]
    pieces = [
        (names[square], HIDDEN if is_hole[square] else pawns[board[square] - 1])
        for square in itertools.compress(track.ALL, board)
    ]
    for colour, count in enumerate(nests):
        pieces += [(names[track.nest(colour)], pawns[colour])] * count
    return Placement(tuple(sorted(pieces)))


def read_shown(setting: Setting, placed: Placement) -> Shown:
    """Return a placement as a board; raises PositionError for what is impossible in the game.

    A colour on a hole is a pawn left face up: it is kept as that colour.
    """
    for breach in impossible(setting, placed):
        raise PositionError(f"In {setting.title} no pawn can be like that on {breach.places[0]}.")
    squares = {name: number for number, name in enumerate(setting.names)}
    board, nests = bytearray(track.SQUARES), bytearray(4)
    for place, piece in placed.pieces:
        square = squares[place]
        value = UNKNOWN_PAWN if piece == HIDDEN else setting.seats.index(Seat(piece)) + 1
        if square >= track.SQUARES:
            nests[square - track.SQUARES] += 1
        elif board[square]:
            raise PositionError(f"Two pawns cannot stand on {place}.")
        else:
            board[square] = value
    return Shown(bytes(board), bytes(nests))


def impossible(setting: Setting, placed: Placement) -> tuple[Breach, ...]:
    """Return the breaches of pawns that stand as no play allows.

    Face down outside a hole, or in another colour's nest. Raises PositionError for places and
    pieces that do not exist in the game.
    """
    pieces = {*map(Piece, setting.seats), *([HIDDEN] if any(setting.is_hole) else [])}
    for place, piece in placed.pieces:
        if place not in setting.names or piece not in pieces:
            raise PositionError(f"{setting.title} has no {piece} pawn on {place}.")
    found = (_misplaced(setting, *one) for one in dict.fromkeys(placed.pieces))
    return tuple(breach for breach in found if breach)


def _misplaced(setting: Setting, place: Place, piece: Piece) -> Breach | None:
    """Return the breach of a pawn that no play brings to its place as it is."""
    square = setting.names.index(place)
    if piece == HIDDEN:
        rule = None if setting.is_hole[square] else TURN_UP
    else:
        away = square >= track.SQUARES and piece != Piece(setting.seats[square - track.SQUARES])
        rule = WRONG_NEST if away else None
    details = (("piece", piece), ("place", place))
    return None if rule is None else Breach(rule, (place,), (piece,), details)


def find_capturer(legs: Legs, square: int) -> int:
    """Return where the pawn went that sent home the one on a square: onto it, or past it."""
    ends = [
        target
        for origin, target in legs
        if target == square or square in track.route(origin, target)
    ]
    return min(ends, key=lambda target: target != square, default=legs[-1][1] if legs else square)
