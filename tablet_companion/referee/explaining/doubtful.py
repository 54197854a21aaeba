"""The places in doubt that would tell what was done, and what is asked about them."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Place
from tablet_companion.referee.explaining import displaced, unfinished
from tablet_companion.referee.explaining.cases import AGREES, Candidate, Case
from tablet_companion.referee.explaining.evidence import Content
from tablet_companion.referee.explaining.explanations import OutOfPlace, Unclear

CLEARLY: Final = 3.0
"""One placement is clearly better than another if their gaps differ by at least this (nats)."""
LIKELY: Final = 2.0
"""From this gap on (about 7 to 1) a place is asked about, even if nothing else has changed."""
LIKELIER: Final = 0.5
"""As ``LIKELY``, while an unknown object lies on the board, which may be a fallen piece, for a
place that an announced action changes, and for what has looked so for long."""
ACCUSES: Final = 6.0
"""The referee objects only if every innocent explanation has at least this gap (nats)."""
MAX_APART: Final = 8
"""So many actions at places in doubt are asked about at once, the likeliest ones."""


def find_doubtful_action(case: Case) -> Unclear | OutOfPlace | None:
    """Return the places that decide if an action was done there, if they are seen too badly.

    Places that something covers are reported elsewhere.
    """
    doubtful = (one for one in case.allowed if case.is_in_doubt(one) and _may_be_done(case, one))
    gaps = [(gap, one) for one in doubtful if (gap := case.gap(one)) < ACCUSES]
    if not gaps:
        return None
    gap, likeliest = min(gaps, key=lambda pair: pair[0])
    if any(map(case.evidence.is_covered, case.find_doubtful(likeliest))):
        return None
    alike = [one for _, one in gaps if one.changes == likeliest.changes]
    return _tell_apart(case, gaps) or report_hidden(case, alike)


def _tell_apart(case: Case, gaps: list[tuple[float, Candidate]]) -> Unclear | None:
    """Return the places of actions that are as doubtful as each other, likeliest first, or None.

    A piece that is seen nowhere may be at any of them: to ask about one after the other would go on
    for as long as it is read wrongly.
    """
    if case.game.pile and case.laid.known is None:
        return None
    ranked = [one for _, one in sorted(gaps, key=lambda pair: (pair[0], pair[1].action))]
    ends = {one.changes: one for one in reversed(ranked)}
    if not 1 < len(ends) == len(ranked):
        return None
    found = ranked[:MAX_APART]
    places = dict.fromkeys(at for one in found for at in case.find_doubtful(one))
    if any(map(case.evidence.is_covered, places)):
        return None
    options = _list_options(case, next(iter(places)), found)
    return Unclear(tuple(places), options, tuple(one.action for one in found), apart=True)


def _may_be_done(case: Case, candidate: Candidate) -> bool:
    """Whether a place that an action changes is not clearly seen as it was before.

    A piece that is read with 99 % still stands there: that a rule would take it away is no doubt.
    """
    return any(
        case.evidence.is_doubtful(one.area)
        or case.evidence.ratio(one.area, one.after, one.before) > -CLEARLY
        for one in case.find_watched(candidate)
    )


def ask_what_changed(case: Case, least: float) -> Unclear | None:
    """Return the areas that most likely hold something else, though it cannot be seen for sure.

    This accuses nobody; but to ignore it silently would leave people without help.
    """
    areas = [area for area in sorted(case.changed) if _is_likely_changed(case, area, least)]
    return _ask_whether_changed(case, areas) if areas else None


def _ask_whether_changed(case: Case, areas: list[Place]) -> Unclear:
    return Unclear(tuple(areas), (case.evidence.seen[areas[0]], case.held.get(areas[0], ())))


def _is_likely_changed(case: Case, area: Place, least: float) -> bool:
    held = case.held.get(area, ())
    least = min(least, LIKELIER) if area in case.undecided else least
    return not case.evidence.could_be(area, held) and case.evidence.gap_at(area, [held]) >= least


def report_hidden(case: Case, agreeing: list[Candidate]) -> Unclear | OutOfPlace:
    """Return the places that would show whether an action was done, but cannot be seen."""
    if case.misplaced and case.laid.known is None and (lost := displaced.find_lost_pieces(case)):
        return lost  # pieces are being put back: one that is gone was rather not moved on
    if places := case.find_doubtful(agreeing[0]):
        return _make_unclear(case, places, agreeing)
    # A piece comes to where another one leaves: that place is not among what the action changes.
    return _ask_whether_changed(case, sorted(case.changed - case.clear))


def _make_unclear(case: Case, places: tuple[Place, ...], innocent: list[Candidate]) -> Unclear:
    """Return places in doubt, with the actions that would be asked about next if they look alike.

    To ask what stands there first would be asking twice about one move.
    """
    alike = len(innocent) > 1 and len({one.changes for one in innocent}) == 1
    told = alike and not case.game.pile
    actions = tuple(sorted({one.action for one in innocent})) if told else ()
    return Unclear(places, _list_options(case, places[0], innocent), actions)


def _list_options(case: Case, area: Place, innocent: list[Candidate]) -> tuple[Content, ...]:
    """Return what an area holds if any of these actions, or none, was done; else what is seen."""
    after = [change.after for one in innocent for change in one.changes if change.area == area]
    return tuple(dict.fromkeys([*(after or [case.evidence.seen[area]]), case.held.get(area, ())]))


def find_unclear(case: Case) -> Unclear | None:
    """Return the places to look at again if an innocent explanation is still possible."""
    doubtful = sorted(case.changed - case.clear)
    in_progress = [unfinished.ActionInProgress(case, one) for one in case.allowed if one.steps]
    agree = (one for one in in_progress if not one.rest and one.clear_gap < ACCUSES)
    innocent = [one.candidate for one in agree if one.is_in_order]
    if innocent or case.still < ACCUSES:
        # What is seen as an action leaves it decides nothing, and would be asked about in vain.
        shown = {
            a.area
            for one in innocent
            for a in one.changes
            if case.evidence.seen.get(a.area) == a.after
        }
        places = doubtful or sorted(case.changed - shown) or sorted(case.changed)
        return _make_unclear(case, tuple(places), innocent)
    return None


def find_out_of_sight(
    case: Case, in_progress: tuple[unfinished.ActionInProgress, ...]
) -> Unclear | OutOfPlace | None:
    """Return the doubtful places of an action that shows completely everywhere else."""
    evidence = case.evidence

    def is_done(candidate: Candidate) -> bool:
        clear = [one for one in candidate.changes if not evidence.is_doubtful(one.area)]
        return all(evidence.gap_at(one.area, [one.after]) <= AGREES for one in clear)

    done = [one.candidate for one in in_progress if not one.rest and is_done(one.candidate)]
    hidden = [one for one in done if case.find_doubtful(one)]
    return report_hidden(case, hidden) if hidden else None
