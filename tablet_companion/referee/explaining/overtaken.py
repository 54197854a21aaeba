"""A move that the next player overtook before the table came to rest.

Quick players lay the next card while a hand still rests over the board. The table then shows two
moves at once. The first card was seen or tapped, so its move can be identified: it is the only one
whose changes all show, or the only one after which a legal move with the card now on the pile leads
to what is seen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tablet_companion.games.core import Card, Place, StepKind
from tablet_companion.referee.explaining.cases import Candidate, Case, Change, list_candidates
from tablet_companion.referee.explaining.explain import explain, explain_by_one
from tablet_companion.referee.explaining.explanations import (
    MAX_OPTIONS,
    Broke,
    Did,
    DidOneOf,
    Explanation,
    NeedsCard,
    OutOfPlace,
    Overtaken,
    Unchanged,
    Unclear,
    UnderWay,
    ask_which_first,
)
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.several import (
    as_seen,
    case_after,
    find_turns_played_through,
)

_AFTERWARDS: Final = frozenset({StepKind.CAPTURED, StepKind.TURNED_DOWN, StepKind.TURNED_UP})
"""Steps that turn a piece where it stands, or that put away a captured one."""
ONE_MOVED: Final = 3
"""No more areas differ if one piece was moved, and perhaps captured another."""
_Explained = list[tuple[Explanation | None, Candidate]]
"""Moves of the first card, each with what explains the table after it."""


def find_overtaken(case: Case) -> Candidate | Overtaken | None:
    """Return the move of the turn's first card if another card was laid on it, else None.

    If more than one turn was played since, or the next player may have moved the same piece on, the
    move is ambiguous: then the answer is the question.
    """
    first = case.first
    if first is None:
        return None
    found = _find_move(case, first)
    if not isinstance(found, Candidate):
        return found
    # Two cards laid in the wrong order would otherwise go on record swapped.
    crossed = _find_crossed(case, first)
    if crossed is not None:
        laid = case.laid if case.laid.known else Laid(crossed.card, How.INFERRED)
        return Overtaken((*as_seen([found]), (crossed.action, laid)), first)
    others = (one for one in find_turns_played_through(case) if one[0] != found.action)
    options = (*as_seen([found]), *others)
    return found if len(options) == 1 else Overtaken(options[:MAX_OPTIONS])


def _find_crossed(case: Case, first: Card) -> Candidate | None:
    """Return the move of the second card if the next player laid the first one, too early.

    Only if both moves show wholly, each with the other's card; not if the first card's was begun.
    The second card may be read with doubt.
    """
    second = case.laid.known or case.likely
    if case.begun or second in (None, first):
        return None
    for one in case.allowed:
        if one.card != second or not (case.shows_all(one) and case.is_turned_up(one)):
            continue
        then = case_after(case, one).seen_with(first)
        if then.position.is_played and isinstance(explain_by_one(then), Did):
            return one
    return None


def _find_move(case: Case, first: Card) -> Candidate | Overtaken | None:
    """Return the move of the first card, or the question which it was, given what is seen since."""
    cards = [one for one in list_candidates(case.position) if one.card == first]
    begun = [one for one in cards if case.begun <= one.touched]
    case = case if begun else replace(case, begun=frozenset())
    with_card = [one for one in begun or cards if case.is_turned_up(one)]
    shown = [(_explain_after(case, one, explain), one) for one in with_card if case.shows_all(one)]
    whole = [one for after, one in shown if isinstance(after, Unchanged | Did | DidOneOf)]
    if whole:
        return _choose_or_ask(whole)
    # The next player may have moved the same piece on, so that the first move does not show.
    hidden = [one for one in with_card if not case.shows_all(one)]
    then = [(_explain_after(case, one, explain_by_one), one) for one in hidden]
    done = _list_done(case, shown, [one for one in then if not _leaves_no_trace(case, *one)])
    perhaps = _list_perhaps(shown, then) or _list_turned_up_unseen(case, begun or cards)
    perhaps = perhaps or (begun if case.begun else [])
    return _choose_or_ask(done) if done else ask_which_first(as_seen(perhaps))


def _list_done(case: Case, shown: _Explained, then: _Explained) -> list[Candidate]:
    """Return the moves after which all that is seen is one player's doing."""
    return (
        [one for after, one in then if isinstance(after, Did)]
        # Or its player is accused of both, if the next one's pawn only waits to be turned over.
        or [
            one
            for after, one in shown
            if _is_one_doing(case, after, one) or _is_finished(case, after)
        ]
        or [
            one
            for after, one in then
            if isinstance(after, UnderWay) and (case.begun or _all_moved(after))
        ]
    )


