"""Turns in which no card can be played: the question, and the hand that is checked in private."""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.games.core import Card, Message, PositionError, Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.explaining.position import Action
from tablet_companion.referee.explaining.public import list_known_passes, list_passes
from tablet_companion.referee.model import dialogues
from tablet_companion.referee.model.effects import Effect, Turned
from tablet_companion.referee.model.events import GiveUp, Hide, Reveal, ShowHand
from tablet_companion.referee.model.passing import judge_hand, may_enter_again, may_pass, name_hand
from tablet_companion.referee.model.played import is_played
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.verdicts import Objecting, Quiet
from tablet_companion.referee.turns import questions, record, spoken
from tablet_companion.referee.turns.accepting import accept


def give_up(table: Table, _: GiveUp) -> Turned:
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
    return table.but(dialogue=dialogues.NamingCard(again=False, unused=True)), ()


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


def reveal(table: Table, _: Reveal) -> Turned:
    """Show the private page, now that its player holds the tablet."""
    if not isinstance(table.dialogue, dialogues.HandingOver):
        return table, ()
    seat = table.dialogue.seat
    if table.dialogue.check:
        return table.but(dialogue=dialogues.CheckingShown(seat, table.now_s)), ()
    if table.dialogue.told:
        said = (*name_hand(table, seat), judge_hand(table))
        return table.but(dialogue=dialogues.Advised(seat, table.now_s, said, told=True)), ()
    if table.dialogue.advice:
        return table.but(dialogue=dialogues.Advised(seat, table.now_s)), ()
    if table.dialogue.whisper:
        return spoken.look_alone(table, table.dialogue), ()
    return table.but(dialogue=dialogues.EnteringHand(seat, table.now_s)), ()


def hide(table: Table, _: Hide) -> Turned:
    """Hide the private page again; a hand that its player began to enter again is forgotten."""
    now = table.dialogue
    if (
        isinstance(now, dialogues.EnteringHand)
        and now.verdict is None
        and may_enter_again(table, now.seat)
    ):
        return record.forget(_look_afresh(table), now.seat)
    if isinstance(now, dialogues.HandingOver | dialogues.PRIVATE):
        return table.but(dialogue=None), ()
    return table, ()


def show_hand(table: Table, shown: ShowHand) -> Turned:
    """Put an entered hand on record, and tell its player whether it can be played."""
    entering = table.dialogue
    if not isinstance(entering, dialogues.EnteringHand):
        return table, ()
    forgotten: tuple[Effect, ...] = ()
    unknown = table
    if may_enter_again(table, entering.seat):
        unknown, forgotten = record.forget(table, entering.seat)
    try:
        known, learnt = record.learn(unknown, entering.seat, shown.cards)
    except PositionError:
        verdict = Message(N_("That cannot be the whole hand. Count the cards and look again."))
        return table.but(dialogue=replace(entering, verdict=verdict)), ()
    verdict = judge_hand(known)
    if entering.seat in table.setup.played:
        verdict = Message(N_("Lay them face down in this order, the first on top."))
    known = known.but(dialogue=replace(entering, verdict=verdict), showing=None)
    refused = isinstance(table.verdict, Objecting)
    return _look_afresh(known) if refused else known, (*forgotten, *learnt)


def enter_again(table: Table, seat: Seat) -> Turned:
    """Let a hand that its player entered wrongly be entered again; until then it stands.

    What the wrong hand forbade would be accepted at once, over the page on which it is entered.
    """
    return table.but(dialogue=dialogues.EnteringHand(seat, table.now_s)), ()


def _look_afresh(table: Table) -> Table:
    """Return the table without a page and a verdict, which the old hand may have led to."""
    return table.forgetful().but(dialogue=None, verdict=Quiet())
