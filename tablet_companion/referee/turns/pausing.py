"""Pausing, going on from any page that waits for a touch, and switching off."""

from __future__ import annotations

from tablet_companion.referee.model import dialogues, events
from tablet_companion.referee.model.effects import Record, Turned
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.verdicts import Disagreeing, Quiet
from tablet_companion.referee.turns import questions


def go_on(table: Table, _: events.GoOn) -> Turned:
    """Close what is open and judge the table afresh; without a camera, believe that it is right.

    A pause and a question page lead back to the page below them.
    """
    if isinstance(page := table.dialogue, dialogues.OVER):
        noted = (Record("paused", {"on": False}),) if isinstance(page, dialogues.Paused) else ()
        return table.forgetful().but(dialogue=page.under), noted
    if table.dialogue is None and table.blind and table.owed is not None:
        # No look will show that the pieces were moved: people say so.
        return table.but(owed=None, verdict=Quiet()), ()
    if table.dialogue is None and isinstance(table.verdict, Disagreeing):
        # Neither is right: people correct the table and are not asked again at the next look.
        table = table.but(verdict=Quiet(), declined=table.explanation)
    return table.forgetful().but(dialogue=None), ()


def pause(table: Table, _: events.Pause) -> Turned:
    """Pause a game; what was asked before is asked again afterwards, and a question stays open.

    It is put on record, so that a power cut does not end it.
    """
    page = table.dialogue
    if table.stage is not Stage.PLAY or isinstance(page, dialogues.Paused):
        return table, ()
    under = page if isinstance(page, dialogues.OVER) else dialogues.find_under(page)
    return table.but(dialogue=dialogues.Paused(under)), (Record("paused", {"on": True}),)


def switch_off(table: Table, _: events.SwitchOff) -> Turned:
    """Ask whether to switch the machine off."""
    asked = questions.ask_to_switch_off(under_way=table.stage not in {Stage.SETUP, Stage.ENDED})
    return table.but(dialogue=dialogues.Confirming(asked)), ()
