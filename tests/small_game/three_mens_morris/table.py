"""What the table shows: placements, steps, and what a wrong placement means."""

from __future__ import annotations

from collections import Counter
from typing import Final

from tablet_companion.games.core import (
    Breach,
    Card,
    Piece,
    Place,
    Placement,
    PositionError,
    Seat,
    Step,
    StepKind,
)

from . import rules
from .state import MEN, NESTS, POINTS, SEATS, Action, Lot, State, in_rows, owner

MAX_TOUCHED: Final = 2
"""Men that one hand may have moved wrongly; if more differ, somebody bumped the board."""


def placement(state: State) -> Placement:
    """Return what the table should show."""
    pieces = [
        (place, Piece(SEATS[seat]))
        for seat, men in enumerate(state.men)
        for place in (*men, *(NESTS[seat],) * (MEN - len(men)))
    ]
    return Placement(tuple(sorted(pieces)))


def attempted(state: State, action: Action) -> Placement:
    """Return what the table would show after an action, legal or not."""
    return placement(state if isinstance(action, Lot) else rules.carry_out(state, action))


def steps(state: State, action: Action) -> tuple[Step, ...]:
    """Return the one doing of a move; a lot moves nothing."""
    if isinstance(action, Lot):
        return ()
    piece = Piece(SEATS[owner(state, action.source) or 0])
    rule = rules.PLACE_FIRST if action.source in NESTS else rules.ALONG_LINES
    return (Step(StepKind.MOVED, piece, action.source, action.target, rule),)


def diagnose(state: State, _card: Card, shown: Placement) -> tuple[Breach, ...]:
    """Return the fewest broken rules that explain the table, empty if too much differs."""
    there = on_points(shown)
    if there == on_points(placement(state)):
        return ()
    tried = [
        rules.judge(state, action)
        for action in rules.conceivable(state)
        if on_points(attempted(state, action)) == there
    ]
    return min(tried, key=len) if tried else _too_many(state, there)


def _too_many(state: State, there: Counter[tuple[Place, Piece]]) -> tuple[Breach, ...]:
    came = there - on_points(placement(state))
    if not 0 < came.total() <= MAX_TOUCHED:
        return ()
    places = tuple(sorted(place for place, _ in came))
    return (Breach(rules.ONE_MAN, places, (), (("count", len(places)),)),)


def on_points(shown: Placement) -> Counter[tuple[Place, Piece]]:
    """Return what stands on the points, without the nests."""
    return Counter(pair for pair in shown.pieces if pair[0] in POINTS)


def amend(state: State, shown: Placement) -> State:
    """Return the state with the men as the table shows them; raises PositionError."""
    for place, piece in shown.pieces:
        if Seat(piece) not in SEATS or place not in (*POINTS, f"{piece}.nest"):
            raise PositionError(f"Three Men’s Morris has no {piece} on {place}.")
    red, blue = (tuple(sorted(p for p, s in on_points(shown) if Seat(s) == seat)) for seat in SEATS)
    if {*red} & {*blue} or max(on_points(shown).values(), default=0) > 1:
        raise PositionError("Two men cannot stand on one point.")
    if max(len(red), len(blue)) > MEN:
        raise PositionError(f"Each seat has {MEN} men, and the table shows more.")
    amended = state._replace(men=(red, blue))
    if len(in_rows(amended)) > 1:
        raise PositionError("Both seats cannot have three men in a row.")
    return amended
