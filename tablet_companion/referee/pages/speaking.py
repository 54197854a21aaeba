"""The pages on which people announce actions, and the keys that lead there."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from tablet_companion.games.core import TABLE, Message, Seat, Viewer
from tablet_companion.games.text import N_
from tablet_companion.referee.model import events, sayings
from tablet_companion.referee.model.confiding import may_enter_more, may_retract
from tablet_companion.referee.model.dialogues import Speaking, Whispering
from tablet_companion.referee.model.held_cards import find_hand
from tablet_companion.referee.model.panels import Button, MenuPanel, Weight
from tablet_companion.referee.model.passing import tell_hand
from tablet_companion.referee.model.silence import find_objectors
from tablet_companion.referee.model.table import Table
from tablet_companion.referee.model.table_seats import is_played, list_people
from tablet_companion.referee.pages.buttons import (
    ASIDE,
    CANCEL,
    HIDE,
    offer_alone,
    offer_entering_again,
)
from tablet_companion.referee.pages.warnings import warn_of_waiting

MAX_OWN_KEYS: Final = 4
"""Up to this many actions have keys on the play page; more share one key."""
NOBODY: Final = Button(Message(N_("Nobody objects")), events.Consent(), place=0)
_SAY: Final = Button(Message(N_("Enter your action")), events.Say(), Weight.MAIN)
_ANSWER: Final = replace(_SAY, label=Message(N_("Answer the question")))
_MOVE: Final = Button(Message(N_("Enter the move")), events.Say((), moves=True), Weight.QUIET)


def sort_colours(table: Table, labels: Iterable[Message]) -> tuple[Message, ...]:
    """Return labels sorted: those that name a colour first; then those that end or refuse.

    Seats, and then pieces that belong to nobody, are in the game's order.
    """
    named: tuple[str, ...] = (*table.game.seats, *table.game.colours)
    ranks = {colour: rank for rank, colour in enumerate(named)}
    return tuple(sorted(labels, key=lambda one: ranks.get(_colour_of(one), len(ranks))))


def _colour_of(label: Message) -> str:
    found = dict(label.details)
    return str(found.get("seat") or found.get("colour") or "")


def offer_sayings(table: Table) -> tuple[Button, ...]:
    """Return the keys on the play page for actions that may be announced now."""
    if may := find_objectors(table):
        return _offer_objections(table, may)
    game = table.game
    played = {*table.setup.played} - ({table.turn} if not is_played(table) else set())
    said = sayings.find_spoken(table.position)
    first = sort_colours(
        table, sayings.list_next((one for one in said if one.saying.seat not in played), ())
    )
    spoken = tuple(
        Button(label, events.Say((label,)), place=game.key_places.get(label.text, number))
        for number, label in enumerate(first)
    )
    whisperers = sayings.find_whisperers(table.position)
    alone = tuple(offer_alone(table, seat) for seat in whisperers if seat not in played)
    moves = (_MOVE if game.pile else replace(_MOVE, place=ASIDE),) if _needs_moves(table) else ()
    if len(spoken) > MAX_OWN_KEYS:
        asked = game.prompt(table.view()).text.endswith("?")
        spoken = (_ANSWER if asked else _SAY,)
    return (*alone, *spoken, *moves)


def _offer_objections(table: Table, may: tuple[Seat, ...]) -> tuple[Button, ...]:
    objects = N_("{seat} objects")
    claims = (
        Button(Message(objects, (("seat", entry.seat),)), events.SpeakUp(entry.seat), place=number)
        for number, entry in enumerate(table.view().seats)
        if entry.seat in may
    )
    return (NOBODY, *claims)


def _needs_moves(table: Table) -> bool:
    """Whether people may have to announce moves of pieces.

    That is so without a pile, or if there is no camera and the hands are unknown.
    """
    if is_played(table):
        return False
    alone = find_hand(table.position, table.turn) is not None
    wanted = not table.game.pile or (table.blind and not alone)
    return bool(wanted and sayings.find_moves(table.position))


def list_facts(table: Table, viewer: Viewer = TABLE) -> tuple[Message, ...]:
    """Return further information for a viewer, beside the pieces."""
    return table.game.facts(table.view(viewer))


def build_speaking(table: Table, now: Speaking) -> MenuPanel:
    """Return the page on which somebody announces an action in public."""
    found, view = sayings.find_said(table.position, now), table.view()
    return MenuPanel(
        view=view,
        say=now.path[-1] if now.path else table.game.prompt(view),
        said=now.path,
        keys=_offer_next(table, found, now.path, moves=now.moves),
        facts=(*warn_of_waiting(table), *list_facts(table)),
        private=None,
        buttons=(CANCEL,),
        asked=_list_asked(found, now.path),
    )


def _list_asked(found: sayings.Entries, path: sayings.Path) -> tuple[Seat, ...]:
    """Return who may go on from these labels: an accusation is not always of the seat on turn."""
    going = (one.saying for one in found if path and one.saying.labels[: len(path)] == path)
    return tuple(dict.fromkeys(one.seat for one in going))


def build_whispering(table: Table, now: Whispering) -> MenuPanel:
    """Return a seat's private page: to announce something, or to learn why it was refused."""
    view = table.view(now.seat)
    say = now.path[-1] if now.path else table.game.prompt(view)
    told, on = warn_of_waiting(table), _pass_on(table, now.seat)
    if now.refusal:  # what differs on the board is what was refused, and goes back first
        rule, details = table.game.rules[now.refusal[0].rule], now.refusal[0].details
        say = Message(rule.text, details)
        told, on = ((Message(rule.mend, details),) if rule.mend else ()), ()
    facts = list_facts(table, now.seat)
    found = sayings.offer_private(table.position, now.seat)
    path = sayings.find_choice(table.position, now.seat, now.path)
    back = (Button(Message(N_("Back")), events.Say(())),) if now.path else ()
    change = () if now.path else offer_retracting(table, now.seat)
    return MenuPanel(
        view=view,
        say=say,
        said=() if now.refusal else now.path,
        keys=(
            *_offer_next(table, found, path, moves=False),
            *(Button(label, events.Say((label,))) for label in change),
            *(() if now.path else offer_entering_again(table, now.seat)),
        ),
        facts=(*told, *tell_held(table, now.seat, sayings.list_next(found, path)), *facts),
        private=now.seat,
        buttons=(*back, *on, HIDE),
        places=place_labels(table, now.seat, path),
    )


