"""A linear learner plays Pocket Ops against random play: is anything learnt across positions?

One weight for each pair of an action's number and a feature of the observation; the policy is a
softmax of their sums, and is moved by what games came to (REINFORCE). With ``--by place`` actions
are numbered by their place among the moment's choices instead, which teaches next to nothing.

    python -m tools.laboratory.learn --games 2000
"""

from __future__ import annotations

import argparse
import random
import sys
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from tablet_companion import games
from tablet_companion.commands._numbers import natural, positive
from tablet_companion.games.core import CHANCE
from tablet_companion.research import observing, tables
from tablet_companion.research.numbering import Numbering
from tablet_companion.research.sequence import Moment, begin
from tablet_companion.research.tables import first_state, seats_of

GAME: Final = games.load("pocket_ops")
_FIRST: Final = first_state(GAME, {})
_RATE: Final = 0.02
_REPORT: Final = 250
"""Games between two lines; of each such stretch the share won is told."""

Floats = npt.NDArray[np.float64]


class Step(NamedTuple):
    """A decision: what was seen, which numbers could be chosen with what odds, and which was."""

    seen: Floats
    numbers: list[int]
    odds: Floats
    chosen: int


class Learner:
    """A linear policy."""

    def __init__(self, rng: random.Random, *, by_place: bool) -> None:
        """Begin with even odds for everything."""
        self._rng, self._by_place = rng, by_place
        self._numbering = Numbering(GAME, _FIRST)
        self._weights = np.zeros((self._numbering.most, observing.FEATURES))
        self._baseline = 0.0

    def decide(self, moment: Moment) -> Step:
        """Choose by the odds that the weights make."""
        found = observing.features(moment, moment.decider or CHANCE)
        seen = np.minimum(np.frombuffer(found, np.uint8), 1).astype(float)
        numbers = [*self._numbering.choices(moment)]
        rows = [*range(len(numbers))] if self._by_place else numbers
        sums = self._weights[rows] @ seen
        odds = np.exp(sums - sums.max())
        odds /= odds.sum()
        return Step(seen, rows, odds, self._rng.choices(range(len(rows)), odds.tolist())[0])

    def play(self, moment: Moment, step: Step) -> Moment:
        """Return the moment after a decision."""
        return moment.after([*self._numbering.choices(moment).values()][step.chosen])

    def learn(self, steps: list[Step], worth: float) -> None:
        """Make what was done likelier, by how much better the game ended than games of late."""
        better = worth - self._baseline
        self._baseline += 0.01 * better
        for step in steps:
            slope = -step.odds
            slope[step.chosen] += 1
            self._weights[step.numbers] += _RATE * better * np.outer(slope, step.seen)


def play_game(learner: Learner, seat_number: int, rng: random.Random) -> float:
    """Play a game from one seat, the other at random; learn, and return what it came to."""
    seats = seats_of(GAME, _FIRST)
    moment, steps = begin(GAME, _FIRST), []
    while moment.due:
        if moment.decider == seats[seat_number]:
            steps.append(learner.decide(moment))
            moment = learner.play(moment, steps[-1])
        else:
            odds = moment.odds() if moment.decider == CHANCE else None
            moment = moment.after(rng.choices(moment.choices, odds)[0])
    worth = tables.returns(GAME.outcome(moment.state), seats)[seat_number]
    learner.learn(steps, worth)
    return worth


def main() -> None:
    """Learn, and print how many games of each stretch were won."""
    parser = argparse.ArgumentParser(description="Learn Pocket Ops against random play.")
    parser.add_argument("--games", type=positive, default=2000)
    parser.add_argument("--seed", type=natural, default=1)
    parser.add_argument("--by", choices=("number", "place"), default="number")
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)  # noqa: S311 - games, not secrets
    learner = Learner(rng, by_place=arguments.by == "place")
    won = 0
    for number in range(1, arguments.games + 1):
        won += play_game(learner, number % 2, rng) > 0
        if number % _REPORT == 0:
            sys.stdout.write(f"{number:>6} games, the last {_REPORT}: {won / _REPORT:.0%} won\n")
            sys.stdout.flush()
            won = 0


if __name__ == "__main__":
    main()
