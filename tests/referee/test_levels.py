"""How strict the referee is: for everybody or for one seat, and changed during a game."""

from __future__ import annotations

from tablet_companion.referee.model.events import Answer, Choose, GoOn, OpenLevels, Pause, TakeBack
from tablet_companion.referee.model.levels import Level
from tablet_companion.referee.model.panels import MenuPanel
from tablet_companion.referee.model.table import new_table
from tablet_companion.referee.turns.replay import replay
from tests.referee.bench import GAME, Bench
from tests.referee.levels import begun, play
from tests.referee.looks import AREAS


def test_a_level_that_is_none_changes_nothing() -> None:
    """As any choice of the set-up that cannot be."""
    table = new_table(GAME, AREAS, "en")
    bench = Bench()
    bench.table = table
    bench.touch(Choose("level", "harsh"))
    assert bench.table.setup.level is Level.REFEREE


def test_the_level_is_changed_during_a_game() -> None:
    """For everybody or for one seat, only on its page; a move taken back leaves it as it is."""
    bench = begun("teach")
    assert play(bench).hint is not None
    bench.touch(Choose("level", "strict"))
    assert bench.table.setup.level is Level.TEACH
    bench.see(bench.with_moves("T0>T5"), card="5")
    bench.touch(Pause())
    bench.touch(OpenLevels())
    assert isinstance(bench.panel, MenuPanel)
    for choice in (("level", "referee"), ("level blue", "strict"), ("level nobody", "strict")):
        bench.touch(Choose(*choice))
    bench.touch(GoOn())
    assert bench.table.turn == "blue"
    assert not bench.table.is_taught
    bench.touch(TakeBack())
    bench.touch(Answer(0))
    bench.see(bench.shown())
    assert bench.table.turn == "red"
    assert play(bench).hint is None
    kept = [(record.kind, record.body) for record in bench.records]
    again = replay(new_table(GAME, AREAS, "en"), kept).setup
    assert (again.level, again.levels) == (Level.REFEREE, (("blue", Level.STRICT),))
    assert (again.level, again.levels) == (bench.table.setup.level, bench.table.setup.levels)
