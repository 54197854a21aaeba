"""A pulled plug leaves any mixture of the sectors that were not synced; all confirmed is kept."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

from tablet_companion.journal import Entry, Journal, Json, read

SECTOR: Final = 512
STEPS: Final = 40
CUTS: Final = 8


def _torn(before: bytes, after: bytes, chance: random.Random) -> bytes:
    """Return a file in which some sectors were written and some were not, cut off anywhere."""
    sectors = []
    for at in range(0, len(after), SECTOR):
        old = before[at : at + SECTOR].ljust(len(after[at : at + SECTOR]), b"\0")
        sectors.append(chance.choice((old, after[at : at + SECTOR])))
    return b"".join(sectors)[: chance.randint(len(before), len(after))]


def test_any_mixture_of_unsynced_sectors_keeps_what_was_confirmed(tmp_path: Path) -> None:
    """After each of 320 cuts in the middle of a step the journal has all steps before it, in order.

    While no checkpoint is made, a step only writes to the side file and syncs it before it is
    confirmed; a cut before that sync may leave any of its sectors, in any order, or none.
    """
    chance = random.Random(3)
    path, beside = tmp_path / "000001-x.journal", tmp_path / "000001-x.journal-wal"
    cut = tmp_path / "cut"
    journal = Journal.create(path, {}, at_s=0)
    whole = path.read_bytes()
    for step in range(STEPS):
        before = beside.read_bytes()
        size = chance.randint(1, 3)
        body: dict[str, Json] = {"step": step, "pad": "." * chance.randint(0, 3000)}
        journal.append([Entry("x", body) for _ in range(size)], at_s=0)
        assert path.read_bytes() == whole, "no checkpoint is made within this test"
        after = beside.read_bytes()
        for _ in range(CUTS):
            cut.write_bytes(whole)
            Path(f"{cut}-wal").write_bytes(_torn(before, after, chance))
            steps = [record.entry.body["step"] for record in read(cut)[1:]]
            assert steps == sorted(steps)  # type: ignore[type-var]  # they are numbers
            assert set(steps) >= set(range(step)), "a confirmed step is lost"
            assert steps.count(step) in (0, size), "a step is there in part"
    journal.close()
