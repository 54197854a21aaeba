"""How often the advice is a stronger player's choice, and what it costs if it is not.

Positions come from games that the greedy player plays with itself; the advice there is compared
with the values that a longer search, with its own random numbers, gives to all choices.

    python -m tools.laboratory.hints --positions 200 --games dog,wink
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from tablet_companion import games
from tablet_companion.commands._numbers import positive
from tablet_companion.games.core import CHANCE
from tablet_companion.games.protocol import AnyGame
from tablet_companion.players.choosing import choose, play_greedily
from tablet_companion.players.levels import LEVELS
from tablet_companion.players.search import search, take_chance
from tablet_companion.players.seen import Seen
from tablet_companion.research.tables import first_state
from tools.laboratory.arguments import names_of

EVERY: Final = 7
"""One in this many choices is examined."""

AS_GOOD: Final = 0.01
"""Advice that loses less worth than this is as good: many choices are worth the same."""


class Hint(NamedTuple):
    """At which place of the longer search's list the advice was, and how much worth it loses."""

    place: int
    lost: float


def walk(game: AnyGame, rng: random.Random) -> Iterator[Seen]:
    """Yield choices of one game after another, forever."""
    number = 0
    while True:
        state: Any = first_state(game, {})
        while (seat := game.actor(state)) is not None:
            if seat == CHANCE:
                state = take_chance(game, state, rng)[0]
                continue
            seen = Seen(game, state, seat)
            number += len(seen.actions) > 1
            if len(seen.actions) > 1 and number % EVERY == 0:
                yield seen
            state = game.successor(state, play_greedily(seen, rng))


def check(seen: Seen, rng: random.Random, advice: str, own: str) -> Hint:
    """Compare one piece of advice."""
    advised = choose(seen, rng, LEVELS[advice])
    found = search(seen, rng, LEVELS[own].turns, lambda _done: True)
    place = [one.action for one in found].index(advised)
    return Hint(place, max(0.0, found[0].worth - found[place].worth))


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description="Check advice against a longer search.")
    parser.add_argument("--positions", type=positive, default=200, help="of each game")
    known = games.names()
    parser.add_argument("--games", type=names_of(known), default=",".join(known))
    parser.add_argument("--advice", choices=LEVELS, default="good")
    parser.add_argument("--own", choices=LEVELS, default="best")
    arguments = parser.parse_args()
    for name in arguments.games:
        rng = random.Random(1)  # noqa: S311 - games, not secrets
        positions = zip(range(arguments.positions), walk(games.load(name), rng), strict=False)
        hints = [check(one, rng, arguments.advice, arguments.own) for _, one in positions]
        same, three = (sum(one.place < most for one in hints) / len(hints) for most in (1, 3))
        good = sum(one.lost < AS_GOOD for one in hints) / len(hints)
        lost = sum(one.lost for one in hints) / len(hints)
        shares = f"{same:.0%} | {three:.0%} | {good:.0%}"
        sys.stdout.write(f"| {name} | {len(hints)} | {shares} | {lost:.3f} |\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
