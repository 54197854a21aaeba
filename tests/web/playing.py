"""A round of Agent played at four telephones, whatever these are."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from tablet_companion.games.core import Seat, Viewer
from tablet_companion.referee.model.events import Answer, Confide, Consent, GiveUp, GoOn, LetBe, Say
from tablet_companion.referee.model.table import Stage
from tablet_companion.screen.toolkit.drawing import Meaning
from tests.web.table import ServedTable

Tap = Callable[[Viewer, tuple[float, float]], Awaitable[None]]
_PUBLIC: Final = (Say, Consent, Answer, GiveUp, GoOn, LetBe)
_TAPS: Final = 400


async def play_round(table: ServedTable, tap: Tap, moves: int, seed: int = 4) -> set[Seat]:
    """Touch keys at random until every seat has said something alone; return those that have.

    At least ``moves`` actions are on record then. What is private comes first, at the telephone of
    the seat that has it to say.
    """
    rng, told, seats = random.Random(seed), set[Seat](), table.table.setup.seats
    for _ in range(_TAPS):
        done = len(table.table.past) >= moves and told == set(seats)
        if done or table.table.stage is not Stage.PLAY:
            return told
        table.let_notice()
        alone = {seat: _choose(table.list_keys(seat), (Confide,)) for seat in seats}
        ready = [seat for seat, keys in alone.items() if keys]
        if ready:
            seat = rng.choice(ready)
            told.add(seat)
            await tap(seat, rng.choice(alone[seat]))
            continue
        seat = rng.choice(seats)
        keys = _choose(table.list_keys(seat), _PUBLIC)
        if keys:
            await tap(seat, rng.choice(keys))
        else:
            table.clock.advance(1.0)  # nobody speaks for others: their silence takes its time
            await tap(seat, _find_bar(table, seat))
    raise AssertionError(f"{len(table.table.past)} actions on record: {table.table.dialogue}")


def _choose(
    keys: Mapping[Meaning, tuple[float, float]], kinds: tuple[type, ...]
) -> list[tuple[float, float]]:
    return [at for meaning, at in keys.items() if isinstance(meaning, kinds)]


def _find_bar(table: ServedTable, seat: Seat) -> tuple[float, float]:
    """Return where the key is that leads to a seat's other page."""
    one = table.find(seat)
    assert one is not None
    return 100.0, one._height + 20.0
