"""Whatever is done to a journal, what was confirmed is there, or its loss is said."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace
from pathlib import Path

import pytest

from tablet_companion.journal import Entry, HarmedError, Journal, JournalError, read
from tablet_companion.journal.reading import read_alone
from tests.vandal.cases import FAILING, run
from tests.vandal.disk import CAN_BE_TOLD, IO_ERROR, Change, told
from tests.vandal.harms import HARMLESS, HARMS
from tests.vandal.plays import NAME, Moment, record
from tests.vandal.verdict import judge

pytestmark = pytest.mark.skipif(not CAN_BE_TOLD, reason="this Python has SQLite built in")

CASES = 300
"""``make vandal`` does harm thousands of times."""


def test_no_harm_passes_unnoticed() -> None:
    """Each harm comes up often enough, is noticed where it matters, and offers what is whole."""
    tallies = run(CASES, seed=7)
    assert {name: tally.faults for name, tally in tallies.items() if tally.faults} == {}
    assert set(tallies) == {*HARMLESS, *HARMS, FAILING}
    assert all(tally.cases > CASES / len(tallies) / 3 for tally in tallies.values())
    assert tallies["a bit of the file flipped"].refused > 0
    last = tallies["the last row deleted"]
    assert last.refused == last.cases
    assert last.offered > 0.8 * last.refused


def test_a_side_file_of_another_time_takes_nothing_back(tmp_path: Path) -> None:
    """Beside a journal that was left within a step it would bring back a state of steps ago."""
    play = record(tmp_path, random.Random(4), pads=(0,))
    side = f"{NAME}-journal"
    within = [moment for moment in play.moments if torn(moment)]
    faults, refused = [], 0
    for number, (earlier, moment) in enumerate(itertools.combinations(within, 2)):
        if len(earlier.confirmed) + 6 < len(moment.confirmed):
            files = {**moment.files, side: earlier.files[side]}
            folder = tmp_path / str(number)
            verdict = judge(folder, replace(moment, files=files), may_refuse=True)
            refused += verdict.refused
            faults += [verdict.fault] if verdict.fault else []
    assert faults == []
    assert refused > 0


def torn(moment: Moment) -> bool:
    """Whether a journal is not whole without its side file."""
    try:
        read_alone(Path(NAME), moment.files[NAME])
    except HarmedError:
        return True
    return False


def test_the_disk_can_be_told_to_fail(tmp_path: Path) -> None:
    """The failures above are really made beneath the journal: a refused sync refuses the step."""
    path = tmp_path / "000001-game.journal"

    def refuse(change: Change) -> int:
        return IO_ERROR if change.what == "sync" and change.name == path.name else 0

    with told() as disk, Journal.create(path, {}, at_s=0) as journal:
        journal.append([Entry("kept", {})], at_s=0)
        disk.refuse = refuse
        with pytest.raises(JournalError, match="cannot be written"):
            journal.append([Entry("refused", {})], at_s=0)
        disk.refuse = lambda _change: 0
        journal.append([Entry("after", {})], at_s=0)
    assert [record.entry.kind for record in read(path)[1:]] == ["kept", "after"]
    assert {change.what for change in disk.changes} >= {"write", "sync", "delete"}


def test_every_step_is_synced_before_it_is_confirmed(tmp_path: Path) -> None:
    """What a step takes of a card: the file's old pages and its new ones, each synced."""
    path = tmp_path / "000001-game.journal"
    with told() as disk, Journal.create(path, {}, at_s=0) as journal:
        journal.append([Entry("first", {})], at_s=0)
        before = len(disk.changes)
        journal.append([Entry("second", {})], at_s=0)
        step = disk.changes[before:]
    synced = [change.name.removeprefix(path.name) for change in step if change.what == "sync"]
    assert synced == ["-journal", "-journal", "", "-journal"]
    assert sum(len(change.data) for change in step) < 20_000
