"""Which plays are legal: those that every predicate passes.

Numbers in brackets are the rulings of the game's README.
"""

from __future__ import annotations

import itertools

from tablet_companion.games.agent_dog import partner, predicates
from tablet_companion.games.agent_dog.rules import FINISH_START
from tablet_companion.games.agent_dog.state import EXCHANGE, NUMBERS, PARTNER, START_CARDS
from tablet_companion.games.core import Card
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Legs, Outcome, Play, make_play
from tablet_companion.games.dog_family.advances import advances, starts
from tablet_companion.games.dog_family.board import meetings, showings
from tablet_companion.games.dog_family.legal import list_holdable
from tablet_companion.games.dog_family.state import State, colour_played
from tablet_companion.games.dog_family.table import UNKNOWN_PAWN, move_pawns


def plays(state: State) -> list[Play]:
    """Return every legal play of the seat on turn, sorted; for an unknown card, of every face."""
    colour = colour_played(state, state.turn)
    pawns = find_movable(state, colour)
    found: list[Play] = []
    for card in list_holdable(state):
        found += _plays(state, card, colour, pawns)
    return found


def plays_of(state: State, card: Card) -> list[Play]:
    """Return every legal play of one card, sorted, whether or not it is in the hand."""
    colour = colour_played(state, state.turn)
    counts = predicates.resolve_copy(state, card) in NUMBERS
    return _plays(state, card, colour, find_movable(state, colour) if counts else [])


def _plays(state: State, card: Card, colour: int, pawns: list[tuple[int, int]]) -> list[Play]:
    """Return every legal play of one card; ``pawns`` are those a number may move."""
    stands_for = predicates.resolve_copy(state, card)
    if stands_for is None:
        return []
    if stands_for == PARTNER:
        return _complete(state, card, partner.outcomes(state, colour))
    if stands_for == EXCHANGE:
        return _complete(state, card, exchanges(state))
    board = state.board
    found = advances(board, pawns, NUMBERS[stands_for], track.OWNER, FINISH_START)
    if stands_for in START_CARDS:
        found += starts(board, state.nests, colour, track.OWNER)
    return _complete(state, card, found)


def _complete(state: State, card: Card, found: list[Outcome]) -> list[Play]:
    """Add to every outcome the meetings it triggers and the colours it may reveal; sort them."""
    points, unknown = state.setting.meeting_squares, UNKNOWN_PAWN in state.board
    completed: list[Play] = []
    for legs, captured in sorted(found) if len(found) > 1 else found:
        for _, target in legs:
            if unknown or target in points:
                completed += _complete_one(state, card, legs, captured)
                break
        else:  # nearly always
            completed.append(make_play((card, legs, captured, (), ())))
    return completed


def _complete_one(state: State, card: Card, legs: Legs, captured: tuple[int, ...]) -> list[Play]:
    """Return the plays of an outcome, one for each way it may go on."""
    after = move_pawns(state.board, legs, captured)
    return [
        make_play((card, legs, captured, called, shown))
        for called in meetings(state.setting, after, legs)
        for shown in showings(state, legs, captured)
    ]


def find_occupied(state: State) -> list[int]:
    """Return the squares where pawns stand, without the nests."""
    return [*itertools.compress(track.ALL, state.board)]


def find_movable(state: State, colour: int) -> list[tuple[int, int]]:
    """Return the pawns that a number may move (6, 7), and the finish each may enter."""
    board, where = state.board, state.setting
    hidden = [square for square in where.hole_squares if board[square]]
    # Why a visible pawn of another colour may not move need not be worked out here.
    upright = [square for square in track.find_pawns(board, colour) if not where.is_hole[square]]
    return [
        (square, predicates.finish_of(state, colour, square))
        for square in hidden + upright
        if not predicates.may_move(state, colour, square)
    ]


def exchanges(state: State) -> list[Outcome]:
    """Return every exchange of two face-down pawns (28)."""
    pawns = [
        square for square in find_occupied(state) if not predicates.may_be_exchanged(state, square)
    ]
    return [(((one, other), (other, one)), ()) for one, other in itertools.combinations(pawns, 2)]
