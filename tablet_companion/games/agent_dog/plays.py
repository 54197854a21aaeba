"""Which plays are legal. The predicates here are the rules; ``judge`` asks the same ones why not.

Numbers in brackets are the rulings of the game's README.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from tablet_companion.games.agent_dog import partner
from tablet_companion.games.agent_dog.actions import Play
from tablet_companion.games.agent_dog.board import meetings, showings
from tablet_companion.games.agent_dog.state import (
    COPY,
    EXCHANGE,
    NUMBERS,
    PARTNER,
    START_CARDS,
    State,
)
from tablet_companion.games.core import Card
from tablet_companion.games.dog_family import track
from tablet_companion.games.dog_family.actions import Legs, Outcome
from tablet_companion.games.dog_family.rounds import holdable
from tablet_companion.games.dog_family.state import colour_played
from tablet_companion.games.dog_family.table import moved


def plays(state: State) -> list[Play]:
    """Return every legal play of the seat on turn, sorted; for an unknown card, of every face."""
    return [play for card in holdable(state) for play in plays_of(state, card)]


def plays_of(state: State, card: Card) -> list[Play]:
    """Return every legal play of one card, sorted, whether or not it is in the hand."""
    stands_for = resolved(state, card)
    if stands_for is None:
        return []
    found = outcomes(state, stands_for, colour_played(state, state.turn))
    return sorted(_whole(state, card, found))


def resolved(state: State, card: Card) -> Card | None:
    """Return the card that a card stands for: `copy` is the last card played this round (27)."""
    return state.last if card == COPY else card


def outcomes(state: State, card: Card, colour: int) -> Iterable[Outcome]:
    """Return what the moves of a card can be, before meetings."""
    if card == PARTNER:
        return partner.outcomes(state, colour)
    if card == EXCHANGE:
        return exchanges(state)
    moves = advances(state, NUMBERS[card], colour)
    return itertools.chain(starts(state, colour), moves) if card in START_CARDS else moves


def _whole(state: State, card: Card, found: Iterable[Outcome]) -> Iterator[Play]:
    """Add to every outcome the meetings it triggers and the colours it may turn up."""
    setting = state.setting
    points = setting.meeting_squares
    unknown = bool(state.board.count(5))
    for legs, captured in found:
        ways: tuple[Legs, ...] = ((),)
        if not points.isdisjoint([target for _, target in legs]):
            ways = meetings(setting, moved(state.board, legs, captured), legs)
        for called in ways:
            if unknown:
                for shown in showings(state, legs, captured):
                    yield Play(card, legs, captured, called, shown)
            else:
                yield Play(card, legs, captured, called)


def may_move_infiltrated(state: State, colour: int) -> bool:
    """Say whether number cards may move infiltrated pawns (7).

    Not while a pawn of the player's colour stands on its own start space.
    """
    return state.board[track.STARTS[colour]] != colour + 1


def infiltrated(state: State) -> list[int]:
    """Return the squares of all pawns that are turned over."""
    board = state.board
    return [square for square in state.setting.hole_squares if board[square]]


def visible(state: State, colour: int) -> list[int]:
    """Return the squares of a colour's pawns that are on the board and not turned over."""
    board, is_hole, value = state.board, state.setting.is_hole, colour + 1
    squares = []
    square = board.find(value)
    while square >= 0:
        if not is_hole[square]:
            squares.append(square)
        square = board.find(value, square + 1)
    return squares


def advances(state: State, counts: tuple[int, ...], colour: int) -> Iterator[Outcome]:
    """Yield every advance of one pawn by one of these numbers (6, 7, 10, 11, 14-16)."""
    board = state.board
    pawns = visible(state, colour)
    if may_move_infiltrated(state, colour):
        pawns += infiltrated(state)
    for origin in pawns:
        for count in counts:
            for target in track.advances(board, origin, count, colour):
                yield ((origin, target),), (target,) if board[target] else ()


def starts(state: State, colour: int) -> Iterator[Outcome]:
    """Yield the start of a pawn from its nest, if there is one and its start space allows (9)."""
    square = track.STARTS[colour]
    if state.nests[colour] and not track.protected(state.board, square):
        yield (
            ((track.nest(colour), square),),
            (square,) if state.board[square] else (),
        )


def exchanges(state: State) -> Iterator[Outcome]:
    """Yield every exchange of two infiltrated pawns (28)."""
    for one, other in itertools.combinations(infiltrated(state), 2):
        yield ((one, other), (other, one)), ()
