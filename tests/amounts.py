"""How much the tests try: a little in every run, everything in ``make thorough``.

What is left to a thorough run repeats a claim with other seeds, lights, colours or numbers of
players; every claim itself is tried in every run.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from typing import Final, TypeVar

import pytest

THOROUGH: Final = bool(os.environ.get("THOROUGH"))

Case = TypeVar("Case")


def some(cases: Iterable[Case], step: int) -> tuple[Case, ...]:
    """Return every so many of some cases; in a thorough run all of them."""
    return tuple(cases)[:: 1 if THOROUGH else step]


def draw(cases: Iterable[Case], step: int, turn: int = 0) -> tuple[Case, ...]:
    """Return every so many of some cases, other ones in every run; in a thorough run all of them.

    To be called first in a test, whose chance follows the seed that a run says at its end. What is
    tried several times, each time with another ``turn``, tries all cases in ``step`` turns.
    """
    first = (random.randrange(step) + turn) % step
    return tuple(cases) if THOROUGH else tuple(cases)[first::step]


def count(few: int, many: int) -> int:
    """Return how many are tried: few, or in a thorough run many."""
    return many if THOROUGH else few


def sampled(step: int) -> pytest.MarkDecorator:
    """Mark a test of many cases to run one in so many, others in every run; in a thorough one all.

    The cases follow the seed that a run says at its end. A case that is asked for alone is run.
    """
    return pytest.mark.sampled(step)