def _list_perhaps(shown: _Explained, then: _Explained) -> list[Candidate]:
    """Return the moves that leave more than one turn, or a piece in a hand: never assumed."""
    return (
        [one for after, one in shown if isinstance(after, Overtaken | NeedsCard)]
        or [one for after, one in shown if _is_under_way(after) or _is_lifted(after)]
        or [one for after, one in then if isinstance(after, Did) or _is_under_way(after)]
    )


def _list_turned_up_unseen(case: Case, cards: list[Candidate]) -> list[Candidate]:
    """Return the moves that turn a piece up where it does not show, as its like was captured there.

    All else shows, and so does the next player's move.
    """
    unseen = [one for one in cards if case.shows_all(one) and not case.is_turned_up(one)]
    return [one for one in unseen if isinstance(_explain_after(case, one, explain_by_one), Did)]


def _leaves_no_trace(case: Case, after: Explanation | None, first: Candidate) -> bool:
    """Whether nothing shows that the first move was made: what it moved is seen nowhere.

    The next player called that piece, from wherever it stood; or would still have to take it home,
    having passed over its place, or come to one of several that its card led to; or did nothing
    there. Without it the card was only discarded. A second piece that it brought to its place, and
    that still stands there, shows it.
    """
    if not isinstance(after, Did | UnderWay):
        return False
    came = {step.target for step in first.steps}
    then = case_after(case, first).position.steps(after.action)
    targets = {step.target for step in then}
    touched = targets.union(step.source for step in then)
    left = [one for one in first.changes if one.area not in touched]
    shows = any({*one.after} - {*one.before} and _holds(case, one) for one in left)
    if isinstance(after, UnderWay):
        taken = (step.source for step in after.todo if step.kind is StepKind.CAPTURED)
        one_way = len(_list_ways(case, first)) == 1
        gone = any(place in came and not (one_way and place in targets) for place in taken)
        return gone and not shows
    called = any(step.kind is StepKind.CALLED and step.source in came for step in then)
    return (called and not case.begun and not shows) or any(_lacks(case, one) for one in left)


def _list_ways(case: Case, first: Candidate) -> set[Place | None]:
    """Return where a move's card may lead the pieces that it moves."""
    gone = {step.source for step in first.steps if step.kind is StepKind.MOVED}
    alike = (one for one in list_candidates(case.position) if one.card == first.card)
    return {step.target for one in alike for step in one.steps if step.source in gone}


def _lacks(case: Case, change: Change) -> bool:
    """Whether a place is seen without what an action brings to it."""
    return _is_seen(case, change) and not _holds(case, change)


def _holds(case: Case, change: Change) -> bool:
    """Whether a place is seen with what an action brings to it."""
    return _is_seen(case, change) and {*change.after} <= {*case.evidence.seen[change.area]}


def _is_seen(case: Case, change: Change) -> bool:
    return change.area in case.evidence.seen and not case.evidence.is_covered(change.area)


def _choose_or_ask(found: list[Candidate]) -> Candidate | Overtaken | None:
    return found[0] if len(found) == 1 else ask_which_first(as_seen(found))


def _is_one_doing(case: Case, after: Explanation | None, first: Candidate) -> bool:
    """Whether the rest is one player's doing: a move nearly done, or a broken rule.

    It may be that of two if more turns may have been played, or if more was moved than one piece,
    which may have captured another.
    """
    if isinstance(after, UnderWay):
        return _all_moved(after)
    if not isinstance(after, Broke):
        return False
    if after.seat is not None or after.nothing_moved:
        return True
    return not case.may_be_more and len(case_after(case, first).clear) <= ONE_MOVED


def _is_under_way(after: Explanation | None) -> bool:
    return isinstance(after, UnderWay) and after.begun


def _is_lifted(after: Explanation | None) -> bool:
    return isinstance(after, OutOfPlace) and after.lifted


def _is_finished(case: Case, after: Explanation | None) -> bool:
    """Whether a move that was seen half done now shows wholly, whatever has followed it."""
    return bool(case.begun) and after is not None and not isinstance(after, Unclear)


def _explain_after(
    case: Case, first: Candidate, explain: Callable[[Case], Explanation | None]
) -> Explanation | None:
    """Return what explains the table after a first move; None if nobody has acted after it."""
    then = case_after(case, first)
    if not then.position.is_played:
        return None
    after = explain(then)
    return None if isinstance(after, Broke) and then.is_only_misplaced else after


def _all_moved(under_way: UnderWay) -> bool:
    """Whether every pawn has arrived; turning it, or removing a captured one, may be left."""
    return all(step.kind in _AFTERWARDS for step in under_way.todo)
