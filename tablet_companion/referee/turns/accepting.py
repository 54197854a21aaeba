"""Accepting an action: it is held against the record and the secrets, then put on record."""

from __future__ import annotations

from tablet_companion.games.core import PositionError
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Action
from tablet_companion.referee.model.effects import Cue, Judged, Kind, Signal, Turned
from tablet_companion.referee.model.steps_in_words import list_places
from tablet_companion.referee.model.table import Owed, Table
from tablet_companion.referee.model.verdicts import Asking, Waiting
from tablet_companion.referee.turns import questions, record
from tablet_companion.referee.turns.announcing import announce, object_to


def accept(table: Table, action: Action, card: Laid) -> Turned:
    """Put an action on record and say so; object where something that only its player sees forbids.

    That is a private rule or, with a pile, what is known of the hand.
    """
    known = table.game.recorded(table.state, action)
    if known is None:
        return _ask_about_surprise(table, action, card)
    breaches = table.game.judge(table.state, known)
    if breaches:
        return object_to(table, breaches, table.shown, table.turn, secret=True)
    verdict = Judged(
        Kind.CORRECTED if table.objected else Kind.ACCEPTED,
        table.turn,
        list_places(table.position.steps(known)),
        # What was turned up belongs in the log, or its lack would tell that the record had it.
        "" if _is_secret(table, known) else table.game.write_action(table.state, action),
        card.card,
    )
    table, effects = record.act(table, known, card)
    return table, (verdict, Signal(Cue.ACCEPTED), *effects)


def _ask_about_surprise(table: Table, action: Action, card: Laid) -> Turned:
    """Ask whether pieces were swapped; but what the hand forbids is refused, as if none were.

    Else the refusal would tell everybody that the colour is as the record has it.
    """
    game = table.game
    try:
        state = game.corrected(table.state, action)
    except PositionError:  # more pieces of a colour than there are: something else is wrong
        state = table.state
    known = game.recorded(state, action)
    if known is not None and (breaches := game.judge(state, known)):
        return object_to(table, breaches, table.shown, table.turn, secret=True)
    return announce(table, Asking(questions.ask_about_surprise(table, action, card)))


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
