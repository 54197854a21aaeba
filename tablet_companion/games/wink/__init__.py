"""Wink (Friedhelm Krahwinkel): partners for one turn round find each other by a wink."""

from tablet_companion.games.wink.game import GAME

__all__ = ["GAME"]
