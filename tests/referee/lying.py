"""Things on the simulated board, and tables on which they lie for a while."""

from __future__ import annotations

from dataclasses import replace

from tablet_companion.games.core import Piece, Place
from tablet_companion.referee.model.events import Busy, Saw
from tablet_companion.referee.model.panels import PlayPanel
from tablet_companion.vision.reading import Thing
from tests.referee.bench import LOOK_S, Bench
from tests.referee.looks import look

COIN = Thing(100.0, 100.0, 24.0, Place("T9"))
LONG = Thing(200.0, 200.0, 28.0)
FAR = Thing(200.0, 200.0, 16.0)


def fallen(colour: str, near: str) -> Thing:
    """Return a pawn of this colour that lies near a place."""
    return Thing(100.0, 100.0, 30.0, Place(near), Piece(colour))


def watch(bench: Bench, shown: object, seconds: float, *things: Thing, **how: object) -> None:
    """Let the table show this with things on it, after a hand has gone."""
    bench.now_s += 0.5
    bench.event(Busy(bench.now_s))
    reading = replace(look(shown, **how), things=things)  # type: ignore[arg-type]  # tests name them
    for _ in range(max(2, round(seconds / LOOK_S))):
        bench.now_s += LOOK_S
        bench.event(Saw(bench.now_s, reading))


def list_said(bench: Bench) -> list[str]:
    """Return what the play page asks for."""
    assert isinstance(bench.panel, PlayPanel)
    return [message.text for message in bench.panel.todo]
