"""Accepting an action: compare it with record and secrets, then put it on record."""

from __future__ import annotations

from typing import Any

from tablet_companion.games.core import PositionError
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Action
from tablet_companion.referee.explaining.public import is_announced_in_private
from tablet_companion.referee.model.answers import Rectify
from tablet_companion.referee.model.effects import Cue, Judged, Kind, Signal, Turned
from tablet_companion.referee.model.steps_in_words import list_places
from tablet_companion.referee.model.table import Owed, Table
from tablet_companion.referee.model.verdicts import Asking, Waiting
from tablet_companion.referee.turns import questions, record
from tablet_companion.referee.turns.announcing import announce, object_to


def accept(table: Table, action: Action, card: Laid, *, told: bool = False) -> Turned:
    """Put an action on record and announce it, or object if a rule only its player sees forbids it.

    That is a private rule or, with a pile, what is known of the hand; the refusal is the same
    whatever colours are on record. ``told``: people announced the action. They may not have turned
    anything up, so the colours they name are believed: a question would reveal the one on record.
    """
    state, known = _compare_with_record(table, action)
    if known is not None and (breaches := table.game.judge(state, known)):
        return object_to(table, breaches, table.shown, table.turn, secret=True)
    if known is None or (state is not table.state and not told):
        proof = None if known is None else Rectify(state, known, card)
        return announce(table, Asking(questions.ask_about_surprise(table, action, proof)))
    table, effects = _correct(table, state)
    verdict = Judged(
        Kind.CORRECTED if table.objected else Kind.ACCEPTED,
        table.turn,
        list_places(table.position.steps(known)),
        # The log names what was turned up even if the record knew it, or it would reveal that.
        ""
        if is_announced_in_private(table.position, known)
        else table.game.write_action(table.state, action),
        card.card,
    )
    table, more = record.act(table, known, card)
    return table, (*effects, verdict, Signal(Cue.ACCEPTED), *more)


def _compare_with_record(table: Table, action: Action) -> tuple[Any, Action | None]:
    """Return the state in which an action is possible, and the action as the record has it.

    The state is the one on record, or else a corrected one in which the pieces that the action
    turns up were there before. The action is None if there is no such state.
    """
    known = table.game.recorded(table.state, action)
    if known is not None:
        return table.state, known
    try:
        state = table.game.corrected(table.state, action)
    except PositionError:  # too many pieces of a colour: something else is wrong
        return table.state, None
    return state, table.game.recorded(state, action)


def _correct(table: Table, state: Any) -> Turned:
    """Correct the record to what people say, unless it agrees already."""
    if state is table.state:
        return table, ()
    objected = table.objected
    table, effects = record.put_state(table, state)
    return table.but(objected=objected), effects


def accept_said(table: Table, action: Action) -> Turned:
    """Put an announced action on record, and wait until the pieces show it."""
    return accept_owing(table, action, Laid(table.game.card_of(action), How.NAMED))


def accept_owing(table: Table, action: Action, card: Laid) -> Turned:
    """Put an action on record that is known before the pieces show it, and wait for them."""
    before = table.position
    steps = before.steps(action)
    table, effects = accept(table, action, card)
    if table.position is before or not steps or table.agrees:
        return table, effects
    return table.but(owed=Owed(before, action), verdict=Waiting(steps)), effects
