"""One look at the table: it is explained, and the explanation judged.

What was said or taken back waits here until the pieces show it.
"""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.games.core import Piece, Place
from tablet_companion.referee.explaining import explain, open_cards
from tablet_companion.referee.explaining.cases import AGREES, Case, candidate
from tablet_companion.referee.explaining.evidence import Evidence
from tablet_companion.referee.explaining.explanations import Did, DidOneOf, Unchanged, WentBack
from tablet_companion.referee.explaining.laid import How, Laid, laid
from tablet_companion.referee.explaining.overtaken import overtaken
from tablet_companion.referee.explaining.unfinished import Stage
from tablet_companion.referee.model.effects import Turned
from tablet_companion.referee.model.history import find_earlier
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.verdicts import Waiting
from tablet_companion.referee.turns.accepting import accept
from tablet_companion.referee.turns.announcing import announce
from tablet_companion.referee.turns.judging import SETTLED_S, judge, take_in
from tablet_companion.referee.turns.late_cards import take_late_card, take_late_discard
from tablet_companion.referee.turns.pile import find_first_card, glimpse, uncover


def handle_look(table: Table, evidence: Evidence) -> Turned:
    """Explain a look, and act on the explanation as far as its time has come."""
    table = uncover(table.but(evidence=evidence), evidence.reading.card)
    waiting = _wait_for_owed(table, evidence)
    if waiting is not None:
        return waiting
    table = table.but(owed=None)
    card = table.card
    late = take_late_card(table, card) or take_late_discard(table, card)
    if late is not None:
        return late
    case = _open_case(table, evidence, card)
    explanation = explain.explain(case)
    reading = evidence.reading
    table = glimpse(table, reading.card)
    if not table.game.pile:
        explanation = open_cards.with_card(table.position, reading.card, table.pile, explanation)
    if explanation != table.explanation:
        return take_in(table, explanation)
    table = table.but(looks=table.looks + 1)
    return _accept_overtaken(table, case) or judge(table)


def _open_case(table: Table, evidence: Evidence, card: Laid) -> Case:
    """Return what a look is explained from: nothing in it is secret."""
    return Case(
        position=table.position.public,
        past=find_earlier(table),
        evidence=evidence,
        laid=card,
        beside=_find_beside(table, evidence),
        rested=table.rested and find_first_card(table, evidence.reading.card) is None,
    )


def _find_beside(table: Table, evidence: Evidence) -> tuple[tuple[Place, Piece], ...]:
    """Return the pieces on no place of their own, each with the area nearest to it."""
    area_of = {spot: area for area, spots in table.areas.items() for spot in spots}
    near = ((area_of.get(stray.near), stray.piece) for stray in evidence.reading.strays)
    return tuple((area, piece) for area, piece in near if area is not None)


def _accept_overtaken(table: Table, case: Case) -> Turned | None:
    """Accept a move that the next one has overtaken, and explain the rest."""
    if isinstance(table.explanation, Unchanged | Did | DidOneOf | WentBack):
        return None
    pile = case.evidence.reading.card
    first = find_first_card(table, pile)
    if first is None or first.best is None or table.now_s - table.since_s < SETTLED_S:
        return None
    found = overtaken(replace(case, laid=laid(None, pile, first)), first.best)
    if found is None:
        return None
    card = Laid(found.card, How.NAMED if table.named else How.SEEN)
    before = table.position
    table, effects = accept(table.but(evidence=None, pile=first), found.action, card)
    if table.position is before:
        return table, effects  # refused, or asked about: the rest waits for that
    table, more = handle_look(table.but(rested=False), case.evidence)
    return table, effects + more


def _wait_for_owed(table: Table, evidence: Evidence) -> Turned | None:
    """Wait for what was said to be done with the pieces; None once it is, or something else is."""
    if table.owed is None:
        return None
    before, action, after = table.owed.position, table.owed.action, table.placement
    if evidence.gap(after) <= AGREES:
        return None
    case = Case(before.public, (), evidence, Laid(None, How.BLIND))
    meant = candidate(before.public, after, action=action, steps=before.steps(action))
    stage = Stage(case, meant)
    if stage.gap > AGREES or stage.rest:
        return None
    return announce(table, Waiting(stage.todo))
