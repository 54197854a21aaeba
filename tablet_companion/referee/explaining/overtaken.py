"""A move that the next player's move has overtaken before the table lay still.

Quick players lay the next card while a hand still rests over the board. The table then shows two
moves at once. The first one's card was seen or tapped, so the move can be told: it is the only one
of that card all of whose changes are to be seen, or the only one that a legal move with the card
now on the pile leads on from to what is seen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from tablet_companion.games.core import CHANCE, Card, StepKind
from tablet_companion.referee.explaining.cases import Candidate, Case, candidates
from tablet_companion.referee.explaining.explain import MOST_OPTIONS, explain, explain_by_one
from tablet_companion.referee.explaining.explanations import (
    Broke,
    Did,
    DidOneOf,
    Explanation,
    NeedsCard,
    Overtaken,
    Unchanged,
    UnderWay,
)
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.several import case_after, played_through

_AFTERWARDS: Final = frozenset({StepKind.CAPTURED, StepKind.TURNED_DOWN, StepKind.TURNED_UP})
"""What is done to a piece where it stands, or to one that the move sent away."""


def overtaken(case: Case) -> Candidate | Overtaken | None:
    """Return the move of the first card, if there is one and the card laid now covers it.

    Where more than one turn was played since, or the next player may have moved one of its pieces
    on, it may have been another one: then it is asked about.
    """
    first = case.first
    if first is None:
        return None
    found = _find_move(case, first)
    if not isinstance(found, Candidate):
        return found
    others = (one for one in played_through(case) if one[0] != found.action)
    options = ((found.action, Laid(first, How.SEEN)), *others)
    return found if len(options) == 1 else Overtaken(options[:MOST_OPTIONS])


def _find_move(case: Case, first: Card) -> Candidate | Overtaken | None:
    with_card = [
        one for one in candidates(case.position) if one.card == first and case.is_turned_up(one)
    ]
    shown = [(_then(case, one, explain), one) for one in with_card if _shows(case, one)]
    whole = [one for after, one in shown if isinstance(after, Unchanged | Did | DidOneOf)]
    if whole:
        return _only(whole)
    hidden = [one for one in with_card if not _shows(case, one)]
    then = [(_then(case, one, explain_by_one), one) for one in hidden]
    done = (
        [one for after, one in then if isinstance(after, Did)]
        or [one for after, one in shown if _is_begun(after)]
        or [one for after, one in then if isinstance(after, UnderWay) and _all_moved(after)]
    )
    perhaps = _only([one for after, one in shown if isinstance(after, Overtaken | NeedsCard)])
    if done or perhaps is None:
        return _only(done)
    return Overtaken(((perhaps.action, Laid(perhaps.card, How.SEEN)),))


def _only(found: list[Candidate]) -> Candidate | None:
    return found[0] if len(found) == 1 else None


def _is_begun(after: Explanation | None) -> bool:
    """Whether what is left is one player's doing: a move all but done, or one that broke a rule."""
    blamed = isinstance(after, Broke) and (after.seat is not None or after.nothing_moved)
    return blamed or (isinstance(after, UnderWay) and _all_moved(after))


def _then(
    case: Case, first: Candidate, explain: Callable[[Case], Explanation | None]
) -> Explanation | None:
    """Return what explains the table after a first move, or None where nobody plays after it."""
    then = case_after(case, first)
    if case.game.actor(then.public) in (CHANCE, None):
        return None
    return explain(then)


def _all_moved(under_way: UnderWay) -> bool:
    """Whether every pawn stands where it goes; it may be unturned, or a captured one about."""
    return all(step.kind in _AFTERWARDS for step in under_way.todo)


def _shows(case: Case, first: Candidate) -> bool:
    """Whether everything that differs after a move is to be seen."""
    seen = case.evidence.seen
    return bool(first.changes) and all(seen.get(one.area) == one.after for one in first.changes)
