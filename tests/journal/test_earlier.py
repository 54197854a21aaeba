"""Journals of the earlier format, without a seal and in WAL mode, are read and gone on with."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from tablet_companion.journal import Entry, HarmedError, Journal, file, read, salvage
from tests.vandal.disk import CAN_BE_TOLD, told
from tests.vandal.harms import put
from tests.vandal.plays import NAME, Files, Play, Truth, contents
from tests.vandal.verdict import entries

STEPS: Final = 40
AFTER: Final = Entry("after", {})


def played(folder: Path) -> tuple[Files, Files, Truth]:
    """Return a game of the earlier format as a killed program left it, and closed; its entries."""
    truth = tuple(Entry("act", {"n": number, "pad": "." * number * 9}) for number in range(STEPS))
    header = file.rows([Entry(file.HEADER, {"game": "game"})], 0.0, after=None)
    seal = file.seal_of(header)
    with closing(sqlite3.connect(folder / NAME, isolation_level=None)) as db:
        db.execute(f"PRAGMA application_id = {file.APPLICATION_ID}")
        db.execute(f"PRAGMA user_version = {file.EARLIER}")
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute(file.ENTRY_TABLE)
        db.execute("PRAGMA journal_mode = WAL")
        for row in (header[0], *_rows(truth, seal)):
            db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", row)
        killed = contents(folder)
    closed = contents(folder)
    assert set(killed) == {NAME, f"{NAME}-wal"}
    assert set(closed) == {NAME}
    return killed, closed, truth


def _rows(truth: Truth, seal: file.Seal) -> list[file.Row]:
    made: list[file.Row] = []
    for number, entry in enumerate(truth):
        made += file.rows([entry], float(number), after=file.seal_of(made) if made else seal)
    return made


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> tuple[Files, Files, Truth]:
    """Return the same game for all tests."""
    return played(tmp_path_factory.mktemp("earlier"))


@pytest.mark.parametrize("which", [0, 1])
def test_it_is_gone_on_with_in_the_present_format(
    tmp_path: Path, game: tuple[Files, Files, Truth], which: int
) -> None:
    """Killed or closed, it is read as it is; opened, it is sealed, and no log lies beside it."""
    path = tmp_path / NAME
    put(tmp_path, (game[0], game[1])[which])
    assert entries(read(path)) == game[2]
    assert contents(tmp_path) == (game[0], game[1])[which]
    with Journal.open(path) as journal:
        journal.append([AFTER], at_s=1)
    assert list(tmp_path.iterdir()) == [path]
    assert file.version_of(path, path.read_bytes()[:100]) == file.VERSION
    assert entries(read(path)) == (*game[2], AFTER)


@pytest.mark.skipif(not CAN_BE_TOLD, reason="this Python has SQLite built in")
def test_the_plug_may_be_pulled_while_it_is_brought_over(
    tmp_path: Path, game: tuple[Files, Files, Truth]
) -> None:
    """At every change, killed or with any mixture of unsynced sectors, the game is all there."""
    chance = random.Random(5)
    put(tmp_path / "play", game[0])
    with told() as disk:
        Journal.open(tmp_path / "play" / NAME).close()
    play = Play(game[0], tuple(disk.changes), game[2], ((0, STEPS),))
    for count, moment in enumerate(play.moments):
        for number, files in enumerate((moment.files, play.cut(count, chance).files)):
            folder = tmp_path / f"{count}-{number}"
            put(folder, files)
            assert entries(read(folder / NAME)) == game[2]
            Journal.open(folder / NAME).close()
            assert entries(read(folder / NAME)) == game[2]


def test_a_bit_flipped_in_its_log_is_missed(
    tmp_path: Path, game: tuple[Files, Files, Truth]
) -> None:
    """Of 150 none shortens the game in silence, but by the last step, which may be half a step.

    Pages that were written again later make most of them whole in what is offered.
    """
    chance, path, offered = random.Random(2), tmp_path / NAME, 0
    side = game[0][f"{NAME}-wal"]
    refused = 0
    for _ in range(150):
        data = bytearray(side)
        data[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        put(tmp_path, {**game[0], f"{NAME}-wal": bytes(data)})
        try:
            found = entries(read(path))
        except HarmedError:
            refused += 1
            found = entries(salvage(path))
            offered += len(found)
            assert found == game[2][: len(found)]
        else:
            assert found in (game[2], game[2][:-1])
    assert refused > 100
    assert offered > 0.95 * refused * STEPS
    assert path.read_bytes() == game[0][NAME]


def test_a_last_step_that_was_torn_is_no_harm(
    tmp_path: Path, game: tuple[Files, Files, Truth]
) -> None:
    """What a pulled plug leaves of a step that was not confirmed is left out, and nothing else."""
    side = game[0][f"{NAME}-wal"]
    put(tmp_path, {**game[0], f"{NAME}-wal": side[:-100] + bytes(100)})
    assert entries(read(tmp_path / NAME)) == game[2][:-1]
