"""Silence taken for consent, and objections in time.

Consent is put on record as the game's own actions, so that the rules need no clock.
"""

from __future__ import annotations

from typing import Final

from tablet_companion.referee.explaining.cases import AGREES, Case
from tablet_companion.referee.explaining.evidence import Evidence
from tablet_companion.referee.explaining.explain import explain
from tablet_companion.referee.explaining.explanations import Broke, Did, DidOneOf
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.replaced import find_replaced
from tablet_companion.referee.model.effects import Effect, Transition
from tablet_companion.referee.model.events import Consent, SpeakUp
from tablet_companion.referee.model.history import find_earlier, find_last_move
from tablet_companion.referee.model.outstanding import Owed
from tablet_companion.referee.model.silence import find_consent, find_objectors
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.verdicts import Waiting
from tablet_companion.referee.turns import record

AT_ONCE_S: Final = 2.0
"""Before this, nobody can have moved on: the last move is still being put right."""
MIN_LOOKS: Final = 2
"""This many looks must show that somebody moved on."""


def record_consent(table: Table, _: Consent | None = None) -> Transition:
    """Put on record that none of those who may still object does."""
    effects: tuple[Effect, ...] = ()
    while (action := find_consent(table)) is not None:
        before, steps = table.position, table.position.steps(action)
        table, more = record.act(table, action, Laid(None, How.BLIND))
        effects += more
        if steps and not table.agrees:  # an attack that stands: its victim has still to go
            table = table.but(owed=Owed(before, action), verdict=Waiting(steps))
    return table, effects


def speak_up(table: Table, wish: SpeakUp) -> Transition:
    """Put on record that a seat objects; the seats asked before it have not."""
    effects: tuple[Effect, ...] = ()
    if wish.seat not in find_objectors(table):
        return table, ()
    while table.turn != wish.seat and (action := find_consent(table)) is not None:
        table, more = record.act(table, action, Laid(None, How.BLIND))
        effects += more
    claim = table.game.objection(table.state)
    table, more = record.act(table, claim, Laid(None, How.NAMED))
    return table, effects + more


def has_moved_on(table: Table, evidence: Evidence) -> bool:
    """Whether the next player has moved, which is everybody's consent to the last move.

    Legal or not: a player who moves on treats the last move as final.
    """
    if find_consent(table) is None or table.now_s - table.acted_s < AT_ONCE_S:
        return False
    if table.looks < MIN_LOOKS or evidence.gap(table.placement) <= AGREES:
        return False
    if any(evidence.gap(before) <= AGREES for _, before in find_earlier(table)):
        return False  # people are taking the last move back by hand
    last, unknown = find_last_move(table), Laid(None, How.BLIND)
    if find_replaced(Case(table.position.public, (), evidence, unknown, last=last)):
        return False  # it is led on, or done differently
    after = record_consent(table)[0]
    if after.state is None or after.stage is not Stage.PLAY:
        return False
    done = explain(Case(after.position.public, (), evidence, unknown))
    return isinstance(done, Did | DidOneOf | Broke)
