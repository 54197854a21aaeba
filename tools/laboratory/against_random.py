"""Pocket Ops against random play as one player's environment, which Gymnasium's learners take."""

from __future__ import annotations

import random
from typing import Any, Final

import gymnasium
import numpy as np

from tablet_companion import games
from tablet_companion.games.core import CHANCE
from tablet_companion.research import observing, tables
from tablet_companion.research.numbering import Numbering
from tablet_companion.research.sequence import begin
from tablet_companion.research.tables import first_state, seats_of

GAME: Final = games.load("pocket_ops")
_FIRST: Final = first_state(GAME, {})
_SEATS: Final = seats_of(GAME, _FIRST)


class AgainstRandom(gymnasium.Env[Any, Any]):
    """One seat of a game, seats by turns; what needs no choice is done for it."""

    def __init__(self, seed: int, results: list[bool]) -> None:
        """Begin nothing yet: ``reset`` does. Each game that is over is added to ``results``."""
        self._luck = random.Random(seed)  # noqa: S311 - games, not secrets
        self._numbering = Numbering(GAME, _FIRST)
        self.action_space = gymnasium.spaces.Discrete(self._numbering.most)
        self.observation_space = gymnasium.spaces.Box(0, 1, (observing.FEATURES,), np.float32)
        self._results, self._seat = results, seed % 2

    def reset(self, **_told: Any) -> tuple[Any, dict[str, Any]]:
        """Begin a game in the other seat."""
        self._seat = 1 - self._seat
        self._go_on(begin(GAME, _FIRST))
        return self._observe(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Do it, and let the other go on until there is a choice again; 1 for a game won."""
        self._go_on(self._moment.after(self._numbering.choice(self._moment, int(action))))
        over = not self._moment.due
        worth = tables.returns(GAME.outcome(self._moment.state), _SEATS)[self._seat]
        if over:
            self._results.append(worth > 0)
        return self._observe(), worth, over, False, {}

    def action_masks(self) -> Any:
        """Return which numbers may be chosen now; sb3-contrib asks for it by this name."""
        mask = np.zeros(self._numbering.most, bool)
        mask[[*self._numbering.choices(self._moment)]] = True
        return mask

    def _go_on(self, moment: Any) -> None:
        while moment.due and (moment.decider != _SEATS[self._seat] or len(moment.choices) == 1):
            odds = moment.odds() if moment.decider == CHANCE else None
            moment = moment.after(self._luck.choices(moment.choices, odds)[0])
        self._moment = moment

    def _observe(self) -> Any:
        found = observing.features(self._moment, _SEATS[self._seat])
        return np.minimum(np.frombuffer(found, np.uint8), 1).astype(np.float32)
