"""Switches at the referee's table: they help the camera, and a contradiction is said."""

from __future__ import annotations

from tablet_companion.games.core import HIDDEN, Place
from tablet_companion.referee.model.events import Answer, NewGame, Saw, Switched
from tablet_companion.referee.model.panels import Mark, MarkKind, PlayPanel
from tablet_companion.referee.step import SWITCH_SETTLED_S
from tests.referee.bench import GAME, Bench
from tests.referee.looks import look

HOLE = Place("T2")


def tell(bench: Bench, *, closed: bool) -> None:
    """Let the hole's switch say this now."""
    bench.event(Switched(bench.now_s, ((HOLE, closed, bench.now_s),)))


def seen(bench: Bench, **how: object) -> PlayPanel:
    """Let the camera look at the table as it should be; return the page."""
    spots = GAME.placement(bench.table.state)
    bench.now_s += 0.1
    bench.event(Saw(bench.now_s, look(spots, **how)))  # type: ignore[arg-type]  # tests name them
    shown = bench.panel
    assert isinstance(shown, PlayPanel)
    return shown


def test_a_contradiction_is_said_and_nobody_is_accused() -> None:
    """The page names the hole and marks it as doubtful, as long as the two disagree."""
    bench = Bench()
    tell(bench, closed=True)
    bench.now_s += SWITCH_SETTLED_S
    shown = seen(bench)
    assert shown.todo[0].text.startswith("Camera and switch disagree about {place:the}")
    assert shown.todo[0].details == (("place", HOLE),)
    assert shown.marks == (Mark(HOLE, MarkKind.DOUBT),)
    tell(bench, closed=False)
    bench.now_s += SWITCH_SETTLED_S
    assert seen(bench).todo == ()


def test_a_switch_that_has_just_changed_waits() -> None:
    """A picture taken while a pawn fell into its hole is no contradiction."""
    bench = Bench()
    tell(bench, closed=True)
    assert seen(bench).todo == ()
    bench.now_s += SWITCH_SETTLED_S
    assert seen(bench).todo != ()


def test_an_unplugged_controller_says_nothing() -> None:
    """What its switches said last does not hold for ever."""
    bench = Bench()
    tell(bench, closed=True)
    bench.event(Switched(bench.now_s, ()))
    bench.now_s += SWITCH_SETTLED_S
    assert seen(bench).todo == ()


def test_a_new_game_knows_the_switches_still() -> None:
    """They tell of changes only; what they said last holds for the next game, too."""
    bench = Bench()
    tell(bench, closed=True)
    told = bench.table.switches
    bench.touch(NewGame())
    bench.touch(Answer(0))
    assert bench.table.switches == told != ()


def test_a_switch_clears_what_the_camera_doubts() -> None:
    """A hole that could hold a dark head is empty when its switch is open."""
    bench = Bench()
    doubt = {HOLE: {"": 0.5, HIDDEN: 0.5}}
    seen(bench, doubts=doubt)
    reading = bench.table.reading
    assert reading is not None
    assert reading.by_place[HOLE].probability < 0.6
    tell(bench, closed=False)
    bench.now_s += SWITCH_SETTLED_S
    seen(bench, doubts=doubt)
    reading = bench.table.reading
    assert reading is not None
    assert reading.by_place[HOLE].probability > 0.98
