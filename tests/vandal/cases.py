"""Cases in a row: chance picks a game, a moment of it and a harm."""

from __future__ import annotations

import random
import shutil
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.vandal.failing import fail_at_random
from tests.vandal.harms import HARMLESS, HARMS, Scene, harmless, moment_of
from tests.vandal.plays import MEMORY, Files, Play, record
from tests.vandal.verdict import Verdict, judge

PLAYS: Final = 6
FAILING: Final = "a disk that fails or is full"


@dataclass
class Tally:
    """How often something was done, and what came of it; ``offered`` adds up shares."""

    cases: int = 0
    whole: int = 0
    refused: int = 0
    offered: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)

    def note(self, verdict: Verdict) -> None:
        """Count one more."""
        self.cases += 1
        self.refused += verdict.refused
        self.whole += not verdict.refused and not verdict.fault
        self.offered += verdict.offered or 0.0
        if verdict.fault:
            self.faults[verdict.fault] += 1


def run(count: int, seed: int) -> dict[str, Tally]:
    """Judge that many cases; return what came of each kind of harm."""
    chance = random.Random(seed)
    everything = {**HARMLESS, **HARMS}
    tallies = {name: Tally() for name in (*everything, FAILING)}
    with tempfile.TemporaryDirectory(dir=MEMORY) as name:
        room = Path(name)
        plays = tuple(_play(room / "play", chance) for _ in range(PLAYS))
        while count:
            what = chance.choice(tuple(tallies))
            if what == FAILING:
                tallies[what].note(_failing(room / "case", chance))
                count -= 1
                continue
            scene = _scene(plays, chance)
            files = everything[what](scene)
            if files is None:
                continue
            tallies[what].note(_verdict(room / "case", scene, files, what))
            count -= 1
    return tallies


def _failing(folder: Path, chance: random.Random) -> Verdict:
    folder.mkdir()
    try:
        return fail_at_random(folder, chance)
    except Exception as error:  # noqa: BLE001 - whatever comes out is the fault looked for
        return Verdict(f"{type(error).__name__} instead of a sentence: {error}")
    finally:
        shutil.rmtree(folder)


def _scene(plays: tuple[Play, ...], chance: random.Random) -> Scene:
    """Return a game between two steps, within one, or closed; each about as often."""
    play, other = chance.sample(plays, 2)
    between, _ = chance.choice(play.marks)
    within = chance.randrange(len(play.changes))
    count = chance.choice((between, within, len(play.changes)))
    return Scene(play, count, other, chance)


def _play(folder: Path, chance: random.Random) -> Play:
    folder.mkdir()
    try:
        return record(folder, chance)
    finally:
        shutil.rmtree(folder)


def _verdict(folder: Path, scene: Scene, files: Files, what: str) -> Verdict:
    try:
        return judge(folder, moment_of(scene, files), may_refuse=not harmless(what))
    finally:
        shutil.rmtree(folder)
