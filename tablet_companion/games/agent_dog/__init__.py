"""Agent DOG (Johannes Schmidauer-König): pawns that lie face down in holes, hiding their colour."""

from tablet_companion.games.agent_dog.game import GAME

__all__ = ["GAME"]
