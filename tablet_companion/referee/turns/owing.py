"""What is still owed: pieces and card of a move that is on record and not seen done yet."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from tablet_companion.games.core import Place, Step
from tablet_companion.referee.explaining.cases import (
    AGREES,
    Candidate,
    Case,
    list_candidates,
    make_candidate,
)
from tablet_companion.referee.explaining.evidence import Evidence
from tablet_companion.referee.explaining.explain import explain
from tablet_companion.referee.explaining.explanations import (
    Did,
    Displaced,
    Displacement,
    Explanation,
    OutOfPlace,
)
from tablet_companion.referee.explaining.laid import How, Laid, find_expected
from tablet_companion.referee.explaining.stacks import steps_by_look
from tablet_companion.referee.explaining.unfinished import ActionInProgress
from tablet_companion.referee.model.effects import Transition
from tablet_companion.referee.model.outstanding import Owed
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.verdicts import Misplaced, Waiting
from tablet_companion.referee.turns.accepting import find_undecided
from tablet_companion.referee.turns.announcing import announce
from tablet_companion.referee.turns.judging import CARD_S


def wait_for_owed(table: Table, evidence: Evidence) -> Transition | None:
    """Wait until pieces and pile show an announced action; None once they do, or show another.

    Whatever its own places show meanwhile, such as a card turned over that has to go, it is left.
    """
    if table.owed is None:
        return None
    before, action, after = table.owed.before, table.owed.action, table.placement
    if evidence.gap(after) <= AGREES:
        # What is only doubtful is asked about, since waiting for it might never end.
        return None if find_undecided(table, before) else _wait_for_card(table, table.owed)
    case = Case(before.public, (), evidence, Laid(None, How.BLIND))
    meant = make_candidate(before.public, after, action=action, steps=table.owed.steps)
    under_way = ActionInProgress(case, meant)
    if not table.rested and isinstance(explain(replace(case, position=table.position.public)), Did):
        return None  # it was done, and the next move, too, while nobody looked
    if under_way.rest and not _has_played_on(table, evidence, under_way.rest):
        return None
    if gone := _find_taken_along(under_way, evidence):
        return announce(table, Misplaced(gone))
    # Where nothing is left to do, the next move is judged: to wait for nothing would be silence.
    return announce(table, Waiting(under_way.todo)) if under_way.todo else None


def _find_taken_along(under_way: ActionInProgress, evidence: Evidence) -> tuple[Displaced, ...]:
    """Return the pieces that went with what an announced action took, if nothing else is left.

    A pawn is picked up with the card it stood on; the card's steps are done then.
    """
    gone: list[Displaced] = []
    for one in under_way.candidate.changes:
        if one.area not in evidence.seen:
            continue
        seen, after = Counter(evidence.seen[one.area]), Counter(one.after)
        lacking = after - seen
        if seen - after or lacking - Counter(one.before):
            return ()
        gone += (Displaced(one.area, piece, Displacement.MISSING) for piece in lacking.elements())
    return tuple(gone)


def find_gone_astray(explanation: Explanation, owed: Owed) -> tuple[Step, ...]:
    """Return the steps to where they belong of pieces that were announced and put elsewhere."""
    if not isinstance(explanation, OutOfPlace):
        return ()
    steps = steps_by_look(owed.steps)
    due = {(step.piece, step.target): step for step in steps}
    astray = tuple(
        replace(due[one.piece, one.home], source=one.at)
        for one in explanation.pieces
        if one.how is Displacement.ELSEWHERE and one.at and (one.piece, one.home) in due
    )
    return astray if len(astray) == len(explanation.pieces) else ()


def find_led_on(table: Table, owed: Owed) -> tuple[Step, ...]:
    """Return the way of announced pieces from other places than they were to go to, and come from.

    They were never seen where they belong, though the table was watched: rather their mover missed
    the place than somebody else has played on. With a pile, the card tells.
    """
    shown, meant = set(table.shown.pieces), set(table.placement.pieces)
    due = sorted(meant - shown)
    at = {piece: place for place, piece in shown - meant}
    steps = {(one.target, one.piece): one for one in owed.steps}
    if table.game.pile or not table.rested or not steps.keys() >= set(due):
        return ()
    if {piece for _, piece in due} != at.keys() or not len(due) == len(at) == len(shown - meant):
        return ()
    way = tuple(replace(steps[one], source=at[one[1]]) for one in due)
    return way if any(one not in steps.values() for one in way) else ()


def _has_played_on(table: Table, evidence: Evidence, areas: frozenset[Place]) -> bool:
    """Whether these areas show the next move, and others what is still owed.

    Nothing is wrong with that move, it only came early. With a pile, the card tells the move.
    """

    def came_early(found: Candidate) -> bool:
        watched = [one for one in found.changes if one.area in evidence.areas]
        return areas <= {
            one.area for one in watched if evidence.gap_at(one.area, [one.after]) <= AGREES
        }

    if table.game.pile:
        return False
    found = list_candidates(table.position.public)
    # Where one of them shows wholly, nothing is owed: it may stand where a piece was to go from.
    return any(map(came_early, found)) and all(evidence.gap(one.after) > AGREES for one in found)


def _wait_for_card(table: Table, owed: Owed) -> Transition | None:
    """Wait for the table's real card; None once it lies there, or may lie on one quite like it."""
    since_s = table.now_s if owed.stood_s is None else owed.stood_s
    now = table.reading.card if table.reading else None
    alike = owed.card is not None and find_expected(owed.card, now, table.pile) is How.SAME
    if not is_card_left(table) or (alike and table.now_s - since_s >= CARD_S):
        return None
    return table.but(owed=replace(owed, stood_s=since_s)), ()


def is_card_left(table: Table) -> bool:
    """Whether the real card of the table's move is still to be laid, where cards can be read."""
    read = table.pile is not None or (table.reading is not None and table.reading.card is not None)
    return table.owed is not None and table.owed.card is not None and read
