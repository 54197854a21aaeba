"""Real cards of the table's seats: shown to the camera, entered by touch, or shown again.

The cards lie on one another on the pile until all are read, so that a card that was taken away, or
laid twice, cannot go unnoticed. Nothing that leaves the referee depends on which cards they are.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tablet_companion.games.core import Card, Message, PositionError, Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.explaining.laid import is_readable, is_same_card
from tablet_companion.referee.model import events, table_seats
from tablet_companion.referee.model.dealt import TOO_EARLY, Showing
from tablet_companion.referee.model.dialogues import (
    Advised,
    CheckingShown,
    HandingOver,
    Purpose,
    Whispering,
)
from tablet_companion.referee.model.effects import Cue, Effect, Signal, Transition
from tablet_companion.referee.model.history import find_last_of_player
from tablet_companion.referee.model.passing import may_enter_again
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.turns import record
from tablet_companion.referee.turns.private_pages import enter_again
from tablet_companion.vision.reading import CardReading, Reading

UNREADABLE: Final = N_("I cannot read this card. Lay it flat and in the light.")
TAKEN_AWAY: Final = N_("Cards were taken away. Lay them all again, from the first.")
TOO_MANY: Final = N_("Too many cards, or one was laid twice. Take all away and lay them again.")
IMPOSSIBLE: Final = N_("A card was misread. Lay them all again, from the first.")


def begin(table: Table, _: events.ShowCards) -> Transition:
    """Watch the pile, from now as it lies; all that was read before is forgotten."""
    seat = table_seats.find_unshown(table)
    if seat is None:
        return table, ()
    pile = table.reading.card if table.reading is not None else None
    now = table.showing
    if pile is None or (now is not None and any(is_same_card(pile, one) for one in now.read)):
        pile = now.before if now is not None else table.pile
    return table.but(showing=Showing(seat, pile, begun=True), explanation=None), ()


def enter_cards(table: Table, wish: events.EnterCards) -> Transition:
    """Let somebody enter the hand by touch, behind a hand-over page.

    Whoever reads alone what the table believes of their own hand enters it again there.
    """
    now = table.dialogue
    alone = now.seat if isinstance(now, Advised | Whispering) else None
    again = wish.seat if now is None else alone
    if again is not None and may_enter_again(table, again):
        return enter_again(table, again)
    seat = table_seats.find_unshown(table) if again is wish.seat is None else None
    return (table if seat is None else table.but(dialogue=HandingOver(seat))), ()


def check_shown(table: Table, _: events.CheckShown) -> Transition:
    """Hand the tablet to somebody who checks alone what was read."""
    seat = table_seats.find_unshown(table)
    if seat is None or table.showing is None or not table.showing.read:
        return table, ()
    return table.but(dialogue=HandingOver(seat, Purpose.CHECK_SHOWN)), ()


def ask_for_face(table: Table, misread: events.Misread) -> Transition:
    """Ask whoever checks the cards for the right face of one; 0 goes back to all of them."""
    now = table.dialogue
    there = table.showing is not None and 0 <= misread.number <= len(table.showing.read)
    if not isinstance(now, CheckingShown) or not there:
        return table, ()
    return table.but(dialogue=CheckingShown(now.seat, table.now_s, misread.number)), ()


def correct(table: Table, checking: CheckingShown, card: Card) -> Table:
    """Return the table with the right face of a card; it lies where the camera saw another."""
    now = table.showing
    if now is None or not 1 <= checking.number <= len(now.read):
        return table.but(dialogue=None)
    corrected = tuple(sorted({**dict(now.corrected), checking.number: card}.items()))
    table = table.but(showing=replace(now, corrected=corrected))
    return table.but(dialogue=CheckingShown(checking.seat, table.now_s))


def show_again(table: Table, wish: events.ShowAgain) -> Transition:
    """Forget a real hand that was misread, and the play that nobody could make with it."""
    playing = table.stage is Stage.PLAY and wish.seat in table.setup.played
    if not playing or not table_seats.shows_cards(table):
        return table, ()
    last = find_last_of_player(table)
    effects: tuple[Effect, ...] = ()
    if table.owed is not None and last is not None and last.actor == wish.seat:
        table, effects = record.undo(table, 1)
    table, forgotten = record.forget(table.but(dialogue=None), wish.seat)
    return table, (*effects, *forgotten)


# --- looks ----------------------------------------------------------------------------------------


def look(table: Table, seat: Seat, reading: Reading) -> Transition:
    """Read the card that lies on the pile now."""
    table = table.but(reading=reading, explanation=None)
    now, card = table.showing, reading.card
    if card is None:
        return table, ()
    if now is None or now.seat != seat:
        now = Showing(seat)
    if not now.begun:
        return _await_ready(table, now, card)
    count = table_seats.count_unshown(table, seat)
    if _is_gone(now, card, count):
        return _take_away(table, now, card)
    if not is_readable(card):
        return _tell(table, now, Message(UNREADABLE))
    there = next((n for n, one in enumerate(now.read) if is_same_card(one, card)), None)
    read, off = _count_read(now, card, there, count)
    right = tuple(one for one in now.corrected if one[0] <= len(read))
    trouble = now.trouble if read == now.read else None
    now = replace(now, read=read, off=off, trouble=trouble, corrected=right)
    if len(read) > count:
        return _tell(table, now, Message(TOO_MANY))
    return table.but(showing=now), (Signal(Cue.ACCEPTED),) if there is None else ()


def _count_read(
    now: Showing, card: CardReading, there: int | None, count: int
) -> tuple[tuple[CardReading, ...], int]:
    """Return the cards read, given the one on top, and how many of them were taken off again.

    It lies ``there`` still, or cards on it were taken away, or it is the next one. Once all are
    read they stay so while they are taken off: few people lift six cards at once.
    """
    if there is None:
        return (*now.read[: len(now.read) - now.off], card), 0
    if len(now.read) == count:
        return now.read, count - 1 - there
    return now.read[: there + 1], 0


def _await_ready(table: Table, now: Showing, card: CardReading) -> Transition:
    """Note the pile, and ask for cards back that were laid before anybody said “Ready”."""
    later = replace(now, before=card)
    if now.before is not None and is_readable(card) and not is_same_card(card, now.before):
        return _tell(table, later, TOO_EARLY)
    bare = card.best is None and card.pose is None
    cleared = bare and now.trouble == TOO_EARLY
    return table.but(showing=replace(later, trouble=None if cleared else now.trouble)), ()


def _is_gone(now: Showing, card: CardReading, count: int) -> bool:
    """Whether the pile looks as before the cards were laid.

    Once all are read, an older card that was pushed a little counts, too: the stack was lifted.
    """
    before = now.before
    if before is None or before.best is None:
        return card.best is None and card.pose is None
    pushed = len(now.read) >= count and card.best == before.best
    return is_same_card(card, before) or (
        pushed and not any(is_same_card(card, one) for one in now.read)
    )


def _tell(table: Table, now: Showing, trouble: Message) -> Transition:
    effects = () if now.trouble == trouble else (Signal(Cue.QUESTION),)
    return table.but(showing=replace(now, trouble=trouble)), effects


def _take_away(table: Table, now: Showing, card: CardReading) -> Transition:
    """Put the hand on record if all of it was shown; otherwise it begins again."""
    if not now.read:
        return table.but(showing=replace(now, before=card)), ()
    count, again = table_seats.count_unshown(table, now.seat), Showing(now.seat, card, begun=True)
    if len(now.read) != count:
        return _tell(table, again, Message(TAKEN_AWAY if len(now.read) < count else TOO_MANY))
    try:
        # The stack is turned over as a whole: what was laid first lies on top.
        hand = (*now.faces, *table_seats.find_kept(table, now.seat))
        table, effects = record.learn(table, now.seat, hand)
    except PositionError:
        return _tell(table, again, Message(IMPOSSIBLE))
    return table.but(showing=None, pile=card, tops=(), glimpsed=None, unwatched_s=0.0), effects
