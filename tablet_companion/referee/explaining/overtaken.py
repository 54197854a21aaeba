"""A move that the next player's move has overtaken before the table lay still.

Quick players lay the next card while a hand still rests over the board. The table then shows two
moves at once. The first one's card was seen or tapped, so the move can be told: it is the only one
of that card all of whose changes are to be seen, or the only one that a legal move with the card
now on the pile leads on from to what is seen.
"""

from __future__ import annotations

from tablet_companion.games.core import CHANCE, Card, StepKind
from tablet_companion.referee.explaining.cases import Candidate, Case, candidates
from tablet_companion.referee.explaining.explain import explain
from tablet_companion.referee.explaining.explanations import (
    Broke,
    Did,
    DidOneOf,
    Explanation,
    Unchanged,
    UnderWay,
)
from tablet_companion.referee.explaining.several import case_after


def overtaken(case: Case, first: Card) -> Candidate | None:
    """Return the move of the first card, if the card of ``case`` was surely laid upon it."""
    with_card = [
        one for one in candidates(case.position) if one.card == first and case.is_turned_up(one)
    ]
    done = [one for one in with_card if _shows(case, one) and _is_one_turn(_then(case, one))]
    if not done:
        then = [(_then(case, found), found) for found in with_card]
        done = [found for after, found in then if isinstance(after, Did)] or [
            found for after, found in then if isinstance(after, UnderWay) and _all_moved(after)
        ]
    return done[0] if len(done) == 1 else None


def _is_one_turn(after: Explanation | None) -> bool:
    """Whether what is left is one player's doing: nothing, a move, or a move that broke a rule."""
    blamed = isinstance(after, Broke) and (after.seat is not None or after.nothing_moved)
    return blamed or isinstance(after, Unchanged | Did | DidOneOf | UnderWay)


def _then(case: Case, first: Candidate) -> Explanation | None:
    """Return what explains the table after a first move, or None where nobody plays after it."""
    then = case_after(case, first)
    if case.game.actor(then.public) in (CHANCE, None):
        return None
    return explain(then)


def _all_moved(under_way: UnderWay) -> bool:
    """Whether every pawn stands where it goes; only captured ones may still be about."""
    return all(step.kind is StepKind.CAPTURED for step in under_way.todo)


def _shows(case: Case, first: Candidate) -> bool:
    """Whether everything that differs after a move is to be seen."""
    seen = case.evidence.seen
    return bool(first.changes) and all(seen.get(one.area) == one.after for one in first.changes)
