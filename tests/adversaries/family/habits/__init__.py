"""What people do wrongly at a table, by name: one function each, with how often it happens.

The modules are named after what is done: to pieces, piles, cards, turns, questions and so on.
"""

from __future__ import annotations

import importlib
import pkgutil
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from tests.adversaries.family.family import Family
from tests.adversaries.family.habits.parts import Act, well


@dataclass(frozen=True, slots=True)
class Habit:
    """Something that people do in a turn, or beside it; ``rate`` is its share of the turns.

    ``number`` is its place when one is drawn: the latest comes last, so that evenings that were
    recorded stay as they were. ``unruly`` is its share with an unruly family.
    """

    number: int
    name: str
    rate: float
    act: Act
    unruly: float


@dataclass(frozen=True)
class Rates:
    """How clumsy a family is: each habit's share of the turns, and how often it slips.

    A habit that is not in ``of`` has its own rate; ``slips`` is the share of what people do wrong
    of what the page asks. The rest of the turns is played as it should be.
    """

    of: Mapping[str, float] = field(default_factory=dict)
    slips: float = 0.04

    def rate(self, habit: Habit) -> float:
        """Return a habit's share of the turns."""
        return self.of.get(habit.name, habit.rate)


HABITS: Final[dict[str, Habit]] = {}
"""All habits by name, in the order of their numbers once they are loaded."""
WELL: Final = Habit(0, "well", 1.0, well, 1.0)
SHARE: Final = 0.018
"""The share of mischief with an unruly family; the usual family does none of it."""
_UNRULY: Final = 0.035
"""The share of most other things that only an unruly family does."""
_MOST: Final = 0.9
"""Habits that would fill more of the turns than this are all played a little less often."""


def habit(
    number: int, name: str, rate: float, *, unruly: float | None = None
) -> Callable[[Act], Act]:
    """Enter a function into the table of habits; usual clumsiness halves with unruly people."""

    def enter(act: Act) -> Act:
        share = (rate / 2 or _UNRULY) if unruly is None else unruly
        HABITS[name] = Habit(number, name, rate, act, share)
        return act

    return enter


def load() -> None:
    """Have every habit entered, whoever plays, in the order of the numbers."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")
    ordered = sorted(HABITS.values(), key=lambda one: one.number)
    HABITS.clear()
    HABITS.update({one.name: one for one in ordered})


def unruly(slips: float) -> Rates:
    """Return the shares of an unruly family: usual clumsiness halved, and what it never does."""
    load()
    return Rates({name: one.unruly for name, one in HABITS.items()}, slips)


def choose(family: Family, rates: Rates) -> Habit:
    """Return what is done this turn."""
    shares = sum(map(rates.rate, HABITS.values()))
    drawn = family.rng.random() * max(1.0, shares / _MOST)
    for one in HABITS.values():
        drawn -= rates.rate(one)
        if drawn < 0:
            return one
    return WELL


def add_choice(parser: ArgumentParser) -> None:
    """Add the option to choose one habit, which lists them all."""
    listed = f"this habit every turn: {'; '.join(HABITS)}"
    parser.add_argument("--only", default="", choices=("", *HABITS), metavar="HABIT", help=listed)
