"""Notices of the table, laid over the referee's page until somebody touches them."""

from __future__ import annotations

from dataclasses import replace

from hardware.errors import CompanionError
from hardware.log import log
from tablet_companion.games.core import TABLE, Message, View
from tablet_companion.games.text import N_
from tablet_companion.referee.model.panels import EndPanel, MenuPanel, Panel, PausePanel, PlayPanel
from tablet_companion.referee.model.table import Table, state_to_show
from tablet_companion.referee.pages.buttons import CONTINUE
from tablet_companion.screen.words.troubles import FAULT, FAULTS

UNSAVED = Message(
    N_(
        "The game cannot be saved: the disk is full or read-only. If you go "
        "on, it is kept in memory only; do not unplug."
    )
)
UNMOVED = Message(N_("This machine cannot be switched off from here. The game is saved."))
FAREWELL = Message(N_("Switching off. Unplug it once the screen is dark."))


def make_notice(table: Table, say: Message, error: CompanionError | None = None) -> PausePanel:
    """Return a page with a message above the recorded table; the error goes to the log."""
    if error is not None:
        log(error)
    return PausePanel(_view(table), say, (CONTINUE,))


def make_farewell(table: Table) -> PausePanel:
    """Return the last page, on which nothing can be touched."""
    return PausePanel(_view(table), FAREWELL, ())


def explain_safe_start(reason: str, kind: str = "") -> Message:
    """Return the first message after failed starts; ``reason`` may be empty.

    The error's ``kind`` (the name of its class) is described in the reader's language; the reason
    itself, with its files and keys, stays as it was logged.
    """
    if not reason:
        return Message(N_("Starting failed. This start leaves out camera, lights and settings."))
    text = N_(
        "Starting failed. This start leaves out camera, lights and settings. {text_fault} {text}"
    )
    return Message(text, (("text_fault", FAULTS.get(kind, FAULT)), ("text", reason)))


def note_unsaved(count: int) -> tuple[Message, ...]:
    """Return the message about unsaved steps, if there are any.

    It does not count them: some are private, and how many is a secret.
    """
    return (Message(N_("Not saved yet. Do not unplug.")),) if count else ()


def add_notes(panel: Panel, notes: tuple[Message, ...]) -> Panel:
    """Return a page with these notes added, if it has room for them."""
    match panel:
        case PlayPanel():
            return replace(panel, todo=(*notes, *panel.todo))
        case MenuPanel() | EndPanel():
            return replace(panel, facts=(*notes, *panel.facts))
    return panel


def _view(table: Table) -> View:
    """Return what everybody may see; before a game, the board of the one to be set up."""
    view: View = table.game.view(state_to_show(table), TABLE)
    return view
