"""How much work the events of a turn make: ``python -m tests.referee.walks`` prints a table."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tablet_companion.referee.explaining.position import Position
from tablet_companion.referee.model.events import Event, Pause, Saw, Ticked, Touched
from tests.referee.bench import LOOK_S, Bench
from tests.referee.counting import CountedGame, Walk, walk_through
from tests.referee.looks import look

ASKED = ("placement", "steps", "view")


def count_verdict(bench: Bench, way: str) -> tuple[Walk, dict[str, int]]:
    """Return the walk of the look that brings a verdict, and what the game was asked for it."""
    game: Any = CountedGame(bench.table.game)
    bench.table = replace(bench.table, game=game, position=Position(game, bench.table.state))
    shown: Any = bench.with_moves(way)
    reading, known = look(shown, card="5"), len(bench.judged)
    bench.hand()
    while True:
        bench.now_s += LOOK_S
        walk = walk_through(lambda: bench.event(Saw(bench.now_s, reading)))
        if len(bench.judged) > known:
            return walk, {name: game.times(name) for name in ASKED}


def count_events() -> Iterator[tuple[str, Walk]]:
    """Yield the walks of events at which nothing is judged."""
    bench = Bench()
    bench.see(bench.with_moves("T0>T5"), card="5")
    events: tuple[tuple[str, Event], ...] = (
        ("a tick, nothing happening", Ticked(bench.now_s + 0.1)),
        ("a touch on Pause", Touched(bench.now_s + 0.2, Pause())),
    )
    for name, event in events:
        yield name, walk_through(lambda event=event: bench.event(event))  # type: ignore[misc]


def main() -> None:
    """Print what every kind of event costs."""
    corrected = Bench()
    corrected.see(corrected.with_moves("T0>T7"), card="5")
    for name, bench, way in (
        ("accepted", Bench(), "T0>T5"),
        ("objected", Bench(), "T0>T7"),
        ("corrected", corrected, "T0>T5"),
    ):
        walk, asked = count_verdict(bench, way)
        told = ", ".join(f"{question} {times}" for question, times in asked.items())
        sys.stdout.write(f"{name:28}{walk}   {told}\n")
    for name, walk in count_events():
        sys.stdout.write(f"{name:28}{walk}\n")


if __name__ == "__main__":
    main()
