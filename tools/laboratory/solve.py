"""A small table solved: the last two turns of a game of Pocket Ops, by OpenSpiel's own CFR.

Red has two in a line and needs C; blue needs C or F; a player whose room is guessed is foiled.
After two turns the round, and with it the game, goes to the player without the code.

    python -m tools.laboratory.solve --iterations 60
"""

from __future__ import annotations

import argparse
import sys
from typing import Any, Final

from open_spiel.python.algorithms import cfr, exploitability

from tablet_companion import games
from tablet_companion.commands._numbers import positive
from tablet_companion.games.core import CHANCE
from tablet_companion.research.openspiel import TabletGame
from tablet_companion.research.tables import first_state

_BASE: Final = {"A": 1, "B": 1, "H": 1, "D": 2, "E": 2, "G": 2}
"""1: a spy of red's, 2: one of blue's; the other rooms are free."""
_REPORTS: Final = 6


def make_table() -> TabletGame:
    """Return the game from that position on, every specialist used."""
    game = games.load("pocket_ops")
    state = first_state(game, {"turn_cap": 2})
    while game.actor(state) == CHANCE or str(state.phase) == "enrol":
        state = game.successor(state, game.legal(state)[-1])
    base = bytes(_BASE.get(room, 0) for room in "ABCDEFGHI")
    state = state._replace(base=base, fresh=(False, False), wins=(1, 1), first=1)
    return TabletGame(game, {"turn_cap": 2}, first=state)


def main() -> None:
    """Iterate, and print how much a best answer could still win from the average policy."""
    parser = argparse.ArgumentParser(description="Solve a small table by CFR.")
    parser.add_argument("--iterations", type=positive, default=60)
    wanted = parser.parse_args().iterations
    table: Any = make_table()
    solver = cfr.CFRPlusSolver(table)
    for number in range(1, wanted + 1):
        solver.evaluate_and_update_policy()
        if number % max(1, wanted // _REPORTS) == 0:
            left = exploitability.nash_conv(table, solver.average_policy()) / 2
            sys.stdout.write(f"{number:>5} iterations: exploitability {left:.4f}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
