"""Whether it is certain who broke a rule: if somebody else may have, nobody is named.

Blaming the wrong player is worse than blaming none: a single doubt is enough.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tablet_companion.referee.explaining.cases import Case, list_candidates
from tablet_companion.referee.explaining.explanations import Broke, Explanation, Strange
from tablet_companion.referee.explaining.overtaken import ONE_MOVED
from tablet_companion.referee.explaining.replaced import is_last_undone
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.verdicts import Objecting
from tablet_companion.referee.turns.pile import find_unwatched_s, was_unwatched

TWO_TURNS_S: Final = 3.0
"""Two players lay and move in no less time."""


def name_nobody_in_doubt(table: Table, case: Case, found: Explanation) -> Explanation:
    """Return the explanation, without the culprit if somebody else may have done it.

    If two may have moved, no rule need be broken: then all that differs is shown.
    """
    if not isinstance(found, Broke):
        return found
    if _have_two_moved(table, case):
        return Strange(found.shown)
    if found.seat is None or not any(doubt(table, case, found) for doubt in _DOUBTS):
        return found
    return replace(found, seat=None)


def _have_two_moved(table: Table, case: Case) -> bool:
    """Whether so much differs, after a table that was not at rest, that two may have moved."""
    watched = table.rested and find_unwatched_s(table) <= TWO_TURNS_S
    return not watched and len(case.clear) > ONE_MOVED


def _is_more_than_a_turn(table: Table, case: Case, _: Broke) -> bool:
    """Whether somebody may have played in between, or another card was laid upon the first."""
    return not case.is_one_turn or len(table.laid) > 1


def _is_pushed(table: Table, case: Case, broke: Broke) -> bool:
    """Whether a piece may only have been pushed where it stands.

    The card was there already, or no play leads a piece there. A strict player has agreed that a
    piece let go stays, so a push beside that player's card counts as theirs.
    """
    strict = table.level_of(broke.seat) is Level.STRICT
    return (table.card_rested or not _is_led(case, broke)) and not strict


def _is_allowed_by_covered_card(table: Table, case: Case, broke: Broke) -> bool:
    """Whether the card that explains the move rightly may lie under the next player's.

    It was there before, or the pile was out of sight (for a strict player not only briefly).
    """
    beneath = table.pile.best if table.pile is not None else None
    unwatched = was_unwatched(table, broke.seat)
    candidates = list_candidates(case.position)
    return any(case.is_shown(one) for one in candidates if unwatched or one.card == beneath)


def _is_named_as_misplaced(_: Table, case: Case, broke: Broke) -> bool:
    """Whether a piece was named as out of place before."""
    return any(not case.misplaced.isdisjoint(one.places) for one in broke.breaches)


def _is_card_picked_up(_table: Table, case: Case, _broke: Broke) -> bool:
    """Whether the last move's card was picked up: its player may be playing once more."""
    return case.picked_up


def _is_move_put_back(_table: Table, case: Case, _broke: Broke) -> bool:
    """Whether the last move was put back: its player may be playing once more."""
    return is_last_undone(case)


def _is_unnamed_before(table: Table, _case: Case, _broke: Broke) -> bool:
    """Whether the last objection named nobody and is not put right yet."""
    return isinstance(table.verdict, Objecting) and table.verdict.seat is None


_DOUBTS: Final[tuple[Callable[[Table, Case, Broke], bool], ...]] = (
    _is_unnamed_before,
    _is_card_picked_up,
    _is_more_than_a_turn,
    _is_named_as_misplaced,
    _is_pushed,
    _is_move_put_back,
    _is_allowed_by_covered_card,
)


def _is_led(case: Case, broke: Broke) -> bool:
    """Whether some card leads a piece to where it now stands, so that a hand may have put it there.

    Without cards nobody can tell.
    """
    shown, before = set(broke.shown.pieces), set(case.before.pieces)
    gone, came = ({place for place, _ in one} for one in (before - shown, shown - before))
    steps = (step for one in list_candidates(case.position) for step in one.steps)
    led = any(step.source in gone and step.target in came for step in steps)
    return led or not case.game.pile
