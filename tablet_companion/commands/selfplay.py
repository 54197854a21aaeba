"""``tablet-companion selfplay GAME``: whole rounds, or all lessons, at the simulated table."""

from __future__ import annotations

import argparse
import sys

from tablet_companion import games
from tablet_companion.commands._numbers import natural, positive, share
from tablet_companion.selfplay.play import Tally, TurnTold
from tablet_companion.selfplay.players import check_players, play_out, someone
from tablet_companion.selfplay.pupil import HEAD, describe, take_all
from tablet_companion.selfplay.report import figures
from tablet_companion.simulator.house import House, Print, make_print

_PROGRESS = 10
"""Rounds between two lines that say how far it is."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the command's arguments."""
    parser.add_argument("game", metavar="GAME", nargs="?", default="agent_dog")
    parser.add_argument(
        "--players", type=natural, default=0, metavar="N", help="default: as many as can"
    )
    parser.add_argument("--rounds", type=positive, default=10, metavar="N", help="default: 10")
    parser.add_argument("--seed", type=natural, default=0, metavar="N", help="of the first round")
    parser.add_argument(
        "--faults", type=share, default=0.25, metavar="SHARE", help="of turns that go wrong first"
    )
    parser.add_argument(
        "--lessons", action="store_true", help="take every chapter of its lessons instead"
    )


def run(arguments: argparse.Namespace) -> int:
    """Play, print every wrong verdict and the figures; the status is 1 if any was wrong."""
    check_players(games.load(arguments.game), arguments.players)
    kit = make_print(arguments.game)
    if arguments.lessons:
        return _take_lessons(kit)
    tally = Tally()
    for seed in range(arguments.seed, arguments.seed + arguments.rounds):
        house = House(kit, seed)
        player = someone(house, fault_share=arguments.faults)
        player.begin(arguments.players)

        def hear(told: TurnTold, seed: int = seed) -> None:
            tally.add(told)
            if told.wrong:
                sys.stdout.write(f"seed {seed}: {told.seat}, {told.action}: {told.wrong}\n")

        play_out(player, hear)
        tally.frames += house.frames
        done = seed - arguments.seed + 1
        if done % _PROGRESS == 0:
            mistakes = len(tally.wrong)
            sys.stdout.write(f"{done} rounds, {tally.turns} turns, {mistakes} mistakes so far\n")
        sys.stdout.flush()
    sys.stdout.write(figures(tally, arguments.rounds))
    return 1 if tally.wrong else 0


def _take_lessons(kit: Print) -> int:
    """Take every chapter and print how long each takes; the status is 1 if one ended early."""
    sys.stdout.write(f"{HEAD}\n")
    stuck = False
    for told in take_all(kit):
        sys.stdout.write(f"{describe(told)}\n")
        sys.stdout.flush()
        stuck = stuck or bool(told.stuck)
    return int(stuck)
