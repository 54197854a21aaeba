"""The buttons that several pages share."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Message, Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.model.events import (
    AskAdvice,
    AskHand,
    CorrectCard,
    GiveUp,
    GoOn,
    NewGame,
    OpenBoard,
    OpenCardKeys,
    OpenSeats,
    Pause,
    SwitchOff,
    TakeBack,
    Whisper,
)
from tablet_companion.referee.model.panels import Button, Weight
from tablet_companion.referee.model.table import Table

CARD_KEYS = Button(Message(N_("Name the card")), OpenCardKeys())
CORRECT_CARD = Button(Message(N_("Correct the last card")), CorrectCard())
BOARD = Button(Message(N_("Correct the board")), OpenBoard(), Weight.QUIET)
PAUSE = Button(Message(N_("Pause")), Pause(), Weight.QUIET)
TAKE_BACK = Button(Message(N_("Take back")), TakeBack(), Weight.QUIET)
GIVE_UP = Button(Message(N_("No card can be played")), GiveUp())
AGAIN = Button(Message(N_("Again")), NewGame(), Weight.MAIN)
NEW_GAME = Button(Message(N_("New game")), NewGame(), Weight.QUIET)
SWITCH_OFF = Button(Message(N_("Switch off")), SwitchOff(), Weight.QUIET)
SEATS = Button(Message(N_("Who plays")), OpenSeats())
HAND = Button(Message(N_("What may I play?")), AskHand())
ADVICE = Button(Message(N_("What would be good?")), AskAdvice())
CONTINUE = Button(Message(N_("Go on")), GoOn(), Weight.MAIN)
CANCEL = Button(Message(N_("Cancel")), GoOn())
ASIDE: Final = 1
"""The usual place of private pages and of announced moves, in games without a pile."""


def offer_card_keys(table: Table) -> tuple[Button, ...]:
    """Return the key that opens the card keys, if the game has a pile."""
    return (CARD_KEYS,) if table.game.pile else ()


def offer_alone(table: Table, seat: Seat) -> Button:
    """Return the key to a seat's private page, in the game's place for it."""
    text, game = N_("{seat}, alone"), table.game
    place = None if game.pile else game.key_places.get(text, ASIDE)
    return Button(Message(text, (("seat", seat),)), Whisper(seat), Weight.MAIN, place)
