"""Seats that the table plays: giving and taking them, its choices, and its advice."""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.games.core import Message, PositionError, Seat
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.model import events, table_seats
from tablet_companion.referee.model.dialogues import (
    Advised,
    Confirming,
    HandingOver,
    Purpose,
    Seating,
)
from tablet_companion.referee.model.effects import Transition
from tablet_companion.referee.model.passing import may_ask_for_hand
from tablet_companion.referee.model.steps_in_words import describe_action
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.turns import record
from tablet_companion.referee.turns.accepting import accept_owing
from tablet_companion.referee.turns.questions import ask_to_hand_on


def take_choice(table: Table, chosen: events.Chosen) -> Transition:
    """Put the table's choice on record and wait for the pieces; or show its advice.

    A choice for a position that has changed since is dropped.
    """
    if table_seats.find_due(table) != chosen.seat or len(table.past) != chosen.past:
        return table, ()
    state, giver = table_seats.find_thought(table), table_seats.find_giver(table)
    try:
        action = table.game.read_action(state, chosen.action)
    except PositionError:
        return table, ()
    if action not in table.game.legal(state):
        return table, ()
    if isinstance(table.dialogue, Advised):
        said = (*_describe(table, action), *chosen.reasons)
        steps = table.position.steps(action)
        now = replace(table.dialogue, said=said, since_s=table.now_s, steps=steps)
        return table.but(dialogue=now), ()
    if giver is not None:
        known = table_seats.find_in_stack(table, giver, action.card)
        # Without its place in the stack the card could not be pointed at: the hand is shown again.
        return record.give(table, giver, action.card) if known else record.forget(table, giver)
    return accept_owing(table, action, Laid(table.game.card_of(action), How.NAMED))


def _describe(table: Table, action: object) -> tuple[Message, ...]:
    """Describe a move in full: the card and the pieces, or the game's words for it."""
    card = table.game.card_of(action) if table.game.pile else None
    laid = () if card is None else (Message("{card}", (("card", card),)),)
    done = describe_action(table.position, action)
    saying = table.position.saying(action)
    words = () if saying is None else saying.labels
    told = Message(table.game.told(table.state, action), (("seat", table.turn or ""),))
    return (*laid, *done) if done else words or (*laid, told)


def hand_seat(table: Table, wish: events.HandSeat) -> Transition:
    """Let the table play a seat, or a person again."""
    sits = wish.seat in table.setup.seats and isinstance(table.dialogue, Seating)
    if not sits or not table_seats.may_be_handed_over(table, wish.seat):
        return table, ()
    if wish.asking:
        by_table = wish.seat not in table.setup.played
        return table.but(dialogue=Confirming(ask_to_hand_on(wish.seat, by_table=by_table))), ()
    return hand_on(table, wish.seat)


def hand_on(table: Table, seat: Seat) -> Transition:
    """Let the table play a seat from now on, or a person again, if it may."""
    if not table_seats.may_be_handed_over(table, seat):
        return table, ()
    return record.put_played(table, tuple(sorted({*table.setup.played} ^ {seat})))


def ask_advice(table: Table, _: events.AskAdvice) -> Transition:
    """Hand the tablet to the player on turn, who asks for advice."""
    seat = table.turn
    if seat is None or not table_seats.may_be_advised(table):
        return table, ()
    return table.but(dialogue=HandingOver(seat, Purpose.ADVICE)), ()


def ask_hand(table: Table, _: events.AskHand) -> Transition:
    """Hand the tablet to the player on turn, who asks which cards can be played."""
    return (hand_over_cards(table) if may_ask_for_hand(table) else table), ()


def hand_over_cards(table: Table) -> Table:
    """Return the table handed to the player on turn, to read what can be played.

    An unknown hand is entered first.
    """
    if table.turn is None:
        return table
    known = table_seats.may_be_played(table, table.turn)
    purpose = Purpose.PLAYABLE if known else Purpose.ENTER_HAND
    return table.but(dialogue=HandingOver(table.turn, purpose))
