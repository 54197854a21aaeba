"""Tables at which moves were made, some of them taken back."""

from __future__ import annotations

import random

from tablet_companion.games.core import CHANCE
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.explaining.laid import How, Laid
from tablet_companion.referee.model.events import Answer, TakeBack
from tablet_companion.referee.model.table import Stage, Table, new_table
from tablet_companion.referee.turns import record
from tests.referee.bench import GAME, Bench
from tests.referee.looks import AREAS, look
from tests.referee.seer import areas_of


def played(game: AnyGame, seed: int, most: int) -> Table:
    """Return a table after a random game of at most this many actions, all of them seen."""
    rng = random.Random(seed)
    areas = AREAS if game is GAME else areas_of(game)
    table = new_table(game, areas, "en")
    table, _ = record.begin(table.but(stage=Stage.CHECK))
    for number in range(most):
        if table.stage is not Stage.PLAY:
            break
        action = rng.choice(game.legal(table.state))
        after = game.placement(game.successor(table.state, action))
        card = game.card_of(action) if game.pile else None
        table = table.but(
            reading=look(after, areas=areas, card=card or "", pose=(9 * number, 0, 0))
        )
        table, _ = record.act(table, action, Laid(game.card_of(action), How.SEEN))
    while table.turn == CHANCE:
        table, _ = record.act(table, rng.choice(game.legal(table.state)), Laid(None, How.BLIND))
    return table


def before_a_capture() -> Bench:
    """Return a table after four turns: with a 5, blue may capture green's pawn on T33."""
    bench = Bench("blue")
    bench.see(bench.with_moves("T16>T28"), card="12")
    bench.see(bench.with_moves("T32>T33"), card="1/11")
    bench.see(bench.with_moves("T48>T51"), card="3")
    bench.see(bench.with_moves("T0>T3"), card="3", pose=(9, 0, 0))
    return bench


def moved() -> Bench:
    """Return a table at which blue captured with a 5, and took it back."""
    bench = before_a_capture()
    bench.see(bench.with_moves("T33>green.N4", "T28>T33"), card="5")
    assert len(bench.judged) == 5
    bench.touch(TakeBack())
    bench.touch(Answer(0))
    return bench