def tell_held(table: Table, seat: Seat, labels: Sequence[Message]) -> tuple[Message, ...]:
    """Return what a seat holds, for it alone; nothing where keys with these labels show it all."""
    shown = {dict(one.details)["card"] for one in labels if one.text == "{card}"}
    held = () if table.game.pile else find_hand(table.position, seat)
    return () if held and shown == {*held} else tell_hand(table, seat)


def offer_retracting(table: Table, seat: Seat) -> tuple[Message, ...]:
    """Return the label that takes back what a seat entered last, if it may."""
    return (sayings.RETRACT,) if may_retract(table, seat) else ()


def place_labels(table: Table, seat: Seat, path: sayings.Path) -> tuple[Message, ...]:
    """Return a private page's labels in order, with the words that cannot be said yet.

    If keys moved when one joined them, a second touch would hit another one.
    """
    found = sayings.find_private(table.position, seat)
    offered = sayings.list_next(sayings.offer_private(table.position, seat), path)
    named = (one for one in sayings.list_next(found, path) if one in offered or not one.details)
    more = not path and (may_retract(table, seat) or may_enter_more(table, seat))
    return (*sort_colours(table, named), *((sayings.RETRACT,) if more else ()))


def _pass_on(table: Table, seat: Seat) -> tuple[Button, ...]:
    """Return the key to the next person's page, from one on which a hand is only looked at.

    So the tablet goes round once the cards are dealt. With a pile, passing it on would show that
    this hand allows no play.
    """
    if table.game.pile or sayings.find_private(table.position, seat):
        return ()
    seats = list_people(table)
    begin = seats.index(seat) + 1
    others = (*seats[begin:], *seats[: begin - 1])
    holders = (one for one in others if find_hand(table.position, one) is not None)
    return tuple(offer_alone(table, one) for one in itertools.islice(holders, 1))


def _offer_next(
    table: Table, found: sayings.Entries, path: sayings.Path, *, moves: bool
) -> tuple[Button, ...]:
    return tuple(
        Button(label, events.Say((*path, label), moves))
        for label in sort_colours(table, sayings.list_next(found, path))
    )
