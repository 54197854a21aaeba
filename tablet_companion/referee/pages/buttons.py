"""The buttons that several pages share."""

from __future__ import annotations

from typing import Final

from tablet_companion.games.core import Message, Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.model import events, sayings
from tablet_companion.referee.model.in_the_way import find_last_lying
from tablet_companion.referee.model.panels import Button, Weight
from tablet_companion.referee.model.passing import may_enter_again
from tablet_companion.referee.model.patience import is_covered
from tablet_companion.referee.model.table import Table

CARD_KEYS = Button(Message(N_("Name the card")), events.OpenCardKeys())
CORRECT_CARD = Button(Message(N_("Correct the last card")), events.CorrectCard())
BOARD = Button(Message(N_("Correct the board")), events.OpenBoard(), Weight.QUIET)
PAUSE = Button(Message(N_("Pause")), events.Pause(), Weight.QUIET)
TAKE_BACK = Button(Message(N_("Take back")), events.TakeBack(), Weight.QUIET)
GIVE_UP = Button(Message(N_("No card can be played")), events.GiveUp())
AGAIN = Button(Message(N_("Again")), events.NewGame(), Weight.MAIN)
NEW_GAME = Button(Message(N_("New game")), events.NewGame(), Weight.QUIET)
SWITCH_OFF = Button(Message(N_("Switch off")), events.SwitchOff(), Weight.QUIET)
LEVELS = Button(Message(N_("Level")), events.OpenLevels())
SEATS = Button(Message(N_("Who plays")), events.OpenSeats())
ENTER_AGAIN = Button(Message(N_("Enter my cards again")), events.EnterCards())
HAND = Button(Message(N_("Which cards may I play?")), events.AskHand())
ADVICE = Button(Message(N_("What would be good?")), events.AskAdvice())
CONTINUE = Button(Message(N_("Go on")), events.GoOn(), Weight.MAIN)
CANCEL = Button(Message(N_("Cancel")), events.GoOn())
HIDE = Button(Message(N_("Hide")), events.Hide())
WHAT_HAPPENED = Button(Message(N_("What happened?")), events.Recall())
NO_HAND = Button(Message(N_("That is no hand")), events.NoHand())
NOTHING_LIES = Button(Message(N_("Nothing lies there")), events.NoHand())
ASIDE: Final = 1
"""The usual place of private pages and of announced moves, in games without a pile."""


def offer_card_keys(table: Table) -> tuple[Button, ...]:
    """Return the key that opens the card keys, if cards are laid on a pile now."""
    return (CARD_KEYS,) if table.game.pile and not sayings.is_secret_due(table.position) else ()


def offer_no_hand(table: Table) -> tuple[Button, ...]:
    """Return the key to say that no hand rests over the board, while the page says that one may."""
    return (NO_HAND,) if is_covered(table) and not table.blind else ()


def offer_nothing_lies(table: Table) -> tuple[Button, ...]:
    """Return that key, or one to say that nothing lies where the page says that something does."""
    lies = find_last_lying(table) is not None and not table.blind
    return offer_no_hand(table) or ((NOTHING_LIES,) if lies else ())


def offer_entering_again(table: Table, seat: Seat) -> tuple[Button, ...]:
    """Return the key to enter a hand once more, where a person entered it."""
    return (ENTER_AGAIN,) if may_enter_again(table, seat) else ()


def offer_alone(table: Table, seat: Seat) -> Button:
    """Return the key to a seat's private page, in the game's place for it."""
    text, game = N_("{seat}, alone"), table.game
    place = None if game.pile else game.key_places.get(text, ASIDE)
    return Button(Message(text, (("seat", seat),)), events.Whisper(seat), Weight.MAIN, place)
