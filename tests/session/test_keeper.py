"""A game goes on after a restart exactly where it was, to the last confirmed step."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import BinaryIO

import pytest

from tablet_companion import games
from tablet_companion.journal import Journal, JournalError, locks, new_path, newest, read
from tablet_companion.referee.model.dialogues import Paused
from tablet_companion.referee.model.effects import Record
from tablet_companion.referee.model.events import (
    Answer,
    Begin,
    Choose,
    GoOn,
    NewGame,
    Pause,
    TakeBack,
)
from tablet_companion.referee.model.table import new_table
from tablet_companion.session.keeper import Keeper, last_game
from tablet_companion.session.session import open_table
from tests.referee.looks import AREAS
from tests.session.player import GAME, Player, refuse
from tests.vandal.disk import CAN_BE_TOLD, IO_ERROR, Change, Disk, told


def test_a_restart_finds_the_game_where_it_was(tmp_path: Path) -> None:
    """After each of many moves, take-backs among them, a new session has the same record."""
    player = Player(tmp_path, seed=1)
    player.begin()
    for number in range(60):
        player.play()
        if number % 7 == 3:
            player.touch(TakeBack(), Answer(0))
        before = player.session.table
        player.keeper.close()
        player = Player(tmp_path, seed=number)
        after = player.session.table
        assert after.state == before.state
        assert [moment.action for moment in after.past] == [m.action for m in before.past]
        assert after.happened == before.happened
        assert after.setup.seats == before.setup.seats


def test_a_power_cut_does_not_end_a_pause(tmp_path: Path) -> None:
    """It is still paused after each start, until somebody goes on; before, the game went on."""
    player = Player(tmp_path, seed=3)
    player.begin()
    player.touch(Pause())
    for pages in (Paused(), None):
        player.keeper.close()
        player = Player(tmp_path, seed=3)
        assert player.session.table.dialogue == pages
        player.touch(GoOn())


def test_nothing_is_on_record_that_the_journal_refused(tmp_path: Path) -> None:
    """When the journal fails, the table stays as it was: nothing unconfirmed is shown."""
    player = Player(tmp_path, seed=2)
    player.begin()
    before = player.session.table
    player.keeper.close()
    with pytest.raises(JournalError):
        player.play()
    assert player.session.table.state == before.state
    assert player.session.table.past == before.past


def test_a_new_game_has_a_journal_of_its_own(tmp_path: Path) -> None:
    """Beginning again leaves the old journal and resumes the newer game."""
    player = Player(tmp_path, seed=3)
    player.begin()
    player.play()
    player.touch(NewGame(), Answer(0))
    player.begin()
    assert len(list(tmp_path.glob("*.journal"))) == 2
    newer = player.session.table.past
    player.keeper.close()
    assert len(Player(tmp_path, seed=4).session.table.past) == len(newer)


def test_the_next_game_is_set_up_as_the_last_one_was(tmp_path: Path) -> None:
    """A box's own holes are entered once: a new game has them, after a restart too."""
    player = Player(tmp_path, 1)
    player.touch(Choose("holes", (1, 6, 9)), Choose("players", 3), Begin(), Begin())
    player.touch(NewGame(), Answer(0))
    assert dict(player.session.table.setup.options)["holes"] == (1, 6, 9)
    player.touch(Begin(), Begin(), NewGame(), Answer(0))
    player.keeper.close()
    again = Player(tmp_path, 2).session.table
    assert dict(again.setup.options)["holes"] == (1, 6, 9)
    assert len(again.setup.seats) == 3


def test_another_games_journal_is_left_alone(tmp_path: Path) -> None:
    """A table of one game does not go on with another game's journal, nor touch it."""
    player = Player(tmp_path, 1)
    player.begin()
    player.keeper.close()
    (path,) = tmp_path.glob("*.journal")
    before = path.read_bytes()
    wink = open_table(games.load("wink"), {}, "en", Keeper(tmp_path, lambda: 1_700_000_000.0))
    assert wink.state is None
    assert path.read_bytes() == before
    assert last_game(tmp_path) == "agent_dog"


# --- what is left waiting, and disks that fail ----------------------------------------------------


def keeper_of(folder: Path) -> Keeper:
    """Return a keeper with a game begun."""
    keeper = Keeper(folder, lambda: 1.0)
    keeper.keep([Record("begun", {"game": "agent_dog"})])
    return keeper


def kinds(folder: Path) -> list[str]:
    """Return the kinds of what the newest journal holds."""
    path = newest(folder)
    assert path
    return [record.entry.kind for record in read(path)[1:]]


