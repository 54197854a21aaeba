"""Answers of the table for the seats that it plays."""

from __future__ import annotations

import random

from tablet_companion.referee.model.events import Chosen
from tablet_companion.referee.model.table_seats import find_due
from tests.referee.player import Player


def answer(player: Player, action: object | None = None) -> str:
    """Let the table choose something for the seat that is due; return the action's text."""
    table = player.table
    seat = find_due(table)
    assert seat is not None
    legal = [one for one in table.game.legal(table.state) if table.game.interrupter(one) is None]
    chosen = action or random.Random(len(table.past)).choice(legal)
    text = table.game.write_action(table.state, chosen)
    player.event(Chosen(table.now_s + 1, seat, len(table.past), text))
    return text
