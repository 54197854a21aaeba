"""The pages of the seats that the table plays, and of its advice to a player."""

from __future__ import annotations

from tablet_companion.games.core import Message, Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.model import events, table_seats
from tablet_companion.referee.model.dialogues import Advised
from tablet_companion.referee.model.outstanding import Owed
from tablet_companion.referee.model.panels import Button, MenuPanel, Weight
from tablet_companion.referee.model.steps_in_words import draw_arrows
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.pages.buttons import CONTINUE, HIDE, SEATS, offer_entering_again
from tablet_companion.referee.pages.showing import head_owed_card, offer_again

BY_TABLE = N_("{seat}: played by the table")
BY_PERSON = N_("{seat}: played by a person")


def offer_seats(table: Table) -> tuple[Button, ...]:
    """Return the key to the page of seats, or of why the table can play none."""
    return (SEATS,) if _list_seats(table) or not table_seats.needs_nothing(table) else ()


def _list_seats(table: Table) -> tuple[Seat, ...]:
    seats = (entry.seat for entry in table.view().seats)
    return tuple(seat for seat in seats if table_seats.may_be_handed_over(table, seat))


def _list_shown(table: Table) -> tuple[Seat, ...]:
    """Return the table's seats with real cards that it thinks it knows."""
    if not table_seats.shows_cards(table):
        return ()
    return tuple(seat for seat in table.setup.played if table_seats.find_kept(table, seat))


def build_seats(table: Table) -> MenuPanel:
    """Return the page on which people give seats to the table and take them back."""
    seats = _list_seats(table)
    none = Message(N_("The table cannot take over a seat in this game."))
    return MenuPanel(
        view=table.view(),
        say=Message(N_("Who plays? Touch a seat to change it.")) if seats else none,
        keys=(
            *(_offer_seat(table, seat) for seat in seats),
            *(offer_again(seat) for seat in _list_shown(table)),
        ),
        facts=table_seats.tell_needs(table),
        private=None,
        buttons=(CONTINUE,),
        for_all=True,
    )


def _offer_seat(table: Table, seat: Seat) -> Button:
    by_table = seat in table.setup.played
    label = Message(BY_TABLE if by_table else BY_PERSON, (("seat", seat),))
    return Button(label, events.HandSeat(seat), Weight.MAIN if by_table else Weight.PLAIN)


def build_advice(table: Table, now: Advised) -> MenuPanel:
    """Return the private page of advice, or of the cards that can be played."""
    thinking = Message(N_("The table is thinking."))
    return MenuPanel(
        view=table.view(now.seat),
        say=Message(N_("Which cards may I play?") if now.playable else N_("What would be good?")),
        keys=offer_entering_again(table, now.seat) if now.playable else (),
        facts=now.said or (thinking,),
        private=now.seat,
        buttons=(HIDE,),
        arrows=draw_arrows(now.steps),
    )


def _head_owed(table: Table, owed: Owed) -> Message | None:
    """Return the headline while somebody has to move pieces for the table; None for a person."""
    seat, card = table.game.actor(owed.position.state), table.game.card_of(owed.action)
    if seat not in table.setup.played:
        return None
    if owed.card is not None:
        return head_owed_card(owed, seat)
    if table.game.pile and card is not None:
        text = N_("The table plays {card:the} for {seat}. Please move the pieces.")
        return Message(text, (("seat", seat), ("card", card)))
    return Message(N_("The table plays {seat}. Please move the pieces."), (("seat", seat),))


def head_played(table: Table) -> Message | None:
    """Return the headline while the table plays a seat: it thinks, or somebody moves for it."""
    if table.owed is not None:
        return _head_owed(table, table.owed)
    if (giver := table_seats.find_giver(table)) is not None:
        text = N_("The table chooses the card that {seat} gives away.")
        return Message(text, (("seat", giver),))
    if table_seats.is_played(table):
        text = N_("The table plays {seat} and is thinking.")
        return Message(text, (("seat", table.turn or ""),))
    return None
