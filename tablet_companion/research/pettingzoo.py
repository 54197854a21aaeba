"""Every game as a PettingZoo environment: ``env("agent_dog", players=2)``.

Agents are the seats. An observation holds ``observation`` (the features of the seat's view) and
``action_mask``; ``infos[agent]["choices"]`` maps the possible numbers to texts. Chance acts between
the agents' steps, seeded by ``reset``.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import Any, Final

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from tablet_companion import games
from tablet_companion.games.core import CHANCE, OptionValue, Seat
from tablet_companion.research import numbering, observing
from tablet_companion.research.sequence import Moment, begin
from tablet_companion.research.tables import AS_MANY_AS_MAY, first_state, returns, seats_of

_TEXT: Final = "ansi"


def env(name: str, render_mode: str | None = None, **wanted: Any) -> Any:
    """Return an environment that rejects numbers and calls out of order with clear errors."""
    raw: Any = TabletEnv(name, render_mode=render_mode, **wanted)
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(raw))


class TabletEnv(AECEnv):  # type: ignore[misc] # its annotations come and go with the installed version
    """One game with its options and number of players.

    Rewards come only at the end. A game is truncated after ``most_steps`` decisions. A number
    outside the mask raises IndexError.
    """

    def __init__(  # noqa: PLR0913 - what a table is made of, by keyword
        self,
        name: str,
        *,
        players: int = AS_MANY_AS_MAY,
        seating: Collection[str] = (),
        most_steps: int = numbering.MAX_STEPS,
        render_mode: str | None = None,
        first: Any = None,
        **options: OptionValue,
    ) -> None:
        """Set a table up, or begin with any state; raises PositionError for wrong options."""
        super().__init__()
        game = games.load(name)
        title = f"tablet_{name}_v0"
        self.metadata = {"name": title, "render_modes": [_TEXT], "is_parallelizable": False}
        self.render_mode = render_mode
        usual = first_state(game, options, players, seating)
        self._first = usual if first is None else first
        self.moment = begin(game, self._first)
        self.numbering = numbering.Numbering(game, self._first)
        self._most_steps = most_steps
        self.possible_agents: list[str] = list(map(str, seats_of(game, self._first)))
        seen = Box(0, 255, (observing.FEATURES,), np.uint8)
        mask = Box(0, 1, (self.numbering.most,), np.int8)
        agents = self.possible_agents
        spaces = {"observation": seen, "action_mask": mask}
        self.observation_spaces = {agent: Dict(spaces) for agent in agents}
        self.action_spaces = {agent: Discrete(self.numbering.most) for agent in agents}

    def observation_space(self, agent: str) -> Any:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - options are chosen when the environment is made
        """Begin a new game; without a seed the random generator continues."""
        if seed is not None or not hasattr(self, "_rng"):
            self._rng = random.Random(seed)  # noqa: S311 - cards for learners, not secrets
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self._go_on(begin(self.moment.game, self._first))

    def step(self, action: int | None) -> None:
        """Take the selected agent's decision; None for an agent that is done."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "who is not done decides"
        choice = self.numbering.choice(self.moment, int(action))
        self._cumulative_rewards[agent] = 0.0
        self._go_on(self.moment.after(choice))

    def _go_on(self, moment: Moment) -> None:
        """Let chance act, then determine who decides next, or the result."""
        while moment.decider == CHANCE and moment.steps < self._most_steps:
            numbers = self._rng.choices(range(len(moment.choices)), moment.odds())
            moment = moment.after(moment.choices[numbers[0]])
        self.moment = moment
        over, cut = moment.decider is None, moment.steps >= self._most_steps
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut and not over)
        self.infos = {agent: {} for agent in self.agents}
        if over or cut:
            outcome = moment.game.outcome(moment.state)
            seats = [Seat(agent) for agent in self.possible_agents]
            paid = returns(outcome, seats)
            self.rewards = dict(zip(self.possible_agents, paid, strict=True))
            self._accumulate_rewards()
            return
        self.agent_selection = str(moment.decider)
        self.infos[self.agent_selection] = {
            "choices": {n: moment.said(one) for n, one in self.numbering.choices(moment).items()}
        }

    def observe(self, agent: str) -> dict[str, Any]:
        """Return an agent's observation and the numbers of its present choices."""
        found = observing.features(self.moment, Seat(agent))
        mask = np.zeros(self.numbering.most, np.int8)
        if agent == self.moment.decider and not self.truncations[agent]:
            mask[list(self.numbering.choices(self.moment))] = 1
        return {"observation": np.frombuffer(found, np.uint8).copy(), "action_mask": mask}

    def render(self) -> str | None:
        """Return the deciding agent's observation as text if the mode is ``ansi``."""
        if self.render_mode != _TEXT:
            return None
        return observing.observation(self.moment, Seat(self.agent_selection))

    def close(self) -> None:
        """Do nothing: no resources are open."""
