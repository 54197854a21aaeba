"""Who may know what: views, and other truths that a viewer or the record cannot exclude."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass

from tablet_companion.games._dog_rounds import redealt
from tablet_companion.games._dog_state import Phase, actor, outcome, seat_views
from tablet_companion.games.agent_dog.actions import Play
from tablet_companion.games.agent_dog.state import State
from tablet_companion.games.agent_dog.table import placement, settled
from tablet_companion.games.core import (
    Card,
    Outcome,
    Placement,
    PositionError,
    Seat,
    SeatView,
    Viewer,
)


@dataclass(frozen=True, slots=True)
class AgentDogView:
    """What one viewer may know of a game of Agent DOG.

    ``last_card`` is what a copy would repeat; ``stock`` counts the draw pile. The colours of
    pawns turned over are in nobody's view, not even their owners'.
    """

    viewer: Viewer
    placement: Placement
    turn: Seat | None
    seats: tuple[SeatView, ...]
    top_card: Card | None
    last_card: Card | None
    outcome: Outcome | None
    phase: Phase
    dealer: Seat
    round: int
    stock: int


def view(state: State, viewer: Viewer) -> AgentDogView:
    """Return what this viewer may know; raises PositionError for a viewer not at the table."""
    return AgentDogView(
        viewer=viewer,
        placement=placement(state),
        turn=actor(state),
        seats=seat_views(state, viewer),
        top_card=state.top,
        last_card=state.last,
        outcome=outcome(state),
        phase=state.phase,
        dealer=state.setting.seats[state.dealer],
        round=state.round,
        stock=state.stock,
    )


# --- other truths -------------------------------------------------------------------------------


def resample(state: State, viewer: Viewer, rng: random.Random) -> State:
    """Return another truth that this viewer cannot tell from the state.

    The pawns turned over change places among themselves; the cards that the viewer does not see
    are dealt anew, and sealed gifts chosen anew from them.
    """
    squares = [square for square in state.setting.hole_squares if state.board[square]]
    pawns = [state.board[square] for square in squares]
    rng.shuffle(pawns)
    board = bytearray(state.board)
    for square, pawn in zip(squares, pawns, strict=True):
        board[square] = pawn
    return redealt(state._replace(board=bytes(board)), viewer, state.dealer, rng)


def otherwise(state: State, play: Play) -> Iterator[State]:
    """Yield the states in which a play turns up other colours than the record says.

    The pawns that are turned up take every other combination of colours; the rest of the record
    is kept as far as it can still be true.
    """
    is_hole = state.setting.is_hole
    squares = [square for square in play.captured if is_hole[square]]
    squares += [a for a, b in play.legs if is_hole[a] and not is_hole[b]]
    firm = bytearray(state.board)
    for hole in state.setting.hole_squares:
        firm[hole] = 0
    for colours in itertools.product(state.setting.playing, repeat=len(squares)):
        board, sure = bytearray(state.board), bytearray(firm)
        for square, colour in zip(squares, colours, strict=True):
            board[square] = sure[square] = colour + 1
        try:
            other = settled(state._replace(board=bytes(board)), bytes(sure))
        except PositionError:
            continue  # more pawns of a colour than there are
        if squares and other != state:
            yield other
