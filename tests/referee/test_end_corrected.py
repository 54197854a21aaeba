"""A game that ended by mistake goes on once the board is corrected, whatever is due then."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tablet_companion.games.core import CHANCE, UNKNOWN_CARD, Card
from tablet_companion.games.dog.exchange import read_position
from tablet_companion.referee.model.effects import Effect, NeedChance, Record
from tablet_companion.referee.model.events import Saw, TableIsRight, Touched
from tablet_companion.referee.model.table import Stage
from tablet_companion.referee.step import step
from tests.games.dog import GAME, HOME, on_table, position
from tests.referee.looks import AREAS, look
from tests.referee.watched import Watched


def reopen(*, seen_deal: bool) -> tuple[Watched, tuple[Effect, ...]]:
    """Return a table at which the last card of a round seemed to win, and then did not."""
    state = read_position(position("2", red="F4 F3 F2 T63", green=HOME))
    hands = ((Card("2") if seen_deal else UNKNOWN_CARD,), (), (), ())
    setting: Any = state.setting
    state = state._replace(hands=hands, setting=replace(setting, seen_deal=seen_deal))
    table = Watched(GAME, state)
    table.table = table.table.but(areas=AREAS)
    table.see(GAME.placement(state), 0.3, "none", 0.0)
    table.see(on_table(position("", red=HOME, green=HOME)), 1.0, "2", 0.0)
    assert table.table.stage is Stage.ENDED
    wrong = look(on_table(position("", red="F4 F3 F2 T1", green=HOME)), areas=AREAS, card="2")
    table.table, _ = step(table.table, Saw(table.table.now_s + 1, wrong))
    table.table, effects = step(table.table, Touched(table.table.now_s + 1, TableIsRight()))
    assert table.table.stage is Stage.PLAY
    return table, effects


@pytest.mark.parametrize("seen_deal", [True, False])
def test_the_next_round_is_dealt(*, seen_deal: bool) -> None:
    """Nobody had cards left: the page said for ever that lots are drawn, and none was."""
    table, effects = reopen(seen_deal=seen_deal)
    kinds = [effect.kind for effect in effects if isinstance(effect, Record)]
    if seen_deal:
        assert any(isinstance(effect, NeedChance) for effect in effects)
        assert kinds == ["state"]
    else:
        assert table.table.turn not in (CHANCE, None)
        assert kinds == ["state", "act"]
