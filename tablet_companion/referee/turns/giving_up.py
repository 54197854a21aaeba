"""Turns in which no card can be played: which one is discarded, and the question."""

from __future__ import annotations

from tablet_companion.games.core import Card
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Action
from tablet_companion.referee.explaining.public import list_known_passes, list_passes
from tablet_companion.referee.model import dialogues
from tablet_companion.referee.model.effects import Transition
from tablet_companion.referee.model.events import GiveUp
from tablet_companion.referee.model.passing import may_pass
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.table_seats import is_played
from tablet_companion.referee.turns import questions
from tablet_companion.referee.turns.accepting import accept


def give_up(table: Table, _: GiveUp) -> Transition:
    """Ask for confirmation; if a card is discarded, first ask which, unless it lies on the pile.

    Whoever has just had the hand checked is asked nothing more.
    """
    if not may_pass(table):
        return table, ()
    checked = _find_checked_pass(table)
    if checked is not None:
        return accept(table.but(dialogue=None), checked, Laid(None, How.NAMED), told=True)
    for card in (None, table.card.known):
        asked = ask_to_pass(table, card)
        if asked is not None:
            return asked, ()
    return table.but(dialogue=dialogues.NamingCard(dialogues.CardOf.PASS)), ()


def _find_checked_pass(table: Table) -> Action | None:
    """Return giving up the hand that its player entered on this page, if that is what is due."""
    now = table.dialogue
    if not isinstance(now, dialogues.EnteringHand) or now.verdict is None:
        return None
    if now.seat != table.turn or is_played(table):
        return None
    passes = list_known_passes(table.position)
    return next((one for one in passes if table.game.card_of(one) is None), None)


def ask_to_pass(table: Table, card: Card | None) -> Table | None:
    """Return the table asking whether the player passes with this card, or None if impossible.

    The question does not depend on the hand: a forbidden pass is refused later, to its player
    alone.
    """
    for action in (*list_known_passes(table.position), *list_passes(table.position)):
        if table.game.card_of(action) == card:
            question = questions.ask_to_pass(table, action, Laid(card, How.NAMED))
            return table.but(dialogue=dialogues.Confirming(question))
    return None
