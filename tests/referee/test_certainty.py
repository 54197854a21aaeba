"""Which looks are beyond doubt: those that show what is on record, the same in every truth."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from tablet_companion.games.core import TABLE
from tablet_companion.referee.model.certainty import is_beyond_doubt
from tests.referee.bench import GAME, Bench
from tests.referee.turned_over import states


def _played() -> Bench:
    """Return a table at which a pawn has left its nest."""
    bench = Bench()
    bench.see(bench.shown())
    assert not is_beyond_doubt(bench.table), "nobody has played yet"
    bench.see(bench.with_moves("T0>T13"), card="13", seconds=3.0)
    assert bench.table.past[-1].card == "13"
    return bench


def test_the_position_after_an_accepted_move_is_beyond_doubt() -> None:
    """It is once the table lies as the record says, and not in the very look that moved it."""
    bench = _played()
    bench.look_on(1.0)
    assert is_beyond_doubt(bench.table)
    bench.hand()
    assert not is_beyond_doubt(bench.table)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda bench: bench.see(bench.with_moves("T13>T20"), card="13", seconds=3.0),
        lambda bench: bench.see(bench.with_moves("T13>"), card="13", seconds=3.0),
        lambda bench: bench.see(bench.with_moves("T16>T23"), card="7", seconds=0.3),
    ],
    ids=["moved out of turn", "taken away", "under way"],
)
def test_what_differs_from_the_record_never_is(spoil: Callable[[Bench], None]) -> None:
    """A pawn out of place, one missing, a move that is not accepted: nothing is learnt of it."""
    bench = _played()
    spoil(bench)
    assert not is_beyond_doubt(bench.table)


def test_it_is_the_same_in_every_truth() -> None:
    """Which colours lie turned over in the record decides nothing of what is learnt."""
    rng, agreed = random.Random(3), 0
    for state in rng.sample(states(seed=2), 6):
        told = []
        for truth in (state, GAME.resample(state, TABLE, rng)):
            bench = _played()
            bench.table = bench.table.but(state=truth)
            bench.see(GAME.placement(truth))
            told.append(is_beyond_doubt(bench.table))
        assert told[0] == told[1]
        agreed += told[0]
    assert agreed
