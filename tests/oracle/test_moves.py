"""The engine against a second reading of the rules, on positions drawn at random."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tablet_companion import games
from tests.amounts import count
from tests.oracle import agent_dog
from tests.oracle.agent_dog_positions import position

GAME: Any = games.load("agent_dog")


@pytest.mark.parametrize("first", range(0, count(100, 400), 50))
def test_moves_are_those_of_a_second_reading(first: int) -> None:
    """Of random positions the engine lists exactly what brute force finds, in the same order."""
    for seed in range(first, first + 50):
        where = position(seed)
        assert GAME.moves(where) == agent_dog.moves(where), (seed, where)


def test_explain_agrees_on_what_is_legal() -> None:
    """An attempt is legal just when brute force reaches it; a refused one has its reasons."""
    judged = {True: 0, False: 0}
    for seed in range(40):
        where = position(seed) | {"hand": ["5", "1/11", "13", "partner"]}
        lines = [line for line in agent_dog.moves(where) if line["card"]]
        rng = random.Random(seed)
        for line in rng.sample(lines, min(4, len(lines))):
            card = rng.choice(where["hand"])
            reached = any(m["card"] == card and m["after"] == line["after"] for m in lines)
            answer = GAME.explain(where | {"card": card, "attempt": line["after"]})
            assert answer["legal"] == reached, (seed, card, line)
            assert bool(answer["breaches"]) != reached
            judged[reached] += 1
    assert min(judged.values()) >= 20
