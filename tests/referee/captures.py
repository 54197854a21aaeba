"""Tables at which a pawn that was turned over was just captured."""

from __future__ import annotations

from typing import Any

from tablet_companion.games.agent_dog.exchange import read_position
from tablet_companion.games.core import UNKNOWN_CARD
from tablet_companion.referee.model.effects import Kind
from tests.games.agent_dog import position
from tests.referee.bench import Bench


def captured(victim: str, card: str = "6", **pawns: Any) -> Bench:
    """Return a table at which red has just captured the turned-over pawn of T26 with a card."""
    where = {"red": "T20", victim: "T26", **pawns}
    state = read_position(position(card, **where))
    bench = Bench()
    bench.table = bench.table.but(
        state=state._replace(
            hands=tuple((UNKNOWN_CARD,) * 4 for _ in range(4)), setting=bench.table.state.setting
        ),
        past=(),
        happened=(),
    )
    bench.judged.clear()
    ways = f"T26>{victim}.N4={victim}", f"{where['red'].split()[0]}>T26=hidden"
    bench.see(bench.with_moves(*ways), card=card, seconds=2)
    assert bench.kinds == [Kind.ACCEPTED]
    return bench
