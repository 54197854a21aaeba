"""Agent DOG (Johannes Schmidauer-König): pawns that turn over in holes and hide their colour."""

from tablet_companion.games.agent_dog.game import GAME

__all__ = ["GAME"]
