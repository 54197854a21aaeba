"""Who may know what: views, and other truths that a viewer or the record cannot exclude."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tablet_companion.games.agent_dog.table import settle_colours
from tablet_companion.games.core import Card, Seat, View, Viewer
from tablet_companion.games.dog_family import hands
from tablet_companion.games.dog_family.actions import Action, Play
from tablet_companion.games.dog_family.board import find_turned_up, showings
from tablet_companion.games.dog_family.state import Phase, State
from tablet_companion.games.dog_family.table import UNKNOWN_PAWN


@dataclass(frozen=True, slots=True)
class AgentDogView(View):
    """What one viewer may know of a game of Agent DOG.

    ``last_card`` is what a copy would repeat; ``stock`` counts the draw pile; ``seen_deal``: the
    tablet dealt. No view contains the colours of face-down pawns, not even their owners'.
    """

    last_card: Card | None
    phase: Phase
    seen_deal: bool
    dealer: Seat
    round: int
    stock: int


def view(state: State, viewer: Viewer) -> AgentDogView:
    """Return what this viewer may know; raises PositionError for a viewer not at the table."""
    return AgentDogView(**hands.see(state, viewer), last_card=state.last)


# --- other truths -------------------------------------------------------------------------------


def resample(state: State, viewer: Viewer, rng: random.Random) -> State:
    """Return another truth that this viewer cannot tell from the state.

    The face-down pawns change places among themselves; the cards that the viewer does not see are
    dealt again, and sealed gifts are chosen again from them.
    """
    squares = [square for square in state.setting.hole_squares if state.board[square]]
    pawns = sorted(state.board[square] for square in squares)
    rng.shuffle(pawns)  # from a fixed order, so that the result does not depend on the truth
    board = bytearray(state.board)
    for square, pawn in zip(squares, pawns, strict=True):
        board[square] = pawn
    return hands.redeal(state._replace(board=bytes(board)), viewer, rng)


def imagine(state: State, viewer: Viewer, rng: random.Random) -> State:
    """Return another truth for this viewer, with the others' hands known, to play it ahead."""
    return hands.fill(resample(state, viewer, rng), viewer, rng)


def veiled(state: State) -> State:
    """Return the state without the cards in hands and the colours of face-down pawns."""
    board = bytearray(state.board)
    for hole in state.setting.hole_squares:
        if board[hole]:
            board[hole] = UNKNOWN_PAWN
    return hands.hide(state)._replace(board=bytes(board))


def recorded(state: State, play: Action) -> Action | None:
    """Return an action of the veiled state as this state has it, None if colours contradict it."""
    if not isinstance(play, Play):
        return play
    squares = _turned_up(state, play)
    if len(squares) != len(play.shown):
        return play  # it is a play of this state already
    told = dict(zip(squares, play.shown, strict=True))
    if any(state.board[at] not in (UNKNOWN_PAWN, colour + 1) for at, colour in told.items()):
        return None
    unknown = find_turned_up(state, play.legs, play.captured)
    shown = tuple(told[square] for square in unknown)
    possible = shown in showings(state, play.legs, play.captured)
    return play._replace(shown=shown) if possible else None


def corrected(state: State, play: Action) -> State:
    """Return the state in which the pawns that a veiled play turns up were there before.

    The rest of the record is kept as far as it can still be true. Raises PositionError if there are
    too few pawns of a colour.
    """
    if not isinstance(play, Play):
        return state
    board, firm = bytearray(state.board), bytearray(state.board)
    for hole in state.setting.hole_squares:
        firm[hole] = 0
    for square, colour in zip(_turned_up(state, play), play.shown, strict=True):
        board[square] = firm[square] = colour + 1
    return settle_colours(state._replace(board=bytes(board)), bytes(firm))


def _turned_up(state: State, play: Play) -> tuple[int, ...]:
    """Return the squares from which a play turns pawns up, of known or unknown colour."""
    return find_turned_up(veiled(state), play.legs, play.captured)
