"""When a seat may act on its own screen, beside the shared one."""

from __future__ import annotations

from tablet_companion.games.core import Breach, Seat
from tablet_companion.referee.explaining.public import find_secretive_seat
from tablet_companion.referee.model.dialogues import HandingOver, Speaking, Whispering
from tablet_companion.referee.model.sayings import find_private, offer_private
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.verdicts import Objecting


def may_confide(table: Table, seat: Seat) -> bool:
    """Whether a seat may act in private now: not in a pause, a correction, or before a question.

    Those pages concern the position as it is, which a private action would change. Nobody acts for
    a seat that the table plays.
    """
    if seat in table.setup.played:
        return False
    dialogue = table.dialogue
    free = dialogue is None or isinstance(dialogue, HandingOver | Speaking | Whispering)
    return table.stage is Stage.PLAY and free


def may_retract(table: Table, seat: Seat) -> bool:
    """Whether a seat may take back what it entered last in private.

    That is so while it still has something to enter: nobody else has acted since.
    """
    last = table.past[-1] if table.past else None
    if last is None or table.turn != seat:
        return False
    mine = find_secretive_seat(last.position, last.action) == seat
    return mine and bool(find_private(table.position, seat))


def may_enter_more(table: Table, seat: Seat) -> bool:
    """Whether a seat that enters something in private may then have more to enter."""
    position, game = table.position, table.game
    return any(
        one.saying.private and game.actor(game.successor(position.state, one.action)) == seat
        for one in offer_private(position, seat)
    )


def find_confiding(table: Table, seat: Seat) -> Whispering:
    """Return how much a seat has entered on its own screen so far."""
    begun = (one for one in table.confiding if one.seat == seat)
    return next(begun, Whispering(seat, table.now_s))


def list_refusals(table: Table, seat: Seat) -> tuple[Breach, ...]:
    """Return, for a seat alone, why what it has just entered, said or moved is not allowed."""
    now, verdict = find_confiding(table, seat), table.verdict
    if now.refusal or now.path or not isinstance(verdict, Objecting) or seat != table.turn:
        return now.refusal
    return verdict.breaches
