"""A harmed game is mended, and one that was left unfinished can be gone on with."""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tablet_companion import journal
from tablet_companion.games.core import Message
from tablet_companion.journal import Journal, JournalError, new_path, newest, summaries
from tablet_companion.referee.model.events import Answer, NewGame
from tablet_companion.referee.model.history import list_plays
from tablet_companion.referee.model.table import Table
from tablet_companion.session.keeper import MENDED, UNREADABLE
from tests.session.player import Player, refuse


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
    monkeypatch.setattr(Journal, "copy", refuse)
    with pytest.raises(JournalError, match="disk is full"):
        Player(tmp_path, seed=6)
    assert [one.read_bytes() for one in tmp_path.iterdir()] == [before]


def test_a_harmed_game_that_cannot_be_renamed_goes_on_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was whole is in a new journal by then, which is the newest at the next start, too."""
    _, path = harmed_game(tmp_path)

    def refuse_it(_: Path) -> Path:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(journal, "set_aside", refuse_it)
    again = Player(tmp_path, seed=6)
    assert again.session.table.past
    assert again.keeper.notice is not None
    assert dict(again.keeper.notice.details)["text"] == path.name
    again.keeper.close()
    third = Player(tmp_path, seed=7)
    assert third.keeper.notice is None
    assert actions(third.session.table) == actions(again.session.table)


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
