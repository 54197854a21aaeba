"""Agent (Eric W. Solomon): agents that nobody owns, a case, and money that nobody shows."""

from tablet_companion.games.agent.game import GAME

__all__ = ["GAME"]
