"""Wink (Friedhelm Krahwinkel): partners for one round of turns find each other by a wink."""

from tablet_companion.games.wink.game import GAME

__all__ = ["GAME"]
