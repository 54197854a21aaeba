"""Chance falls as often as the games say: the table's lots are the deck's, and the dice's."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tablet_companion import games
from tablet_companion.games.core import CHANCE
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model.effects import NeedChance
from tablet_companion.referee.model.events import Chanced
from tablet_companion.referee.model.table import Stage, Table, new_table
from tablet_companion.referee.step import step
from tablet_companion.referee.turns.record import carry_on
from tests.conformance.walk import walk


def at_a_lot(game: AnyGame, state: Any) -> Table:
    """Return a table at which chance is due."""
    return new_table(game, {}, "en").but(state=state, stage=Stage.PLAY)


@pytest.mark.parametrize("name", ["agent_dog", "dog", "pocket_ops"])
def test_a_card_is_dealt_as_often_as_its_copies_lie_in_the_pile(name: str) -> None:
    """Over all the numbers that may be drawn each card comes as often as ``weight`` says.

    A face of which one card is left came as often as one of which eight were.
    """
    game, uneven = games.load(name), 0
    first = game.setup({"dealing": "tablet"}, game.seats)
    for state, _ in walk(game, first, seed=3, most=60):
        if game.actor(state) != CHANCE:
            continue
        table = at_a_lot(game, state)
        (asked,) = (one for one in carry_on(table)[1] if isinstance(one, NeedChance))
        after = (step(table, Chanced(0.0, number))[0] for number in range(asked.below))
        fell = Counter(one.past[0].action for one in after)
        assert fell == {action: game.weight(state, action) for action in game.legal(state)}
        uneven += len(set(fell.values())) > 1
    assert uneven or name == "pocket_ops"
