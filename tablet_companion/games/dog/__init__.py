"""DOG (the Swiss sheet): two packs of cards, four pawns each, sevens that capture in passing."""

from tablet_companion.games.dog.game import GAME

__all__ = ["GAME"]
