"""Games on a disk that fails once, for a while or for good, within a write or at a sync."""

from __future__ import annotations

import random
from pathlib import Path

from tablet_companion.journal import Entry, Journal, JournalError, read
from tests.vandal.disk import FULL, IO_ERROR, Change, Disk, told
from tests.vandal.plays import NAME, Moment, Truth, contents
from tests.vandal.verdict import Verdict, entries, judge, unlike

STEPS = 8


class Failure:
    """Refuses this many changes from a certain one on."""

    def __init__(self, first: int, count: int, code: int) -> None:
        """Count changes from 0."""
        self._seen = 0
        self._failing = range(first, first + count)
        self._code = code

    def __call__(self, _change: Change) -> int:
        """Return the error for the next change, or 0."""
        self._seen += 1
        return self._code if self._seen - 1 in self._failing else 0


def fail_at_random(folder: Path, chance: random.Random) -> Verdict:
    """Play on a disk that fails at some moment; people try again, or do something else.

    Kept must be what was confirmed, in order. One step that was refused since may be there too,
    whole, while the disk takes nothing that was written after it; so it is after a kill.
    """
    failure = Failure(
        chance.randrange(130), chance.choice((1, 2, 5, 30, 1000)), chance.choice((FULL, IO_ERROR))
    )
    path = folder / "game" / NAME
    Journal.create(path, {}, at_s=0).close()
    with told() as disk:
        game = _Game(Journal.open(path), disk, failure)
        for number in range(STEPS):
            step = _step(number, chance)
            if game.refused and chance.random() < 0.5:
                step = game.refused[-1]
            fault = game.play(number, step) or game.killed(folder / str(number))
            if fault:
                break
        disk.refuse = lambda _change: 0
        game.journal.close()
    return Verdict(fault or game.unlike(entries(read(path))))


def _step(number: int, chance: random.Random) -> Truth:
    pad = "." * chance.choice((0, 100, 3000, 9000))
    parts = range(chance.randint(1, 3))
    return tuple(Entry("act", {"step": number, "part": part, "pad": pad}) for part in parts)


class _Game:
    """A journal on a failing disk, with what it confirmed and what it refused since."""

    def __init__(self, journal: Journal, disk: Disk, failure: Failure) -> None:
        self.journal = journal
        self.confirmed: Truth = ()
        self.refused: list[Truth] = []
        self._disk = disk
        self._failure = failure

    def play(self, number: int, step: Truth) -> str:
        """Append a step; return what is wrong with a refusal."""
        self._disk.refuse = self._failure
        try:
            self.journal.append(step, at_s=number)
        except JournalError as error:
            self.refused.append(step)
            return "no sentence" if "\n" in str(error) else ""
        self.confirmed, self.refused = self.confirmed + step, []
        return ""

    def killed(self, folder: Path) -> str:
        """Return what is wrong with the files as a program finds them that starts now."""
        if not self.refused:
            return ""
        self._disk.refuse = lambda _change: 0  # the next program's disk is well
        files, fault = contents(self.journal.path.parent), ""
        for number, refused in enumerate(self.refused):
            moment = Moment(files, self.confirmed, refused)
            fault = judge(folder / str(number), moment, may_refuse=False).fault
            if not fault:
                return ""
        return f"killed after a failure: {fault}"

    def unlike(self, found: Truth) -> str:
        """Return what is wrong with the entries found at the end."""
        moments = [Moment({}, self.confirmed, refused) for refused in (*self.refused, ())]
        faults = [unlike(found, moment) for moment in moments]
        return min(faults)
