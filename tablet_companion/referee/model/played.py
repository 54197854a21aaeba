"""The seats that the table plays itself, and when one of them has to act."""

from __future__ import annotations

from tablet_companion.games.core import Seat
from tablet_companion.players.seen import WAIT, knows_its_hand, own_actions
from tablet_companion.referee.model.dialogues import Advised
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.table import Stage, Table
from tablet_companion.referee.model.verdicts import Quiet

DEALING = "dealing"
"""The option that says who deals; the table can play a seat only if the tablet deals."""
TABLET = "tablet"


def is_played(table: Table) -> bool:
    """Whether the seat on turn is played by the table."""
    return table.stage is Stage.PLAY and table.turn in table.setup.played


def may_be_played(table: Table, seat: Seat) -> bool:
    """Whether the table can play a seat from now on, that is, knows its cards."""
    return table.stage is Stage.PLAY and knows_its_hand(table.game, table.state, seat)


def find_due(table: Table) -> Seat | None:
    """Return the seat to choose an action for: one the table plays, or one that wants advice.

    The seat on turn comes first, others only if they may interrupt. None while people still have
    pieces to move or a page to read.
    """
    if table.stage is not Stage.PLAY or not table.is_played:
        return None
    if isinstance(table.dialogue, Advised):
        return None if table.dialogue.said else table.dialogue.seat
    busy = table.owed or table.back or not isinstance(table.verdict, Quiet)
    if busy or table.dialogue is not None or not table.setup.played:
        return None
    if table.turn in table.setup.played:
        return table.turn
    return next((seat for seat in table.setup.played if _may_interrupt(table, seat)), None)


def _may_interrupt(table: Table, seat: Seat) -> bool:
    return own_actions(table.game, table.state, seat) != (WAIT,)


def may_be_advised(table: Table) -> bool:
    """Whether the player on turn may ask for advice: the table teaches, and can play."""
    seat = table.turn
    if seat is None or not table.is_played or table.level_of(seat) is not Level.TEACH:
        return False
    return not is_played(table) and may_be_played(table, seat)
