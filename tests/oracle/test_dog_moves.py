"""DOG's engine against a second reading of the rules, and that reading against examples by hand."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tablet_companion import games
from tests.oracle import dog, dog_examples

Moves = Callable[[dict[str, Any]], list[dict[str, Any]]]

SEATS = ("red", "blue", "green", "yellow")
CARDS = (*dog.CARDS, "X")
NO_ENGINE = pytest.mark.skipif("dog" not in games.names(), reason="there is no game dog to hold")


def engine(where: dict[str, Any]) -> list[dict[str, Any]]:
    """List the moves of a position by the engine."""
    game: Any = games.load("dog")
    listed: list[dict[str, Any]] = game.moves(where)
    return listed


BOTH = pytest.mark.parametrize("moves", [dog.moves, pytest.param(engine, marks=NO_ENGINE)])


# --- by hand ------------------------------------------------------------------------------------


@BOTH
@pytest.mark.parametrize(
    "example", dog_examples.EXAMPLES, ids=lambda example: f"{example.ruling}:{example.card}"
)
def test_moves_are_those_worked_out_by_hand(moves: Moves, example: dog_examples.Example) -> None:
    """Of every small position exactly the outcomes are listed that the rulings give by hand."""
    lines = moves(dog_examples.position(example))
    expected = dog_examples.outcomes(example)
    assert [(line["after"], line["fresh"]) for line in lines if line["card"]] == expected
