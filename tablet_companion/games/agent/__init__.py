"""Agent (Eric W. Solomon): agents that belong to nobody, a case, and secret money."""

from tablet_companion.games.agent.game import GAME

__all__ = ["GAME"]
