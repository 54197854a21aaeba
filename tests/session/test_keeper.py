"""A game goes on after a restart exactly where it was, to the last confirmed step."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager, closing
from pathlib import Path
from typing import BinaryIO

import pytest

from tablet_companion import games
from tablet_companion.games.core import Message
from tablet_companion.journal import (
    Journal,
    JournalError,
    locks,
    new_path,
    newest,
    read,
    summaries,
)
from tablet_companion.referee.model.effects import Record
from tablet_companion.referee.model.events import (
    Answer,
    Begin,
    Choose,
    GiveUp,
    NewGame,
    Saw,
    TakeBack,
    Touched,
)
from tablet_companion.referee.model.history import list_plays
from tablet_companion.referee.model.table import Table, new_table
from tablet_companion.session.keeper import MENDED, UNREADABLE, Keeper, last_game
from tablet_companion.session.session import Session, open_table
from tests.referee.looks import AREAS, look
from tests.vandal.disk import CAN_BE_TOLD, IO_ERROR, Change, Disk, told

GAME = games.load("agent_dog")


class Player:
    """Plays legal moves at a session's table by showing them."""

    def __init__(self, folder: Path, seed: int) -> None:
        """Resume or begin in a folder."""
        self.rng = random.Random(seed)
        self.now_s = 0.0
        self.keeper = Keeper(folder, lambda: 1_700_000_000.0)
        table = open_table(GAME, AREAS, "en", self.keeper)
        self.session = Session(table, keeper=self.keeper, lots=self.rng.randrange)

    def touch(self, *intents: object) -> None:
        """Touch things one after another."""
        for intent in intents:
            self.now_s += 1
            self.session.handle(Touched(self.now_s, intent))  # type: ignore[arg-type] # of tests

    def begin(self) -> None:
        """Begin a game whose dealer is drawn by lot."""
        self.touch(Choose("dealer", ""), Begin(), Begin())

    def play(self) -> None:
        """Make one legal move, or give the hand up."""
        state = self.session.table.state
        action = self.rng.choice(GAME.legal(state))
        if GAME.card_of(action) is None:
            self.touch(GiveUp(), Answer(0))
            return
        number = len(self.session.table.past)
        reading = look(
            GAME.attempted(state, action), card=GAME.card_of(action) or "", pose=(number * 9, 0, 0)
        )
        for _ in range(40):
            self.now_s += 0.1
            self.session.handle(Saw(self.now_s, reading))
            if len(self.session.table.past) > number:
                return
        self.touch(Answer(0))


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
        patch.setattr(Journal, "append", _refuse)
        keeper.let_wait()
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


def _refuse(*_: object, **__: object) -> None:
    raise JournalError("The journal cannot be written (the disk is full); make room.")


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
                keeper.let_wait()
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


# --- harmed and earlier games ---------------------------------------------------------------------


def actions(table: Table) -> list[object]:
    """Return what is on record of a table's game; how a card lay is not."""
    return [moment.action for moment in table.past]


def harmed_game(folder: Path) -> tuple[Player, Path]:
    """Play some moves; return the player and the journal, whose last entry somebody deleted."""
    player = Player(folder, seed=5)
    player.begin()
    for _ in range(6):
        player.play()
    player.keeper.close()
    path = newest(folder)
    assert path
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM entry WHERE number = (SELECT max(number) FROM entry)")
    return player, path


def test_a_harmed_game_goes_on_from_what_is_whole(tmp_path: Path) -> None:
    """People are told, the harmed file is kept as it is, and a new one holds what was whole."""
    player, path = harmed_game(tmp_path)
    harmed = path.read_bytes()
    again = Player(tmp_path, seed=6)
    kept = path.with_name(f"{path.name}.harmed")
    assert 0 < len(again.session.table.past) < len(player.session.table.past)
    count = len(list_plays(again.session.table.past))
    assert again.keeper.notice == Message(MENDED, (("count", count), ("text", kept.name)))
    assert kept.read_bytes() == harmed
    assert not path.exists()
    again.play()
    again.keeper.close()
    third = Player(tmp_path, seed=7)
    assert third.keeper.notice is None
    assert actions(third.session.table) == actions(again.session.table)


def test_a_game_of_which_nothing_is_whole_is_left_and_said(tmp_path: Path) -> None:
    """The program starts all the same; the file stays where it is, and a new game can be begun."""
    _, path = harmed_game(tmp_path)
    path.write_bytes(bytes(20_000))
    again = Player(tmp_path, seed=6)
    assert again.session.table.state is None
    assert again.keeper.notice == Message(UNREADABLE, (("text", path.name),))
    again.begin()
    assert path.read_bytes() == bytes(20_000)
    assert len(list(summaries(tmp_path))) == 2


def test_a_harmed_game_on_a_disk_that_takes_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no new journal can be made the harmed one keeps its name, and a sentence says why."""
    _, path = harmed_game(tmp_path)
    before = path.read_bytes()
    monkeypatch.setattr(Journal, "copy", _refuse)
    with pytest.raises(JournalError, match="disk is full"):
        Player(tmp_path, seed=6)
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [before]


def test_an_unfinished_game_can_be_reopened(tmp_path: Path) -> None:
    """A new game hides none: the earlier one is listed, reopened, gone on with, also after a start.

    The game that was left meanwhile is listed in its turn.
    """
    player = Player(tmp_path, seed=3)
    player.begin()
    for _ in range(4):
        player.play()
    first = player.session.table
    player.touch(NewGame(), Answer(0))
    player.begin()
    second = player.session.table
    (earlier,) = player.keeper.list_unfinished(second)
    assert player.keeper._journal
    player.keeper._journal.close()  # as after a step that the disk refused
    assert [one.path for one in player.keeper.list_unfinished(second)] == [earlier.path]
    player.session.table = player.keeper.reopen(second, earlier.path)
    assert actions(player.session.table) == actions(first)
    player.play()
    assert len(player.session.table.past) > len(first.past)
    player.keeper.close()
    again = Player(tmp_path, seed=4)
    assert actions(again.session.table) == actions(player.session.table)
    (left,) = again.keeper.list_unfinished(again.session.table)
    assert actions(again.keeper.reopen(again.session.table, left.path)) == actions(second)


def test_only_a_game_of_this_kind_is_reopened(tmp_path: Path) -> None:
    """Another game's journal is refused, and the game under way stays open."""
    player = Player(tmp_path, seed=3)
    other = new_path(tmp_path, "wink")
    Journal.create(other, {"game": "wink"}, at_s=0).close()
    player.begin()
    assert list(player.keeper.list_unfinished(player.session.table)) == []
    with pytest.raises(JournalError, match="another game; choose that game first"):
        player.keeper.reopen(player.session.table, other)
    player.play()
    assert other.exists()
