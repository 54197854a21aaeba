"""The pages on which real cards are shown to the table, and what is said of its own cards.

They count cards and never name one, except a card that the table has played, or to somebody who
checks alone what was read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tablet_companion.games.core import Message, Seat
from tablet_companion.games.text import N_
from tablet_companion.referee.model import events
from tablet_companion.referee.model.dealt import TOO_EARLY, Showing
from tablet_companion.referee.model.dialogues import CheckingShown
from tablet_companion.referee.model.differences import find_differing_areas
from tablet_companion.referee.model.outstanding import Owed
from tablet_companion.referee.model.panels import Button, CardKeysPanel, MenuPanel, Weight
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.table_seats import count_unshown, find_kept
from tablet_companion.referee.pages.buttons import HIDE, PAUSE, SEATS
from tablet_companion.referee.pages.warnings import warn_of_blindness

BEGIN: Final = Button(Message(N_("Ready")), events.ShowCards(), Weight.MAIN)
AGAIN: Final = Button(Message(N_("Once more")), events.ShowCards())
CHECK: Final = Button(Message(N_("Check them")), events.CheckShown())
ENTER: Final = Button(Message(N_("Enter cards")), events.EnterCards())


def build_showing(table: Table, seat: Seat) -> MenuPanel:
    """Return the page on which a real hand is shown: how to, then how many cards were read."""
    now, count = table.showing, count_unshown(table, seat)
    begun = now is not None and now.begun and now.seat == seat
    trouble = () if now is None or now.trouble is None else (now.trouble,)
    if begun and now is not None:
        say, told = _tell_progress(now, count, kept=bool(find_kept(table, seat)))
        check = (CHECK,) if now.read else ()
        buttons: tuple[Button, ...] = (*check, AGAIN, ENTER, PAUSE)
    else:
        say = Message(N_("Show the camera {seat}’s cards."), (("seat", seat),))
        told = () if trouble == (TOO_EARLY,) else tuple(_tell_how(table, seat, count))
        buttons = (BEGIN, ENTER, SEATS, PAUSE)
    return MenuPanel(
        view=table.view(),
        say=warn_of_blindness(table) or say,
        keys=(),
        facts=(*trouble, *told, *_tell_moved(table)),
        private=None,
        buttons=buttons,
    )


def _tell_moved(table: Table) -> tuple[Message, ...]:
    """Say which place differs meanwhile: nothing is judged until the cards are off the pile."""
    if table.evidence is None or table.agrees or not (areas := find_differing_areas(table)):
        return ()
    text = N_("Something was moved {place:at}. Put it back, or leave it until the cards are read.")
    return (Message(text, (("place", areas[0]),)),)


def build_checking(table: Table, dialogue: CheckingShown) -> MenuPanel | CardKeysPanel:
    """Return the private page of what was read, from the first card, or of one's right face."""
    faces = table.showing.faces if table.showing else ()
    if dialogue.number:
        say = Message(N_("Which card is it?"))
        back = Button(Message(N_("Back")), events.Misread(0))
        return CardKeysPanel(table.view(), say, tuple(table.game.cards), (back, HIDE))
    text = "{count}: {card}"
    return MenuPanel(
        view=table.view(),
        say=Message(N_("Read so far, from the first card. Touch a wrong one.")),
        keys=tuple(
            Button(Message(text, (("count", number), ("card", face))), events.Misread(number))
            for number, face in enumerate(faces, start=1)
        ),
        facts=(),
        private=dialogue.seat,
        buttons=(HIDE,),
    )


def _tell_how(table: Table, seat: Seat, count: int) -> Iterator[Message]:
    """Yield what to do before the camera reads a card, and how to lay the cards."""
    number = next((gift.number for gift in table.gave if gift.seat == seat), None)
    kept = find_kept(table, seat)
    if kept and number:
        text = N_(
            "Count {count} down from the top of {seat}’s stack: "
            "give that card to {seat_two} unseen."
        )
        if number == 1:
            text = N_("Give the top card of {seat}’s stack to {seat_two} unseen.")
        receiver = table.game.receiver(table.state, seat) or ""
        yield Message(text, (("seat", seat), ("count", number), ("seat_two", receiver)))
    if not kept and number is not None:
        yield Message(N_("Show the hand as it is after the exchange."))
    elif {one.cards for one in table.view().seats} == {count}:
        text = N_("Deal {count} {count:card|cards} to each player, if you have not yet.")
        yield Message(text, (("count", count),))
    yield Message(N_("Touch “Ready”. Then everybody looks away, also whoever lays the cards."))
    if kept and count == 1:
        yield Message(N_("Lay only the new card face up on the pile."))
        return
    text = N_("Lay {count} {count:card|cards} face up on the pile, one on another, a little askew.")
    yield Message(text, (("count", count),))
    yield Message(N_("After each, wait until it is counted here."))


def _tell_progress(now: Showing, count: int, *, kept: bool) -> tuple[Message, tuple[Message, ...]]:
    done, whose = len(now.read), ("seat", now.seat)
    if done != count:
        text = N_("{count} of {count_two} {count_two:card|cards} read.")
        say = Message(text, (("count", done), ("count_two", count), whose))
        stay = (Message(N_("Leave them lying until all are read.")),)
        return say, stay if done < count and count > 1 else ()
    cover = N_("Turn all of them over together and lay them aside as a stack.")
    if kept:
        cover = N_("Lay it face down on top of the stack.")
    head = N_("It is read. Now cover it.") if count == 1 else N_("All are read. Now cover them.")
    return Message(head, (whose,)), (Message(cover),)


# --- cards that the table plays -------------------------------------------------------------------


def head_owed_card(owed: Owed, seat: Seat) -> Message:
    """Return the headline while somebody has to lay a real card for the table."""
    text = N_("The table plays {card:the} for {seat}.")
    if not owed.position.steps(owed.action):
        text = N_("The table discards {card:the} for {seat}.")
    return Message(text, (("seat", seat), ("card", owed.card or "")))


def ask_for_owed_card(table: Table) -> tuple[Message, ...]:
    """Say where the real card lies that the table plays, or that it is not the one laid."""
    owed = table.owed
    if owed is None or owed.card is None:
        return ()
    laid = table.card.known
    if laid is not None and laid != owed.card:
        text = N_("{card:the} is not the card that the table plays.")
        return (Message(text, (("card", laid),)),)
    if not owed.number:
        seat = owed.position.game.actor(owed.position.state) or ""
        text = N_("Look for {card:the} in {seat}’s stack: lay it on the pile.")
        return (Message(text, (("card", owed.card), ("seat", seat))),)
    text = N_("Count {count} down from the top of the stack: lay that card on the pile.")
    if owed.number == 1:
        text = N_("Lay the top card of the stack on the pile.")
    return (Message(text, (("count", owed.number),)),)


def offer_owed_card(table: Table) -> tuple[Button, ...]:
    """Return the keys that say where the real card is, if one has to be laid."""
    owed = table.owed
    seat = None if owed is None else owed.position.game.actor(owed.position.state)
    if owed is None or owed.card is None or seat is None:
        return ()
    lies = Button(Message(N_("It lies there")), events.NameCard(owed.card))
    return (lies, Button(Message(N_("Not there")), events.ShowAgain(seat)))


def offer_again(seat: Seat) -> Button:
    """Return the key with which a real hand is shown again."""
    return Button(
        Message(N_("{seat}: show the cards again"), (("seat", seat),)), events.ShowAgain(seat)
    )
