"""Chance does not change its mind: what it did is done again after moves were taken back."""

from __future__ import annotations

import pytest

from tablet_companion import games
from tablet_companion.games.core import CHANCE
from tablet_companion.referee.model.effects import NeedChance, Record
from tablet_companion.referee.model.table import new_table
from tablet_companion.referee.turns import record
from tablet_companion.referee.turns.replay import replay
from tests.amounts import sampled
from tests.referee.player import Player


@sampled(2)
@pytest.mark.parametrize("name", ["agent_dog", "dog", "pocket_ops", "wink"])
def test_nobody_can_take_back_until_the_deal_is_better(name: str) -> None:
    """The same move is followed by the same cards, also when the journal is read again."""
    player, drawn = Player(games.load(name), 3, dealing="tablet"), 0
    for _ in range(100):
        player.play_on()
        table = player.table
        if not (table.past and table.past[-1].actor == CHANCE and table.is_played):
            continue
        last = next(one for one in reversed(table.past) if one.actor != CHANCE)
        back, undone = record.undo(table, 1)
        if back.state != last.state:
            continue  # several actions count as one
        again, done = record.act(back, last.action, last.laid)
        assert again.state == table.state
        assert not any(isinstance(effect, NeedChance) for effect in done)
        written = [*player.records, *(one for one in (*undone, *done) if isinstance(one, Record))]
        fresh = new_table(table.game, {}, "en")
        assert replay(fresh, [(one.kind, one.body) for one in written]).state == table.state
        drawn += 1
    assert drawn
