"""The pages on which actions are said, and the keys that lead there."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from tablet_companion.games.core import TABLE, Label, Seat, Viewer
from tablet_companion.games.text import N_
from tablet_companion.referee.model.events import Consent, GoOn, Hide, Say, SpeakUp, Whisper
from tablet_companion.referee.model.panels import Button, MenuPanel, Message, Weight
from tablet_companion.referee.model.table import Speaking, Table, Whispering
from tablet_companion.referee.pages import menu
from tablet_companion.referee.pages.keys import in_order
from tablet_companion.referee.turns import silence

MOST: Final = 4
"""So many things to say stand on the play page by themselves; more share one key."""
CANCEL: Final = Button(Message(N_("Cancel")), GoOn())
_SAY: Final = Button(Message(N_("Say what you do")), Say(), Weight.MAIN)
_MOVE: Final = Button(Message(N_("Say the move")), Say((), moves=True), Weight.QUIET)


def message(label: Label) -> Message:
    """Return a game's label as a message."""
    return Message(label.text, label.details)


def keys(table: Table) -> tuple[Button, ...]:
    """Return the keys of the play page for what may be said now."""
    game, state = table.game, table.state
    if may := silence.may_speak_up(table):
        objects = N_("{seat} objects")
        claims = (
            Button(Message(objects, (("seat", seat),)), SpeakUp(seat), place=number)
            for number, seat in enumerate(entry.seat for entry in game.view(state, TABLE).seats)
            if seat in may
        )
        return (Button(Message(N_("Nobody objects")), Consent(), place=0), *claims)
    found = menu.public(game, state, shown=False)
    first = menu.below(found, ())
    spoken = tuple(
        Button(message(label), Say((label,)), place=game.key_places.get(label.text, number))
        for number, label in enumerate(first)
    )
    aside = None if game.pile else 1
    alone = tuple(_alone(seat, aside) for seat in menu.whisperers(game, state))
    moves = (replace(_MOVE, place=aside),) if _tells_moves(table) else ()
    return (*alone, *(spoken if len(spoken) <= MOST else (_SAY,)), *moves)


def _alone(seat: Seat, place: int | None) -> Button:
    text = N_("{seat}, alone")
    return Button(Message(text, (("seat", seat),)), Whisper(seat), Weight.MAIN, place)


def _tells_moves(table: Table) -> bool:
    """Say whether moves with pieces may have to be said before everybody.

    That is so without a pile, or without a camera where nobody knows the hands.
    """
    game, state = table.game, table.state
    alone = menu.hand(game, state, table.turn) is not None
    wanted = not game.pile or (table.blind and not alone)
    return bool(wanted and menu.by_touch(game, state))


def facts(table: Table, viewer: Viewer = TABLE) -> tuple[Message, ...]:
    """Return what a viewer wants to know beside the pieces."""
    view = table.game.view(table.state, viewer)
    return tuple(map(message, table.game.facts(view)))


def speaking(table: Table, now: Speaking) -> MenuPanel:
    """Return the page on which an action is said before everybody."""
    game, state = table.game, table.state
    found = menu.by_touch(game, state) if now.moves else menu.public(game, state, shown=False)
    view = game.view(state, TABLE)
    return MenuPanel(
        view=view,
        say=message(now.path[-1] if now.path else game.prompt(view)),
        keys=_keys(found, now.path, moves=now.moves),
        facts=facts(table),
        private=None,
        buttons=(CANCEL,),
    )


def whispering(table: Table, now: Whispering) -> MenuPanel:
    """Return the page on which one seat says something alone, or learns why it was refused."""
    view = table.game.view(table.state, now.seat)
    say = message(now.path[-1] if now.path else table.game.prompt(view))
    if now.refusal:
        rule = table.game.rules[now.refusal[0].rule]
        say = Message(rule.text, now.refusal[0].details)
    found = menu.private(table.game, table.state, now.seat)
    back = (Button(Message(N_("Back")), Say(())),) if now.path else ()
    return MenuPanel(
        view=view,
        say=say,
        keys=_keys(found, now.path, moves=False),
        facts=(*_hand(table, now.seat), *facts(table, now.seat)),
        private=now.seat,
        buttons=(*back, Button(Message(N_("Hide")), Hide())),
    )


def _hand(table: Table, seat: Seat) -> tuple[Message, ...]:
    """Return what a seat holds, where that is known."""
    held = menu.hand(table.game, table.state, seat)
    text = N_("Your cards: {text}.")
    if held is None:
        return ()
    return (Message(text, (("text", ", ".join(in_order(table.game, held))),)),)


def _keys(found: tuple[menu.Entry, ...], path: menu.Path, *, moves: bool) -> tuple[Button, ...]:
    return tuple(
        Button(message(label), Say((*path, label), moves)) for label in menu.below(found, path)
    )
