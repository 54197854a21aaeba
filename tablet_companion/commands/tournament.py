"""``tablet-companion tournament GAME``: players against each other, and their Elo."""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
from typing import Final

from tablet_companion import games
from tablet_companion.commands._numbers import even_up_to, natural, positive, up_to
from tablet_companion.measure import tournament
from tablet_companion.players import choosing
from tablet_companion.research.tables import read_options

_MAX_GAMES: Final = 100_000
_MAX_JOBS: Final = 256
"""Most processes; each takes memory from the first moment."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    _add_table_arguments(parser)
    add = parser.add_argument
    add(
        "--games",
        type=even_up_to(_MAX_GAMES),
        default=100,
        metavar="N",
        help="games for each pair, an even number, as each deal is played twice",
    )
    add(
        "--jobs",
        type=up_to(_MAX_JOBS),
        default=os.cpu_count() or 1,
        metavar="J",
        help="parallel processes",
    )
    add("--seed", type=natural, default=0, metavar="N", help="the first deal's random seed")
    add("--json", action="store_true", help="print one JSON object per pair")


def _add_table_arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("game", metavar="GAME", choices=games.names(), help=", ".join(games.names()))
    add(
        "--players",
        type=lambda text: tuple(text.split(",")),
        default=("greedy", "random"),
        metavar="A,B",
        help=f"two or more of {', '.join(choosing.PLAYERS)}",
    )
    add("--seats", type=positive, default=0, metavar="N", help="default: as many as possible")
    add(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, such as edition=wink; may be repeated",
    )


def run(arguments: argparse.Namespace) -> int:
    """Play, and print a line for each pair."""
    options = read_options(games.load(arguments.game), arguments.option)
    table = tournament.Table(arguments.game, options, arguments.seats)
    tournament.check_table(table, arguments.players)
    deals = range(arguments.seed, arguments.seed + arguments.games // 2)
    if not arguments.json:
        print(tournament.HEAD)
    for pair, strength in tournament.hold_tournament(
        table, arguments.players, deals, arguments.jobs
    ):
        told = {"player": pair[0], "against": pair[1], **dataclasses.asdict(strength)}
        line = json.dumps(told) if arguments.json else tournament.describe(pair, strength)
        print(line, flush=True)
    return 0
