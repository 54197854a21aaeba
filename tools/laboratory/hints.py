"""How often the advice is a stronger player's choice, and what it costs if it is not.

Positions come from games that the greedy player plays with itself; the advice there is compared
with the values that a longer search, with its own random numbers, gives to all choices.

    python -m tools.laboratory.hints --positions 200 --games dog,wink --list
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from tablet_companion import games
from tablet_companion.commands._numbers import natural, positive
from tablet_companion.games.core import CHANCE
from tablet_companion.games.protocol import AnyGame
from tablet_companion.players.choosing import choose, play_greedily
from tablet_companion.players.levels import LEVELS, Level
from tablet_companion.players.matches import find_interval
from tablet_companion.players.reasons import find_reasons
from tablet_companion.players.search import search, take_chance
from tablet_companion.players.seen import Seen
from tablet_companion.research.tables import first_state
from tools.laboratory.arguments import names_of

EVERY: Final = 7
"""One in this many choices is examined."""

AS_GOOD: Final = 0.01
"""Advice that loses less worth than this is as good: many choices are worth the same."""


class Hint(NamedTuple):
    """Where the advice was in the longer search's list, the worth it loses, and a line to read."""

    place: int
    lost: float
    line: str


def walk(game: AnyGame, rng: random.Random) -> Iterator[tuple[Any, Seen]]:
    """Yield positions with choices of one game after another, forever."""
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
                yield state, seen
            state = game.successor(state, play_greedily(seen, rng))


def check(state: Any, seen: Seen, rng: random.Random, advice: str, turns: int) -> Hint:
    """Compare one piece of advice with a search that is longer, and looks as far ahead."""
    advised = choose(seen, rng, LEVELS[advice])
    longer = Level("", "", turns, 0.0, blind=turns)
    found = search(seen, rng, longer, lambda _done: True)
    place = [one.action for one in found].index(advised)
    lost = max(0.0, found[0].worth - found[place].worth)
    told, other = (seen.game.write_action(state, one) for one in (advised, found[0].action))
    reasons = find_reasons(seen.game, state, seen.seat, advised)
    why = " ".join(one.text for one in reasons)
    return Hint(place, lost, f"{seen.seat}: {told} | {why} | {other} | {lost:.3f}\n")


def tell_share(count: int, total: int) -> str:
    """Return a share in percent with its 95 % interval, which is Wilson's."""
    share = count / total
    low, high = find_interval(share, total)
    return f"{share:.0%} ({100 * low:.0f} to {100 * high:.0f})"


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description="Check advice against a longer search.")
    parser.add_argument("--positions", type=positive, default=200, help="of each game")
    known = games.names()
    parser.add_argument("--games", type=names_of(known), default=",".join(known))
    parser.add_argument("--advice", choices=LEVELS, default="good")
    parser.add_argument("--turns", type=positive, default=1500, help="of the longer search")
    parser.add_argument("--seed", type=natural, default=1)
    parser.add_argument("--list", action="store_true", help="every advice, why, the other choice")
    arguments = parser.parse_args()
    for name in arguments.games:
        rng = random.Random(arguments.seed)  # noqa: S311 - games, not secrets
        positions = zip(range(arguments.positions), walk(games.load(name), rng), strict=False)
        hints = [check(*one, rng, arguments.advice, arguments.turns) for _, one in positions]
        same, three = (sum(one.place < most for one in hints) for most in (1, 3))
        good = sum(one.lost < AS_GOOD for one in hints)
        shares = " | ".join(tell_share(count, len(hints)) for count in (same, three, good))
        lost = sum(one.lost for one in hints) / len(hints)
        sys.stdout.write(f"| {name} | {len(hints)} | {shares} | {lost:.3f} |\n")
        sys.stdout.writelines(one.line for one in hints if arguments.list)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
