"""The pages on which real cards are shown to the table, and what is said of its own cards.

They count cards and never name one, except a card that the table has played.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablet_companion.games.core import Message, Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.model.events import (
    EnterCards,
    NameCard,
    ShowAgain,
    ShowCards,
)
from tablet_companion.referee.model.panels import Button, MenuPanel, Weight
from tablet_companion.referee.model.played import count_unshown, find_kept
from tablet_companion.referee.model.table import Owed, Showing, Table
from tablet_companion.referee.pages.buttons import PAUSE, SEATS
from tablet_companion.referee.pages.warnings import warn_of_blindness

BEGIN: Final = Button(Message(N_("We look away")), ShowCards(), Weight.MAIN)
AGAIN: Final = Button(Message(N_("Begin again")), ShowCards())
ENTER: Final = Button(Message(N_("Enter them by touch")), EnterCards())


def build_showing(table: Table, seat: Seat) -> MenuPanel:
    """Return the page on which a real hand is shown: how to, then how many cards were read."""
    now, count = table.showing, count_unshown(table, seat)
    begun = now is not None and now.begun and now.seat == seat
    trouble = () if now is None or now.trouble is None else (now.trouble,)
    if begun and now is not None:
        say, told = _tell_progress(now, count, kept=bool(find_kept(table, seat)))
        buttons: tuple[Button, ...] = (AGAIN, ENTER, PAUSE)
    else:
        say = Message(N_("Show me the cards that I play for {seat}."), (("seat", seat),))
        told = tuple(_tell_how(table, seat, count))
        buttons = (BEGIN, ENTER, SEATS, PAUSE)
    blind = warn_of_blindness(table)
    return MenuPanel(
        view=table.view(),
        say=say if blind is None else blind,
        keys=(),
        facts=(*trouble, *told),
        private=None,
        buttons=buttons,
    )


def _tell_how(table: Table, seat: Seat, count: int) -> Iterator[Message]:
    """Yield what to do before the camera reads a card, and how to lay the cards."""
    number = next((gift.number for gift in table.gave if gift.seat == seat), None)
    if find_kept(table, seat):
        if number:
            text = N_("From {seat}’s stack, give away card {count}, counted from the top, unseen.")
            yield Message(text, (("seat", seat), ("count", number)))
        yield Message(N_("Show me only the new card."))
    elif number is not None:
        yield Message(N_("Show me the hand as it is after cards were exchanged."))
    yield Message(N_("Everybody looks away, also whoever lays the cards."))
    text = N_("Lay {count} {count:card|cards} face up on the pile, one on another, each askew.")
    yield Message(text, (("count", count),))
    yield Message(N_("Wait for the sound after each."))


def _tell_progress(now: Showing, count: int, *, kept: bool) -> tuple[Message, tuple[Message, ...]]:
    """Return how many cards were read, and what to do now."""
    done = len(now.read)
    if done != count:
        text = N_("I have read {count} of {count_two} cards.")
        say = Message(text, (("count", done), ("count_two", count)))
        stay = (Message(N_("Leave them lying until I have read them all.")),)
        return say, stay if done < count else ()
    if kept:
        cover = Message(N_("Lay the card face down on top of the stack."))
    else:
        cover = Message(N_("Turn all the cards over at once, as a stack, and lay them aside."))
    return Message(N_("I have read them all. Now cover them.")), (cover,)


# --- cards that the table plays -------------------------------------------------------------------


def head_owed_card(owed: Owed, seat: Seat) -> Message:
    """Return the headline while somebody has to lay a real card for the table."""
    text = N_("The table plays {card:the} for {seat}. Please lay it and move the pieces.")
    if not owed.position.steps(owed.action):
        text = N_("The table discards {card:the} for {seat}. Please lay it on the pile.")
    return Message(text, (("seat", seat), ("card", owed.card or "")))


def ask_for_owed_card(table: Table) -> tuple[Message, ...]:
    """Say where the real card lies that the table plays, or that it is not the one laid."""
    owed = table.owed
    if owed is None or owed.card is None:
        return ()
    laid = table.card.known
    if laid is not None and laid != owed.card:
        return (Message(N_("{card:the} is not the card that I play."), (("card", laid),)),)
    if not owed.number:
        return (Message(N_("Lay {card:the} on the pile."), (("card", owed.card),)),)
    text = N_("Lay {card:the} on the pile: card {count} of the stack, counted from the top.")
    return (Message(text, (("card", owed.card), ("count", owed.number))),)


def offer_owed_card(table: Table) -> tuple[Button, ...]:
    """Return the keys that say where the real card is, if one has to be laid."""
    owed = table.owed
    seat = None if owed is None else owed.position.game.actor(owed.position.state)
    if owed is None or owed.card is None or seat is None:
        return ()
    lies = Button(Message(N_("It lies there")), NameCard(owed.card))
    return (lies, Button(Message(N_("It is not in the stack")), ShowAgain(seat)))


def offer_again(seat: Seat) -> Button:
    """Return the key with which a real hand is shown again."""
    return Button(Message(N_("{seat}: show the cards again"), (("seat", seat),)), ShowAgain(seat))
