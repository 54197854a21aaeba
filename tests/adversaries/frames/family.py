"""``python -m tests.adversaries.frames.family``: the clumsy family, seen by a camera.

The same habits as in ``tests.adversaries.family``, with hands over a rendered table and the whole
eye between it and the referee. What the reader's own doubts are for there ("plays beside a doubtful
place", "is seen through an arm") has no picture, and is played as a turn like any other.
"""

from __future__ import annotations

import argparse
import functools
import sys

from tablet_companion.simulator.house import Print
from tests.adversaries.family.__main__ import print_table
from tests.adversaries.family.evening import Character, rule_sets
from tests.adversaries.family.habits import Rates, add_choice, load, unruly
from tests.adversaries.family.play import Figures, play
from tests.adversaries.frames.conditions import CONDITIONS, Condition
from tests.adversaries.frames.pictured import PicturedRoom

_SLIPS = 0.04


def main() -> int:
    """Play, and print what was broken by habit and by name; the status is 1 if anything was."""
    load()
    wishes = _parser().parse_args()
    worst, condition = 0, CONDITIONS[wishes.condition]
    for rules in rule_sets():
        if wishes.game and rules.name not in wishes.game:
            continue
        kit = condition.print(rules.game)
        character = pictured(kit, wishes.only, condition, wild=wishes.unruly)
        figures = play(rules, wishes.turns, character, seed=wishes.seed, tell=_dot)
        print_table(rules, figures)
        _print_cases(figures, wishes.examples)
        worst |= bool(figures.cases)
    return worst


def pictured(
    kit: Print,
    only: str = "",
    condition: Condition = CONDITIONS["day"],
    *,
    wild: bool = False,
) -> Character:
    """Return a family, an unruly one if ``wild``, that is seen through pictures of a game."""
    rates = unruly(_SLIPS) if wild else Rates(slips=_SLIPS)
    room = functools.partial(PicturedRoom, kit, condition=condition)
    return Character(rates, only, room=room)


def _parser() -> argparse.ArgumentParser:
    names = [one.name for one in rule_sets()]
    parser = argparse.ArgumentParser(prog="python -m tests.adversaries.frames.family")
    parser.add_argument("--turns", type=int, default=500, help="turns of each game")
    parser.add_argument("--game", action="append", choices=names, help="only this; repeatable")
    parser.add_argument("--seed", type=int, default=1, help="of the first evening")
    add_choice(parser)
    parser.add_argument("--condition", default="day", choices=CONDITIONS, help="of light, camera")
    parser.add_argument("--unruly", action="store_true", help="wilful people, not only clumsy ones")
    parser.add_argument("--examples", type=int, default=50, help="stories told of each game")
    return parser


def _print_cases(figures: Figures, most: int) -> None:
    """Tell what was broken, with the story of its turn."""
    for case in figures.cases[:most]:
        lines = [f"\n{case.name}: {case.habit} (evening {case.seed}, turn {case.turn})"]
        lines += [f"  {line}" for line in (case.what, *case.story)]
        sys.stdout.write("\n".join(lines) + "\n")


def _dot(turns: int) -> None:
    sys.stderr.write(f"\r{turns} turns")
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main())
