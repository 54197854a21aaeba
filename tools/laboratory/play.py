"""Random play, the house's own search and OpenSpiel's, at one table of OpenSpiel's.

``random``; ``house``: the search of the table's own players, over what a seat may know; ``ismcts``:
OpenSpiel's information-set search in Python (the one in C++ crashes on games written in Python);
``mcts``: OpenSpiel's plain search, in one truth that is possible for the player.

    python -m tools.laboratory.play --players house,random --games 4
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import tablet_companion.research.openspiel  # noqa: F401 - registers the games
from tablet_companion.commands._numbers import natural, positive
from tablet_companion.players.choosing import choose
from tablet_companion.players.levels import LEVELS
from tablet_companion.players.seen import Seen
from tools.laboratory.arguments import names_of

Bot = Callable[[Any], int]
_SIMULATIONS: Final = 20
_HOUSE: Final = replace(LEVELS["casual"], slips=0.0)


def play_randomly(_table: Any, rng: random.Random) -> Bot:
    """Return a bot that takes any number that is allowed."""
    return lambda state: rng.choice(state.legal_actions())


def play_as_the_house(table: Any, rng: random.Random) -> Bot:
    """Return a bot that asks the house's own search and looks its choice's number up."""

    def step(state: Any) -> int:
        moment = state.memory.moment
        seen = Seen(moment.game, moment.state, moment.decider)
        chosen = choose(seen, rng, _HOUSE)
        numbers: dict[int, Any] = table.numbering.choices(moment)
        return next(number for number, one in numbers.items() if one == chosen)

    return step


def play_by_ismcts(table: Any, rng: random.Random) -> Bot:
    """Return OpenSpiel's own bot."""
    luck = np.random.RandomState(rng.randrange(1 << 30))
    evaluator = mcts.RandomRolloutEvaluator(1, luck)
    bot: Any = ismcts.ISMCTSBot(table, evaluator, 2.0, _SIMULATIONS, random_state=luck)
    return lambda state: int(bot.step(state))


def play_by_mcts(table: Any, rng: random.Random) -> Bot:
    """Return OpenSpiel's search of games without secrets; each choice is made in a sampled truth.

    Given the true state it would look into the others' hands.
    """
    luck = np.random.RandomState(rng.randrange(1 << 30))
    evaluator = mcts.RandomRolloutEvaluator(1, luck)
    bot: Any = mcts.MCTSBot(table, 2.0, _SIMULATIONS, evaluator, random_state=luck)

    def step(state: Any) -> int:
        return int(bot.step(state.resample_from_infostate(state.current_player(), rng.random)))

    return step


BOTS: Final = {
    "random": play_randomly,
    "house": play_as_the_house,
    "ismcts": play_by_ismcts,
    "mcts": play_by_mcts,
}


def play(table: Any, bots: list[Bot], rng: random.Random) -> list[float]:
    """Play a game and return what it came to for each."""
    state = table.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            numbers, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(numbers, odds)[0])
        else:
            state.apply_action(bots[state.current_player()](state))
    returns: list[float] = state.returns()
    return returns


def main() -> None:
    """Play some games with the seats swapped in turn, and print who won how many."""
    parser = argparse.ArgumentParser(description="Let two bots play a game of OpenSpiel.")
    parser.add_argument("--game", default="tablet_pocket_ops(players=2)")
    parser.add_argument(
        "--players",
        type=names_of(BOTS, 2),
        default="house,random",
        help=f"two of {', '.join(BOTS)}",
    )
    parser.add_argument("--games", type=positive, default=4)
    parser.add_argument("--seed", type=natural, default=1)
    arguments = parser.parse_args()
    names = arguments.players
    table: Any = pyspiel.load_game(arguments.game)
    rng = random.Random(arguments.seed)  # noqa: S311 - games, not secrets
    bots = [BOTS[name](table, rng) for name in names]
    won = [0, 0]
    for number in range(arguments.games):
        first = number % 2
        returns = play(table, [bots[first], bots[1 - first]], rng)
        won[first] += returns[0] > 0
        won[1 - first] += returns[1] > 0
    told = (f"{name} won {count}" for name, count in zip(names, won, strict=True))
    sys.stdout.write(f"{arguments.games} games: {', '.join(told)}\n")


if __name__ == "__main__":
    main()
