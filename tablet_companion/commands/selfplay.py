"""``tablet-companion selfplay GAME``: whole rounds at the simulated table."""

from __future__ import annotations

import argparse
from functools import partial

from tablet_companion import games
from tablet_companion.commands._numbers import natural, positive, share
from tablet_companion.selfplay.account import figures
from tablet_companion.selfplay.play import Tally
from tablet_companion.selfplay.players import check_players, play_counted, someone
from tablet_companion.simulator.house import House, make_print

_PROGRESS = 10
"""The number of rounds between two progress lines."""
say = partial(print, flush=True)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("game", metavar="GAME", nargs="?", default="agent_dog", help="default: agent_dog")
    add("--players", type=positive, default=0, metavar="N", help="default: the usual number")
    add("--rounds", type=positive, default=10, metavar="N", help="default: 10")
    add("--seed", type=natural, default=0, metavar="N", help="the first round's random seed")
    add(
        "--faults",
        type=share,
        default=0.25,
        metavar="SHARE",
        help="of turns with a mistake, 0 to 1",
    )


def run(arguments: argparse.Namespace) -> int:
    """Play, print every wrong verdict and the figures; the status is 1 if any was wrong.

    What was played until Control-C counts, too: a round takes minutes.
    """
    check_players(games.load(arguments.game), arguments.players)
    kit = make_print(arguments.game)
    seeds = range(arguments.seed, arguments.seed + arguments.rounds)
    tally, begun = Tally(), 0
    try:
        for begun, seed in enumerate(seeds, start=1):
            player = someone(House(kit, seed), fault_share=arguments.faults)
            play_counted(player, arguments.players, tally, partial(_complain, seed))
            if begun % _PROGRESS == 0:
                say(f"{begun} rounds, {tally.turns} turns, {len(tally.wrong)} mistakes so far")
    finally:
        say(figures(tally, begun), end="")
    return 1 if tally.wrong else 0


def _complain(seed: int, wrong: str) -> None:
    say(f"seed {seed}: {wrong}")
