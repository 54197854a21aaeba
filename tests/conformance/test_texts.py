"""Texts of states in every game, and texts that are nearly one."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tablet_companion.games.core import PositionError
from tablet_companion.games.protocol import AnyGame
from tablet_companion.games.shared.attempts import attempt
from tablet_companion.games.shared.codec import ADDED_LATER
from tests.amounts import sampled
from tests.conformance.walk import GAMES, positions


def damaged(data: Any) -> Iterator[Any]:
    """Yield the data with one thing in it of another kind, at every place."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield from (data | {key: other} for other in damaged(value))
    elif isinstance(data, list):
        for number, value in enumerate(data):
            yield from ([*data[:number], other, *data[number + 1 :]] for other in damaged(value))
    yield {"strange": 1}
    yield 2.5
    if data is not None and not isinstance(data, str):
        yield "strange"


def without_each(data: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the data of a state without one of its fields."""
    for key in data:
        yield {name: entry for name, entry in data.items() if name != key}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_state_that_an_earlier_version_wrote_is_read(game: AnyGame) -> None:
    """A state's text without the fields that came later gives the state with their defaults."""
    state = next(positions(game, 1))
    older = {k: v for k, v in json.loads(game.write(state)).items() if k not in ADDED_LATER}
    assert game.read(json.dumps(older)) == state


@sampled(3)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_state_with_a_value_of_another_kind_is_refused(game: AnyGame) -> None:
    """What is left out of a state's text, or is of another kind, gives one clear error.

    Left out may be only what earlier versions had not yet.
    """
    rng = random.Random(1)
    for state in positions(game, 2):
        data = json.loads(game.write(state))
        others = list(damaged(data))
        less = (
            other for other in without_each(data) if not data.keys() - other.keys() <= ADDED_LATER
        )
        for other in (*less, *rng.sample(others, min(len(others), 60))):
            text = json.dumps(other)
            with pytest.raises(PositionError):
                game.read(text)


_NEAR = ("?", "-100", "0", "T99", "T3>T3", "red.nest", "xred.nest", "red.nest=>T6", "!red", "x", "")


def nearly(texts: list[str], rng: random.Random) -> Iterator[str]:
    """Yield texts of actions with one word left out, said twice, or another one in its place."""
    words = sorted({word for text in texts for word in text.split()})
    for text in texts:
        said = text.split()
        at = rng.randrange(len(said))
        for other in (*rng.sample(words, min(8, len(words))), *_NEAR):
            for instead in ([other], [said[at], other]):
                yield " ".join([*said[:at], *instead, *said[at + 1 :]])


@sampled(4)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_text_that_is_nearly_an_action_is_refused_or_judged(game: AnyGame) -> None:
    """What is read as an action gets reasons, or is legal; and it can be written and pictured."""
    rng = random.Random(7)
    for state in positions(game, 3):
        legal = game.legal(state)
        texts = [game.write_action(state, one) for one in rng.sample(legal, min(3, len(legal)))]
        for text in nearly(texts, rng):
            try:
                action = game.read_action(state, text)
            except PositionError:
                continue
            assert bool(game.judge(state, action)) == (action not in legal), text
            assert attempt(game, state, action).pieces
            assert game.read_action(state, game.write_action(state, action)) == action
