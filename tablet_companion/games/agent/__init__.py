"""Agent (Eric W. Solomon): agents that nobody owns, a case, and money that nobody shows."""

from tablet_companion.games.agent.game import Agent

GAME = Agent()

__all__ = ["GAME", "Agent"]
