"""Accepting an action: it is held against the record and the secrets, then put on record."""

from __future__ import annotations

from typing import Any

from tablet_companion.games.core import PositionError
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Action
from tablet_companion.referee.model.answers import Rectify
from tablet_companion.referee.model.effects import Cue, Judged, Kind, Signal, Turned
from tablet_companion.referee.model.steps_in_words import list_places
from tablet_companion.referee.model.table import Owed, Table
from tablet_companion.referee.model.verdicts import Asking, Waiting
from tablet_companion.referee.turns import questions, record
from tablet_companion.referee.turns.announcing import announce, object_to


def accept(table: Table, action: Action, card: Laid, *, told: bool = False) -> Turned:
    """Put an action on record and say so; object where something that only its player sees forbids.

    That is a private rule or, with a pile, what is known of the hand; it is refused alike whatever
    colours are on record. ``told``: people said what was done. They may have turned nothing up, so
    that what they say of a colour is believed: to ask about it would tell the one on record.
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
        # What was turned up belongs in the log, or its lack would tell that the record had it.
        "" if _is_secret(table, known) else table.game.write_action(table.state, action),
        card.card,
    )
    table, more = record.act(table, known, card)
    return table, (*effects, verdict, Signal(Cue.ACCEPTED), *more)


def _compare_with_record(table: Table, action: Action) -> tuple[Any, Action | None]:
    """Return an action as the record has it, and the state in which it is; None if in no state.

    The state is the one on record, or else that in which what the action turns up was there before.
    """
    known = table.game.recorded(table.state, action)
    if known is not None:
        return table.state, known
    try:
        state = table.game.corrected(table.state, action)
    except PositionError:  # more pieces of a colour than there are: something else is wrong
        return table.state, None
    return state, table.game.recorded(state, action)


def _correct(table: Table, state: Any) -> Turned:
    """Make the record what people say it was, unless it is that already."""
    if state is table.state:
        return table, ()
    objected = table.objected
    table, effects = record.put_state(table, state)
    return table.but(objected=objected), effects


def _is_secret(table: Table, action: Action) -> bool:
    saying = table.game.saying(table.state, action)
    return saying is not None and saying.private


def accept_said(table: Table, action: Action) -> Turned:
    """Put an action on record that was said, and wait until the pieces show it."""
    return accept_owing(table, action, Laid(table.game.card_of(action), How.NAMED))


def accept_owing(table: Table, action: Action, card: Laid) -> Turned:
    """Put an action on record that is known before the pieces show it, and wait until they do."""
    before = table.position
    steps = before.steps(action)
    table, effects = accept(table, action, card)
    if table.position is before or not steps or table.agrees:
        return table, effects
    return table.but(owed=Owed(before, action), verdict=Waiting(steps)), effects
