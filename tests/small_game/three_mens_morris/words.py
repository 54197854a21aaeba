"""What the screen says: views, how a move is said, what is expected."""

from __future__ import annotations

from dataclasses import dataclass

from tablet_companion.games.core import (
    CHANCE,
    EMPTY,
    TABLE,
    Message,
    Outcome,
    Piece,
    Saying,
    Seat,
    SeatView,
    View,
    Viewer,
)
from tablet_companion.games.text import N_

from . import rules
from .state import MEN, SEATS, Action, Lot, State, in_rows
from .table import placement


@dataclass(frozen=True, slots=True)
class MorrisView(View):
    """What everybody may know: everything. ``placing``: the player on turn has men to place yet."""

    placing: bool
    left: int


def actor(state: State) -> Seat | None:
    """Return who acts."""
    if rules.ended(state):
        return None
    return CHANCE if state.turn is None else SEATS[state.turn]


def outcome(state: State) -> Outcome | None:
    """Return how the game ended; too many moves are a draw."""
    if not rules.ended(state):
        return None
    return Outcome(tuple(SEATS[seat] for seat in in_rows(state)))


def view(state: State, viewer: Viewer) -> MorrisView:
    """Return what a viewer may know."""
    seats = tuple(SeatView(seat, 0, None, out=False, plays=Piece(seat)) for seat in SEATS)
    placing = len(state.men[state.turn or 0]) < MEN
    left = state.most - state.moves
    ended = outcome(state)
    return MorrisView(viewer, placement(state), actor(state), seats, None, ended, placing, left)


def saying(state: State, action: Action) -> Saying | None:
    """Return how a move is said; the men say it by themselves."""
    if isinstance(action, Lot) or state.turn is None:
        return None
    labels = tuple(Message("{place}", (("place", place),)) for place in action)
    return Saying(SEATS[state.turn], labels, shown=True)


def told(_state: State, action: Action) -> str:
    """Return what is told of an action."""
    return N_("{seat} begins.") if isinstance(action, Lot) else N_("{seat} moves a man.")


def prompt(view: MorrisView) -> Message:
    """Return what is expected now."""
    if view.turn in (None, CHANCE):
        return Message(N_("Lots are drawn."))
    text = N_("{seat}: place a man.") if view.placing else N_("{seat}: move a man along a line.")
    return Message(text, (("seat", view.turn or EMPTY),))


def facts(view: MorrisView) -> tuple[Message, ...]:
    """Return how many moves are left, on the table's screen."""
    if view.viewer != TABLE:
        return ()
    return (Message(N_("Moves until a draw: {count}"), (("count", view.left),)),)
