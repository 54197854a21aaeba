"""What cannot be saved, starts that failed, and the end: pages laid over the referee's."""

from __future__ import annotations

import dataclasses
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from hardware.power import PowerError
from tablet_companion.app.pages.notices import FAREWELL, UNMOVED, UNSAVED, explain_safe_start
from tablet_companion.app.running.loop import SAVE_S
from tablet_companion.app.start.station import Station
from tablet_companion.games.core import Message
from tablet_companion.journal import Entry, Journal, JournalError, newest, summaries
from tablet_companion.referee.model.events import Answer, Begin, GoOn, NewGame, Pause, SwitchOff
from tablet_companion.referee.model.panels import PlayPanel, QuestionPanel, SetUpPanel
from tablet_companion.referee.model.table import Stage
from tablet_companion.referee.pages.panel import build_panel
from tablet_companion.referee.turns.replay import ReplayError
from tablet_companion.session.keeper import MENDED
from tablet_companion.session.session import open_table
from tablet_companion.simulator.house import Print
from tests.app.conftest import Opened
from tests.app.table import Scene


def _full(*_: object, **__: object) -> None:
    raise JournalError("The journal cannot be written (the disk is full); make room.")


def _said(scene: Scene) -> Message | None:
    shown = scene.station.loop._display.panel
    return getattr(shown, "say", None)


def _todo(scene: Scene) -> list[str]:
    shown = scene.station.loop._display.panel
    assert isinstance(shown, PlayPanel)
    return [said.text for said in shown.todo]


