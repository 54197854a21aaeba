"""Legal actions bent in one way, each by the name of the rule that the bend breaks.

A bend is given a state, a legal action and chance, and returns what to judge instead: a state and
an action; None if that action cannot be bent so. The bends read the state's plain facts and none of
the game's predicates. One rule may be broken in several ways: ``one_space: two``.
"""

import random
from collections.abc import Callable, Iterable
from typing import Any

Bend = Callable[[Any, Any, random.Random], tuple[Any, Any] | None]


def some(rng: random.Random, state: Any, actions: Iterable[Any]) -> tuple[Any, Any] | None:
    """Return the state with one of the actions, None if there are none."""
    found = list(actions)
    return (state, rng.choice(found)) if found else None
