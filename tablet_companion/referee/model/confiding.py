"""When a seat may say something on a screen of its own, beside what everybody sees."""

from __future__ import annotations

from tablet_companion.games.core import Seat
from tablet_companion.referee.model.dialogues import HandingOver, Speaking, Whispering
from tablet_companion.referee.model.table import Stage, Table


def may_confide(table: Table, seat: Seat) -> bool:
    """Whether a seat may say anything now: not in a pause, a correction, or before a question.

    Those pages ask about the position as it is, and would be left without their object. What a seat
    knows that the table itself plays is nobody's to see or say.
    """
    if seat in table.setup.played:
        return False
    dialogue = table.dialogue
    free = dialogue is None or isinstance(dialogue, HandingOver | Speaking | Whispering)
    return table.stage is Stage.PLAY and free


def find_confiding(table: Table, seat: Seat) -> Whispering:
    """Return how far a seat has come with what it says."""
    begun = (one for one in table.confiding if one.seat == seat)
    return next(begun, Whispering(seat, table.now_s))
