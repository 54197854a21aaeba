"""Private pages: shown to whoever holds the tablet, hidden, and the hand that is entered there."""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.games.core import Message, PositionError, Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.model import dialogues
from tablet_companion.referee.model.effects import Effect, Transition
from tablet_companion.referee.model.events import Hide, Reveal, ShowHand
from tablet_companion.referee.model.passing import judge_hand, may_enter_again, name_hand
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.verdicts import Objecting, Quiet
from tablet_companion.referee.turns import record, spoken


def reveal(table: Table, _: Reveal) -> Transition:
    """Show the private page, now that its player holds the tablet."""
    if not isinstance(table.dialogue, dialogues.HandingOver):
        return table, ()
    return table.but(dialogue=_open_private(table, table.dialogue)), ()


def _open_private(table: Table, handing: dialogues.HandingOver) -> dialogues.Dialogue:
    """Return the private page for which a seat has got the tablet."""
    seat, now_s = handing.seat, table.now_s
    match handing.purpose:
        case dialogues.Purpose.CHECK_SHOWN:
            return dialogues.CheckingShown(seat, now_s)
        case dialogues.Purpose.PLAYABLE:
            said = (*name_hand(table, seat), judge_hand(table))
            return dialogues.Advised(seat, now_s, said, playable=True)
        case dialogues.Purpose.ADVICE:
            return dialogues.Advised(seat, now_s)
        case dialogues.Purpose.WHISPER:
            return spoken.look_alone(table, seat)
        case dialogues.Purpose.ENTER_HAND:
            return dialogues.EnteringHand(seat, now_s)


def hide(table: Table, _: Hide) -> Transition:
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


def show_hand(table: Table, shown: ShowHand) -> Transition:
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


def enter_again(table: Table, seat: Seat) -> Transition:
    """Let a hand that its player entered wrongly be entered again; until then it stands.

    What the wrong hand forbade would be accepted at once, over the page on which it is entered.
    """
    return table.but(dialogue=dialogues.EnteringHand(seat, table.now_s)), ()


def _look_afresh(table: Table) -> Table:
    """Return the table without a page and a verdict, which the old hand may have led to."""
    return table.forgetful().but(dialogue=None, verdict=Quiet())
