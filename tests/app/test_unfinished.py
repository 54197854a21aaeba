"""Unfinished games: they are listed by a touch, and a touch goes on with one, losing none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablet_companion.app.pages.unfinished import write_date
from tablet_companion.journal import ENDED, LEFT
from tablet_companion.referee.model.effects import Record
from tablet_companion.referee.model.events import Answer, Begin, GoOn, NewGame, Pause
from tablet_companion.referee.model.table import Stage
from tablet_companion.screen.pages.unfinished import UnfinishedPanel
from tablet_companion.screen.toolkit.orders import GoOnWith, LeaveUnfinished, OpenUnfinished
from tablet_companion.simulator.house import Print
from tests.app.table import Scene, touch


@pytest.fixture
def scene(kit: Print, tmp_path: Path) -> Scene:
    """Return a table at which a game was begun and left, and another one set up."""
    table = Scene(kit, tmp_path)
    table.station.loop.touch(Begin())
    table.station.loop.touch(Begin())
    leave(table)
    return table


def leave(table: Scene) -> None:
    """Leave the game under way for a new one."""
    table.station.loop.touch(NewGame())
    table.station.loop.touch(Answer(0))
    assert table.table.stage is Stage.SETUP


def shown(table: Scene) -> UnfinishedPanel | None:
    """Return the page of unfinished games, if it is shown."""
    found = table.station.loop._display.shown
    return found if isinstance(found, UnfinishedPanel) else None


def test_the_set_up_leads_to_a_game_that_was_left(scene: Scene) -> None:
    """Its line opens the page; a touch on the game goes on with it, where it was."""
    touch(scene.station, OpenUnfinished())
    panel = shown(scene)
    assert panel is not None
    (left,) = panel.games
    assert left.seats == scene.table.setup.seats
    touch(scene.station, GoOnWith(left.name))
    assert scene.table.stage is Stage.PLAY
    assert shown(scene) is None
    scene.close()


def test_the_pause_leads_to_another_game_and_loses_neither(scene: Scene) -> None:
    """The game under way is itself unfinished once another one goes on."""
    scene.station.loop.touch(Begin())
    scene.station.loop.touch(Begin())
    scene.station.loop.touch(Pause())
    touch(scene.station, OpenUnfinished())
    panel = shown(scene)
    assert panel is not None
    (left,) = panel.games
    touch(scene.station, GoOnWith(left.name))
    scene.station.loop.touch(Pause())
    touch(scene.station, OpenUnfinished())
    panel = shown(scene)
    assert panel is not None
    (other,) = panel.games
    assert other.name != left.name
    scene.close()


def test_without_one_nothing_leads_there(kit: Print, tmp_path: Path) -> None:
    """No line and no key is shown for what there is not, and the page does not come up."""
    table = Scene(kit, tmp_path)
    assert shown(table) is None
    assert not table.station.loop._display.look.unfinished
    table.station.loop.touch(Begin())
    table.station.loop.touch(Begin())
    table.station.loop.touch(Pause())
    assert not table.station.loop._display.look.unfinished
    table.station.loop.touch(GoOn())
    table.close()


def test_a_start_lists_them_where_the_last_game_has_ended(scene: Scene, kit: Print) -> None:
    """Older ones are offered first thing; one broken off by the plug is gone on with unasked."""
    scene.station.loop.touch(Begin())
    scene.station.loop.touch(Begin())
    scene.close()
    again = Scene(kit, scene.journals)
    assert again.table.stage is Stage.PLAY
    assert shown(again) is None
    keeper = again.station.loop.session._keeper
    assert keeper is not None
    keeper.keep([Record(ENDED, {LEFT: True})])
    again.close()
    third = Scene(kit, scene.journals)
    assert third.table.stage is Stage.SETUP
    panel = shown(third)
    assert panel is not None
    assert len(panel.games) == 1
    third.close()


def test_one_that_is_harmed_stays_and_says_why(scene: Scene) -> None:
    """A game that cannot be gone on with changes nothing at the table."""
    touch(scene.station, OpenUnfinished())
    panel = shown(scene)
    assert panel is not None
    (path,) = scene.journals.glob("*.journal")
    path.write_bytes(b"no journal")
    touch(scene.station, GoOnWith(panel.games[0].name))
    panel = shown(scene)
    assert panel is not None
    assert panel.trouble is not None
    assert scene.table.stage is Stage.SETUP
    touch(scene.station, LeaveUnfinished())
    assert shown(scene) is None
    scene.close()


@pytest.mark.parametrize(
    ("at_s", "told"), [(0.0, ""), (86_400.0, ""), (4e9, ""), (1.7e9, "2023-11-1")]
)
def test_no_date_is_told_of_a_clock_that_was_not_set(at_s: float, told: str) -> None:
    """A Pi without a network plays in 1970, or, where it was set wrongly, in the next century."""
    assert write_date(at_s).startswith(told)
    assert bool(write_date(at_s)) == bool(told)
