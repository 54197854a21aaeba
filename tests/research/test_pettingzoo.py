"""Every game as a PettingZoo environment, held against PettingZoo's own tests."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

from tablet_companion.games.core import PositionError
from tablet_companion.games.protocol import AnyGame
from tests.conformance.walk import GAMES
from tools.exemplary import tables

with warnings.catch_warnings():
    # PettingZoo's tests make PettingZoo's own environments in a way that it has deprecated.
    warnings.simplefilter("ignore", DeprecationWarning)
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install .[research]")
    from pettingzoo.test import api_test, seed_test

    from tablet_companion.research.pettingzoo import env

pytestmark = [
    pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name),
    # Its list of environments with a mask in the observation, as PettingZoo's documents have it,
    # is fixed; and our agents are named after their colours.
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:We recommend agents to be named:UserWarning"),
]


def make(game: AnyGame, **more: Any) -> Any:
    """Return an environment for the fewest players."""
    options, players = tables(game)[0]
    given: dict[str, Any] = {"players": players, **options, **more}
    return env(game.name, **given)


def walked(environment: Any, seed: int, most: int) -> list[tuple[str, str]]:
    """Return who did what in a game in which everybody takes the middle choice."""
    environment.reset(seed=seed)
    done = []
    for agent in environment.agent_iter(most):
        observation, _, terminated, truncated, info = environment.last()
        if terminated or truncated:
            environment.step(None)
            continue
        numbers = [*info["choices"]]
        assert numbers == np.flatnonzero(observation["action_mask"]).tolist()
        number = numbers[len(numbers) // 2]
        done.append((agent, info["choices"][number]))
        environment.step(number)
    return done


def test_the_api(game: AnyGame) -> None:
    """PettingZoo's test of an environment's interface passes."""
    api_test(make(game), num_cycles=150)


def test_the_seed(game: AnyGame) -> None:
    """PettingZoo's test that a seed repeats a game passes; other seeds bring other games."""
    seed_test(lambda: make(game), num_cycles=100)
    games = [walked(make(game), seed, 80) for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def first(environment: Any) -> int:
    """Return the first number that is a choice now."""
    choices: dict[int, str] = environment.last()[4]["choices"]
    return min(choices)


def decisions(game: AnyGame, seed: int, most: int = 100) -> int:
    """Return after how many of its first choices a game is over, or that it takes the most."""
    environment = make(game)
    environment.reset(seed=seed)
    for count in range(most):
        if any(environment.terminations.values()):
            return count
        environment.step(first(environment))
    return most


def test_a_long_game_is_truncated(game: AnyGame) -> None:
    """After ``most_steps`` decisions nobody has won, and everybody is told so once."""
    most = min(70, decisions(game, seed=4) - 1)
    environment = make(game, most_steps=most)
    environment.reset(seed=4)
    for _ in range(most):
        if not any(environment.truncations.values()):
            environment.step(first(environment))
    assert all(environment.truncations.values())
    assert not any(environment.terminations.values())
    for _ in environment.possible_agents:
        _, reward, _, truncated, _ = environment.last()
        assert (reward, truncated) == (0, True)
        environment.step(None)
    assert environment.agents == []


def test_wrong_numbers_and_options_are_refused(game: AnyGame) -> None:
    """A number that the mask does not allow is an error, and so is an option that there is not."""
    environment = make(game)
    environment.reset(seed=5)
    mask = environment.last()[0]["action_mask"]
    with pytest.raises(IndexError):
        environment.step(int(mask.argmin()))
    with pytest.raises(PositionError, match="no_such"):
        env(game.name, no_such=1)


def test_the_text_of_an_observation_is_rendered(game: AnyGame) -> None:
    """In the mode ``ansi`` a rendering is what the acting player observes; otherwise nothing."""
    environment = make(game, render_mode="ansi")
    environment.reset(seed=6)
    assert f"viewer: {environment.agent_selection}" in environment.render()
    assert make(game).unwrapped.render() is None