def test_what_waits_is_saved_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that takes it again by then gets what was in memory before the program ends."""
    keeper = keeper_of(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "append", refuse)
        keeper.keep_in_memory()
        keeper.keep([Record("act", {})])
        assert keeper.unsaved == 1
    keeper.close()
    assert (keeper.unsaved, kinds(tmp_path)) == (0, ["act"])


_LEAVING: dict[str, Callable[[Keeper], object]] = {
    "leaving": Keeper.close,
    "another begins": lambda keeper: keeper.keep([Record("begun", {"game": "dog"})]),
    "looking for others": lambda keeper: [*keeper.list_unfinished(new_table(GAME, AREAS, "en"))],
}


@pytest.mark.parametrize("leave", _LEAVING.values(), ids=_LEAVING)
def test_a_file_that_vanished_after_the_last_step_is_there_again(
    tmp_path: Path, leave: Callable[[Keeper], object]
) -> None:
    """No step follows that would have written it: it is written before the game is let go of."""
    keeper = keeper_of(tmp_path)
    keeper.keep([Record("act", {})])
    path = newest(tmp_path)
    assert path
    path.unlink()
    leave(keeper)
    keeper.close()
    assert [record.entry.kind for record in read(path)[1:]] == ["act"]


def test_the_only_copy_of_a_game_is_not_let_go_of(tmp_path: Path) -> None:
    """While something else lies in its place, no other game begins, and none is looked for."""
    keeper = keeper_of(tmp_path)
    keeper.keep([Record("act", {})])
    path = newest(tmp_path)
    assert path
    path.unlink()
    path.write_text("my diary")
    with pytest.raises(JournalError, match="replaced by another file"):
        keeper.keep([Record("begun", {"game": "dog"})])
    assert not [*keeper.list_unfinished(new_table(GAME, AREAS, "en"))]
    path.unlink()
    keeper.close()
    assert kinds(tmp_path) == ["act"]


@pytest.mark.skipif(not CAN_BE_TOLD, reason="this Python has SQLite built in")
def test_a_step_that_was_refused_is_kept_once(tmp_path: Path) -> None:
    """A disk may take a step and fail to say so: tried again it is there once, in its order.

    What was refused to impatient people did not happen: the next step is kept in its place.
    """
    with told() as disk:
        keeper = keeper_of(tmp_path)
        for number, patient in enumerate((True, False)):
            fail_when_it_is_written(disk)
            if patient:
                keeper.keep_in_memory()
                keeper.keep([Record("patient", {"n": number})])
            else:
                with pytest.raises(JournalError):
                    keeper.keep([Record("impatient", {"n": number})])
            disk.refuse = lambda _change: 0
            keeper.save()
        keeper.keep([Record("last", {})])
        keeper.close()
    assert kinds(tmp_path) == ["patient", "last"]


def fail_when_it_is_written(disk: Disk) -> None:
    """Have the disk fail for good once the journal's own pages were synced."""
    written: list[Change] = []

    def refuse(change: Change) -> int:
        if change.what == "sync" and change.name.endswith(".journal"):
            written.append(change)
            return 0
        return IO_ERROR if written else 0

    disk.refuse = refuse


@pytest.mark.skipif(not CAN_BE_TOLD, reason="this Python has SQLite built in")
def test_a_disk_that_comes_back_is_opened_again(tmp_path: Path) -> None:
    """After a refusal nothing is held open: a card can be taken out, mended and put back."""
    keeper = keeper_of(tmp_path)
    with told() as disk:
        keeper.close()
        keeper = Keeper(tmp_path, lambda: 1.0)
        path = newest(tmp_path)
        assert path
        keeper._journal = Journal.open(path)
        disk.refuse = lambda _change: IO_ERROR
        with pytest.raises(JournalError):
            keeper.keep([Record("act", {})])
        disk.refuse = lambda _change: 0
    assert read(path)  # nobody has it open now
    keeper.keep([Record("act", {})])
    keeper.close()
    assert kinds(tmp_path) == ["act"]


# --- start-up -------------------------------------------------------------------------------------


def test_start_up_opens_the_newest_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the number of journals: forty old ones, of this game and another, stay closed."""
    for number in range(40):
        name = ("agent_dog", "wink")[number % 2]
        Journal.create(new_path(tmp_path, name), {"game": name}, at_s=number).close()
    player = Player(tmp_path, seed=1)
    player.begin()
    player.keeper.close()
    opened = []

    def noting(path: Path) -> AbstractContextManager[BinaryIO]:
        opened.append(path)
        return shared(path)

    shared = locks.open_shared
    monkeypatch.setattr(locks, "open_shared", noting)
    assert last_game(tmp_path) == "agent_dog"
    assert Player(tmp_path, seed=2).session.table.past
    assert opened
    assert set(opened) == {newest(tmp_path)}
