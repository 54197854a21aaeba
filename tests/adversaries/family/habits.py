"""What people do wrongly at a table, by name: one function each, with how often it happens."""

from __future__ import annotations

import functools
import importlib
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from tablet_companion.games.core import Place
from tests.adversaries.family.family import Family, Plan
from tests.adversaries.family.figures import Spread

Act = Callable[[Family], None]


@dataclass(frozen=True, slots=True)
class Habit:
    """Something that people do in a turn, or beside it; ``rate`` is its share of the turns.

    ``unruly`` is its share with an unruly family.
    """

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
_UNRULY: Final = 0.035
"""The share of most things that only an unruly family does."""


def habit(name: str, rate: float, *, unruly: float | None = None) -> Callable[[Act], Act]:
    """Enter a function into the table of habits; usual clumsiness halves with unruly people."""

    def enter(act: Act) -> Act:
        share = (rate / 2 or _UNRULY) if unruly is None else unruly
        HABITS[name] = Habit(name, rate, act, share)
        return act

    return enter


_MODULES: Final = (
    "accidents",
    "manners",
    "secondthoughts",
    "unruly",
    "mischief",
    "household",
    "haste",
    "visitors",
    "liberties",
    "fingers",
    "distractions",
    "meddlers",
    "siblings",
    "substitutes",
    "uncles",
    "guests",
    "crossings",
    "cousins",
    "lodgers",
    "outages",
)
_MOST: Final = 0.9
"""Habits that would fill more of the turns than this are all played a little less often."""


def load() -> None:
    """Have every habit entered, whoever plays."""
    for module in _MODULES:
        importlib.import_module(f"tests.adversaries.family.{module}")


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


# --- as it should be ------------------------------------------------------------------------------


def well(family: Family) -> None:
    """Play a turn as it should be."""
    plan = family.plan()
    if plan is None:
        family.say_something()
        return
    if family.room.game.pile and family.rng.random() < 0.02:
        family.give_up()
        return
    carry_out(family, plan)
    family.hand()


def carry_out(family: Family, plan: Plan) -> None:
    """Lay the card and move, in either order, with a hand over the board."""
    family.hand(0.3, pile=False)
    family.lay(plan)
    family.hand(0.6)
    family.carry(plan)
    family.intend(plan)


def play_next(family: Family) -> None:
    """Have the next player move, if the game goes on."""
    after = family.plan()
    if after is not None and not family.over:
        family.remember()
        carry_out(family, after)


def play_until_accepted(family: Family, plan: Plan) -> bool:
    """Make a move; return whether it is on record and the game goes on."""
    room, state = family.room, family.room.table.state
    carry_out(family, plan)
    family.hand()
    room.look(9.0, until=lambda: not family.account.deeds)
    return not (family.account.deeds or family.over or room.table.state == state)


def put_back_by_hand(family: Family, plan: Plan) -> Spread | None:
    """Make a move and, once it is on record, take it back; return how the table lay after it."""
    top = family.room.tabletop
    spread = top.spread()
    if not play_until_accepted(family, plan):
        return None
    made = top.spread()
    family.hand(0.3)
    family.by(plan.seat)
    top.restore(spread)
    family.account.note("it is put back by hand")
    family.hand(0.3)
    return made


WELL: Final = Habit("well", 1.0, well, 1.0)


def planned(act: Callable[[Family, Plan], None]) -> Act:
    """Let a habit begin with a plan; where none is to be had with pieces, play on with words."""

    @functools.wraps(act)
    def begin(family: Family) -> None:
        plan = family.plan()
        if plan is None:
            family.say_something()
        else:
            act(family, plan)
            family.hand()

    return begin


def places_of(plan: Plan) -> tuple[Place, ...]:
    """Return the places that a plan touches, each once and always in the same order."""
    return tuple(dict.fromkeys(p for step in plan.steps for p in (step.source, step.target) if p))


def add_choice(parser: ArgumentParser) -> None:
    """Add the option to choose one habit, which lists them all."""
    listed = f"this habit every turn: {'; '.join(HABITS)}"
    parser.add_argument("--only", default="", choices=("", *HABITS), metavar="HABIT", help=listed)
