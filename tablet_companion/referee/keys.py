"""The keys that several pages share."""

from __future__ import annotations

from tablet_companion.games.core import TABLE, View
from tablet_companion.marking import N_
from tablet_companion.referee.events import (
    GiveUp,
    GoOn,
    NewGame,
    OpenBoard,
    OpenCardKeys,
    Pause,
    SwitchOff,
    TakeBack,
)
from tablet_companion.referee.panels import Button, Message, Weight
from tablet_companion.referee.table import Table

CARD_KEYS = Button(Message(N_("Name the card")), OpenCardKeys())
BOARD = Button(Message(N_("Correct the board")), OpenBoard(), Weight.QUIET)
PAUSE = Button(Message(N_("Pause")), Pause(), Weight.QUIET)
TAKE_BACK = Button(Message(N_("Take back")), TakeBack(), Weight.QUIET)
GIVE_UP = Button(Message(N_("No card can be played")), GiveUp())
NEW_GAME = Button(Message(N_("New game")), NewGame(), Weight.QUIET)
SWITCH_OFF = Button(Message(N_("Switch off")), SwitchOff(), Weight.QUIET)
CONTINUE = Button(Message(N_("Go on")), GoOn(), Weight.MAIN)


def name_the_card(table: Table) -> tuple[Button, ...]:
    """Return the key that opens the card keys, in a game that has cards to lay."""
    return (CARD_KEYS,) if table.game.pile else ()


def public_view(table: Table) -> View:
    """Return what everybody may know."""
    view: View = table.game.view(table.state, TABLE)
    return view