def test_a_game_goes_on_in_memory_until_it_can_be_saved(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Told once, people play on; the page counts what is not saved; then it is saved in order."""
    scene = opened()
    scene.begin()
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "append", _full)
        scene.play("13", "T0", "T13")
        assert (_said(scene), scene.table.turn) == (UNSAVED, "red")
        scene.station.loop.touch(GoOn())
        scene.pass_time(2.5)
        assert scene.table.turn == "blue"
        assert _todo(scene)[0].startswith("Not saved yet")
        scene.play("12", "T16", "T28")
        assert scene.table.turn == "green"
        assert scene.station.loop.session.unsaved == 2
        scene.pass_time(SAVE_S + 1)
    scene.pass_time(SAVE_S + 1)
    assert scene.station.loop.session.unsaved == 0
    assert not any(text.startswith("Not saved") for text in _todo(scene))
    past = scene.table.past
    assert [m.action for m in opened().table.past] == [m.action for m in past]


def test_a_journal_that_is_deleted_is_back_before_the_next_step(
    opened: Opened, tmp_path: Path
) -> None:
    """Nobody need move, nor leave the game: the plug may be pulled a moment later."""
    scene = opened()
    scene.begin()
    scene.play("13", "T0", "T13")
    (path,) = tmp_path.glob("*.journal")
    path.unlink()
    scene.pass_time(SAVE_S + 1)
    assert path.exists()
    past = scene.table.past
    assert [m.action for m in opened().table.past] == [m.action for m in past]


def test_a_journal_that_cannot_be_put_back_is_told_at_once(scene: Scene, tmp_path: Path) -> None:
    """Nobody has to move first, and it is told once; once it can be, the page says no more."""
    scene.play("13", "T0", "T13")
    (path,) = tmp_path.glob("*.journal")
    away = path.rename(tmp_path / "away")
    path.write_bytes(b"something else")
    scene.pass_time(SAVE_S + 1)
    assert _said(scene) == UNSAVED
    scene.station.loop.touch(GoOn())
    scene.pass_time(SAVE_S + 1)
    assert _said(scene) != UNSAVED
    path.unlink()
    scene.pass_time(SAVE_S + 1)
    assert path.stat().st_size == away.stat().st_size
    path.write_bytes(b"harmed")  # the same file: its game was read and is kept open
    path.unlink()
    path.mkdir()
    scene.pass_time(SAVE_S + 1)
    assert _said(scene) == UNSAVED, "it is told again, as it was saved in between"
    path.rmdir()


def test_the_next_failure_is_told_again(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once everything is saved the patience is over: a later failure is told before it counts."""
    for card, source, target, seat in (("13", "T0", "T13", "red"), ("12", "T16", "T28", "blue")):
        with monkeypatch.context() as patch:
            patch.setattr(Journal, "append", _full)
            scene.play(card, source, target)
            assert (_said(scene), scene.table.turn) == (UNSAVED, seat)
        scene.station.loop.touch(GoOn())
        scene.pass_time(2.5)
        assert scene.table.turn != seat


def test_a_game_begun_on_a_full_disk_is_saved_later(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even the beginning can wait in memory, and has its own journal in the end."""
    scene = opened()
    scene.begin()
    for leave in (NewGame(), Answer(0)):
        scene.station.loop.touch(leave)
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "create", _full)
        for intent in (Begin(), Begin(), GoOn(), Begin()):
            scene.station.loop.touch(intent)
        assert scene.table.stage is Stage.PLAY
        assert scene.station.loop.session.unsaved
    scene.pass_time(SAVE_S + 1)
    assert scene.station.loop.session.unsaved == 0
    assert len(list(tmp_path.glob("*.journal"))) == 2
    assert opened().table.stage is Stage.PLAY


def test_lots_that_could_not_be_saved_are_drawn_after_all(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the disk fills between a step and the lots it asks for, nobody is left waiting."""
    scene = opened()
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "append", _full)
        for intent in (Begin(), Begin()):
            scene.station.loop.touch(intent)
        assert _said(scene) == UNSAVED
    scene.station.loop.touch(GoOn())
    scene.station.loop.touch(Begin())
    assert scene.table.stage is Stage.PLAY
    assert scene.table.turn in scene.game.seats


def test_a_journal_that_cannot_be_written_is_gone_on_with(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a card that can only be read the game is where it was; the first new step says so."""
    scene = opened()
    scene.begin()
    scene.play("13", "T0", "T13")
    past = scene.table.past
    scene.close()
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "connect", _full)
        again = opened()
        assert [m.action for m in again.table.past] == [m.action for m in past]


def test_the_wall_clock_may_jump(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In 1970 and back again a game is saved, summed up, and gone on with in its own order."""
    scene = opened()
    scene.begin()
    keeper = scene.station.loop.session._keeper
    assert keeper is not None
    for wall_s, move in ((3.0, ("13", "T0", "T13")), (-5.0, ("13", "T16", "T29"))):
        monkeypatch.setattr(keeper, "_wall_s", wall_s.__float__)
        scene.play(*move)
    past = scene.table.past
    scene.close()
    assert next(summaries(tmp_path)).trouble == ""
    assert [m.action for m in opened().table.past] == [m.action for m in past]


# --- safe start ----------------------------------------------------------------------------------


def test_a_safe_start_says_so_and_plays_without_the_camera(kit: Print, tmp_path: Path) -> None:
    """The reason is on the first page; after a touch the referee says that it sees nothing."""
    scene = Scene(kit, tmp_path)
    first = explain_safe_start("The settings are odd.")
    platform = dataclasses.replace(scene.platform, looks=False, first=first)
    scene.close()
    with Station(scene.game, scene.settings, platform, scene.keeper(), scene.clock) as station:
        scene.station = station
        assert _said(scene) == first
        station.run(station.stop)
        assert _said(scene) == first, "no event but a touch takes it away"
        station.loop.touch(GoOn())
        assert isinstance(build_panel(station.table), SetUpPanel)
        station.loop.touch(Begin())
        assert "The camera failed" in getattr(build_panel(station.table).say, "text", "")  # type: ignore[union-attr]


def test_a_start_that_fails_closes_the_journal(
    kit: Print, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next start finds it free."""
    scene, closed = Scene(kit, tmp_path), list[str]()
    scene.close()
    monkeypatch.setattr("tablet_companion.app.start.station.open_table", _full)
    keeper = scene.keeper()
    monkeypatch.setattr(keeper, "close", lambda: closed.append("it"))
    with pytest.raises(JournalError):
        Station(scene.game, scene.settings, scene.platform, keeper, scene.clock)
    assert closed == ["it"]


def test_a_safe_start_leaves_a_game_that_cannot_be_replayed(kit: Print, tmp_path: Path) -> None:
    """A journal whose replay fails is left as it is, and a new game can be begun."""
    first = Scene(kit, tmp_path)
    first.begin()
    first.close()
    path = newest(tmp_path)
    assert path is not None
    with Journal.open(path) as journal:
        journal.append([Entry("act", {"action": "none that there is"})], at_s=0)
    with pytest.raises(ReplayError):
        Scene(kit, tmp_path)
    before = path.read_bytes()
    scene = Scene(kit, tmp_path / "elsewhere")
    scene.journals = tmp_path
    table = open_table(scene.game, scene.table.areas, "en", scene.keeper(must_resume=False))
    scene.close()
    assert table.stage is Stage.SETUP
    assert path.read_bytes() == before


def test_a_harmed_record_is_said_first(opened: Opened, tmp_path: Path) -> None:
    """The first page names the harmed file; after a touch the game goes on from what was whole."""
    scene = opened()
    scene.begin()
    scene.play("13", "T0", "T13")
    scene.close()
    (path,) = tmp_path.glob("*.journal")
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM entry WHERE number = (SELECT max(number) FROM entry)")
    again = opened()
    said = _said(again)
    assert said
    assert said.text == MENDED
    assert dict(said.details)["text"] == f"{path.name}.harmed"
    again.station.loop.touch(GoOn())
    assert isinstance(again.station.loop._display.panel, PlayPanel)
    assert again.table.turn == "red"


# --- the end -------------------------------------------------------------------------------------


class Switch:
    """A machine's switch."""

    def __init__(self, refusal: str = "") -> None:
        """Refuse with a sentence, if there is one."""
        self.refusal = refusal
        self.pressed = 0

    def __call__(self) -> None:
        """Note it."""
        if self.refusal:
            raise PowerError(self.refusal)
        self.pressed += 1


def _ask(scene: Scene) -> None:
    scene.station.loop.touch(Pause())
    scene.station.loop.touch(SwitchOff())
    assert isinstance(build_panel(scene.table), QuestionPanel)


def test_switching_off_is_confirmed_first(scene: Scene) -> None:
    """One touch asks, "no" goes on with the game, and on a laptop "yes" ends the program."""
    _ask(scene)
    scene.station.loop.touch(Answer(1))
    assert scene.station.loop.open
    assert isinstance(build_panel(scene.table), PlayPanel)
    _ask(scene)
    scene.station.loop.touch(Answer(0))
    assert not scene.station.loop.open


def test_a_machine_of_its_own_is_switched_off(scene: Scene) -> None:
    """Its switch is pressed; the last page stays, deaf to touches, until the program is ended."""
    scene.station.loop._switch_off = switch = Switch()
    _ask(scene)
    scene.station.loop.touch(Answer(0))
    scene.pass_time(0.5)
    scene.station.loop.touch(GoOn())
    assert (switch.pressed, _said(scene), scene.station.loop.open) == (1, FAREWELL, True)


def test_a_machine_that_refuses_is_told_of(scene: Scene) -> None:
    """The page says so, and a touch leads back to the game."""
    scene.station.loop._switch_off = Switch("Access denied.")
    _ask(scene)
    scene.station.loop.touch(Answer(0))
    assert _said(scene) == UNMOVED
    scene.station.loop.touch(GoOn())
    assert isinstance(build_panel(scene.table), PlayPanel)


def test_what_is_not_saved_keeps_the_machine_on(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is promised that the game goes on next time while its end is in memory only."""
    scene.station.loop._switch_off = switch = Switch()
    monkeypatch.setattr(Journal, "append", _full)
    scene.play("13", "T0", "T13")
    scene.station.loop.touch(GoOn())
    scene.pass_time(2.5)
    _ask(scene)
    scene.station.loop.touch(Answer(0))
    assert (switch.pressed, _said(scene)) == (0, UNSAVED)


@pytest.mark.parametrize("stage", [Stage.SETUP, Stage.CHECK])
def test_it_can_be_switched_off_before_a_game(opened: Opened, stage: Stage) -> None:
    """The question is asked at the set-up and at the check, too."""
    scene = opened()
    if stage is Stage.CHECK:
        scene.station.loop.touch(Begin())
    scene.station.loop.touch(SwitchOff())
    assert isinstance(build_panel(scene.table), QuestionPanel)
    scene.station.loop.touch(Answer(1))
    assert scene.table.stage is stage
    assert not isinstance(build_panel(scene.table), QuestionPanel)
