"""Numbers for actions: an action's number is its place among the choices of its moment.

Learning libraries want a fixed set of numbers, and these games have no such set: a play of Agent
DOG names every pawn it moves, and there are more plays than could be listed beforehand. A moment's
choices, however, are few, sorted, and the same in every truth that the player cannot tell apart;
so their places are numbers that give nothing away and fit the same information state always. What
a number means changes from moment to moment; the text of a choice says it, and reads back.

Rejected: listing all actions beforehand (impossible for a game that nobody has written yet, huge
for the track games); numbering actions as they are met (other numbers in another run); checksums of
the texts (they collide, or need millions of numbers).
"""

from __future__ import annotations

import functools
import tomllib
from importlib import resources
from typing import Final

from hardware.errors import CompanionError
from tablet_companion.research.sequence import Choice, Moment

FROM_THE_TABLE: Final = 0
"""In place of a bound: the one that ``bounds.toml`` gives for the game."""
MOST_STEPS: Final = 20_000
"""Decisions, chance's included, after which an environment gives a game up; nobody has won then.

Random games of Agent for four are the longest: of a thousand, one had 14 274 actions.
"""


class TooManyChoices(CompanionError):
    """A decision has more choices than an environment has numbers."""


@functools.cache
def most_choices(name: str) -> int:
    """Return the most choices that a decision of a game can have."""
    text = resources.files(__package__).joinpath("bounds.toml").read_text(encoding="utf-8")
    bounds: dict[str, int] = tomllib.loads(text)
    return bounds.get(name, bounds["default"])


def count(moment: Moment, bound: int) -> int:
    """Return how many choices there are; raises TooManyChoices beyond the bound."""
    found = len(moment.choices)
    if found > bound:
        raise TooManyChoices(
            f"A decision of {moment.game.title} has {found} choices and the environment numbers "
            f"for {bound}: make it with most_choices={found} or more."
        )
    return found


def choice(moment: Moment, number: int) -> Choice:
    """Return the choice that a number means now; raises IndexError where it means none."""
    if not 0 <= number < len(moment.choices):
        raise IndexError(f"{number} is no choice of {moment.decider}: 0 to {len(moment.choices)}.")
    return moment.choices[number]
