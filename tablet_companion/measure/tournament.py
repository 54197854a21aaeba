"""Tournaments between computer players: everybody against everybody, on all cores.

Each deal is played twice, with the seats swapped, in any of the processes; the deal's number is the
only seed, so that the result does not depend on the number of processes.
"""

from __future__ import annotations

import itertools
import multiprocessing
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, NamedTuple

from hardware.errors import CompanionError
from tablet_companion import games
from tablet_companion.games.core import OptionValue
from tablet_companion.players.choosing import make_player
from tablet_companion.players.matches import Strength, measure, play_deal
from tablet_companion.players.workers import follow_parent, hold_interrupts
from tablet_companion.research.tables import first_state

HEAD: Final = f"{'player':<8} {'against':<8} {'games':>6} {'score':>6} {'Elo':>6}  95 %"

Pair = tuple[str, str]


class TournamentError(CompanionError):
    """A tournament with too few players, or with a process that was killed."""


class Table(NamedTuple):
    """What is played: a game's name, its options, and the number of seats (0: the most)."""

    game: str
    options: Mapping[str, OptionValue]
    seats: int = 0


def check_table(table: Table, players: Sequence[str]) -> None:
    """Raise PlayerError or TournamentError for wrong players, PositionError for a wrong table."""
    for name in players:
        make_player(name)
    if len(set(players)) < 2 or len(set(players)) < len(players):
        raise TournamentError("Name two or more different players, such as greedy,random.")
    first_state(games.load(table.game), table.options, table.seats)


def hold_tournament(
    table: Table, players: Sequence[str], deals: range, jobs: int
) -> Generator[tuple[Pair, Strength], None, None]:
    """Yield for every pair how much stronger the first player is, as soon as it is known."""
    pairs = [*itertools.combinations(players, 2)]
    others = {*multiprocessing.active_children()}
    pool = ProcessPoolExecutor(jobs, initializer=follow_parent)
    try:
        with hold_interrupts():
            due = {pair: [pool.submit(_play, table, pair, one) for one in deals] for pair in pairs}
        for pair, scores in due.items():
            yield pair, measure([score.result() for score in scores])
    except BrokenProcessPool as error:
        raise TournamentError(
            "One of the processes that played was ended from outside, perhaps because memory was "
            "short; try again with fewer --jobs."
        ) from error
    finally:
        # Whoever leaves before the end waits for no deal: one of the best players takes an hour.
        for worker in {*multiprocessing.active_children()} - others:
            worker.kill()
        pool.shutdown(cancel_futures=True)


def _play(table: Table, pair: Pair, deal: int) -> tuple[float, float]:
    game = games.load(table.game)
    first = first_state(game, table.options, table.seats)
    return play_deal(game, first, (make_player(pair[0]), make_player(pair[1])), deal)


def describe(pair: Pair, strength: Strength) -> str:
    """Return a line of the table under HEAD."""
    names, points = f"{pair[0]:<8} {pair[1]:<8}", f"{strength.elo:>+6.0f}"
    ends = f"{strength.low:+.0f} to {strength.high:+.0f}"
    return f"{names} {strength.games:>6} {strength.score:>6.1%} {points}  {ends}"
