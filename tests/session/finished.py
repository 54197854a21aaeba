"""Games that are over, on the disk and on their last page."""

from __future__ import annotations

import itertools
import random
import shutil
from pathlib import Path
from typing import Any

from tablet_companion.games.core import CHANCE
from tablet_companion.games.protocol import AnyGame
from tablet_companion.referee.model.effects import Record
from tablet_companion.referee.model.table import Stage
from tablet_companion.referee.turns import record
from tablet_companion.session.keeper import Keeper
from tablet_companion.session.session import Session, open_table
from tests.conformance.walk import walk
from tests.referee.player import Player

LAST = 8
"""At most so many turns before the end, a game is entered by touches."""


def play_out(game: AnyGame, options: dict[str, Any], seed: int) -> Player:
    """Return a game that is over; its last turns, after the last lot, were entered by touches."""
    player = Player(game, seed, **options)
    states = [state for state, _ in walk(game, player.table.state, seed)]

    def is_lot(state: Any) -> bool:
        return game.actor(state) == CHANCE

    ends = itertools.dropwhile(is_lot, reversed(states))
    *_, begun = itertools.islice(itertools.takewhile(lambda one: not is_lot(one), ends), LAST)
    player.table = record.correct_state(player.table, begun)
    player.records.append(Record("state", {"state": game.write(begun)}))
    player.rng = random.Random(seed)
    while player.table.stage is not Stage.ENDED:
        player.play_on()
    return player


def cut(folder: Path) -> Path:
    """Return what is on the disk if the power is cut now."""
    return Path(shutil.copytree(folder, folder.with_name(f"{folder.name}-cut")))


def start(game: AnyGame, folder: Path) -> Session:
    """Start the program on what is on the disk."""
    keeper = Keeper(folder, lambda: 1.7e9)
    table = open_table(game, {}, "en", keeper)
    return Session(table, keeper=keeper, lots=lambda _: 0)


def keep(player: Player, folder: Path) -> Session:
    """Return a session of a player's game, which is kept in a folder."""
    session = start(player.table.game, folder)
    assert session._keeper is not None
    session._keeper.keep(player.records)
    session.table = player.table
    return session
