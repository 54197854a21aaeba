"""Matches between two players, and the strength that follows from them.

Each deal is played twice, with the seats swapped: every game has both players in it, one on the
even seats and one on the odd. A pair of seats, one of each player, scores 1 for the one that won, ½
each if both or neither did.
"""

from __future__ import annotations

import math
import random
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tablet_companion.games.core import CHANCE, Outcome, Seat
from tablet_companion.games.protocol import AnyGame
from tablet_companion.players.choosing import Player
from tablet_companion.players.search import take_chance
from tablet_companion.players.seen import WAIT, Seen

_MAX_DECISIONS: Final = 6000
"""Decisions after which a game counts as drawn."""
_Z: Final = 1.96
"""Standard deviations on either side that contain 95 %."""


def play(
    game: AnyGame, state: Any, players: Mapping[Seat, Player], deal: int, *, interrupt: bool = True
) -> Outcome | None:
    """Play a game from a state to its end; ``deal`` is the seed. None if it takes too long.

    ``interrupt``: seats not on turn are asked, too, if they may interrupt.
    """
    cards = random.Random(f"cards {deal}")  # noqa: S311 - games, not secrets
    luck = {seat: random.Random(f"{seat} {deal}") for seat in players}  # noqa: S311 - as above
    for _ in range(_MAX_DECISIONS):
        seat = game.actor(state)
        if seat is None:
            break
        if seat == CHANCE:
            state = take_chance(game, state, cards)[0]
            continue
        action = WAIT
        for other in players if interrupt else ():
            seen = Seen(game, state, other) if other != seat else None
            if seen is not None and len(seen.actions) > 1 and action is WAIT:
                action = players[other](seen, luck[other])
        if action is WAIT:
            action = players[seat](Seen(game, state, seat), luck[seat])
        state = game.successor(state, action)
    return game.outcome(state)


def play_deal(
    game: AnyGame, state: Any, pair: tuple[Player, Player], deal: int
) -> tuple[float, float]:
    """Return the first player's score in both games of a deal, each between 0 and 1."""
    teams = {seat: number for number, team in enumerate(game.teams(state)) for seat in team}
    scores = []
    for swapped in (0, 1):
        mine = {seat: (team + swapped) % 2 == 0 for seat, team in teams.items()}
        players = {seat: pair[0 if own else 1] for seat, own in mine.items()}
        outcome = play(game, state, players, deal)
        winners = set(outcome.winners) if outcome else set()
        met = [
            0.5 + 0.5 * ((one in winners) - (other in winners))
            for one in teams
            for other in teams
            if mine[one] and not mine[other]
        ]
        scores.append(sum(met) / len(met))
    return scores[0], scores[1]


@dataclass(frozen=True, slots=True)
class Strength:
    """How much stronger a player is than another: score, and Elo points with a 95 % interval."""

    games: int
    score: float
    elo: float
    low: float
    high: float


def measure(scores: Sequence[tuple[float, float]]) -> Strength:
    """Return the strength from the scores of some deals, both games of each."""
    deals = len(scores)
    score = sum(map(sum, scores)) / (2 * deals)
    ends = score, *find_interval(score, _count_independent(scores, score))
    return Strength(2 * deals, score, *(_elo(one, deals) for one in ends))


def find_interval(score: float, games: float) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a mean score between 0 and 1 of independent games."""
    spread = _Z * math.sqrt(score * (1 - score) / games + (_Z / (2 * games)) ** 2)
    middle, share = score + _Z**2 / (2 * games), 1 + _Z**2 / games
    return (middle - spread) / share, (middle + spread) / share


def _count_independent(scores: Sequence[tuple[float, float]], score: float) -> float:
    """Return how many independent games would tell as much about a mean score as these deals.

    The two games of a deal are not independent: how alike they are is estimated from how much the
    deals differ, with few deals cautiously (Korn & Graubard, Survey Methodology 24, 1998). At most
    as many as were played; of deals that are all alike each counts as one.
    """
    deals = len(scores)
    variance = statistics.variance(map(statistics.fmean, scores)) if deals > 1 else 0.0
    if not variance:
        return deals
    student = _Z + (_Z**3 + _Z) / (4 * (deals - 1))  # its quantile, by Cornish and Fisher
    games = min(max(deals * score * (1 - score) / variance, deals), 2 * deals)
    return games * (_Z / student) ** 2


def _elo(score: float, deals: int) -> float:
    """Return the Elo points of a score, which is kept half a game away from 0 and 1."""
    most = 1 - 1 / (4 * deals + 2)
    score = min(max(score, 1 - most), most)
    return 400 * math.log10(score / (1 - score))
