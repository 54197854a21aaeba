"""The keys that several pages share."""

from __future__ import annotations

from collections.abc import Iterable

from tablet_companion.games.core import TABLE, Card, View
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.text import N_
from tablet_companion.referee.model.events import (
    CorrectCard,
    GiveUp,
    GoOn,
    NewGame,
    OpenBoard,
    OpenCardKeys,
    Pause,
    SwitchOff,
    TakeBack,
)
from tablet_companion.referee.model.panels import Button, Message, Weight
from tablet_companion.referee.model.table import Table

CARD_KEYS = Button(Message(N_("Name the card")), OpenCardKeys())
CORRECT_CARD = Button(Message(N_("Correct the last card")), CorrectCard())
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


def in_order(game: AnyGame, cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return cards in the order of the game's deck: by number, those with words last."""
    known = {card: place for place, card in enumerate(game.cards)}
    return tuple(sorted(cards, key=lambda card: (known.get(card, len(known)), card)))
