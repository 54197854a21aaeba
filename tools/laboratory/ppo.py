"""Masked PPO (sb3-contrib) learns Pocket Ops against random play, by its stable action numbers.

It needs PyTorch, which nothing else here does: ``pip install sb3-contrib``, some 1 GB.

    python -m tools.laboratory.ppo --minutes 10
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from typing import Final

import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv

from tablet_companion.commands._numbers import natural, positive
from tools.laboratory.against_random import AgainstRandom

_STRETCH: Final = 500
"""Games between two lines; of each such stretch the share won is told."""
_TABLES: Final = 8
"""Games side by side: the network is asked once for all of them."""
_RATE: Final = 3e-3
"""How fast it learns at first; a tenth of that at last."""


class _Clock(BaseCallback):
    """Tells how many of the last games were won, and ends when the time is over."""

    def __init__(self, results: list[bool], minutes: float) -> None:
        super().__init__()
        self._results, self._told = results, 0
        self._all_s = 60 * minutes
        self._end_s = time.process_time() + self._all_s
        self._left_s = self._all_s

    def rate(self, _left: float) -> float:
        """Return how fast to learn now."""
        return _RATE * max(0.1, self._left_s / self._all_s)

    def _on_rollout_end(self) -> None:
        self._left_s = self._end_s - time.process_time()
        if len(self._results) >= self._told + _STRETCH:
            self._told = len(self._results)
            _tell(f"{self._told:>6} games, the last {_STRETCH}", self._results[-_STRETCH:])

    def _on_step(self) -> bool:
        return self._left_s > 0


def _tell(of: str, results: list[bool]) -> None:
    sys.stdout.write(f"{of}: {sum(results) / len(results):.0%} won\n")
    sys.stdout.flush()


def main() -> None:
    """Learn for some minutes of one core, then play games that nothing is learnt from."""
    parser = argparse.ArgumentParser(description="Learn Pocket Ops by masked PPO.")
    parser.add_argument("--minutes", type=float, default=10, help="of one core, for learning")
    parser.add_argument("--games", type=positive, default=500, help="played after that")
    parser.add_argument("--seed", type=natural, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    results: list[bool] = []
    seeds = range(arguments.seed, arguments.seed + _TABLES)
    tables = DummyVecEnv([partial(AgainstRandom, seed, results) for seed in seeds])
    clock = _Clock(results, arguments.minutes)
    # A linear policy, as in ``learn.py``: it learns from fewer games than layers would.
    learner = MaskablePPO(
        "MlpPolicy", tables, learning_rate=clock.rate, n_steps=128, batch_size=256, n_epochs=6,
        gamma=1.0, gae_lambda=0.97, ent_coef=0.003, seed=arguments.seed,
        policy_kwargs={"net_arch": {"pi": [], "vf": [64]}},
    )  # fmt: skip
    learner.learn(10**9, callback=clock)
    _tell(f"{arguments.games} new games", _play(learner, arguments.games, arguments.seed + _TABLES))


def _play(learner: MaskablePPO, games: int, seed: int) -> list[bool]:
    """Play this many games that nothing is learnt from, as surely as the learner can."""
    results: list[bool] = []
    table = AgainstRandom(seed, results)
    while len(results) < games:
        seen, _ = table.reset()
        over = False
        while not over:
            chosen, _ = learner.predict(seen, action_masks=table.action_masks(), deterministic=True)
            seen, _, over, _, _ = table.step(chosen)
    return results


if __name__ == "__main__":
    main()
