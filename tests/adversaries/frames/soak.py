"""``python -m tests.adversaries.frames.soak``: a long evening at fifteen pictures a second.

For a part of the time the whole eye looks at rendered pictures of game after game at one table,
with a journal; for the rest readings are made from a table. Every simulated ten minutes the memory,
the open files and what went wrong are told: none of them may grow.
"""

from __future__ import annotations

import argparse
import itertools
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from tablet_companion.referee.model.events import Answer, NewGame
from tablet_companion.selfplay.play import Player
from tablet_companion.selfplay.speaker import Speaker
from tablet_companion.session.keeper import Keeper
from tablet_companion.simulator.house import House, make_print
from tests.adversaries.family.evening import Character, rule_sets
from tests.adversaries.family.habits import load
from tests.adversaries.family.play import evening
from tests.adversaries.family.room import LOOK_S, Room
from tests.adversaries.frames.evenings import sit_down
from tests.console import say

EVERY_S: Final = 600.0
_THINKING_S: Final = (1.0, 20.0)
"""People think for so long between two turns, and the camera looks on."""
_MIB: Final = 2**20


class SteadyRoom(Room):
    """A room that is looked at fifteen times a second, whether anything happens or not."""

    cadence: tuple[tuple[float, float], ...] = ((float("inf"), LOOK_S),)


class Accounts:
    """What the machine needs, told every ten minutes of the table's time."""

    def __init__(self, name: str) -> None:
        """Begin at nought."""
        self._name = name
        self._told = 0
        self._began_s = time.process_time()
        self.now_s = 0.0
        self.looks = 0
        self.turns = 0
        self.wrong: list[str] = []
        say("| part | simulated minutes | looks | turns | wrong | MiB | open files | CPU s |")
        say("|---|---:|---:|---:|---:|---:|---:|---:|")

    def add(self, seconds: float, looks: int, wrong: list[str]) -> None:
        """Add a turn; tell the figures when ten minutes are full."""
        self.now_s += seconds
        self.looks += looks
        self.turns += 1
        self.wrong += wrong
        if self.now_s >= EVERY_S * (self._told + 1):
            self._told = int(self.now_s // EVERY_S)
            self.tell()

    def tell(self) -> None:
        """Print a line of the table."""
        cells = (
            self._name,
            round(self.now_s / 60),
            self.looks,
            self.turns,
            len(self.wrong),
            round(resident_bytes() / _MIB),
            len(os.listdir("/proc/self/fd")),  # noqa: PTH208 - a link may be gone when it is asked
            round(time.process_time() - self._began_s),
        )
        say("| " + " | ".join(map(str, cells)) + " |")


def main() -> int:
    """Soak; the status is 1 where a verdict was wrong."""
    load()
    wishes = _parser().parse_args()
    seen = Accounts("whole eye")
    with tempfile.TemporaryDirectory() as folder:
        for game in wishes.game or ["agent_dog"]:
            _watch_games(game, wishes.eye_minutes * 60.0, seen, Path(folder), wishes.seed)
    made = Accounts("made readings")
    _play_evenings((wishes.game or ["agent_dog"])[0], wishes.hours * 3600.0, made, wishes.seed)
    for wrong in (*seen.wrong, *made.wrong):
        say(f"WRONG {wrong}")
    return int(bool(seen.wrong or made.wrong))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.adversaries.frames.soak")
    parser.add_argument("--hours", type=float, default=4.0, help="with readings made from tables")
    parser.add_argument("--eye-minutes", type=float, default=30.0, help="a game with the whole eye")
    parser.add_argument("--game", action="append", help="default: agent_dog; repeatable")
    parser.add_argument("--seed", type=int, default=1)
    return parser


def _watch_games(name: str, seconds: float, accounts: Accounts, folder: Path, seed: int) -> None:
    """Play game after game at one table, through pictures, people thinking in between."""
    keeper = Keeper(folder, time.time)
    house = House(make_print(name), seed, keeper)
    rng = random.Random(seed)
    end_s, player = house.clock.now_s() + seconds, _begin_game(house)
    while house.clock.now_s() < end_s:
        before_s, frames = house.clock.now_s(), house.frames
        told = player.turn()
        house.watch(round(rng.uniform(*_THINKING_S) / LOOK_S))
        wrong = [f"{name} at {before_s:.0f} s: {told.action}: {told.wrong}"] if told.wrong else []
        accounts.add(house.clock.now_s() - before_s, house.frames - frames, wrong)
        if player.over or (told.wrong and isinstance(player, Player)):
            player = _begin_game(house)
    keeper.close()


def _begin_game(house: House) -> Player | Speaker:
    """Begin a game, another one where one was played."""
    house.touch(NewGame())
    if house.table.dialogue is not None:
        house.touch(Answer(0))
    player = sit_down(house)
    player.begin()
    return player


def _play_evenings(name: str, seconds: float, accounts: Accounts, seed: int) -> None:
    """Play evening after evening with the clumsy family, looked at fifteen times a second."""
    rules = next(one for one in rule_sets() if one.game == name)
    rooms: list[SteadyRoom] = []

    def open_room(*table: Any) -> Room:
        rooms[:] = [SteadyRoom(*table)]
        return rooms[0]

    rng = random.Random(seed)
    for number in itertools.count(seed):
        now_s, looks = 0.0, 0
        for _, cases, _ in evening(rules, number, Character(room=open_room)):
            room = rooms[0]
            room.look(rng.uniform(*_THINKING_S))
            wrong = [f"evening {number}: {one.name}: {one.habit}: {one.what}" for one in cases]
            accounts.add(room.now_s - now_s, room.looks - looks, wrong)
            now_s, looks = room.now_s, room.looks
            if accounts.now_s >= seconds:
                return


def resident_bytes() -> int:
    """Return how much memory this process has."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    sys.exit(main())
