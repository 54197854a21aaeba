"""DOG (the Swiss sheet): two packs of cards, four pawns each, and sevens that sweep the track."""

from tablet_companion.games.dog.game import GAME

__all__ = ["GAME"]
